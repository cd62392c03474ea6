import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDateTime, plural } from '../format/format.ts';
import css from './bulk-edit-result.module.css';
import { Notice } from './notice.tsx';
import { ProgressBar, percentOf } from './progress-bar.tsx';
import { Loading, SkeletonText } from './skeleton.tsx';
import { ErrorState } from './states.tsx';

/** A change of many, in words. */
export interface BulkEditSummary {
  id: number;
  /** "Moved 55 people" */
  description: string;
  /** What came of it, in figures: "51 changed, 4 were so already". */
  result: string;
  /** How many are done, of how many. */
  done: number;
  total: number;
  isFinished: boolean;
  /** Its job was given up before it came to an end. */
  isStopped: boolean;
  /** How many were left alone because somebody else changed them meanwhile. */
  conflictCount: number;
  /** Whether something was left as it is that was to be changed. */
  hasRefusals: boolean;
  canBeUndone: boolean;
  isUndone: boolean;
  createdOnUtc: string;
  by: string;
}

/** "Under way – moved 55 people", of what is said as done. */
const underWay = ({ description, isStopped }: BulkEditSummary) =>
  `${isStopped ? 'Stopped' : 'Under way'} – ${description.charAt(0).toLowerCase()}${description.slice(1)}`;

interface BulkEditActions {
  busy: boolean;
  onUndo: (id: number) => void;
  onContinue: (id: number) => void;
}

interface OutcomeProps extends BulkEditActions {
  change: BulkEditSummary;
  /** Why something was left as it is. */
  refusals?: readonly { key: string; words: ReactNode }[];
  /** What one of them is called, and several. */
  nouns: readonly [one: string, several: string];
  onReselect: () => void;
  onClose: () => void;
}

/** What came of the last change, until it is closed: figures, how far it is, what was left as it is and why, and what can be done. */
export function BulkEditResult({ change, refusals = [], nouns, busy, onUndo, onContinue, onReselect, onClose }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  // Whoever acted far down in the list would not see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change, not while it goes on.
  useEffect(() => {
    if (scrollY > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [change.id]);
  const { isFinished, isStopped, conflictCount } = change;
  return (
    <div ref={box} className={css.outcome}>
      <Notice
        tone={isStopped || (isFinished && change.hasRefusals) ? 'warning' : isFinished ? 'success' : 'info'}
        role="status"
        actions={
          <>
            {isStopped && (
              <Button size="sm" disabled={busy} onClick={() => onContinue(change.id)}>
                Continue
              </Button>
            )}
            {isFinished && conflictCount > 0 && (
              <Button variant="default" size="sm" disabled={busy} onClick={onReselect}>
                Choose {plural(conflictCount, ...nouns)} again
              </Button>
            )}
            {change.canBeUndone && (
              <Button variant="default" size="sm" disabled={busy} onClick={() => onUndo(change.id)}>
                {isFinished ? 'Undo' : isStopped ? 'Undo what was done' : 'Stop and undo'}
              </Button>
            )}
            <Button variant="default" size="sm" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <strong>{isFinished ? change.description : underWay(change)}</strong>: {change.result}
        {isFinished ? '.' : `, ${percentOf(change.done, change.total)} %.`}
        {!isFinished && (
          <>
            <div className={css.progress}>
              <ProgressBar label="How far the change is" done={change.done} total={change.total} />
            </div>
            <p className={css.note}>
              {isStopped
                ? 'It has stopped because something went wrong on our side. What is done stays; continue, and the rest is done.'
                : 'You may leave this page; it is shown again when you come back.'}
            </p>
          </>
        )}
        {refusals.length > 0 && (
          <ul className={css.refusals}>
            {refusals.map(({ key, words }) => (
              <li key={key}>{words}</li>
            ))}
          </ul>
        )}
        {isFinished && conflictCount > 0 && (
          <p className={css.note}>
            Nobody’s change was overwritten. Look at what was changed meanwhile; if yours is still right, choose them again.
          </p>
        )}
      </Notice>
    </div>
  );
}

interface RecentProps extends BulkEditActions {
  /** "Recent changes of many people" */
  title: string;
  /** Said where there are none. */
  empty: string;
  /** Undefined while they are loaded, or could not be; asked for when it is opened. */
  changes: readonly BulkEditSummary[] | undefined;
  error: unknown;
  onToggle: (open: boolean) => void;
  onRetry: () => void;
  /** Shows one of them as the last one is shown. */
  onOpen: (id: number) => void;
}

/** The last changes of many, each with its way back. */
export const RecentBulkEdits = ({ title, empty, changes, error, onToggle, onRetry, onOpen, busy, onUndo }: RecentProps) => (
  <details className={css.recent} onToggle={(event) => onToggle(event.currentTarget.open)}>
    <summary>{title}</summary>
    {!changes ? (
      error ? (
        <ErrorState title="The changes could not be loaded." error={error} onRetry={onRetry} />
      ) : (
        <Loading label="Loading the changes">
          <SkeletonText lines={3} />
        </Loading>
      )
    ) : changes.length === 0 ? (
      <p>{empty}</p>
    ) : (
      <ul className={css.list} aria-label={title}>
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              <strong>{change.description}</strong>: {change.result}
              <span className={css.note}>
                {formatDateTime(change.createdOnUtc)} · {change.by}
                {change.isUndone && ' · undone'}
                {change.isStopped && ' · stopped'}
              </span>
            </span>
            <RecentAction change={change} busy={busy} onUndo={onUndo} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    )}
  </details>
);

function RecentAction({
  change,
  busy,
  onUndo,
  onOpen,
}: Pick<RecentProps, 'busy' | 'onUndo' | 'onOpen'> & { change: BulkEditSummary }) {
  const [name, act] = change.isFinished ? (['Undo', onUndo] as const) : (['Show', onOpen] as const);
  if (change.isFinished && !change.canBeUndone) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      disabled={busy}
      aria-label={`${name}: ${change.description}, ${formatDateTime(change.createdOnUtc)}`}
      onClick={() => act(change.id)}
    >
      {name}
    </Button>
  );
}
