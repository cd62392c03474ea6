import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { type ItemUsage, invalidateItems, type StructureItem, type StructureItemKind } from './item-kinds.ts';

interface Props {
  kind: StructureItemKind;
  item: StructureItem;
  /** The items that whatever uses this one can be moved to. */
  others: readonly StructureItem[];
  /** Called with the edit by which people move or follow the change, if there is one. */
  onFollowed?: ((edit: BulkEdit | null) => void) | undefined;
  onClose: () => void;
}

/** Dialog for deleting an item. It shows what uses the item, and asks where to move that. */
export function DeleteItemDialog(props: Props) {
  const { kind, item, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: [kind.call, 'usage', item.id],
    queryFn: () => kind.usage(item.id),
    staleTime: 0,
    gcTime: 0,
  });
  useRestoreFocus();
  return (
    <Dialog opened onClose={onClose} title={`Delete ${item.name}?`} closeLabel="Close without deleting" width={520}>
      {data ? (
        <Decision {...props} usage={data} />
      ) : error ? (
        <ErrorState title="We could not check where it is used." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonText lines={3} />
        </Loading>
      )}
    </Dialog>
  );
}

function Decision({ kind, item, others, usage, onFollowed, onClose }: Props & { usage: ItemUsage }) {
  const client = useQueryClient();
  const [moveToId, setMoveToId] = useState(0);
  const isUsed = usage.uses.length > 0;
  const remove = useMutation({
    mutationFn: () => kind.remove(item.id, moveToId || undefined),
    onSuccess: ({ bulkEdit }) => {
      const target = others.find(({ id }) => id === moveToId)?.name;
      // Many people move in the background, and it is deleted after them.
      if (bulkEdit?.kind === 'structure')
        showSuccess(
          `${plural(bulkEdit.total, 'person', 'people')} are being moved to “${target}”. “${item.name}” is deleted when all have moved.`,
        );
      else showSuccess(target ? `“${item.name}” deleted. ${usage.words} moved to “${target}”.` : `“${item.name}” deleted.`);
      onFollowed?.(bulkEdit);
      onClose();
      return invalidateItems(client, kind);
    },
    onError: (error) => {
      showError(error);
      // Something may have started to use it in the meantime.
      void client.invalidateQueries({ queryKey: [kind.call, 'usage', item.id] });
    },
  });
  if (usage.refusal)
    return (
      <Stack>
        <Notice tone="warning">{usage.refusal}</Notice>
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </ButtonRow>
      </Stack>
    );
  return (
    <Stack>
      {isUsed ? (
        <>
          <p>
            Used by <strong>{usage.words}</strong>. Choose where to move them.
          </p>
          {others.length === 0 ? (
            <Notice tone="warning">There is no other {kind.singular} to move them to. Add one first.</Notice>
          ) : (
            <NativeSelect
              label="Move them to"
              name="moveToId"
              data-autofocus
              rightSection={<DownIcon size={16} />}
              value={String(moveToId)}
              data={[
                { value: '0', label: `Select a ${kind.singular}` },
                ...others.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(event) => setMoveToId(Number(event.currentTarget.value))}
            />
          )}
        </>
      ) : (
        <p>Not in use. It will be deleted permanently.</p>
      )}
      {usage.consequence && (
        <Text size="sm" c="dimmed">
          {usage.consequence}
        </Text>
      )}
      <ButtonRow>
        <Button
          loading={remove.isPending}
          disabled={remove.isPending || (isUsed && moveToId === 0)}
          onClick={() => remove.mutate()}
        >
          {isUsed ? 'Move and delete' : `Delete ${kind.singular}`}
        </Button>
        <Button variant="default" disabled={remove.isPending} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}
