import { useState } from 'react';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { DeleteItemDialog } from './delete-item-dialog.tsx';
import { ItemDialog } from './item-dialog.tsx';
import type { StructureItem, StructureItemKind } from './item-kinds.ts';
import { PermissionsDialog } from './permissions-dialog.tsx';
import { type AddPeople, SeasonDialog } from './season-dialog.tsx';
import type { ItemAction } from './structure-list.tsx';

type Open = { action: ItemAction; id: number } | { action: 'new' } | undefined;

/** Built-in roles that people can be moved to. */
const ASSIGNABLE_ROLES = [34, 35];

/**
 * The dialogs in which items of a kind are added, edited and deleted: which one is open, and functions that open them. `act` is the same function on
 * every rendering.
 */
export function useItemDialogs() {
  const [open, setOpen] = useState<Open>();
  const [act] = useState(() => (action: ItemAction, id: number) => setOpen({ action, id }));
  return { open, act, add: () => setOpen({ action: 'new' }), close: () => setOpen(undefined) };
}

interface Props {
  dialogs: Pick<ReturnType<typeof useItemDialogs>, 'close' | 'open'>;
  kind: StructureItemKind;
  /** All items of the kind. */
  items: readonly StructureItem[];
  /** Of seasons: adds the people of one to another. */
  addPeople?: AddPeople;
  /** Called with the edit by which people follow a change, if there is one. */
  onFollowed?: ((edit: BulkEdit | null | undefined) => void) | undefined;
}

/** The dialog that is open. */
export function ItemDialogs({ dialogs: { open, close }, kind, items, addPeople, onFollowed }: Props) {
  if (!open) return null;
  const edit = (item?: StructureItem) => {
    const props = { kind, onClose: close, onFollowed, ...(item && { item }) };
    return addPeople ? <SeasonDialog {...props} addPeople={addPeople} /> : <ItemDialog {...props} />;
  };
  if (open.action === 'new') return edit();
  const item = items.find(({ id }) => id === open.id);
  if (!item) return null;
  if (open.action === 'edit') return edit(item);
  if (open.action === 'permissions') return <PermissionsDialog roleId={item.id} onClose={close} />;
  const others = items.filter(({ id, fixedReason }) => id !== item.id && (!fixedReason || ASSIGNABLE_ROLES.includes(id)));
  return <DeleteItemDialog kind={kind} item={item} others={others} onFollowed={onFollowed} onClose={close} />;
}
