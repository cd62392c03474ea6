import { showSuccess } from '#web/ui/feedback/alerts.ts';
import {
  type Contents,
  type ContentsGroup,
  type ContentsOption,
  type ContentsSuperGroup,
  removeGroup,
  removeOption,
  removeSuperGroup,
  restoreRemoved,
} from './draft-contents.ts';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import type { Wardrobe } from './wardrobe-data.ts';
import type { WardrobeDialogs } from './wardrobe-dialogs.tsx';

/** What the sections of a wardrobe's contents show and do. */
export interface ContentsEditing {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  open: WardrobeDialogs['open'];
  removeGroup: (group: ContentsGroup) => void;
  removeSuperGroup: (superGroup: ContentsSuperGroup) => void;
  removeOption: (superGroup: ContentsSuperGroup, option: ContentsOption) => void;
}

/** Removes parts from a draft at once; the message offers to bring them back. */
export function createContentsEditing(
  wardrobe: Wardrobe,
  draft: WardrobeDraftEditor,
  open: WardrobeDialogs['open'],
): ContentsEditing {
  const remove = (name: string, edit: (contents: Contents) => Contents) => {
    const before = draft.contents;
    const after = edit(before);
    draft.change(edit);
    showSuccess(`“${name}” deleted from the draft.`, {
      action: { label: 'Undo', run: () => draft.change((contents) => restoreRemoved(contents, before, after)) },
    });
  };
  return {
    wardrobe,
    draft,
    open,
    removeGroup: ({ id, name }) => remove(name, (contents) => removeGroup(contents, id)),
    removeSuperGroup: ({ id, name }) => remove(name, (contents) => removeSuperGroup(contents, id)),
    removeOption: (superGroup, { id, name }) => remove(name, (contents) => removeOption(contents, superGroup.id, id)),
  };
}
