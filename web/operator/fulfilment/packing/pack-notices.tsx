import { Button } from '@mantine/core';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { ShipPhase } from './use-ship.ts';

interface Props {
  /** The orders go to different destinations. */
  isMixed: boolean;
  refreshError: Error | null;
  /** What happened to the orders elsewhere. */
  outside: readonly string[];
  phase: ShipPhase;
  /** Called when the operator has dealt with what happened elsewhere. */
  onDone: () => void;
  onTryAgain: () => void;
}

/** What the operator must know before going on. */
export const PackNotices = ({ isMixed, refreshError, outside, phase, onDone, onTryAgain }: Props) => (
  <>
    {isMixed && (
      <Notice tone="danger" role="alert">
        These orders go to different destinations. Please go back to the board and select orders of one destination.
      </Notice>
    )}
    {refreshError && (
      <Notice tone="warning" role="status">
        The order could not be refreshed and may be out of date. {refreshError.message} Your scans are kept.
      </Notice>
    )}
    {outside.length > 0 && (
      <Notice
        tone="warning"
        role="alert"
        actions={
          <Button size="compact-sm" variant="default" onClick={onDone}>
            Done
          </Button>
        }
      >
        <strong>The order has changed while you were packing.</strong>
        {outside.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    )}
    {phase === 'checking' && (
      <Notice tone="warning" role="status">
        Your last shipment was not confirmed. Checking whether the parcels were recorded; nothing is shipped twice.
      </Notice>
    )}
    {phase === 'lost' && (
      <Notice
        tone="danger"
        role="alert"
        actions={
          <Button size="compact-sm" variant="default" onClick={onTryAgain}>
            Check again
          </Button>
        }
      >
        It is not known whether your last shipment was recorded. Your scans are kept.
      </Notice>
    )}
  </>
);
