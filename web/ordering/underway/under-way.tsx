import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeOrderStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import { ExternalIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { hasLabel, LabelButton } from '../returns/label-button.tsx';
import { describeReturnStatus, type ReturnRequest } from '../returns/return-status.ts';
import css from './underway.module.css';
import { isReturnUnderWay, ownReturnsQuery, type UnderWayReply, underWayQuery } from './underway-queries.ts';
import {
  describeCollecting,
  describeContents,
  describeParcel,
  describePending,
  describePromise,
  describeRest,
  describeReturnStep,
  nameParcel,
  nameReturn,
} from './underway-texts.ts';

type Parcel = UnderWayReply['parcels'][number];
type PendingOrder = UnderWayReply['orders'][number];

/** The most of each kind on one page; the lists of orders and returns have them all. */
const MAX_SHOWN = 3;

interface Props {
  /** What is said when nothing is under way; without it nothing is shown then. */
  empty?: { title: string; text: string };
  /** Whether proofs to approve are said elsewhere on the page. */
  isWithoutProofs?: boolean;
}

/** The person's parcels, exchanges and returns, and what has not been sent. Both queries are loaded by the page before. */
export function UnderWay({ empty, isWithoutProofs = false }: Props) {
  const { data, error, refetch } = useQuery(underWayQuery);
  const returns = useQuery(ownReturnsQuery);
  const parcels = data?.parcels ?? [];
  const orders = data?.orders ?? [];
  const requests = (returns.data?.returnRequests ?? []).filter(isReturnUnderWay);
  // Of an order with a parcel on its way, the parcel says what will follow.
  const ready = orders.filter(({ readyToCollectQuantity }) => readyToCollectQuantity > 0);
  const toSend = orders.filter((order) => !ready.includes(order) && !parcels.some(({ orderId }) => orderId === order.orderId));
  const isEmpty = data && returns.data && parcels.length + ready.length + toSend.length + requests.length === 0;
  return (
    <>
      {error && (
        <Card>
          <ErrorState title="Your parcels could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {!isWithoutProofs && data && data.proofsToApprove > 0 && <ProofsCard count={data.proofsToApprove} />}
      {data && data.quotesToAccept > 0 && <QuotesCard count={data.quotesToAccept} />}
      {ready.slice(0, MAX_SHOWN).map((order) => (
        <ReadyCard key={order.orderId} order={order} />
      ))}
      {parcels.slice(0, MAX_SHOWN).map((parcel) => (
        <ParcelCard key={parcel.shipmentId} parcel={parcel} rest={orders.find(({ orderId }) => orderId === parcel.orderId)} />
      ))}
      {returns.error && (
        <Card>
          <ErrorState title="Your returns could not be loaded." error={returns.error} onRetry={() => void returns.refetch()} />
        </Card>
      )}
      {requests.slice(0, MAX_SHOWN).map((request) => (
        <ReturnUnderWayCard key={request.id} request={request} />
      ))}
      {toSend.length > 0 && <ToSendCard orders={toSend} />}
      {(ready.length > MAX_SHOWN || parcels.length > MAX_SHOWN || requests.length > MAX_SHOWN) && (
        <Text c="dimmed">
          There are more. View <Link to={paths.orders()}>your orders</Link> and <Link to={paths.returns()}>your returns</Link>.
        </Text>
      )}
      {isEmpty && empty && (
        <Card title={empty.title} action={<Link to={paths.orders()}>View your orders</Link>}>
          <Text c="dimmed">{empty.text}</Text>
        </Card>
      )}
    </>
  );
}

/** Texts that the person has ordered, or designs that they decide on. */
const ProofsCard = ({ count }: { count: number }) => (
  <Card
    title={count === 1 ? 'Proof to approve' : 'Proofs to approve'}
    action={<StatusBadge tone="warning">{formatNumber(count)}</StatusBadge>}
  >
    <p>These orders are sent once the proofs are approved.</p>
    <p className={css.links}>
      <Link to={paths.proofs({ status: 'waiting' })}>View {plural(count, 'proof')}</Link>
    </p>
  </Card>
);

/** The person's quotes that were answered. */
const QuotesCard = ({ count }: { count: number }) => (
  <Card
    title={count === 1 ? 'A quote for you' : 'Quotes for you'}
    action={<StatusBadge tone="warning">{formatNumber(count)}</StatusBadge>}
  >
    <p>The supplier has answered. You can accept the prices until their last day, or decline them.</p>
    <p className={css.links}>
      <Link to={paths.quotes()}>View {plural(count, 'quote')}</Link>
    </p>
  </Card>
);

function ReadyCard({ order }: { order: PendingOrder }) {
  const { orderId, quantity, readyToCollectQuantity, openingHours } = order;
  return (
    <Card title={`Order ${orderId}`} action={<StatusBadge tone="success">Ready to collect</StatusBadge>}>
      <p>{describeCollecting(readyToCollectQuantity, order)}</p>
      {openingHours && (
        <Text size="sm" c="dimmed">
          {openingHours}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Give the order number, {orderId}.
      </Text>
      {quantity > readyToCollectQuantity && (
        <Text size="sm" c="dimmed">
          {describeRest({ ...order, quantity: quantity - readyToCollectQuantity })}
        </Text>
      )}
      <p className={css.links}>
        <Link to={paths.order(orderId)}>View the order</Link>
      </p>
    </Card>
  );
}

function ParcelCard({ parcel, rest }: { parcel: Parcel; rest: PendingOrder | undefined }) {
  const name = nameParcel(parcel, rest !== undefined);
  return (
    <Card title={name} action={<StatusBadge tone="info">On its way</StatusBadge>}>
      <p>{describeContents(parcel)}</p>
      <Text size="sm" c="dimmed" className="figures">
        {describeParcel(parcel)}
      </Text>
      {rest && (
        <Text size="sm" c="dimmed">
          {describeRest(rest)}
        </Text>
      )}
      <p className={css.links}>
        {parcel.trackingUrl ? (
          <a
            href={parcel.trackingUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`Track parcel ${parcel.number} of order ${parcel.orderId}, opens in a new tab`}
          >
            Track parcel <ExternalIcon size={14} />
          </a>
        ) : (
          <span />
        )}
        <Link to={paths.order(parcel.orderId)}>Order {parcel.orderId}</Link>
      </p>
    </Card>
  );
}

function ReturnUnderWayCard({ request }: { request: ReturnRequest }) {
  const { label, tone } = hasLabel(request)
    ? ({ label: 'Send it back', tone: 'warning' } as const)
    : describeReturnStatus(request);
  return (
    <Card
      title={`${request.exchangeDescription === null ? 'Return' : 'Exchange'} ${request.customNumber}`}
      action={<StatusBadge tone={tone}>{label}</StatusBadge>}
    >
      <p>{nameReturn(request)}</p>
      <Text size="sm" c="dimmed">
        {describeReturnStep(request)}
      </Text>
      {hasLabel(request) ? (
        <div className={css.label}>
          <LabelButton request={request} text="Show the label" />
        </div>
      ) : (
        <p className={css.links}>
          <Link to={paths.returns()}>View your returns</Link>
        </p>
      )}
    </Card>
  );
}

const ToSendCard = ({ orders }: { orders: readonly PendingOrder[] }) => (
  <Card
    title={orders.every(({ deliveryKind }) => deliveryKind === 'collected') ? 'To be collected' : 'To be sent'}
    action={<Link to={paths.orders()}>View your orders</Link>}
  >
    <Stack component="ul" gap={0} role="list" className="divided">
      {orders.slice(0, MAX_SHOWN).map((order) => (
        <li key={order.orderId} className={css.row}>
          <span className={css.words}>
            <Link to={paths.order(order.orderId)}>Order {order.orderId}</Link>
            <Text span size="sm" c="dimmed">
              {describePending(order)}
            </Text>
          </span>
          {order.orderStatus === 'AwaitingApproval' ? (
            <StatusBadge tone="warning">{describeOrderStatus({ ...order, shippingStatus: 'NotYetShipped' }).label}</StatusBadge>
          ) : order.canRetryPayment ? (
            <StatusBadge tone="warning">Waiting for payment</StatusBadge>
          ) : order.waitsForProof ? (
            <StatusBadge tone="warning">Awaiting proof</StatusBadge>
          ) : order.isLate ? (
            <StatusBadge tone="danger">Late</StatusBadge>
          ) : (
            <Text span size="sm" c="dimmed">
              {describePromise(order)}
            </Text>
          )}
        </li>
      ))}
    </Stack>
    {orders.length > MAX_SHOWN && (
      <Text size="sm" c="dimmed" mt="xs">
        And {orders.length - MAX_SHOWN} more orders.
      </Text>
    )}
  </Card>
);
