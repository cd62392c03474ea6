import { Box } from '@mantine/core';
import { FollowingNotice, type FollowingTexts } from '#web/app/bulk-edit/following-notice.tsx';
import type { BulkEdit, BulkEditActions } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import type { Wardrobe } from './wardrobe-data.ts';

interface Props {
  wardrobe: Wardrobe;
  /** The version in use. */
  version: number;
  /** The bulk edit by which people follow a change of the wardrobe, or by which it is undone. */
  edit: BulkEdit | undefined;
  actions: BulkEditActions;
  /** Asks before the change is undone. */
  onUndo: (edit: BulkEdit) => void;
}

/** "12,300 people have the new numbers, 8,500 people still the old ones.", with the versions where they are known. */
function describeShares({ publication, versions }: Wardrobe): string | undefined {
  if (!publication) return undefined;
  const shares = versions.filter(({ people }) => people > 0);
  const known = shares.reduce((sum, { people }) => sum + people, 0);
  if (shares.length > 0 && known === publication.peopleOnNew + publication.peopleBehind)
    return `${shares.map(({ version, people }) => `${plural(people, 'person has', 'people have')} version ${version}`).join(', ')}.`;
  const { peopleOnNew, peopleBehind } = publication;
  return `${plural(peopleOnNew, 'person has', 'people have')} the new numbers, ${plural(peopleBehind, 'person', 'people')} still the old ones.`;
}

/** How far a change of the wardrobe has been applied, and what can be done about it; renders nothing where there is none. */
export function WardrobeFollowingNotice({ wardrobe, version, edit, ...actions }: Props) {
  const shares = describeShares(wardrobe);
  if (edit) return <FollowingNotice edit={edit} texts={describeEdit(edit, version, shares)} {...actions} />;
  if (!shares) return null;
  return (
    <Box mb="md">
      <Notice tone="info">
        {/* Of a change that the supplier has made, or a deleted season. */}
        {shares}{' '}
        {wardrobe.publication?.bulkEditId === null && 'The others follow soon, or when something else about them changes.'}
      </Notice>
    </Box>
  );
}

function describeEdit(edit: BulkEdit, version: number, shares: string | undefined): FollowingTexts {
  const { progress, undoOfId } = edit;
  const isUndo = undoOfId !== null;
  return {
    running: isUndo ? 'The earlier version is being restored:' : 'The new version is being applied:',
    finished: describeEnd(edit, version),
    meanwhile: 'Until it is their turn, people have their old numbers and can order by them.',
    shares: shares ?? `${formatNumber(progress.done)} of ${plural(progress.total, 'person', 'people')} reached.`,
    choice: isUndo ? 'Go on to restore everyone.' : 'Go on with the others, or undo it for everyone.',
  };
}

function describeEnd(
  { action, description, changed, unchanged, undoOfId }: BulkEdit,
  version: number,
): FollowingTexts['finished'] {
  if (undoOfId !== null) return [`Undone: version ${version} is in use again.`, 'What was ordered meanwhile stays.'];
  const rest = unchanged > 0 ? `; that of ${formatNumber(unchanged)} stays the same` : '';
  return [
    action === 'season' ? `${description}.` : `Version ${version} is in use.`,
    `The entitlement of ${plural(changed, 'person', 'people')} has changed${rest}.`,
  ];
}
