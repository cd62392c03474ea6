import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { GroupDialog, OptionDialog, SuperGroupDialog } from './part-dialogs.tsx';
import { ProductsDialog } from './products-dialog.tsx';
import { invalidateWardrobes, storeWardrobe, type Wardrobe } from './wardrobe-data.ts';
import { WardrobeDialog } from './wardrobe-dialog.tsx';

type Open =
  | { action: 'edit' | 'copy' | 'delete' | 'newSuperGroup' }
  | { action: 'newGroup'; optionId?: number }
  | { action: 'editGroup' | 'products' | 'deleteGroup'; groupId: number }
  | { action: 'editSuperGroup' | 'deleteSuperGroup' | 'newOption'; superGroupId: number }
  | { action: 'editOption' | 'deleteOption'; superGroupId: number; optionId: number };

export interface WardrobeDialogs {
  open: (dialog: Open) => void;
  /** The open dialog, if there is one. */
  dialog: React.ReactNode;
}

/** The dialogs of a wardrobe's page, one at a time. */
export function useWardrobeDialogs(wardrobe: Wardrobe): WardrobeDialogs {
  const [shown, setShown] = useState<Open>();
  const dialog = shown && <OpenDialog wardrobe={wardrobe} open={shown} onClose={() => setShown(undefined)} />;
  return { open: setShown, dialog };
}

interface PartProps {
  wardrobe: Wardrobe;
  onClose: () => void;
}

function OpenDialog({ wardrobe, open, onClose }: PartProps & { open: Open }) {
  const part = { wardrobe, onClose };
  switch (open.action) {
    case 'edit':
      return <WardrobeDialog {...part} />;
    case 'copy':
      return <CopyDialog {...part} />;
    case 'delete':
      return <DeleteWardrobe {...part} />;
    case 'newGroup':
      return <GroupDialog {...part} {...(open.optionId === undefined ? {} : { optionId: open.optionId })} />;
    case 'newSuperGroup':
      return <SuperGroupDialog {...part} />;
    case 'editGroup':
    case 'products':
    case 'deleteGroup':
      return <GroupDialogs {...part} action={open.action} groupId={open.groupId} />;
    case 'editSuperGroup':
    case 'deleteSuperGroup':
    case 'newOption':
      return <SuperGroupDialogs {...part} action={open.action} superGroupId={open.superGroupId} />;
    case 'editOption':
    case 'deleteOption':
      return <OptionDialogs {...part} action={open.action} superGroupId={open.superGroupId} optionId={open.optionId} />;
  }
}

function DeleteWardrobe({ wardrobe: { id, name }, onClose }: PartProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteDialog
      noun="wardrobe"
      name={name}
      usageKey={[id]}
      usage={() => api('GET /api/organisation/wardrobes/:id/usage', { params: { id } })}
      remove={async () => {
        await api('DELETE /api/organisation/wardrobes/:id', { params: { id } });
        void invalidateWardrobes(client);
        void navigate(paths.wardrobes());
      }}
      onClose={onClose}
    />
  );
}

/** Changes a group, its products, or deletes it. */
function GroupDialogs({
  wardrobe,
  action,
  groupId,
  onClose,
}: PartProps & { action: 'editGroup' | 'products' | 'deleteGroup'; groupId: number }) {
  const client = useQueryClient();
  const { id } = wardrobe;
  const group = wardrobe.collectionGroups.find((one) => one.id === groupId);
  if (!group) return null;
  if (action === 'editGroup') return <GroupDialog wardrobe={wardrobe} group={group} onClose={onClose} />;
  if (action === 'products') return <ProductsDialog wardrobe={wardrobe} group={group} onClose={onClose} />;
  const params = { id, groupId };
  return (
    <DeleteDialog
      noun="group"
      name={group.name}
      usageKey={[id, 'group', groupId]}
      usage={() => api('GET /api/organisation/wardrobes/:id/groups/:groupId/usage', { params })}
      remove={async () => {
        const query = { confirmed: true };
        storeWardrobe(client, (await api('DELETE /api/organisation/wardrobes/:id/groups/:groupId', { params, query })).wardrobe);
      }}
      onClose={onClose}
    />
  );
}

/** Changes an either/or, adds an option to it, or deletes it. */
function SuperGroupDialogs({
  wardrobe,
  action,
  superGroupId,
  onClose,
}: PartProps & { action: 'editSuperGroup' | 'deleteSuperGroup' | 'newOption'; superGroupId: number }) {
  const client = useQueryClient();
  const { id } = wardrobe;
  const superGroup = wardrobe.superGroups.find((one) => one.id === superGroupId);
  if (!superGroup) return null;
  if (action === 'editSuperGroup') return <SuperGroupDialog wardrobe={wardrobe} superGroup={superGroup} onClose={onClose} />;
  if (action === 'newOption') return <OptionDialog wardrobe={wardrobe} superGroup={superGroup} onClose={onClose} />;
  const params = { id, superGroupId };
  return (
    <DeleteDialog
      noun="either/or"
      name={superGroup.name}
      usageKey={[id, 'superGroup', superGroupId]}
      usage={() => api('GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/usage', { params })}
      remove={async () => {
        const query = { confirmed: true };
        storeWardrobe(
          client,
          (await api('DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId', { params, query })).wardrobe,
        );
      }}
      onClose={onClose}
    />
  );
}

/** Changes an option of an either/or, or deletes it. */
function OptionDialogs({
  wardrobe,
  action,
  superGroupId,
  optionId,
  onClose,
}: PartProps & { action: 'editOption' | 'deleteOption'; superGroupId: number; optionId: number }) {
  const client = useQueryClient();
  const { id } = wardrobe;
  const superGroup = wardrobe.superGroups.find((one) => one.id === superGroupId);
  const option = superGroup?.options.find((one) => one.id === optionId);
  if (!superGroup || !option) return null;
  if (action === 'editOption')
    return <OptionDialog wardrobe={wardrobe} superGroup={superGroup} option={option} onClose={onClose} />;
  const params = { id, superGroupId, optionId };
  return (
    <DeleteDialog
      noun="option"
      name={option.name}
      usageKey={[id, 'option', optionId]}
      usage={() => api('GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId/usage', { params })}
      remove={async () => {
        const query = { confirmed: true };
        storeWardrobe(
          client,
          (await api('DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId', { params, query }))
            .wardrobe,
        );
      }}
      onClose={onClose}
    />
  );
}
