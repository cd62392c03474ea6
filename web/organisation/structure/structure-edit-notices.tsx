import { useState } from 'react';
import { FollowingNotice, type FollowingTexts } from '#web/app/bulk-edit/following-notice.tsx';
import { UndoDialog } from '#web/app/bulk-edit/undo-dialog.tsx';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { plural } from '#web/ui/format/format.ts';
import type { StructureItemKind } from './item-kinds.ts';
import type { StructureEdits } from './use-structure-edits.ts';

/** How far people are. */
export function StructureEditNotices({ kind, edits: { seasons, removals } }: { kind: StructureItemKind; edits: StructureEdits }) {
  const [undoing, setUndoing] = useState<BulkEdit>();
  return (
    <>
      {seasons.outcome && (
        <FollowingNotice
          edit={seasons.outcome}
          texts={describeSeasonEdit(seasons.outcome)}
          actions={seasons.actions}
          onUndo={setUndoing}
        />
      )}
      {removals.outcome && (
        <FollowingNotice
          edit={removals.outcome}
          texts={describeRemoval(removals.outcome, kind)}
          actions={removals.actions}
          onUndo={setUndoing}
        />
      )}
      {undoing && (
        <UndoDialog edit={undoing} actions={seasons.actions} onClose={() => setUndoing(undefined)}>
          The seasons will be as they were before, and {plural(undoing.total, 'person is', 'people are')} owed what they say. What
          they have ordered meanwhile stays ordered.
        </UndoDialog>
      )}
    </>
  );
}

function describeSeasonEdit({ progress: { done, total }, changed, undoOfId }: BulkEdit): FollowingTexts {
  const isUndo = undoOfId !== null;
  const shares = `${plural(done, 'person follows', 'people follow')} the seasons as they are now, ${plural(total - done, 'person', 'people')} still as they were.`;
  return {
    running: isUndo ? 'The seasons of before are being restored:' : 'The change of the seasons is being applied:',
    finished: isUndo
      ? ['Undone: the seasons are as they were before.', 'What was ordered meanwhile stays.']
      : ['The seasons are changed.', `The entitlement of ${plural(changed, 'person', 'people')} has changed.`],
    meanwhile: 'Until it is their turn, people have their old numbers and can order by them.',
    shares,
    choice: isUndo ? 'Go on to restore everyone.' : 'Go on with the others, or undo it for everyone.',
  };
}

function describeRemoval({ progress: { done, total }, changed }: BulkEdit, { singular }: StructureItemKind): FollowingTexts {
  return {
    running: `People are being moved from a ${singular}, which is deleted after them:`,
    finished: [`${plural(changed, 'person has', 'people have')} been moved from a deleted ${singular}.`],
    meanwhile: `Until it is their turn, people keep the ${singular}.`,
    shares: `${plural(done, 'person has', 'people have')} been moved, ${plural(total - done, 'person', 'people')} not yet.`,
    choice: `Go on with the others; the ${singular} is deleted after them.`,
  };
}
