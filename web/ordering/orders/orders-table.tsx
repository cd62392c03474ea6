import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { describeOrderStatus, describeShippingStatus } from '#web/app/order-status.ts';
import { paths } from '#web/app/paths.ts';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './orders-table.module.css';
import { TrackingLinks } from './tracking-links.tsx';

export interface OrderListProps {
  orders: ReplyOf<'GET /api/orders'>['orders'];
  withPerson: boolean;
  /** The list's URL parameters, for the link back from an order. */
  listSearch: string;
}

/** What the totals of the list include. */
export const TOTAL_BASIS = 'incl. tax and delivery';

/** The full name of the person an order is for. */
export const formatOrderPerson = ({ customer }: OrderListProps['orders'][number]) =>
  `${customer.firstName} ${customer.lastName}`.trim();

/** The delivery status; empty if nothing will be delivered. */
export const formatDeliveryStatus = (order: OrderListProps['orders'][number]) =>
  ['Cancelled', 'Rejected'].includes(order.orderStatus) && order.shippingStatus === 'NotYetShipped'
    ? ''
    : describeShippingStatus(order).label;

/** The orders as a table; each whole row links to its order. */
export function OrdersTable({ orders, withPerson, listSearch }: OrderListProps) {
  const pricesVisible = usePricesVisible();
  return (
    <Card flush>
      <table className={css.table}>
        <caption className={css.caption}>Orders, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Date</th>
            {withPerson && <th scope="col">Person</th>}
            <th scope="col">PO number</th>
            <th scope="col">Status</th>
            <th scope="col">Delivery</th>
            {pricesVisible && (
              <>
                <th scope="col" className={css.number}>
                  Total
                  <span className={css.basis}>{TOTAL_BASIS}</span>
                </th>
                <th scope="col" className={css.number} title="Value of goods not sent yet">
                  Pending
                  <span className={css.basis}>goods excl. tax</span>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <Link to={paths.order(order.id)} state={{ list: listSearch }} className={css.link}>
                  {order.customOrderNumber}
                </Link>
              </th>
              <td className={css.nowrap}>{formatDate(order.createdOnUtc)}</td>
              {withPerson && <td className={css.person}>{formatOrderPerson(order)}</td>}
              <td className={css.po}>{order.poNumber}</td>
              <td>
                <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>
              </td>
              <td className={css.delivery}>
                {formatDeliveryStatus(order)}
                <TrackingLinks urls={order.trackingUrls} order={order.customOrderNumber} />
              </td>
              {pricesVisible && (
                <>
                  <td className={css.number}>{formatMoney(order.orderTotal, order.currencyCode)}</td>
                  <td className={`${css.number} ${css.muted}`}>
                    {order.pendingValue > 0 ? formatMoney(order.pendingValue, order.currencyCode) : '–'}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
