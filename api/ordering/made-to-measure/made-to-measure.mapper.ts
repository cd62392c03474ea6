import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { getUnitCost, type LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { MadeToMeasureRow, OwnMadeToMeasureRow } from './made-to-measure.queries.ts';
import type { MadeToMeasureGarment } from './made-to-measure-garments.queries.ts';

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

const BEYOND = { block: 'block', approval: 'approval', own_payment: 'ownPayment' } as const;

/** What a piece takes from what its wearer is entitled to; null where it counts nowhere. Amounts of money only for those who see prices. */
function toCost(
  entitlement: LineEntitlement | null,
  unitMinor: number | null,
  { isOwn, scope }: { isOwn: boolean; scope: Scope },
): WireMadeToMeasure['cost'] {
  if (!entitlement) return null;
  const { group, budget } = entitlement;
  const canPay = isOwn && scope.paysOwnPart && !entitlement.necessity;
  const beyond = entitlement.beyond === 'own_payment' && !canPay ? 'block' : entitlement.beyond;
  const common = { label: (budget ?? group).label, beyond: BEYOND[beyond] };
  if (!budget) return { ...common, unit: 'pieces', unitCost: 1, left: group.left };
  const unitCost =
    unitMinor === null && budget.unit === 'money' ? null : (getUnitCost({ unitMinor: unitMinor ?? 0, entitlement }) ?? null);
  if (budget.unit === 'points') return { ...common, unit: 'points', unitCost, left: budget.left };
  if (!scope.pricesVisible) return { ...common, unit: 'money', unitCost: null, left: null };
  return { ...common, unit: 'money', unitCost: toPrice(unitCost), left: toPrice(budget.left) };
}

/** A request as the wearer, or whoever made it, sees it. */
export const toMadeToMeasure = (row: OwnMadeToMeasureRow, scope: Scope): WireMadeToMeasure => ({
  ...toFields(row),
  unitPrice: scope.pricesVisible ? toPrice(row.unitPriceMinor) : null,
  listPrice: scope.pricesVisible ? toPrice(row.listPriceMinor) : null,
  cost: toCost(row.entitlement, row.unitPriceMinor ?? row.listPriceMinor, { isOwn: row.customerId === scope.customerId, scope }),
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
  listPrice: toPrice(row.listPriceMinor),
  orderedOnUtc: toUtc(row.orderedAt),
  dueOn: row.dueOn,
  shippedQuantity: row.shippedQuantity,
});

/** A garment as it is made to measure, with its price where the person is shown prices. */
export const toMadeToMeasureGarment = (
  { priceMinor, entitlement, currencyCode: _, ...garment }: MadeToMeasureGarment,
  scope: Scope,
  isOwn: boolean,
) => ({
  ...garment,
  cost: toCost(entitlement, priceMinor, { isOwn, scope }),
  unitPrice: scope.pricesVisible ? toPrice(priceMinor) : null,
});
