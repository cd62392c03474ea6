import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { type PriceViewer, type Scope, seesCharges } from '#api/platform/http/scope.ts';
import { DATE_TIME_FORMAT, moneyFormat, type WorkbookColumn } from '#api/platform/workbook/workbook.ts';
import { describeDesign, type NamedDesign } from '#contract/catalogue/customisation/design-words.ts';
import type { ReplyOf } from '#contract/index.ts';
import { getDeliveryStatusLabel, getOrderStatusLabel, getPaymentStatusLabel } from '#contract/ordering/order-states.ts';

type OrderListItem = ReplyOf<'GET /api/orders'>['orders'][number];

/** An order of the list with the names of what it was placed in. */
export interface ExportedOrder extends OrderListItem {
  groupName: string | null;
  resortName: string | null;
  businessAreaName: string | null;
  collectionName: string | null;
  seasonName: string | null;
  /** What a card pays of it and what is on account; null where no card pays anything, and for people who see no prices. */
  byCard: number | null;
  onAccount: number | null;
  /** Answers to the questions at checkout, a line for each. */
  answers: string | null;
}

/** A line of an order in the export. */
export interface ExportedLine {
  order_id: number;
  created_at: Date;
  first_name: string;
  last_name: string;
  product_name: string;
  sku: string;
  description: string;
  designs: NamedDesign[];
  wearer_name: string | null;
  collection_name: string | null;
  quantity: number;
  card_quantity: number;
  shipped_quantity: number;
  cancelled_quantity: number;
  returned_quantity: number;
  unit_price_minor: number;
  price_minor: number;
  tax_minor: number;
  tax_rate: number;
}

/** A column of the workbook, and the field of the wire whose values it shows. */
interface OrderColumn extends WorkbookColumn<ExportedOrder> {
  field: keyof OrderListItem;
  /** Whether it is left out for people who see no prices. */
  isAmount?: true;
  /** Includes tax or delivery, which wearers do not see. */
  isCharge?: true;
}

const toDate = (utc: string | null) => (utc === null ? null : new Date(utc));
const formatName = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim();

const amount = (
  field: 'cancelledValue' | 'orderTotal' | 'pendingValue' | 'shippedValue' | 'totalValue',
  header: string,
): OrderColumn => ({
  field,
  header,
  width: 16,
  isAmount: true,
  value: (order) => order[field],
});

const ORDER_COLUMNS: readonly OrderColumn[] = [
  { field: 'id', header: 'Order', width: 10, value: ({ id }) => id },
  {
    field: 'createdOnUtc',
    header: 'Ordered (UTC)',
    width: 18,
    numFmt: DATE_TIME_FORMAT,
    value: ({ createdOnUtc }) => toDate(createdOnUtc),
  },
  { field: 'customer', header: 'Person', width: 24, value: ({ customer }) => formatName(customer.firstName, customer.lastName) },
  { field: 'customer', header: 'Email', width: 34, value: ({ customer }) => customer.email },
  { field: 'customer', header: 'Employee number', width: 16, value: ({ customer }) => customer.employeeNumber },
  { field: 'poNumber', header: 'PO number', width: 14, value: ({ poNumber }) => poNumber },
  {
    field: 'orderStatus',
    header: 'Status',
    width: 20,
    value: (order) => `${getOrderStatusLabel(order)}${order.waitsForProof ? ', awaiting proof' : ''}`,
  },
  { field: 'shippingStatus', header: 'Delivery', width: 18, value: getDeliveryStatusLabel },
  { field: 'paymentStatus', header: 'Payment', width: 18, value: getPaymentStatusLabel },
  {
    field: 'paymentStatus',
    header: 'By card, incl. tax',
    width: 16,
    isAmount: true,
    isCharge: true,
    value: ({ byCard }) => byCard,
  },
  {
    field: 'paymentStatus',
    header: 'On account beside the card, incl. tax',
    width: 20,
    isAmount: true,
    isCharge: true,
    value: ({ onAccount }) => onAccount,
  },
  { ...amount('orderTotal', 'Total incl. tax and delivery'), isCharge: true },
  amount('totalValue', 'Goods excl. tax'),
  amount('shippedValue', 'Sent, excl. tax'),
  amount('cancelledValue', 'Cancelled, excl. tax'),
  amount('pendingValue', 'Pending, excl. tax'),
  { field: 'currencyCode', header: 'Currency', width: 10, isAmount: true, value: ({ currencyCode }) => currencyCode },
  { field: 'organisationGroupId', header: 'Group', width: 18, value: ({ groupName }) => groupName },
  { field: 'resortId', header: 'Destination', width: 22, value: ({ resortName }) => resortName },
  { field: 'businessAreaId', header: 'Business area', width: 20, value: ({ businessAreaName }) => businessAreaName },
  { field: 'collectionId', header: 'Wardrobe', width: 28, value: ({ collectionName }) => collectionName },
  { field: 'seasonId', header: 'Season', width: 16, value: ({ seasonName }) => seasonName },
  { field: 'costCentre', header: 'Cost centre', width: 24, value: ({ costCentre }) => costCentre },
  { field: 'costCentre', header: 'Answers at checkout', width: 40, value: ({ answers }) => answers },
  {
    field: 'shippedOnUtc',
    header: 'Last sent (UTC)',
    width: 18,
    numFmt: DATE_TIME_FORMAT,
    value: ({ shippedOnUtc }) => toDate(shippedOnUtc),
  },
  { field: 'trackingUrls', header: 'Tracking', width: 40, value: ({ trackingUrls }) => trackingUrls.join(' ') },
  {
    field: 'returnRequestAllowed',
    header: 'Can be returned',
    width: 16,
    value: ({ returnRequestAllowed }) => (returnRequestAllowed ? 'Yes' : 'No'),
  },
  { field: 'replacesOrderId', header: 'Replaces order', width: 14, value: ({ replacesOrderId }) => replacesOrderId },
  { field: 'replacedByOrderId', header: 'Replaced by order', width: 16, value: ({ replacedByOrderId }) => replacedByOrderId },
];

