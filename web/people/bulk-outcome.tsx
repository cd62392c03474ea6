import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../api.ts';
import { paths } from '../paths.ts';
import { type ChangeOfMany, ChangeOutcome, RecentChanges } from '../ui/change-outcome.tsx';
import { formatNumber } from '../ui/format.ts';
import type { PeopleChange, useBulkChange } from './use-bulk-change.ts';

/** What came of a change, in figures. */
function resultInWords({ changed, unchanged, refused, total, isFinished, action }: PeopleChange): string {
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

const toShown = (change: PeopleChange): ChangeOfMany => ({
  ...change,
  result: resultInWords(change),
  done: change.changed + change.unchanged + change.refused,
  hasRefusals: change.refused > 0,
  isUndone: change.undoneById !== null,
  overtaken: change.overtaken.length,
  madeOnUtc: change.createdOnUtc,
});

const Refusal = ({ msg, count, people }: PeopleChange['refusals'][number]) => (
  <>
    {msg}{' '}
    {people.map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <Link to={paths.person(id)}>{name}</Link>
      </span>
    ))}
    {count > people.length &&
      (people.length > 0 ? ` and ${formatNumber(count - people.length)} more` : `${formatNumber(count)} of them.`)}
  </>
);

type Deeds = ReturnType<typeof useBulkChange>['deeds'];

/** What came of the last change of people: figures, who was refused and why, and the way back. */
export const BulkOutcome = ({ outcome, onChooseAgain, ...deeds }: Deeds & { outcome: PeopleChange }) => (
  <ChangeOutcome
    change={toShown(outcome)}
    refusals={outcome.refusals.map((refusal) => ({ key: refusal.msg, words: <Refusal {...refusal} /> }))}
    of={['person', 'people']}
    onChooseAgain={() => onChooseAgain(outcome)}
    {...deeds}
  />
);

/** The last changes of many people. */
export function RecentPeopleChanges(deeds: Deeds) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/changes'), enabled: open });
  return (
    <RecentChanges
      title="Recent changes of many people"
      empty="Nothing was changed for many people in the last 30 days."
      changes={data?.peopleChanges.map(toShown)}
      error={error}
      onToggle={setOpen}
      onRetry={() => void refetch()}
      {...deeds}
    />
  );
}
