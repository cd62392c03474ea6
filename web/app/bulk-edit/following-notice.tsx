import { Box, Button } from '@mantine/core';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar, percentOf } from '#web/ui/feedback/progress-bar.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import css from './bulk-edit-result.module.css';
import type { BulkEdit, BulkEditActions } from './use-bulk-edits.ts';

/** What a notice says about a change that people follow, in whole sentences. */
export interface FollowingTexts {
  /** While it runs, before the figures: "The new version is being applied:"; of an undo, "The earlier version is being restored:". */
  running: string;
  /** When all have followed: "Version 4 is in use.", and what else there is to say. */
  finished: readonly [title: string, more?: string];
  /** What holds for people until it is their turn. */
  meanwhile: string;
  /** How many people have which numbers, where it is stopped. */
  shares: string;
  /** Added where it is stopped: what can be done. */
  choice: string;
}

interface Props {
  /** The bulk edit by which people follow a change, or by which it is undone. */
  edit: BulkEdit;
  texts: FollowingTexts;
  actions: Omit<BulkEditActions, 'onUndo'>;
  /** Asks before the change is undone. */
  onUndo: (edit: BulkEdit) => void;
}

/** How far people have followed a change, and what can be done about it. */
export function FollowingNotice({ edit, texts, actions, onUndo }: Props) {
  const { id, state, progress, refusals } = edit;
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
        <strong>{titleOf(edit, texts)}</strong> {state === 'finished' && texts.finished[1]}
        {state === 'running' && (
          <>
            {formatNumber(progress.done)} of {plural(progress.total, 'person', 'people')},{' '}
            {percentOf(progress.done, progress.total)}%.
            <div className={css.progress}>
              <ProgressBar label="Progress of the change" done={progress.done} total={progress.total} />
            </div>
            <p>You can leave this page. {texts.meanwhile}</p>
          </>
        )}
        {(state === 'stopped' || state === 'interrupted') && `${texts.shares} ${texts.choice}`}
        {refusals.length > 0 && (
          <ul className={css.refusals}>
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

function titleOf({ state, undoOfId }: BulkEdit, { running, finished }: FollowingTexts): string | undefined {
  if (state === 'running') return running;
  if (state === 'finished') return finished[0];
  if (state === 'interrupted') return 'Interrupted: something went wrong on our side.';
  return undoOfId === null ? 'Stopped.' : 'Undoing stopped.';
}
