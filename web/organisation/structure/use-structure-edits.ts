import { useQueryClient } from '@tanstack/react-query';
import { invalidateCalls } from '#web/app/api.ts';
import { type BulkEdit, useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { invalidateItems, type StructureItemKind, seasonKind } from './item-kinds.ts';

/** Whether an edit, or the one that it undoes, has this action. */
const hasAction = (action: string | undefined, edit: BulkEdit, all: readonly BulkEdit[]): boolean =>
  edit.action === action || all.some(({ id, action: original }) => id === edit.undoOfId && original === action);

/** The edits by which people follow changes of the seasons, or move from an item that is deleted. */
export function useStructureEdits(kind: StructureItemKind) {
  const client = useQueryClient();
  const onChanged = () =>
    Promise.all([
      invalidateItems(client, kind),
      invalidateCalls(client, 'GET /api/customers/:id', 'GET /api/entitlement/statement'),
    ]);
  const seasons = useBulkEdits({
    kind: 'wardrobes',
    enabled: kind === seasonKind,
    isShown: (edit, all) => hasAction('season', edit, all),
    onChanged,
  });
  const removals = useBulkEdits({
    kind: 'structure',
    enabled: kind.removal !== undefined,
    isShown: (edit, all) => hasAction(kind.removal, edit, all),
    onChanged,
  });
  return {
    seasons,
    removals,
    /** Shows the edit that a change has started; a change that concerns no one starts none. */
    show: (edit: BulkEdit | null | undefined) => {
      if (!edit || edit.total === 0) return;
      void (edit.kind === 'structure' ? removals : seasons).show(edit);
    },
  };
}

export type StructureEdits = ReturnType<typeof useStructureEdits>;
