import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { describeOrderStatus, describePaymentStatus, describeShippingStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { SortHeading } from '#web/ui/lists/sort-heading.tsx';
import { OrderAgain } from '../reorder/order-again.tsx';
import { ReturnOrderLink } from '../returns/return-order-link.tsx';
import type { OrderColumn } from './order-columns.ts';
import { type OrderSort, orderSorts } from './order-sorts.ts';
import css from './orders-table.module.css';
import { TrackingLinks } from './tracking-links.tsx';
import type { OrderFilterOptions } from './use-order-filter-options.ts';

export type ListedOrder = ReplyOf<'GET /api/orders'>['orders'][number];

export interface OrderListProps {
  orders: readonly ListedOrder[];
  columns: readonly OrderColumn[];
  currency: string;
  /** The names of groups, destinations, areas, wardrobes and seasons. */
  names: OrderFilterOptions;
  sort: OrderSort;
  onSort: (sort: OrderSort) => void;
  /** The list's URL parameters, for the link back from an order. */
  listSearch: string;
}

/** The full name of the person an order is for. */
export const formatOrderPerson = ({ customer }: ListedOrder) => `${customer.firstName} ${customer.lastName}`.trim();

const nameOf = (options: readonly { id: number; name: string }[], id: number | null) =>
  options.find((option) => option.id === id)?.name ?? '';

interface CellProps extends Pick<OrderListProps, 'currency' | 'names'> {
  order: ListedOrder;
  id: OrderColumn['id'];
}

function Cell({ id, order, currency, names }: CellProps) {
  const goods = (value: number | null) => (value ? formatMoney(value, currency) : '–');
  switch (id) {
    case 'date':
      return formatDate(order.createdOnUtc);
    case 'person':
      return formatOrderPerson(order);
    case 'po':
      return order.poNumber;
    case 'group':
      return nameOf(names.group, order.organisationGroupId);
    case 'destination':
      return nameOf(names.resort, order.resortId);
    case 'area':
      return nameOf(names.area, order.businessAreaId);
    case 'wardrobe':
      return nameOf(names.wardrobe, order.collectionId);
    case 'season':
      return nameOf(names.season, order.seasonId);
    case 'status':
      return <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>;
    case 'delivery':
      return (
        <>
          {describeShippingStatus(order).label}
          <TrackingLinks urls={order.trackingUrls} order={String(order.id)} />
        </>
      );
    case 'lastSent':
      return order.shippedOnUtc && formatDate(order.shippedOnUtc);
    case 'payment':
      return describePaymentStatus(order).label;
    case 'total':
      return order.orderTotal !== null && formatMoney(order.orderTotal, currency);
    case 'goods':
      return goods(order.totalValue);
    case 'sent':
      return goods(order.shippedValue);
    case 'cancelled':
      return goods(order.cancelledValue);
    case 'pending':
      return goods(order.pendingValue);
  }
}

const classOf = ({ id, amount }: OrderColumn) => {
  if (amount) return id === 'total' ? css.number : `${css.number} ${css.muted}`;
  if (id === 'date' || id === 'lastSent') return css.nowrap;
  return id === 'status' ? undefined : id === 'delivery' || id === 'payment' ? css.delivery : css.text;
};

/** The orders as a table; each whole row links to its order. */
export function OrdersTable({ orders, columns, currency, names, sort, onSort, listSearch }: OrderListProps) {
  const hasActions = orders.some(({ reOrderAllowed, returnRequestAllowed }) => reOrderAllowed || returnRequestAllowed);
  return (
    <Card flush>
      <div className={css.scroll}>
        <table className={css.table}>
          <caption className={css.caption}>Orders: {orderSorts[sort]}</caption>
          <thead>
            <tr>
              <SortHeading sorts={['-id', 'id']} sort={sort} onSort={onSort}>
                Order
              </SortHeading>
              {columns.map(({ id, title, basis, sorts, amount }) => (
                <SortHeading
                  key={id}
                  sorts={sorts}
                  sort={sort}
                  onSort={onSort}
                  className={amount && css.number}
                  title={id === 'pending' ? 'Value of goods not sent yet' : undefined}
                >
                  <span>
                    {title}
                    {basis && <span className={css.basis}>{basis}</span>}
                  </span>
                </SortHeading>
              ))}
              {hasActions && (
                <th>
                  <VisuallyHidden>Order again, return or exchange</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <th scope="row">
                  <Link to={paths.order(order.id)} state={{ list: listSearch }} className={css.link}>
                    {order.id}
                  </Link>
                  {order.isExchange && <span className={css.exchange}>Exchange</span>}
                </th>
                {columns.map((column) => (
                  <td key={column.id} className={classOf(column)}>
                    <Cell id={column.id} order={order} currency={currency} names={names} />
                  </td>
                ))}
                {hasActions && (
                  <td className={css.action}>
                    {order.reOrderAllowed && <OrderAgain order={order} compact className={css.button} />}
                    {order.returnRequestAllowed && <ReturnOrderLink orderId={order.id} compact className={css.button} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
