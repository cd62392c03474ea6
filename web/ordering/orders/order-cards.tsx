import { Link } from 'react-router';
import { describeOrderStatus } from '#web/app/order-status.ts';
import { paths } from '#web/app/paths.ts';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import css from './order-cards.module.css';
import { formatDeliveryStatus, formatOrderPerson, type OrderListProps, TOTAL_BASIS } from './orders-table.tsx';
import { TrackingLinks } from './tracking-links.tsx';

/** The orders as cards, for screens too narrow for a table. */
export function OrderCards({ orders, withPerson, listSearch }: OrderListProps) {
  const pricesVisible = usePricesVisible();
  return (
    <ul className={css.cards} aria-label="Orders, newest first">
      {orders.map((order) => (
        <li key={order.id} className={css.card}>
          <div className={css.row}>
            <Link to={paths.order(order.id)} state={{ list: listSearch }} className={css.link}>
              {order.customOrderNumber}
            </Link>
            <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>
          </div>
          <p>{[formatDate(order.createdOnUtc), withPerson && formatOrderPerson(order)].filter(Boolean).join(' · ')}</p>
          {order.poNumber && <p className={css.muted}>PO number {order.poNumber}</p>}
          <div className={css.row}>
            <div className={css.muted}>
              {formatDeliveryStatus(order)}
              <TrackingLinks urls={order.trackingUrls} order={order.customOrderNumber} />
            </div>
            {pricesVisible && (
              <div className={css.figures}>
                <strong>{formatMoney(order.orderTotal, order.currencyCode)}</strong>
                <span className={css.muted}>{TOTAL_BASIS}</span>
                {order.pendingValue > 0 && (
                  <span className={css.muted}>{formatMoney(order.pendingValue, order.currencyCode)} pending, excl. tax</span>
                )}
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
