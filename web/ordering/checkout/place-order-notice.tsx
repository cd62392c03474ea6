import { Box, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { useTrip } from '#web/app/trip/trip.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Summary } from './checkout-choices.ts';
import type { PlaceOrderPhase } from './use-place-order.ts';

export interface OrderRefusal {
  error: unknown;
  /** The summary shown when the order was sent. */
  previousSummary: Summary | undefined;
}

interface Props {
  phase: PlaceOrderPhase;
  refusal: OrderRefusal | undefined;
  onRetry: () => void;
}

/** Whether this checkout has been ordered with other contents: there is nothing to check. */
const isPlacedAlready = (error: unknown) => error instanceof ApiError && error.errors.idempotencyKey !== undefined;

const listMessages = (error: unknown): readonly string[] =>
  error instanceof ApiError ? error.messages : [error instanceof Error ? error.message : String(error)];

/** Progress or refusal of the order, shown above the steps and scrolled into view. */
export function PlaceOrderNotice({ phase, refusal, onRetry }: Props) {
  const trip = useTrip();
  const container = useRef<HTMLDivElement>(null);
  const content = phase === 'checking' || phase === 'lost' ? phase : refusal;
  useEffect(() => {
    if (content) container.current?.scrollIntoView({ block: 'center' });
  }, [content]);

  return (
    <Box ref={container} mb={content ? 'md' : 0}>
      {phase === 'checking' && (
        <Notice role="status">
          {trip
            ? 'Checking whether your cart was returned… Please keep this page open. It will only be returned once.'
            : 'Checking whether your order went through… Please keep this page open. Your order will only be placed once.'}
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
              {!trip && <Link to={paths.orders()}>View your orders</Link>}
            </>
          }
        >
          {trip
            ? 'The server has not responded, so we don’t know yet whether your cart was returned. You can safely try again: it will only be returned once.'
            : 'The server has not responded, so we don’t know yet whether your order went through. You can safely try again: it will only be placed once, and everything you entered has been kept.'}
        </Notice>
      )}
      {phase === 'idle' && refusal && (
        <Notice tone="danger" role="alert">
          {refusal.previousSummary && !isPlacedAlready(refusal.error) && (
            <strong>
              {trip ? 'Check your cart again before you return it.' : 'Check your order again before you place it.'}
            </strong>
          )}
          <Box component="ul" mt={4} mb={0} pl={18}>
            {listMessages(refusal.error).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Box>
        </Notice>
      )}
    </Box>
  );
}
