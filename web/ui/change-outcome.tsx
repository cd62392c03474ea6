import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './change-outcome.module.css';
import { formatMoment } from './format.ts';
import { Notice } from './notice.tsx';
import { Loading, SkeletonText } from './skeleton.tsx';
import { ErrorState } from './states.tsx';

/** A change of many, in words. */
export interface ChangeOfMany {
  id: number;
  /** "Moved 55 people" */
  words: string;
  /** What came of it, in figures: "51 changed, 4 were so already". */
  result: string;
  /** How many are done, of how many. */
  done: number;
  total: number;
  isFinished: boolean;
  /** Whether something was left as it is that was to be changed. */
  hasRefusals: boolean;
  canBeUndone: boolean;
  isUndone: boolean;
  madeOnUtc: string;
  by: string;
}

interface OutcomeProps {
  change: ChangeOfMany;
  /** Why something was left as it is. */
  refusals?: readonly { key: string; words: ReactNode }[];
  busy: boolean;
  onUndo: (id: number) => void;
  onClose: () => void;
}

/** What came of the last change, until it is closed: figures, how far it is, what was left as it is and why, and the way back. */
export const ChangeOutcome = ({ change, refusals = [], busy, onUndo, onClose }: OutcomeProps) => (
  <div className={css.outcome}>
    <Notice
      tone={!change.isFinished ? 'info' : change.hasRefusals ? 'warning' : 'success'}
      role="status"
      actions={
        <>
          {change.canBeUndone && (
            <Button variant="default" size="sm" disabled={busy} onClick={() => onUndo(change.id)}>
              {change.isFinished ? 'Undo' : 'Stop and undo'}
            </Button>
          )}
          <Button variant="default" size="sm" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <strong>{change.words}</strong>: {change.result}.
      {!change.isFinished && (
        <>
          <progress className={css.progress} aria-label="How far the change is" max={change.total} value={change.done} />
          <p className={css.note}>You may leave this page; it is found again under “Recent changes”.</p>
        </>
      )}
      {refusals.length > 0 && (
        <ul className={css.refusals}>
          {refusals.map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
      )}
    </Notice>
  </div>
);

interface RecentProps {
  /** "Recent changes of many people" */
  title: string;
  /** Said where there are none. */
  empty: string;
  /** Undefined while they are loaded, or could not be; asked for when it is opened. */
  changes: readonly ChangeOfMany[] | undefined;
  error: unknown;
  onOpen: (open: boolean) => void;
  onRetry: () => void;
  busy: boolean;
  onUndo: (id: number) => void;
}

/** The last changes of many, each with its way back. */
export const RecentChanges = ({ title, empty, changes, error, onOpen, onRetry, busy, onUndo }: RecentProps) => (
  <details className={css.recent} onToggle={(event) => onOpen(event.currentTarget.open)}>
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
              <strong>{change.words}</strong>: {change.result}
              <span className={css.note}>
                {formatMoment(change.madeOnUtc)} · {change.by}
                {change.isUndone && ' · undone'}
              </span>
            </span>
            {change.canBeUndone && (
              <Button
                variant="default"
                size="compact-md"
                disabled={busy}
                aria-label={`Undo: ${change.words}, ${formatMoment(change.madeOnUtc)}`}
                onClick={() => onUndo(change.id)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    )}
  </details>
);
