import { Link } from 'react-router';
import { describeOrderStatus, describeShippingStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { OrderAgain } from '../reorder/order-again.tsx';
import { ReturnOrderLink } from '../returns/return-order-link.tsx';
import css from './order-cards.module.css';
import { TOTAL_BASIS } from './order-columns.ts';
import { type OrderListViewer, orderSorts } from './order-sorts.ts';
import { formatOrderPerson, type OrderListProps } from './orders-table.tsx';
import { TrackingLinks } from './tracking-links.tsx';

type Props = Pick<OrderListProps, 'currency' | 'listSearch' | 'orders' | 'sort'> & { viewer: OrderListViewer };

/** The orders as cards, for screens too narrow for a table. */
export function OrderCards({ orders, viewer, currency, sort, listSearch }: Props) {
  return (
    <ul className={css.cards} aria-label={`Orders: ${orderSorts[sort]}`}>
      {orders.map((order) => (
        <li key={order.id} className={css.card}>
          <div className={css.row}>
            <Link to={paths.order(order.id)} state={{ list: listSearch }} className={css.link}>
              {order.id}
            </Link>
            <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>
          </div>
          <p>
            {[formatDate(order.createdOnUtc), order.isExchange && 'Exchange', viewer.seesOthers && formatOrderPerson(order)]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {order.poNumber && <p className={css.muted}>PO number {order.poNumber}</p>}
          <div className={css.row}>
            <div className={css.muted}>
              {describeShippingStatus(order).label}
              <TrackingLinks urls={order.trackingUrls} order={String(order.id)} />
            </div>
            {order.orderTotal !== null && (
              <div className={css.figures}>
                <strong>{formatMoney(order.orderTotal, currency)}</strong>
                <span className={css.muted}>{TOTAL_BASIS}</span>
                {order.pendingValue !== null && order.pendingValue > 0 && (
                  <span className={css.muted}>{formatMoney(order.pendingValue, currency)} pending, excl. tax</span>
                )}
              </div>
            )}
          </div>
          {order.reOrderAllowed && <OrderAgain order={order} compact className={css.button} />}
          {order.returnRequestAllowed && <ReturnOrderLink orderId={order.id} compact className={css.button} />}
        </li>
      ))}
    </ul>
  );
}
