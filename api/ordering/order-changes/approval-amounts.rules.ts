import {
  type ApprovalReason,
  type ApprovalRule,
  type CostCentreUse,
  listApprovalReasons,
} from '../approval/approval-reasons.rules.ts';
import { getExtraDelivery, type ShippingRate } from '../checkout/checkout.rules.ts';
import { type CardPayer, countCardPieces } from '../payment-parts/payment-parts.rules.ts';

/** A line of a changed order, as far as approval looks at it. Money in minor units, excluding tax. */
interface ChangedLine {
  productId: number;
  productName: string;
  collectionGroupId: number | null;
  quantity: number;
  cancelledQuantity: number;
  returnedQuantity: number;
  coveredQuantity: number;
  cardQuantity: number;
  cardCancelledQuantity: number;
  unitMinor: number;
}

/** A changed order, as far as approval looks at it. Money in minor units, excluding tax. */
interface ChangedOrder {
  cardPayer: CardPayer | null;
  isAllByCard: boolean;
  goodsMinor: number;
  cancelledMinor: number;
  shippingMinor: number;
  defaultDelivery: Pick<ShippingRate, 'rateMinor' | 'freeFromMinor'> | null;
  rules: readonly ApprovalRule[];
  /** Those of its last approval; null when it needed none. */
  reasons: readonly ApprovalReason[] | null;
  isFirst: boolean;
  /** The cost centre that it is charged to, where that has a limit. */
  costCentre: CostCentreUse | null;
  lines: readonly ChangedLine[];
}

/** Pieces that remain of a line and that the person pays. */
const countOwn = (line: ChangedLine, { cardPayer }: Pick<ChangedOrder, 'cardPayer'>) =>
  cardPayer === 'person' ? countCardPieces(line) : 0;

/** Pieces of a line that someone has to approve: beyond the entitlement, and not paid by the person. */
function countBeyond(line: ChangedLine, order: ChangedOrder): number {
  const { collectionGroupId, coveredQuantity, quantity, cancelledQuantity, returnedQuantity } = line;
  const beyond = quantity - cancelledQuantity - returnedQuantity - coveredQuantity - countOwn(line, order);
  return collectionGroupId === null ? 0 : Math.max(0, beyond);
}

/**
 * What of the order counts for limits, in minor units excluding tax: what is left of the goods, and what delivery costs beyond the default. What the person
 * pays does not count.
 */
function countAmounts(order: ChangedOrder) {
  const { cancelledMinor, shippingMinor, defaultDelivery, lines } = order;
  const goodsMinor = order.goodsMinor - cancelledMinor;
  const isAllOwn = order.isAllByCard && order.cardPayer === 'person';
  return {
    goodsMinor: goodsMinor - lines.reduce((sum, line) => sum + line.unitMinor * countOwn(line, order), 0),
    extraDeliveryMinor: isAllOwn
      ? 0
      : getExtraDelivery({ rateMinor: shippingMinor, freeFromMinor: null }, defaultDelivery, goodsMinor),
  };
}

/** The same as one sum. */
export const sumAmounts = (order: ChangedOrder): number => {
  const { goodsMinor, extraDeliveryMinor } = countAmounts(order);
  return goodsMinor + extraDeliveryMinor;
};

/** Why the order as it is needs approval. That its cost centre had spent too much stays so. */
export function listReasons(order: ChangedOrder): ApprovalReason[] {
  const kept = (order.reasons ?? []).filter(({ kind }) => kind === 'cost_centre');
  return [
    ...kept,
    ...listApprovalReasons(order.rules, {
      ...countAmounts(order),
      isFirst: order.isFirst,
      costCentre: kept.length > 0 ? undefined : (order.costCentre ?? undefined),
      lines: order.lines
        .filter(({ quantity, cancelledQuantity }) => quantity > cancelledQuantity)
        .map((line) => ({ productId: line.productId, productName: line.productName, beyond: countBeyond(line, order) })),
    }),
  ];
}
