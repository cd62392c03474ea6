import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { cartQuery } from '#web/app/cart.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { toDesignInput } from './design-input.ts';
import { saveDesign } from './design-queries.ts';
import type { CheckedDraft, DraftChanges } from './use-design-drafts.ts';

/** Keeps a design under a name, for other garments and orders, or changes the saved one from which it comes. */
export const SaveDraft = memo(({ checked, update }: { checked: CheckedDraft; update: DraftChanges['update'] }) => {
  const { draft, design, problem } = checked;
  const client = useQueryClient();
  const [name, setName] = useState<string>();
  const lines = useCountFollowers(draft.saved?.id);
  const save = useMutation({
    mutationFn: ({ id, name }: { id?: number; name: string }) => {
      if (!design) throw new Error('This design is not possible. Choose something else.');
      return saveDesign(client, {
        ...toDesignInput({ ...design, customisationId: null }),
        name,
        ...(id !== undefined && { id }),
      });
    },
    onSuccess: (saved, { id }) => {
      setName(undefined);
      // What was typed meanwhile is no part of what was saved.
      update(draft.positionId, (now) => ({ ...now, saved: { id: saved.id, name: saved.name }, followsSaved: now === draft }));
      showSuccess(
        id !== undefined && lines > 0
          ? `“${saved.name}” changed, also on ${plural(lines, 'line')} of your cart.`
          : `“${saved.name}” saved.`,
      );
    },
  });
  if (problem || !design) return null;
  const { saved } = draft;
  if (saved && draft.followsSaved)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Saved as “{saved.name ?? 'design'}”
      </Text>
    );
  if (name === undefined)
    return (
      <Group gap="xs" mt="sm">
        {saved && (
          <Button
            variant="default"
            size="compact-sm"
            loading={save.isPending}
            onClick={() => save.mutate({ id: saved.id, name: saved.name ?? 'Design' })}
          >
            Change “{saved.name ?? 'design'}”{lines > 0 && `, also on ${plural(lines, 'line')} of your cart`}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" onClick={() => setName('')}>
          Save this design
        </Button>
        {save.isError && <Text c="var(--mantine-color-error)">{save.error.message}</Text>}
      </Group>
    );
  const trimmed = name.trim();
  const submit = () => trimmed !== '' && save.mutate({ name: trimmed });
  return (
    <Group gap="xs" mt="sm" align="end">
      <TextInput
        label="Name of the design"
        value={name}
        maxLength={100}
        error={save.error?.message}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          submit();
        }}
      />
      <Button disabled={trimmed === ''} loading={save.isPending} onClick={submit}>
        Save design
      </Button>
      <Button variant="subtle" onClick={() => setName(undefined)}>
        Cancel
      </Button>
    </Group>
  );
});

/** The number of lines of the cart that follow a saved design. */
export function useCountFollowers(savedId: number | undefined): number {
  const { data } = useQuery({ ...cartQuery, enabled: savedId !== undefined });
  return (data?.items ?? []).filter(({ customisations }) =>
    customisations.some(({ customisationId }) => savedId !== undefined && customisationId === savedId),
  ).length;
}
