import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../api.ts';
import { paths } from '../paths.ts';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Loading, SkeletonText } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import css from './bulk.module.css';
import type { PeopleChange } from './use-bulk-change.ts';

/** What came of a change, in figures. */
export function resultInWords({ changed, unchanged, refused, total, isFinished, action }: PeopleChange): string {
  if (!isFinished) return `${formatNumber(changed + unchanged + refused)} of ${formatNumber(total)} done so far`;
  const done = action === 'invite' ? 'on their way' : action === 'undo' ? 'as before' : 'changed';
  return [
    `${formatNumber(changed)} ${done}`,
    unchanged > 0 && `${formatNumber(unchanged)} were so already`,
    refused > 0 && `${formatNumber(refused)} not`,
  ]
    .filter(Boolean)
    .join(', ');
}

const Refusals = ({ refusals }: Pick<PeopleChange, 'refusals'>) =>
  refusals.length === 0 ? null : (
    <ul className={css.refusals}>
      {refusals.map(({ msg, count, people }) => (
        <li key={msg}>
          {msg}{' '}
          {people.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={paths.person(id)}>{name}</Link>
            </span>
          ))}
          {count > people.length &&
            (people.length > 0 ? ` and ${formatNumber(count - people.length)} more` : `${formatNumber(count)} of them.`)}
        </li>
      ))}
    </ul>
  );

interface OutcomeProps {
  outcome: PeopleChange;
  busy: boolean;
  onUndo: (id: number) => void;
  onClose: () => void;
}

/** What came of the last change, until it is closed: figures, who was refused and why, and the way back. */
export const BulkOutcome = ({ outcome, busy, onUndo, onClose }: OutcomeProps) => (
  <div className={css.outcome}>
    <Notice
      tone={!outcome.isFinished ? 'info' : outcome.refused > 0 ? 'warning' : 'success'}
      role="status"
      actions={
        <>
          {outcome.canBeUndone && (
            <Button variant="default" size="sm" disabled={busy} onClick={() => onUndo(outcome.id)}>
              Undo
            </Button>
          )}
          <Button variant="default" size="sm" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <strong>{outcome.words}</strong>: {resultInWords(outcome)}.
      {!outcome.isFinished && (
        <progress
          className={css.progress}
          aria-label="How far the change is"
          max={outcome.total}
          value={outcome.changed + outcome.unchanged + outcome.refused}
        />
      )}
      {!outcome.isFinished && <p className={css.note}>You may leave this page; it is found again under “Recent changes”.</p>}
      <Refusals refusals={outcome.refusals} />
    </Notice>
  </div>
);

/** The last changes of many people, each with its way back. Asked for when it is opened. */
export function RecentChanges({ busy, onUndo }: Pick<OutcomeProps, 'busy' | 'onUndo'>) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/changes'), enabled: open });
  return (
    <details className={css.recent} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Recent changes of many people</summary>
      {!open ? null : !data ? (
        error ? (
          <ErrorState title="The changes could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the changes">
            <SkeletonText lines={3} />
          </Loading>
        )
      ) : data.peopleChanges.length === 0 ? (
        <p>Nothing was changed for many people in the last 30 days.</p>
      ) : (
        <ul className={css.list} aria-label="Recent changes of many people">
          {data.peopleChanges.map((change) => (
            <li key={change.id}>
              <span>
                <strong>{change.words}</strong>: {resultInWords(change)}
                <span className={css.note}>
                  {formatMoment(change.createdOnUtc)} · {change.by}
                  {change.undoneById !== null && ' · undone'}
                </span>
              </span>
              {change.canBeUndone && (
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={busy}
                  aria-label={`Undo: ${change.words}, ${formatMoment(change.createdOnUtc)}`}
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
}
