import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { ExchangeChain } from './exchange-chain.tsx';
import type { ReturnRequest } from './return-status.ts';

/** What has happened with a return and what to do now: the exchange, the day until which it is reserved, why it was decided so. */
export const ReturnProgress = ({
  request: { customNumber, exchangeDescription, exchangeOrderId, exchangeChain, orderItemId, reservedUntilUtc, decisionReason },
}: {
  request: ReturnRequest;
}) => (
  <>
    {exchangeDescription !== null && exchangeOrderId !== null && exchangeChain.length === 0 && (
      <div>
        Exchanged for {exchangeDescription}: <Link to={paths.order(exchangeOrderId)}>order {exchangeOrderId}</Link>
      </div>
    )}
    {exchangeChain.length > 0 && <ExchangeChain steps={exchangeChain} shownId={orderItemId} />}
    {reservedUntilUtc && (
      <div>
        Reserved until {formatDate(reservedUntilUtc)}. Please send the pieces back by then, with the label or the number{' '}
        {customNumber} on the parcel.
      </div>
    )}
    {decisionReason && <div>Reason: {decisionReason}</div>}
  </>
);
