import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useMay } from '../session/operator-access.ts';
import type { useSection } from './use-section.ts';

interface Props<V extends object> {
  title: string;
  form: ReturnType<typeof useSection<V>>;
  /** What the fields are called where someone else has changed the same ones. */
  labels: Readonly<Record<keyof V & string, string>>;
  children: ReactNode;
}

const toText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) || 'empty' : 'changed';
};

/** A section of a connection as a card with a form of its own. */
export function Section<V extends object>({ title, form, labels, children }: Props<V>) {
  const mayChange = useMay('organisations:write');
  return (
    <Card title={title}>
      <StackedForm {...form.formProps} maw={620}>
        <FormNotices
          conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
            name,
            label: labels[name],
            mine: toText(mine),
            theirs: toText(theirs),
          }))}
          onUseSaved={(name) => form.acceptTheirs(name as keyof V & string)}
          otherErrors={form.otherErrors}
        />
        {children}
        {mayChange && (
          <Group gap="xs">
            <Button type="submit" loading={form.isSaving} disabled={!form.isDirty}>
              Save
            </Button>
            {form.isDirty && (
              <Button variant="default" onClick={form.discard}>
                Discard changes
              </Button>
            )}
          </Group>
        )}
      </StackedForm>
    </Card>
  );
}
