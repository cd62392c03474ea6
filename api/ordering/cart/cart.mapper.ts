import { toCustomisation } from '#api/catalogue/customisation/customisation.mapper.ts';
import { lineAmounts, toMajorUnits, unitPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability } from '#api/catalogue/stock/stock.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { getOwnMinor, type PricedLine, totalCartLines } from './cart.rules.ts';
import { listCharges, toChargesReply } from './charges.rules.ts';

export type CartReply = ReplyOf<'GET /api/shopping_cart_items'>;
export type CartItem = CartReply['items'][number];

const INCLUDING_TAX = 0;
const BEYOND = { block: 'block', approval: 'approval', own_payment: 'ownPayment' } as const;

/** The picture of a line as the API's list of images. */
const toImages = ({ imageSrc: src, imageId: id }: PricedLine, altText: string) =>
  src === null ? [] : [{ id, src, position: 0, altText }];

/** A cart line as the API shows it; amounts are null when the price is on request or hidden from the person. */
export function toCartItem(line: PricedLine, scope: Scope): CartItem {
  const including = scope.taxDisplayType === INCLUDING_TAX;
  const toAmount = (minor: number) => (line.callForPrice || !scope.pricesVisible ? null : toMajorUnits(minor));
  const label = nameLine(line);
  const { shownQuantity, message } = getAvailability(line);
  return {
    id: line.id,
    productId: line.productId,
    combinationId: line.combinationId,
    productName: line.productName,
    sku: line.sku,
    images: toImages(line, label),
    attributes: line.attributes,
    attributeDescription: line.description,
    quantity: line.quantity,
    unitPrice: toAmount(including ? line.unitMinor + line.unitTaxMinor : line.unitMinor),
    subTotal: toAmount(including ? line.inclTaxMinor : line.exclTaxMinor),
    unitPriceInclTax: toAmount(line.unitMinor + line.unitTaxMinor),
    unitPriceExclTax: toAmount(line.unitMinor),
    subTotalInclTax: toAmount(line.inclTaxMinor),
    subTotalExclTax: toAmount(line.exclTaxMinor),
    nextTier: toNextTier(line, scope),
    customisations: line.designs.map((design) => toCustomisation(design, scope)),
    customisationEnabled: line.isCustomisable && line.madeToMeasure === null && line.quote === null,
    organisationCollectionId: line.entitlement?.collectionId ?? line.collectionId,
    collectionGroupId: line.entitlement?.groupId ?? null,
    superGroupId: line.entitlement?.superGroupId ?? null,
    superGroupOptionId: line.entitlement?.superGroupOptionId ?? null,
    superGroupName: line.entitlement?.superGroupName ?? null,
    customerId: line.wearerId,
    customerName: line.wearerName,
    quoteItemId: line.quote?.leads ? line.quote.itemId : null,
    quote: line.quote && toCartQuote(line.quote),
    isMadeToOrder: line.isMadeToOrder,
    callForPrice: line.callForPrice,
    stockQuantity: shownQuantity,
    stockMessage: message,
    orderMinimumQuantity: line.orderMinimumQuantity,
    orderMaximumQuantity: line.orderMaximumQuantity,
    allowedQuantities: [...line.allowedQuantities],
    coveredQuantity: line.coverage.covered,
    beyondQuantity: line.coverage.beyond,
    ownQuantity: line.coverage.own,
    ownTotal: line.coverage.own > 0 && !line.callForPrice ? toMajorUnits(getOwnMinor(line)) : null,
    beyond: line.entitlement ? BEYOND[line.entitlement.beyond] : null,
    reason: line.reason,
    replacesOrderId: line.replacesOrderIds.length === 0 ? null : Math.max(...line.replacesOrderIds),
    sentBackReason: line.sentBackReason,
    isEditable: line.entitlement?.isFixed !== true,
    warnings: line.warnings,
    createdOnUtc: line.createdAt.toISOString(),
    updatedOnUtc: line.updatedAt.toISOString(),
  };
}

const toCartQuote = ({ quoteId, quoteNumber, validUntil, leads, quoted, taken }: NonNullable<PricedLine['quote']>) => ({
  id: quoteId,
  quoteNumber,
  validUntilUtc: validUntil,
  hasEnded: !leads,
  left: leads ? Math.max(quoted - taken, 0) : 0,
});

/** From how many pieces on the line is cheaper next, and the price of a piece then. */
function toNextTier(line: PricedLine, { pricesVisible, taxDisplayType }: Scope): CartItem['nextTier'] {
  if (!pricesVisible || line.callForPrice) return null;
  const next = line.tiers
    .map(({ quantity }) => ({ quantity, unitMinor: unitPrice(line, quantity) + line.decorationMinor }))
    .filter(({ quantity, unitMinor }) => quantity > line.quantity && unitMinor < line.unitMinor)
    .sort((a, b) => a.quantity - b.quantity)[0];
  if (!next) return null;
  const { unitMinor, unitTaxMinor } = lineAmounts(next.unitMinor, next.quantity, line.taxRate);
  return {
    quantity: next.quantity,
    unitPrice: toMajorUnits(taxDisplayType === INCLUDING_TAX ? unitMinor + unitTaxMinor : unitMinor),
  };
}

/** The whole cart, as every cart call returns it. `warnings` are of no line in particular. */
export function toCartReply(lines: readonly PricedLine[], scope: Scope, warnings: readonly string[] = []): CartReply {
  const { goodsMinor, taxMinor, quantity } = totalCartLines(lines);
  const toSum = (minor: number) => (scope.pricesVisible ? toMajorUnits(minor) : null);
  return {
    items: lines.map((line) => toCartItem(line, scope)),
    warnings: [...warnings],
    totalQuantity: quantity,
    subTotal: toSum(scope.taxDisplayType === INCLUDING_TAX ? goodsMinor + taxMinor : goodsMinor),
    subTotalInclTax: toSum(goodsMinor + taxMinor),
    subTotalExclTax: toSum(goodsMinor),
    tax: toSum(taxMinor),
    charges: toChargesReply(listCharges(lines), scope),
    taxDisplayType: scope.taxDisplayType,
    currencyCode: scope.currencyCode,
    canCheckout: lines.length > 0 && warnings.length === 0 && lines.every((line) => line.warnings.length === 0),
  };
}
