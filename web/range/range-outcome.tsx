import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../api.ts';
import { type ChangeOfMany, ChangeOutcome, RecentChanges } from '../ui/change-outcome.tsx';
import { plural } from '../ui/format.ts';
import { resultInWords, skippedOf } from './range-words.ts';
import type { RangeChange, RangeChanges } from './use-range-changes.ts';

const toShown = (change: RangeChange): ChangeOfMany => ({
  ...change,
  id: change.changeId,
  result: resultInWords(change),
  done: change.changed + change.unchanged + skippedOf(change),
  hasRefusals: change.skipped.length > 0,
  isUndone: change.undoneById !== null,
  overtaken: change.overtaken.length,
});

type Deeds = RangeChanges['deeds'];

interface OutcomeProps extends Deeds {
  outcome: RangeChange;
  onChooseAgain: (overtaken: RangeChange['overtaken']) => void;
}

/** What came of the last change of products: figures, which stay as they are and why, and the way back. */
export const RangeOutcome = ({ outcome, onChooseAgain, ...deeds }: OutcomeProps) => (
  <ChangeOutcome
    change={toShown(outcome)}
    refusals={outcome.skipped.map(({ reason, count }) => ({
      key: reason,
      words: `${plural(count, 'product')} ${count === 1 ? 'stays' : 'stay'}: ${reason}.`,
    }))}
    of={['product', 'products']}
    onChooseAgain={() => onChooseAgain(outcome.overtaken)}
    {...deeds}
  />
);

/** The last changes of many products. */
export function RecentRangeChanges(deeds: Deeds) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/productsorganisation/changes'), enabled: open });
  return (
    <RecentChanges
      title="Recent changes of many products"
      empty="Nothing was changed for many products in the last day."
      changes={data?.rangeChanges.map(toShown)}
      error={error}
      onToggle={setOpen}
      onRetry={() => void refetch()}
      {...deeds}
    />
  );
}
