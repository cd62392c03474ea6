import { Box, Button } from '@mantine/core';
import type { BulkEdit, BulkEditActions } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar, percentOf } from '#web/ui/feedback/progress-bar.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import css from './draft.module.css';
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

/** "12,300 people have the new numbers, 8,500 people still the old ones", with the versions where they are known. */
function describeShares({ publication, versions }: Wardrobe): string {
  if (!publication) return '';
  const shares = versions.filter(({ people }) => people > 0);
  const known = shares.reduce((sum, { people }) => sum + people, 0);
  if (shares.length > 0 && known === publication.peopleOnNew + publication.peopleBehind)
    return shares.map(({ version, people }) => `${plural(people, 'person has', 'people have')} version ${version}`).join(', ');
  const { peopleOnNew, peopleBehind } = publication;
  return `${plural(peopleOnNew, 'person has', 'people have')} the new numbers, ${plural(peopleBehind, 'person', 'people')} still the old ones`;
}

/** How far a change of the wardrobe has been applied, and what can be done about it; renders nothing where there is none. */
export function FollowingNotice({ wardrobe, version, edit, actions, onUndo }: Props) {
  const shares = describeShares(wardrobe);
  if (!edit)
    return shares ? (
      <Box mb="md">
        <Notice tone="info">
          {shares}. {wardrobe.publication?.bulkEditId === null && 'The others follow when something else about them changes.'}
        </Notice>
      </Box>
    ) : null;
  const { id, state, progress, refusals } = edit;
  const isUndo = edit.undoOfId !== null;
  const tone = state === 'running' ? 'info' : state === 'finished' && refusals.length === 0 ? 'success' : 'warning';
  return (
    <Box mb="md">
      <Notice
        tone={tone}
        role="status"
        actions={
          <>
            {edit.canContinue && (
              <Button size="sm" disabled={actions.busy} onClick={() => actions.onContinue(id)}>
                Go on
              </Button>
            )}
            {state === 'running' && edit.canStop && (
              <Button variant="default" size="sm" disabled={actions.busy} onClick={() => actions.onStop(id)}>
                Stop
              </Button>
            )}
            {state !== 'running' && edit.canUndo && (
              <Button variant="default" size="sm" disabled={actions.busy} onClick={() => onUndo(edit)}>
                Undo
              </Button>
            )}
            {state === 'finished' && (
              <Button variant="default" size="sm" onClick={actions.onClose}>
                Close
              </Button>
            )}
          </>
        }
      >
        <strong>{titleOf(edit, version)}</strong> {state === 'finished' ? describeEnd(edit) : ''}
        {state === 'running' && (
          <>
            {formatNumber(progress.done)} of {plural(progress.total, 'person', 'people')},{' '}
            {percentOf(progress.done, progress.total)}%.
            <div className={css.progress}>
              <ProgressBar label="Progress of the change" done={progress.done} total={progress.total} />
            </div>
            <p>You can leave this page. Until it is their turn, people have their old numbers and can order by them.</p>
          </>
        )}
        {(state === 'stopped' || state === 'interrupted') && (
          <>
            {shares ? `${shares}.` : `${formatNumber(progress.done)} of ${plural(progress.total, 'person', 'people')} reached.`}{' '}
            {isUndo ? 'Go on to restore everyone.' : 'Go on with the others, or undo it for everyone.'}
          </>
        )}
        {refusals.length > 0 && (
          <ul className={css.sentences}>
            {refusals.map(({ reason, count }) => (
              <li key={reason}>
                {reason} ({plural(count, 'person', 'people')})
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </Box>
  );
}

function titleOf({ action, state, description, undoOfId }: BulkEdit, version: number): string {
  if (state === 'finished') {
    if (action === 'season') return `${description}.`;
    return undoOfId === null ? `Version ${version} is in use.` : `Undone: version ${version} is in use again.`;
  }
  if (state === 'interrupted') return 'Interrupted: something went wrong on our side.';
  if (state === 'stopped') return undoOfId === null ? 'Stopped.' : 'Undoing stopped.';
  return undoOfId === null ? 'The new version is being applied:' : 'The earlier version is being restored:';
}

const describeEnd = ({ changed, unchanged, undoOfId }: BulkEdit) =>
  undoOfId === null
    ? `The entitlement of ${plural(changed, 'person', 'people')} has changed${unchanged > 0 ? `; that of ${formatNumber(unchanged)} stays the same` : ''}.`
    : 'What was ordered meanwhile stays.';