/** The same value as `id`, only for those who ask for it. */
const ORDER_NUMBER: OrderColumn = {
  field: 'customOrderNumber',
  header: 'Order number',
  width: 14,
  value: ({ customOrderNumber }) => customOrderNumber,
};

type Viewer = PriceViewer & Pick<Scope, 'currencyCode'>;

const forViewer = <Column extends { isAmount?: true; isCharge?: true }>(columns: readonly Column[], viewer: Viewer) =>
  columns
    .filter(({ isAmount, isCharge }) => (viewer.pricesVisible || !isAmount) && (seesCharges(viewer) || !isCharge))
    .map((column) => (column.isAmount ? { ...column, numFmt: moneyFormat(viewer.currencyCode) } : column));

/**
 * The columns for a comma-separated list of fields, in its order and in any letter case; all columns when no field is known. Amounts only
 * for viewers who see prices.
 */
export function selectOrderColumns(fields: string | undefined, viewer: Viewer): readonly OrderColumn[] {
  const requested = [...new Set((fields ?? '').split(',').map((name) => name.trim().toLowerCase()))];
  const selected = requested.flatMap((name) =>
    [...ORDER_COLUMNS, ORDER_NUMBER].filter(({ field }) => field.toLowerCase() === name),
  );
  return forViewer(selected.length > 0 ? selected : ORDER_COLUMNS, viewer);
}

const LINE_COLUMNS: readonly (WorkbookColumn<ExportedLine> & { isAmount?: true; isCharge?: true })[] = [
  { header: 'Order', width: 10, value: ({ order_id }) => order_id },
  { header: 'Ordered (UTC)', width: 18, numFmt: DATE_TIME_FORMAT, value: ({ created_at }) => created_at },
  { header: 'Person', width: 24, value: ({ first_name, last_name }) => formatName(first_name, last_name) },
  { header: 'Product', width: 32, value: ({ product_name }) => product_name },
  { header: 'SKU', width: 18, value: ({ sku }) => sku },
  { header: 'Colour and size', width: 20, value: ({ description }) => description },
  {
    header: 'Logos and texts',
    width: 40,
    value: ({ designs }) => designs.map((design) => describeDesign(design)).join('; '),
  },
  { header: 'Wearer', width: 24, value: ({ wearer_name }) => wearer_name },
  { header: 'Wardrobe', width: 28, value: ({ collection_name }) => collection_name },
  { header: 'Ordered', width: 10, value: ({ quantity }) => quantity },
  { header: 'Of these by card', width: 14, value: ({ card_quantity }) => card_quantity },
  { header: 'Sent', width: 10, value: ({ shipped_quantity }) => shipped_quantity },
  { header: 'Cancelled', width: 10, value: ({ cancelled_quantity }) => cancelled_quantity },
  { header: 'Pending', width: 10, value: (line) => line.quantity - line.shipped_quantity - line.cancelled_quantity },
  { header: 'Returned', width: 10, value: ({ returned_quantity }) => returned_quantity },
  { header: 'Unit price excl. tax', width: 16, isAmount: true, value: (line) => toMajorUnits(line.unit_price_minor) },
  { header: 'Amount excl. tax', width: 16, isAmount: true, value: ({ price_minor }) => toMajorUnits(price_minor) },
  { header: 'Tax', width: 14, isAmount: true, isCharge: true, value: ({ tax_minor }) => toMajorUnits(tax_minor) },
];

/** The columns of the lines. Amounts only for viewers who see prices. */
export const selectLineColumns = (viewer: Viewer) => forViewer(LINE_COLUMNS, viewer);
