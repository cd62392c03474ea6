import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { orderStatus, shippingStatus } from '../hooks/order-status.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { formatDay, formatMoney } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import css from './orders-table.module.css';
import { TrackingLinks } from './tracking-links.tsx';

export interface ListProps {
  orders: ReplyOf<'GET /api/orders'>['orders'];
  withPerson: boolean;
  /** The list's own address, to come back to. */
  listSearch: string;
}

export const personOf = ({ customer }: ListProps['orders'][number]) => `${customer.firstName} ${customer.lastName}`.trim();

/** How far the delivery is; nothing where there will be none. */
export const deliveryOf = (order: ListProps['orders'][number]) =>
  ['Cancelled', 'Rejected'].includes(order.orderStatus) && order.shippingStatus === 'NotYetShipped'
    ? ''
    : shippingStatus(order).label;

/** The list as a table; the whole row leads to the order. */
export const OrdersTable = ({ orders, withPerson, listSearch }: ListProps) => (
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
          <th scope="col" className={css.number}>
            Total
          </th>
          <th scope="col" className={css.number} title="Value of the goods that are still to be sent, without tax">
            Pending
          </th>
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
            <td className={css.nowrap}>{formatDay(order.createdOnUtc)}</td>
            {withPerson && <td className={css.person}>{personOf(order)}</td>}
            <td className={css.po}>{order.poNumber}</td>
            <td>
              <StatusBadge tone={orderStatus(order).tone}>{orderStatus(order).label}</StatusBadge>
            </td>
            <td className={css.delivery}>
              {deliveryOf(order)}
              <TrackingLinks urls={order.trackingUrls} order={order.customOrderNumber} />
            </td>
            <td className={css.number}>{formatMoney(order.orderTotal, order.currencyCode)}</td>
            <td className={`${css.number} ${css.muted}`}>
              {order.pendingValue > 0 ? formatMoney(order.pendingValue, order.currencyCode) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);
