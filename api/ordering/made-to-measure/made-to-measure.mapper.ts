import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { MadeToMeasureGarment, MadeToMeasureRow } from './made-to-measure.queries.ts';

/** A request as the API shows it to wearers. */
export type WireMadeToMeasure = ReplyOf<'GET /api/madetomeasure'>['requests'][number];
/** A request as the API shows it to operators. */
export type WireOperatorMadeToMeasure = ReplyOf<'GET /api/operator/madetomeasure/:id'>['request'];

const toUtc = (moment: string | null) => moment && toUtcString(moment);

const toFields = (row: MadeToMeasureRow) => ({
  id: row.id,
  productId: row.productId,
  productName: row.productName,
  sku: row.sku,
  attributeDescription: row.description,
  quantity: row.quantity,
  customerId: row.customerId,
  customerName: row.customerName,
  status: row.status,
  isOffered: row.isOffered,
  hasMeasurements: row.isSealed,
  leadTimeDays: row.leadTimeDays,
  answer: row.answer,
  createdOnUtc: toUtcString(row.createdAt),
  answeredOnUtc: toUtc(row.answeredAt),
  expiresOnUtc: toUtc(row.expiresAt),
  orderId: row.orderId,
});

const toPrice = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

/** A request as the wearer, or whoever made it, sees it. */
export const toMadeToMeasure = (row: MadeToMeasureRow, scope: Scope): WireMadeToMeasure => ({
  ...toFields(row),
  unitPrice: scope.pricesVisible ? toPrice(row.unitPriceMinor) : null,
  requestedBy: row.requestedById === row.customerId ? null : row.requestedByName,
  isOwn: row.customerId === scope.customerId,
  canOrder: row.isOrderable && !row.isInCart,
  isInCart: row.isInCart,
});

/** A request as operators see it. */
export const toOperatorMadeToMeasure = (row: MadeToMeasureRow): WireOperatorMadeToMeasure => ({
  ...toFields(row),
  organisationId: row.organisationId,
  organisationName: row.organisationName,
  currencyCode: row.currencyCode,
  unitPrice: toPrice(row.unitPriceMinor),
  orderedOnUtc: toUtc(row.orderedAt),
  dueOn: row.dueOn,
  shippedQuantity: row.shippedQuantity,
});

/** A garment as it is made to measure, with its price where the person is shown prices. */
export const toMadeToMeasureGarment = ({ priceMinor, ...garment }: MadeToMeasureGarment, scope: Scope) => ({
  ...garment,
  unitPrice: scope.pricesVisible ? toPrice(priceMinor) : null,
});
