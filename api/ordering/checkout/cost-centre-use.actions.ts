import type { Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { CostCentreUse } from '../approval/approval-reasons.rules.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import { type AnsweredQuestion, findChosenCostCentre } from '../checkout-questions/asked-questions.rules.ts';
import type { LockedCart } from './checkout.queries.ts';
import type { OrderTotals } from './checkout.rules.ts';
import { lockCostCentreUse, sumCostCentre } from './cost-centre-use.queries.ts';

/** What the organisation pays of an order, excluding tax: nothing where everything is the person's. `organisation_net_value` counts alike. */
const getOrganisationNet = ({ card, organisationGoodsMinor, shippingMinor, feeMinor, chargesMinor }: OrderTotals): number =>
  card?.payer === 'person' && card.isAll ? 0 : organisationGoodsMinor + shippingMinor + feeMinor + chargesMinor;

/** An order as it would be placed today. */
interface ChargedOrder {
  cart: Pick<LockedCart, 'rules'>;
  lines: readonly Pick<PricedLine, 'entitlement'>[];
  totals: OrderTotals;
  questions: readonly AnsweredQuestion[];
  today: string;
  purpose: 'summary' | 'order';
}

/**
 * What the orders of the chosen cost centre cost in this season, with this one: only where it has a limit, and the organisation asks for approval beyond
 * it. An order that is placed waits for others of the cost centre, so that the later of two sees the earlier.
 */
export async function readCostCentreUse(tx: Tx, scope: Scope, order: ChargedOrder): Promise<CostCentreUse | undefined> {
  const chosen = findChosenCostCentre(order.questions);
  if (chosen?.seasonLimitMinor == null || !order.cart.rules.approval.some(({ kind }) => kind === 'cost_centre')) return undefined;
  const seasonId = order.lines.find(({ entitlement }) => entitlement)?.entitlement?.seasonId ?? null;
  const [, spentMinor] = await inOrder(tx, [
    () => (order.purpose === 'order' ? lockCostCentreUse(tx, chosen.id) : undefined),
    () => sumCostCentre(tx, scope, chosen.id, { seasonId, today: order.today }),
  ]);
  return {
    name: chosen.name,
    limitMinor: chosen.seasonLimitMinor,
    valueMinor: spentMinor + getOrganisationNet(order.totals),
  };
}
