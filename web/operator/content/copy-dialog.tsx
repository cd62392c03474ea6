import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { useAudienceChoices } from './audience-choices.ts';

interface Target {
  brandIds: number[];
  organisationIds: number[];
}

interface Props<Reply> {
  opened: boolean;
  /** What is copied: "announcement". */
  noun: string;
  copy: (target: Target) => Promise<Reply>;
  onCopied: (reply: Reply) => unknown;
  onClose: () => void;
}

/** What is said once something has been copied. */
export const describeCopies = (count: number): string =>
  `${plural(count, 'draft')} added. No one sees ${count === 1 ? 'it' : 'them'} until you publish.`;

/** Copies something published to other clients and brands, as a draft for each. */
export function CopyPublicationDialog<Reply>({ opened, noun, copy, onCopied, onClose }: Props<Reply>) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Copy to other clients" closeLabel="Close without copying" width={520}>
      <CopyForm noun={noun} copy={copy} onCopied={onCopied} onClose={onClose} />
    </Dialog>
  );
}

function CopyForm<Reply>({ noun, copy, onCopied, onClose }: Omit<Props<Reply>, 'opened'>) {
  const choices = useAudienceChoices().data;
  const [{ brandIds, organisationIds }, setTarget] = useState<Target>({ brandIds: [], organisationIds: [] });
  const [error, setError] = useState<string>();
  const copying = useMutation({
    mutationFn: () => copy({ brandIds, organisationIds }),
    onSuccess: async (reply) => {
      await onCopied(reply);
      onClose();
    },
    onError: (problem) => showError(problem),
  });
  if (!choices) return null;
  const brandNames = new Map(choices.brands.map(({ id, name }) => [id, name]));
  return (
    <StackedForm
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (brandIds.length + organisationIds.length === 0) setError('Choose at least one brand or client.');
        else copying.mutate();
      }}
    >
      <Text c="dimmed">Each client gets its own draft for all its people. Later changes to this {noun} don’t affect it.</Text>
      {choices.brands.length > 1 &&
        choices.brands.map(({ id, name }) => (
          <Checkbox
            key={id}
            name="brandIds"
            checked={brandIds.includes(id)}
            onChange={(on) =>
              setTarget({ organisationIds, brandIds: on ? [...brandIds, id] : brandIds.filter((other) => other !== id) })
            }
          >
            All clients of {name}, in one draft
          </Checkbox>
        ))}
      <MultiChoice
        name="organisationIds"
        label="Clients"
        placeholder="None chosen"
        options={choices.organisations.map(({ id, name, brandId }) => ({
          id,
          name,
          section: choices.brands.length > 1 ? brandNames.get(brandId) : undefined,
        }))}
        chosen={organisationIds}
        error={error}
        onChange={(ids) => {
          setError(undefined);
          setTarget({ brandIds, organisationIds: ids });
        }}
      />
      <FormButtons isSaving={copying.isPending} onCancel={onClose}>
        Copy
      </FormButtons>
    </StackedForm>
  );
}
