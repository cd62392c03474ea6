import { Link } from 'react-router';
import { orderStatus } from '../hooks/order-status.ts';
import { paths } from '../paths.ts';
import { formatDay, formatMoney } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import css from './order-cards.module.css';
import { deliveryOf, type ListProps, personOf } from './orders-table.tsx';
import { TrackingLinks } from './tracking-links.tsx';

/** The list where there is no room for a table. */
export const OrderCards = ({ orders, withPerson, listSearch }: ListProps) => (
  <ul className={css.cards} aria-label="Orders, newest first">
    {orders.map((order) => (
      <li key={order.id} className={css.card}>
        <div className={css.row}>
          <Link to={paths.order(order.id)} state={{ list: listSearch }} className={css.link}>
            {order.customOrderNumber}
          </Link>
          <StatusBadge tone={orderStatus(order).tone}>{orderStatus(order).label}</StatusBadge>
        </div>
        <p>{[formatDay(order.createdOnUtc), withPerson && personOf(order)].filter(Boolean).join(' · ')}</p>
        {order.poNumber && <p className={css.muted}>PO number {order.poNumber}</p>}
        <div className={css.row}>
          <div className={css.muted}>
            {deliveryOf(order)}
            <TrackingLinks urls={order.trackingUrls} order={order.customOrderNumber} />
          </div>
          <div className={css.figures}>
            <strong>{formatMoney(order.orderTotal, order.currencyCode)}</strong>
            {order.pendingValue > 0 && (
              <span className={css.muted}>{formatMoney(order.pendingValue, order.currencyCode)} pending</span>
            )}
          </div>
        </div>
      </li>
    ))}
  </ul>
);
