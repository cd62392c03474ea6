import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { AllocationDialog } from './allocation-dialog.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { GroupDialog, OptionDialog, SuperGroupDialog } from './part-dialogs.tsx';
import { ProductsDialog } from './products-dialog.tsx';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import { invalidateWardrobes, type Wardrobe } from './wardrobe-data.ts';
import { WardrobeDialog } from './wardrobe-dialog.tsx';

type Open =
  | { action: 'edit' | 'copy' | 'delete' | 'allocation' | 'newSuperGroup' }
  | { action: 'newGroup'; optionId?: number }
  | { action: 'editGroup' | 'products'; groupId: number }
  | { action: 'editSuperGroup' | 'newOption'; superGroupId: number }
  | { action: 'editOption'; superGroupId: number; optionId: number };

export interface WardrobeDialogs {
  open: (dialog: Open) => void;
  /** The open dialog, if there is one. */
  dialog: React.ReactNode;
}

/** The dialogs of a wardrobe's page, one at a time. Those of its contents change the draft. */
export function useWardrobeDialogs(wardrobe: Wardrobe, draft: WardrobeDraftEditor): WardrobeDialogs {
  const [shown, setShown] = useState<Open>();
  const onClose = () => setShown(undefined);
  const dialog = shown && <OpenDialog wardrobe={wardrobe} draft={draft} open={shown} onClose={onClose} />;
  return { open: setShown, dialog };
}

interface OpenProps {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  open: Open;
  onClose: () => void;
}

function OpenDialog({ wardrobe, draft, open, onClose }: OpenProps) {
  const { superGroups, collectionGroups } = draft.contents;
  const part = { wardrobeId: wardrobe.id, draft, onClose };
  switch (open.action) {
    case 'edit':
      return <WardrobeDialog wardrobe={wardrobe} onClose={onClose} />;
    case 'copy':
      return <CopyDialog wardrobe={wardrobe} onClose={onClose} />;
    case 'delete':
      return <DeleteWardrobe wardrobe={wardrobe} onClose={onClose} />;
    case 'allocation':
      return <AllocationDialog {...part} />;
    case 'newGroup':
      return <GroupDialog {...part} {...(open.optionId === undefined ? {} : { optionId: open.optionId })} />;
    case 'newSuperGroup':
      return <SuperGroupDialog {...part} />;
    case 'editGroup':
    case 'products': {
      const group = collectionGroups.find(({ id }) => id === open.groupId);
      if (!group) return null;
      return open.action === 'products' ? <ProductsDialog {...part} group={group} /> : <GroupDialog {...part} group={group} />;
    }
    case 'editSuperGroup':
    case 'newOption':
    case 'editOption': {
      const superGroup = superGroups.find(({ id }) => id === open.superGroupId);
      if (!superGroup) return null;
      if (open.action === 'editOption') {
        const option = superGroup.options.find(({ id }) => id === open.optionId);
        return option ? <OptionDialog {...part} superGroup={superGroup} option={option} /> : null;
      }
      if (open.action === 'editSuperGroup') return <SuperGroupDialog {...part} superGroup={superGroup} />;
      return <OptionDialog {...part} superGroup={superGroup} />;
    }
  }
}

function DeleteWardrobe({ wardrobe: { id, name }, onClose }: { wardrobe: Wardrobe; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteDialog
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
