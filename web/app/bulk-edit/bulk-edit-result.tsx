import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import { apiQuery } from '#web/app/api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar, percentOf } from '#web/ui/feedback/progress-bar.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, formatNumber, lowerFirst, plural } from '#web/ui/format/format.ts';
import css from './bulk-edit-result.module.css';
import type { BulkEdit, BulkEditActions } from './use-bulk-edits.ts';

const CHANGED_LABELS: Readonly<Record<string, string>> = {
  invite: 'invited',
  remind: 'reminded',
  sendOptOutLink: 'sent the link',
  added: 'added',
  removed: 'removed',
  undo: 'restored',
  import: 'imported',
  adjust: 'adjusted',
};

const STATE_LABELS = { running: 'Running', stopped: 'Stopped', interrupted: 'Interrupted' } as const;

/** The result in figures: "51 changed, 4 already had this setting, 1 not changed". */
export function formatBulkEditResult({ action, state, changed, unchanged, refused, conflicts, progress }: BulkEdit): string {
  if (state !== 'finished') return `${formatNumber(progress.done)} of ${formatNumber(progress.total)} processed`;
  const label = CHANGED_LABELS[action] ?? 'changed';
  const unchangedLabel = action === 'import' ? 'already up to date' : 'already had this setting';
  const others = refused + conflicts;
  return [
    `${formatNumber(changed)} ${label}`,
    unchanged > 0 && `${formatNumber(unchanged)} ${unchangedLabel}`,
    others > 0 && `${formatNumber(others)} not ${label}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "Running – moved 55 people", where the description tells it as done. */
const formatTitle = ({ state, description }: BulkEdit) =>
  state === 'finished' ? description : `${STATE_LABELS[state]} – ${lowerFirst(description)}`;

const NOTES = {
  running: 'You can leave this page. The change continues in the background, and you’ll see it here when you come back.',
  stopped: 'Changes made so far stay. Continue with the rest, or undo them.',
  interrupted: 'Something went wrong on our side. Changes made so far stay. Continue with the rest.',
} as const;

type Refusal = BulkEdit['refusals'][number];

function RefusalText({
  refusal: { reason, count, subjects },
  linkTo,
}: {
  refusal: Refusal;
  linkTo?: ((id: number) => string) | undefined;
}) {
  const more = count - subjects.length;
  return (
    <>
      {reason}{' '}
      {subjects.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {linkTo ? <Link to={linkTo(id)}>{name}</Link> : name}
        </span>
      ))}
      {more > 0 && (subjects.length > 0 ? ` and ${formatNumber(more)} more` : `(${formatNumber(more)})`)}
    </>
  );
}

interface ResultProps extends Omit<BulkEditActions, 'onOpen' | 'onClose'> {
  bulkEdit: BulkEdit;
  /** What one item is called, and several. */
  nouns: readonly [one: string, several: string];
  /** The page of an item. */
  linkTo?: (id: number) => string;
  /** Selects the items that someone else changed once more, with their current versions. */
  onReselect?: (conflicts: BulkEdit['conflictItems']) => void;
  /** Hides the result; without it the result stays. */
  onClose?: () => void;
}

/** Progress and result of a bulk edit until it is closed: figures, what was not changed and why, and what can be done next. */
export function BulkEditResult({ bulkEdit, nouns, linkTo, busy, onReselect, onUndo, onContinue, onStop, onClose }: ResultProps) {
  const box = useRef<HTMLDivElement>(null);
  // Someone who acted far down in the list would not see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each edit, not while it runs.
  useEffect(() => {
    if (scrollY > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [bulkEdit.id]);
  const { id, state, refusals, conflictItems, progress } = bulkEdit;
  const isFinished = state === 'finished';
  const hasProblems = bulkEdit.refused + bulkEdit.conflicts > 0;
  return (
    <div ref={box} className={css.outcome}>
      <Notice
        tone={state === 'running' ? 'info' : isFinished && !hasProblems ? 'success' : 'warning'}
        role="status"
        actions={
          <>
            {bulkEdit.canContinue && (
              <Button size="sm" disabled={busy} onClick={() => onContinue(id)}>
                Continue
              </Button>
            )}
            {bulkEdit.state === 'running' && bulkEdit.canStop && (
              <Button variant="default" size="sm" disabled={busy} onClick={() => onStop(id)}>
                Stop
              </Button>
            )}
            {isFinished && onReselect && conflictItems.length > 0 && (
              <Button variant="default" size="sm" disabled={busy} onClick={() => onReselect(conflictItems)}>
                Select {plural(conflictItems.length, ...nouns)} again
              </Button>
            )}
            {bulkEdit.canUndo && (
              <Button variant="default" size="sm" disabled={busy} onClick={() => onUndo(id)}>
                {isFinished ? 'Undo' : state === 'running' ? 'Stop and undo' : 'Undo changes'}
              </Button>
            )}
            {onClose && (
              <Button variant="default" size="sm" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        }
      >
        <strong>{formatTitle(bulkEdit)}</strong>: {formatBulkEditResult(bulkEdit)}
        {isFinished ? '.' : `, ${percentOf(progress.done, progress.total)}%.`}
        {state !== 'finished' && (
          <>
            <div className={css.progress}>
              <ProgressBar label="Progress of the change" done={progress.done} total={progress.total} />
            </div>
            <p className={css.note}>{NOTES[state]}</p>
          </>
        )}
        {refusals.length > 0 && (
          <ul className={css.refusals}>
            {refusals.map((refusal) => (
              <li key={`${refusal.outcome} ${refusal.reason}`}>
                <RefusalText refusal={refusal} linkTo={linkTo} />
              </li>
            ))}
          </ul>
        )}
        {isFinished && onReselect && conflictItems.length > 0 && (
          <p className={css.note}>
            Changes made by other people were not overwritten. Check them; if your change still applies, select these {nouns[1]}{' '}
            again.
          </p>
        )}
      </Notice>
    </div>
  );
}

interface RecentProps extends BulkEditActions {
  kind: Exclude<BulkEditKindName, 'product-import'>;
  /** Shown where there are none. */
  empty: string;
}

/** The latest bulk edits of a kind, each of which can be undone or opened. */
export function RecentBulkEdits({ kind, empty, busy, onUndo, onOpen }: RecentProps) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/bulkedits', { query: { kind } }), enabled: open });
  const title = 'Recent bulk changes';
  return (
    <details className={css.recent} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {!data ? (
        error ? (
          <ErrorState title="The changes could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the changes">
            <SkeletonText lines={3} />
          </Loading>
        )
      ) : data.bulkEdits.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <ul className={css.list} aria-label={title}>
          {data.bulkEdits.map((bulkEdit) => (
            <li key={bulkEdit.id}>
              <span>
                <strong>{bulkEdit.description}</strong>: {formatBulkEditResult(bulkEdit)}
                <span className={css.note}>
                  {formatDateTime(bulkEdit.createdOnUtc)} · {bulkEdit.by}
                  {bulkEdit.undoneById !== null && ' · undone'}
                  {bulkEdit.canContinue && ` · ${bulkEdit.state}`}
                </span>
              </span>
              <RecentAction bulkEdit={bulkEdit} busy={busy} onUndo={onUndo} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function RecentAction({
  bulkEdit,
  busy,
  onUndo,
  onOpen,
}: Pick<RecentProps, 'busy' | 'onUndo' | 'onOpen'> & { bulkEdit: BulkEdit }) {
  const isFinished = bulkEdit.state === 'finished';
  if (isFinished && !bulkEdit.canUndo) return null;
  const [name, act] = isFinished ? (['Undo', onUndo] as const) : (['Show', onOpen] as const);
  return (
    <Button
      variant="default"
      size="compact-md"
      disabled={busy}
      aria-label={`${name}: ${bulkEdit.description}, ${formatDateTime(bulkEdit.createdOnUtc)}`}
      onClick={() => act(bulkEdit.id)}
    >
      {name}
    </Button>
  );
}
