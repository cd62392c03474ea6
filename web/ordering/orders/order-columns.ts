import { useMemo } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useListColumns } from '#web/app/list-settings/list-settings.ts';
import type { OrderListViewer, OrderSort } from './order-sorts.ts';

type Field = keyof ReplyOf<'GET /api/orders'>['orders'][number];

/** A column of the list of orders that can be hidden. The number of the order is always shown. */
export interface OrderColumn {
  id:
    | 'area'
    | 'cancelled'
    | 'date'
    | 'delivery'
    | 'destination'
    | 'goods'
    | 'group'
    | 'lastSent'
    | 'payment'
    | 'pending'
    | 'person'
    | 'po'
    | 'season'
    | 'sent'
    | 'status'
    | 'total'
    | 'wardrobe';
  title: string;
  /** What an amount includes. */
  basis?: string;
  /** The fields of the call that the column shows. */
  fields: readonly Field[];
  /** The sort orders of its heading: on the first click and on the second. */
  sorts?: readonly [OrderSort, OrderSort];
  /** Only for people who see the orders of others. */
  others?: true;
  /** Only for people who see prices. */
  amount?: true;
}

/** What the totals of the list include. */
export const TOTAL_BASIS = 'incl. tax and delivery';
/** What the values of goods include. */
export const GOODS_BASIS = 'goods excl. tax';

const orderColumns: readonly OrderColumn[] = [
  { id: 'date', title: 'Date', fields: ['createdOnUtc'], sorts: ['-createdOnUtc', 'createdOnUtc'] },
  { id: 'person', title: 'Person', fields: ['customer'], sorts: ['customer', '-customer'], others: true },
  { id: 'po', title: 'PO number', fields: ['poNumber'] },
  { id: 'group', title: 'Group', fields: ['organisationGroupId'], others: true },
  { id: 'destination', title: 'Destination', fields: ['resortId'], others: true },
  { id: 'area', title: 'Business area', fields: ['businessAreaId'], others: true },
  { id: 'wardrobe', title: 'Wardrobe', fields: ['collectionId'] },
  { id: 'season', title: 'Season', fields: ['seasonId'] },
  { id: 'status', title: 'Status', fields: ['orderStatus'], sorts: ['orderStatus', '-orderStatus'] },
  { id: 'delivery', title: 'Delivery', fields: ['shippingStatus', 'trackingUrls'] },
  { id: 'lastSent', title: 'Last sent', fields: ['shippedOnUtc'] },
  { id: 'payment', title: 'Payment', fields: ['paymentStatus'] },
  {
    id: 'total',
    title: 'Total',
    basis: TOTAL_BASIS,
    fields: ['orderTotal'],
    sorts: ['-orderTotal', 'orderTotal'],
    amount: true,
  },
  { id: 'goods', title: 'Goods', basis: GOODS_BASIS, fields: ['totalValue'], amount: true },
  { id: 'sent', title: 'Sent', basis: GOODS_BASIS, fields: ['shippedValue'], amount: true },
  { id: 'cancelled', title: 'Cancelled', basis: GOODS_BASIS, fields: ['cancelledValue'], amount: true },
  { id: 'pending', title: 'Pending', basis: GOODS_BASIS, fields: ['pendingValue'], amount: true },
];

/** Shown to those who have not chosen columns. */
export const DEFAULT_ORDER_COLUMNS: readonly string[] = ['date', 'person', 'po', 'status', 'delivery', 'total', 'pending'];

/** The columns that the person may see. */
export const listAllowedOrderColumns = ({ seesOthers, pricesVisible }: OrderListViewer): OrderColumn[] =>
  orderColumns.filter(({ others, amount }) => (seesOthers || !others) && (pricesVisible || !amount));

/** The visible columns and the rows per page, stored on the server for the person who logged in, and functions to change them. */
export function useOrderColumns({ seesOthers, pricesVisible }: OrderListViewer) {
  const allowed = useMemo(() => listAllowedOrderColumns({ seesOthers, pricesVisible }), [seesOthers, pricesVisible]);
  return { allowed, ...useListColumns('orders', allowed, DEFAULT_ORDER_COLUMNS) };
}
