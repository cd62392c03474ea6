import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
/** A rule of an organisation about which orders need approval, of those that apply to the person's groups. */
export interface ApprovalRule {
  kind: 'always' | 'above_amount' | 'product' | 'first_order' | 'cost_centre';
  /** Goods and extra delivery without tax, in minor units, above which approval is needed. */
  amountMinor: number | null;
  productId: number | null;
}

/** Why an order needs approval, as stored with the request. `withDelivery`: the goods alone would be within the limit. */
export type ApprovalReason =
  | { kind: 'always' }
  | { kind: 'first_order' }
  | { kind: 'above_amount'; amountMinor: number; withDelivery?: true }
  | { kind: 'cost_centre'; name: string; limitMinor: number }
  | { kind: 'product'; names: string[] }
  | { kind: 'beyond'; pieces: number };

/** A cost centre with what its orders of a season cost the organisation, in minor units excluding tax. */
export interface CostCentreUse {
  name: string;
  limitMinor: number;
  /** With this order. */
  valueMinor: number;
}

/** What the rules look at. `beyond` is the number of pieces of a line beyond the entitlement. */
export interface OrderToApprove {
  /** Goods without tax, in minor units. */
  goodsMinor: number;
  /** What the chosen delivery costs without tax beyond the one that applies by itself, in minor units. */
  extraDeliveryMinor: number;
  isFirst: boolean;
  /** The cost centre that it is charged to, where that has a limit. */
  costCentre?: CostCentreUse | undefined;
  lines: readonly { productId: number; productName: string; beyond: number }[];
}

/**
 * Why an order needs approval before it goes to the warehouse, most specific first; empty when it does not. Pieces beyond the entitlement always
 * need it. What delivery costs beyond the default counts for limits as goods do, because someone has chosen it; the default does not, because no one
 * can do without it. Of several limits that are exceeded, the highest is named.
 */
export function listApprovalReasons(rules: readonly ApprovalRule[], order: OrderToApprove): ApprovalReason[] {
  const reasons: ApprovalReason[] = [];
  const beyond = order.lines.reduce((sum, line) => sum + line.beyond, 0);
  if (beyond > 0) reasons.push({ kind: 'beyond', pieces: beyond });
  const marked = new Set(rules.flatMap(({ kind, productId }) => (kind === 'product' ? [productId] : [])));
  const names = order.lines.filter(({ productId }) => marked.has(productId)).map(({ productName }) => productName);
  if (names.length > 0) reasons.push({ kind: 'product', names: [...new Set(names)] });
  const limits = rules.flatMap(({ kind, amountMinor }) => (kind === 'above_amount' && amountMinor !== null ? [amountMinor] : []));
  const exceeded = limits.filter((limit) => order.goodsMinor + order.extraDeliveryMinor > limit);
  if (exceeded.length > 0) {
    const amountMinor = Math.max(...exceeded);
    reasons.push({ kind: 'above_amount', amountMinor, ...(order.goodsMinor <= amountMinor && { withDelivery: true }) });
  }
  const { costCentre } = order;
  if (costCentre && costCentre.valueMinor > costCentre.limitMinor && rules.some(({ kind }) => kind === 'cost_centre'))
    reasons.push({ kind: 'cost_centre', name: costCentre.name, limitMinor: costCentre.limitMinor });
  if (order.isFirst && rules.some(({ kind }) => kind === 'first_order')) reasons.push({ kind: 'first_order' });
  if (rules.some(({ kind }) => kind === 'always')) reasons.push({ kind: 'always' });
  return reasons;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A reason in words, such as `Goods worth more than £1,000.00`; without an amount where `currencyCode` is null, for people who see no prices. */
export function describeApprovalReason(reason: ApprovalReason, currencyCode: string | null): string {
  switch (reason.kind) {
    case 'beyond':
      return `${plural(reason.pieces, 'piece')} beyond the entitlement`;
    case 'product':
      return `${reason.names.join(', ')} ${reason.names.length === 1 ? 'needs' : 'need'} approval`;
    case 'above_amount':
      return `${reason.withDelivery ? 'Goods and extra delivery' : 'Goods'} worth more than ${currencyCode === null ? 'the organisation’s limit' : formatMoney(reason.amountMinor, currencyCode)}`;
    case 'cost_centre':
      return `Orders of ${reason.name} in this season worth more than ${currencyCode === null ? 'its limit' : formatMoney(reason.limitMinor, currencyCode)}`;
    case 'first_order':
      return 'The first order of this person';
    case 'always':
      return 'Every order needs approval';
  }
}
