import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { BulkEditResult, type BulkEditSummary, RecentBulkEdits } from '#web/ui/feedback/bulk-edit-result.tsx';
import { plural } from '#web/ui/format/format.ts';
import { countSkipped, formatRangeResult } from './range-labels.ts';
import type { RangeBulkEdit, RangeBulkEdits } from './use-range-bulk-edit.ts';

const toShown = (change: RangeBulkEdit): BulkEditSummary => ({
  ...change,
  id: change.changeId,
  description: change.words,
  createdOnUtc: change.madeOnUtc,
  result: formatRangeResult(change),
  done: change.changed + change.unchanged + countSkipped(change),
  hasRefusals: change.skipped.length > 0,
  isUndone: change.undoneById !== null,
  conflictCount: change.overtaken.length,
});

type BulkEditActions = RangeBulkEdits['actions'];

interface OutcomeProps extends BulkEditActions {
  outcome: RangeBulkEdit;
  onReselect: (overtaken: RangeBulkEdit['overtaken']) => void;
}

/** What came of the last change of products: figures, which stay as they are and why, and the way back. */
export const RangeBulkEditResult = ({ outcome, onReselect, ...deeds }: OutcomeProps) => (
  <BulkEditResult
    change={toShown(outcome)}
    refusals={outcome.skipped.map(({ reason, count }) => ({
      key: reason,
      words: `${plural(count, 'product')} ${count === 1 ? 'stays' : 'stay'}: ${reason}.`,
    }))}
    nouns={['product', 'products']}
    onReselect={() => onReselect(outcome.overtaken)}
    {...deeds}
  />
);

/** The last changes of many products. */
export function RecentRangeBulkEdits(deeds: BulkEditActions) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/productsorganisation/changes'), enabled: open });
  return (
    <RecentBulkEdits
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
