import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toCartReply } from '../cart/cart.mapper.ts';
import type { Reordered } from './reorder.actions.ts';

type ReorderReply = ReplyOf<'POST /api/reorder'>;

const INCLUDING_TAX = 0;

/** The result of a re-order as the API shows it. */
export function toReorderReply({ lines, warnings, cart }: Reordered, scope: Scope): ReorderReply {
  const toUnitPrice = (price: { unitMinor: number; unitTaxMinor: number } | null) =>
    price === null || !scope.pricesVisible
      ? null
      : toMajorUnits(scope.taxDisplayType === INCLUDING_TAX ? price.unitMinor + price.unitTaxMinor : price.unitMinor);
  return {
    success: true,
    msg: warnings.length > 0 ? 'Some lines could not be added to the cart in full.' : null,
    ...toCartReply(cart, scope),
    warnings,
    lines: lines.map(({ ordered, added, cartLineId, price, reasons, notes }) => ({
      orderItemId: ordered.id,
      productId: ordered.productId,
      productName: ordered.productName,
      sku: ordered.sku,
      imageSrc: ordered.imageSrc,
      attributeDescription: ordered.description,
      customerId: ordered.wearerId,
      customerName: ordered.wearerName,
      quantity: ordered.quantity,
      addedQuantity: added,
      shoppingCartItemId: cartLineId,
      unitPrice: toUnitPrice(price),
      previousUnitPrice: toUnitPrice(ordered),
      reasons,
      notes,
    })),
  };
}
