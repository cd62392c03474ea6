import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { BulkEditResult, type BulkEditSummary, RecentBulkEdits } from '#web/ui/feedback/bulk-edit-result.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import type { PeopleBulkEdit, usePeopleBulkEdit } from './use-people-bulk-edit.ts';

/** What came of a change, in figures. */
function formatPeopleResult({ changed, unchanged, refused, total, isFinished, action }: PeopleBulkEdit): string {
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

const toShown = (change: PeopleBulkEdit): BulkEditSummary => ({
  ...change,
  description: change.words,
  result: formatPeopleResult(change),
  done: change.changed + change.unchanged + change.refused,
  hasRefusals: change.refused > 0,
  isUndone: change.undoneById !== null,
  conflictCount: change.overtaken.length,
  createdOnUtc: change.createdOnUtc,
});

const Refusal = ({ msg, count, people }: PeopleBulkEdit['refusals'][number]) => (
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

type BulkEditActions = ReturnType<typeof usePeopleBulkEdit>['actions'];

/** What came of the last change of people: figures, who was refused and why, and the way back. */
export const PeopleBulkEditResult = ({ outcome, onReselect, ...deeds }: BulkEditActions & { outcome: PeopleBulkEdit }) => (
  <BulkEditResult
    change={toShown(outcome)}
    refusals={outcome.refusals.map((refusal) => ({ key: refusal.msg, words: <Refusal {...refusal} /> }))}
    nouns={['person', 'people']}
    onReselect={() => onReselect(outcome)}
    {...deeds}
  />
);

/** The last changes of many people. */
export function RecentPeopleBulkEdits(deeds: BulkEditActions) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/customers/changes'), enabled: open });
  return (
    <RecentBulkEdits
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
