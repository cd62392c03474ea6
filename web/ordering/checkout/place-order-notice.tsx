import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Summary } from './checkout-choices.ts';
import css from './steps.module.css';
import type { PlaceOrderPhase } from './use-place-order.ts';

export interface OrderRefusal {
  error: unknown;
  /** What was shown when the order was asked for. */
  previousSummary: Summary | undefined;
}

interface Props {
  phase: PlaceOrderPhase;
  refusal: OrderRefusal | undefined;
  onRetry: () => void;
}

const sentencesOf = (error: unknown): readonly string[] =>
  error instanceof ApiError ? error.messages : [error instanceof Error ? error.message : String(error)];

/** What is happening to the order, above the steps where everybody looks. */
export function PlaceOrderNotice({ phase, refusal, onRetry }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const matter = phase === 'checking' || phase === 'lost' ? phase : refusal;
  useEffect(() => {
    if (matter) place.current?.scrollIntoView({ block: 'center' });
  }, [matter]);

  return (
    <div ref={place} className={matter ? css.before : undefined}>
      {phase === 'checking' && (
        <Notice role="status">
          We are making sure your order went through… Please keep this page open. It is ordered once, however often we ask.
        </Notice>
      )}
      {phase === 'lost' && (
        <Notice
          tone="warning"
          role="alert"
          actions={
            <>
              <Button size="compact-sm" variant="default" onClick={onRetry}>
                Try again
              </Button>
              <Link to={paths.orders()}>Look in your orders</Link>
            </>
          }
        >
          The server has not answered, so we cannot tell yet whether your order went through. Trying again is safe: it can only be
          ordered once, and nothing you entered is lost.
        </Notice>
      )}
      {phase === 'idle' && refusal && (
        <Notice tone="danger" role="alert">
          {refusal.previousSummary && <strong>Please look again before you order.</strong>}
          <ul className={css.sentences}>
            {sentencesOf(refusal.error).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
