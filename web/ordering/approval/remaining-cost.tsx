import { Button } from '@mantine/core';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { OutcomeChangedNotice } from '../order-changes/outcome-changed-notice.tsx';
import css from './approvals.module.css';
import type { OrderDecision } from './use-order-decision.ts';

/** What the approved part of an order costs, or why it cannot be approved so. Nothing for people who see no prices. */
export function RemainingCost({ decision: { preview, outcomeChanged } }: { decision: OrderDecision }) {
  const { isNeeded, outcome, refusal, retry } = preview;
  if (!isNeeded || outcome?.length === 0) return null;
  return (
    <div className={css.remaining}>
      {outcomeChanged && <OutcomeChangedNotice error={outcomeChanged} />}
      <div role="status" aria-label="What the approved part costs" aria-busy={!outcome && !refusal}>
        {refusal ? (
          <Notice
            tone="danger"
            actions={
              <Button variant="default" size="compact-sm" onClick={retry}>
                Try again
              </Button>
            }
          >
            {refusal}
          </Notice>
        ) : outcome ? (
          outcome.map((sentence) => <p key={sentence}>{sentence}</p>)
        ) : (
          <SkeletonText lines={1} />
        )}
      </div>
    </div>
  );
}
