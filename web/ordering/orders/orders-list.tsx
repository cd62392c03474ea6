import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { OVERALL_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { defineList, type ListColumn } from '#web/app/lists/define-list.ts';
import { flag, manyOf, manyRecords, oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { describeOrderStatus, describePaymentStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import {
  OptionName,
  useBusinessAreaOptions,
  useDestinationOptions,
  useGroupOptions,
  useSeasonOptions,
  useWardrobeOptions,
} from '#web/organisation/structure-options.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { OrderAgain } from '../reorder/order-again.tsx';
import { ReturnOrderLink } from '../returns/return-order-link.tsx';
import { orderCostCentreFilter } from './order-cost-centre-filter.tsx';
import { orderPeriodFilter } from './order-period-filter.tsx';
import { orderProductFilter } from './order-product-filter.tsx';
import { TrackingLinks } from './tracking-links.tsx';

export type ListedOrder = ReplyOf<'GET /api/orders'>['orders'][number];

/** What decides which columns and filters a person has, and how amounts are written. */
export interface OrderListViewer {
  /** Whether they see the orders of others. */
  seesOthers: boolean;
  pricesVisible: boolean;
  /** Whether they see totals with tax and delivery. */
  seesCharges: boolean;
  seesProducts: boolean;
  /** Whether they may list the cost centres of the organisation. */
  listsCostCentres: boolean;
  canApprove: boolean;
  currency: string;
}

/** What the totals of the list include. */
export const TOTAL_BASIS = 'incl. tax and delivery';
/** What the values of goods include. */
export const GOODS_BASIS = 'goods excl. tax';

type Column = ListColumn<ListedOrder, OrderListViewer, never>;

const seesOthers = (viewer: OrderListViewer) => viewer.seesOthers;
const seesPrices = (viewer: OrderListViewer) => viewer.pricesVisible;

const goods = (title: string, field: 'cancelledValue' | 'pendingValue' | 'shippedValue' | 'totalValue'): Column => ({
  title,
  basis: GOODS_BASIS,
  isNumber: true,
  isAllowed: seesPrices,
  fields: [field],
  cell: (order, { currency }) => (order[field] ? formatMoney(order[field], currency) : '–'),
});

/** The full name of the person an order is for. */
export const formatOrderPerson = ({ customer }: ListedOrder) => `${customer.firstName} ${customer.lastName}`.trim();

export const ordersList = defineList<'GET /api/orders', OrderListViewer>()({
  name: 'orders',
  call: 'GET /api/orders',
  rowsKey: 'orders',
  nouns: ['order', 'orders'],
  label: 'Orders',
  link: ({ id }) => paths.order(id),
  columns: {
    id: {
      title: 'Order',
      isHeading: true,
      cell: ({ id, isExchange }) => (isExchange ? `${id} exchange` : id),
      sorts: ['-id', 'id'],
    },
    date: {
      title: 'Date',
      wraps: true,
      // Those who see the orders of others have a column for the person.
      cell: (order, viewer) =>
        order.ownLinesOnly && !viewer.seesOthers
          ? `${formatDate(order.createdOnUtc)}, ordered by ${formatOrderPerson(order)}`
          : formatDate(order.createdOnUtc),
      fields: ['createdOnUtc'],
      sorts: ['-createdOnUtc', 'createdOnUtc'],
    },
    person: {
      title: 'Person',
      cell: formatOrderPerson,
      fields: ['customer'],
      sorts: ['customer', '-customer'],
      isAllowed: seesOthers,
    },
    po: {
      title: 'PO number',
      cell: ({ poNumber }) => poNumber,
      onCard: ({ poNumber }) => poNumber && `PO number ${poNumber}`,
      fields: ['poNumber'],
    },
    costCentre: {
      title: 'Cost centre',
      cell: ({ costCentre }) => costCentre && <span title={costCentre}>{costCentre}</span>,
      fields: ['costCentre'],
      isExtra: true,
    },
    group: {
      title: 'Group',
      cell: (order) => <OptionName useOptions={useGroupOptions} id={order.organisationGroupId} />,
      fields: ['organisationGroupId'],
      isAllowed: seesOthers,
      isExtra: true,
    },
    destination: {
      title: 'Destination',
      cell: (order) => <OptionName useOptions={useDestinationOptions} id={order.resortId} />,
      fields: ['resortId'],
      isAllowed: seesOthers,
      isExtra: true,
    },
    area: {
      title: 'Business area',
      cell: (order) => <OptionName useOptions={useBusinessAreaOptions} id={order.businessAreaId} />,
      fields: ['businessAreaId'],
      isAllowed: seesOthers,
      isExtra: true,
    },
    wardrobe: {
      title: 'Wardrobe',
      cell: (order) => <OptionName useOptions={useWardrobeOptions} id={order.collectionId} />,
      fields: ['collectionId'],
      isExtra: true,
    },
    season: {
      title: 'Season',
      cell: (order) => <OptionName useOptions={useSeasonOptions} id={order.seasonId} />,
      fields: ['seasonId'],
      isExtra: true,
    },
    status: {
      title: 'Status',
      cell: (order) => (
        <>
          <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>
          {order.waitsForProof && <span className={list.line}>Awaiting proof</span>}
          {order.canRetryPayment && <span className={list.line}>Waiting for payment</span>}
        </>
      ),
      fields: ['orderStatus', 'shippingStatus', 'deliveryKind', 'readyToCollectOnUtc', 'waitsForProof', 'canRetryPayment'],
      sorts: ['orderStatus', '-orderStatus'],
    },
    delivery: {
      title: 'Delivery',
      wraps: true,
      cell: (order) => (
        <>
          {order.shippedOnUtc && `Last sent ${formatDate(order.shippedOnUtc)}`}
          <TrackingLinks urls={order.trackingUrls} order={String(order.id)} />
        </>
      ),
      fields: ['shippedOnUtc', 'trackingUrls'],
    },
    lastSent: {
      title: 'Last sent',
      cell: ({ shippedOnUtc }) => shippedOnUtc && formatDate(shippedOnUtc),
      fields: ['shippedOnUtc'],
      isExtra: true,
    },
    payment: {
      title: 'Payment',
      cell: (order) => describePaymentStatus(order).label,
      fields: ['paymentStatus'],
      isExtra: true,
    },
    total: {
      title: 'Total',
      basis: TOTAL_BASIS,
      isNumber: true,
      cell: ({ orderTotal }, { currency }) => orderTotal !== null && formatMoney(orderTotal, currency),
      fields: ['orderTotal'],
      sorts: ['-orderTotal', 'orderTotal'],
      isAllowed: ({ seesCharges }) => seesCharges,
    },
    goods: { ...goods('Goods', 'totalValue'), isExtra: true },
    sent: { ...goods('Sent', 'shippedValue'), isExtra: true },
    cancelled: { ...goods('Cancelled', 'cancelledValue'), isExtra: true },
    pending: {
      ...goods('Pending', 'pendingValue'),
      onCard: ({ pendingValue }, { currency }) => Boolean(pendingValue) && `${formatMoney(pendingValue ?? 0, currency)} pending`,
    },
  },
  card: [
    { start: ['id'], end: 'status' },
    { start: ['date', 'person'], end: 'total' },
    { start: ['delivery', 'po'], end: 'pending' },
  ],
  actions: (order) =>
    (order.canRetryPayment || order.reOrderAllowed || order.returnAllowed) && (
      <>
        {order.canRetryPayment && (
          <Button component={Link} size="compact-sm" to={paths.order(order.id)}>
            Pay<VisuallyHidden> for order {order.id}</VisuallyHidden>
          </Button>
        )}
        <OrderAgain order={order} compact />
        {order.returnAllowed && <ReturnOrderLink orderId={order.id} compact />}
      </>
    ),
  search: { param: 'searchTerm', url: 'q', label: 'Search orders', placeholder: 'Number, PO, person or SKU' },
  filters: {
    outstandingOnly: flag({ label: 'Outstanding', url: 'outstanding' }),
    lateOnly: flag({ label: 'Late', url: 'late' }),
    waitsForProofOnly: flag({ label: 'Awaiting proof', url: 'proof' }),
    // It finds what the person can decide on; waiting orders of one's own are found by their status.
    requiresApprovalOnly: flag({
      label: 'Waiting for my approval',
      url: 'approval',
      isAllowed: ({ canApprove }: OrderListViewer) => canApprove,
    }),
    placedByMe: flag({ label: 'Placed by me', url: 'mine', isAllowed: seesOthers }),
    overallStatusId: manyOf({ label: 'Status', url: 'status', options: OVERALL_STATUSES }),
    shippingStatusId: manyOf({ label: 'Delivery', url: 'delivery', options: SHIPPING_STATUSES }),
    groupIds: manyRecords({ label: 'Group', url: 'group', options: useGroupOptions, isAllowed: seesOthers }),
    resortId: oneRecord({ label: 'Destination', url: 'resort', options: useDestinationOptions, isAllowed: seesOthers }),
    businessAreaId: oneRecord({ label: 'Business area', url: 'area', options: useBusinessAreaOptions, isAllowed: seesOthers }),
    collectionId: oneRecord({ label: 'Wardrobe', url: 'wardrobe', options: useWardrobeOptions }),
    seasonId: oneRecord({ label: 'Season', url: 'season', options: useSeasonOptions }),
    productId: orderProductFilter,
    costCentreId: orderCostCentreFilter,
  },
  combinedFilters: { period: orderPeriodFilter },
  sorts: {
    '-createdOnUtc': 'Newest first',
    createdOnUtc: 'Oldest first',
    id: 'Order number, lowest first',
    '-id': 'Order number, highest first',
    customer: 'Person, A to Z',
    '-customer': 'Person, Z to A',
    '-orderTotal': 'Total, highest first',
    orderTotal: 'Total, lowest first',
    orderStatus: 'Status, first to last',
    '-orderStatus': 'Status, last to first',
  },
  getUsualSort: () => '-createdOnUtc',
  toSortQuery: (sort) => (sort === '-createdOnUtc' ? {} : { order: sort.startsWith('-') ? `${sort.slice(1)} desc` : sort }),
  // The fields that portal.md names, what a row offers, and who ordered for the person.
  fields: [
    ...['id', 'customer', 'createdOnUtc', 'orderTotal', 'totalCount', 'poNumber', 'orderStatus', 'paymentStatus'],
    ...['shippingStatus', 'totalValue', 'shippedValue', 'cancelledValue', 'pendingValue', 'returnRequestAllowed'],
    ...['trackingUrls', 'shippedOnUtc', 'reOrderAllowed', 'returnAllowed', 'ownLinesOnly', 'isExchange', 'canRetryPayment'],
  ],
  // The totals are a query of their own, so that the list need not wait for them.
  fixedQuery: { totals: false },
  rows: { usual: 10, choices: [10, 25, 50, 100] },
  empty: { title: 'No orders yet', text: 'Your orders and their status will appear here.' },
  nothingFound: 'You can search by order number, PO number, person or SKU. Check the spelling or remove a filter.',
});
