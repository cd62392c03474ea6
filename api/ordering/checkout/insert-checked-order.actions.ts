import { reserveStock, sumDemand } from '#api/catalogue/stock/reservations.queries.ts';
import { sumEntitlementDemand } from '#api/entitlement/coverage.rules.ts';
import { reserveEntitlement } from '#api/entitlement/reserve-entitlement.queries.ts';
import { findActors } from '#api/identity/sessions/access.queries.ts';
import { insertAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { listApprovalMails } from '../approval/request-approval.actions.ts';
import { insertAttempt } from '../card-payments/attempts.queries.ts';
import type { CartDependencies } from '../cart/cart.actions.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import { markRequestsOrdered } from '../cart/made-to-measure-lines.queries.ts';
import { lockCreditTerms } from '../credit/credit.queries.ts';
import { toMailedOrder } from '../mails/mailed-order.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { lockOrders } from '../order-states/lock-orders.queries.ts';
import { insertOrder, type NewOrder } from './insert-order.queries.ts';
import { type MailedDraft, toOrderForMail } from './order-draft.mapper.ts';
import { orderPlacedMail } from './order-mails.ts';
import { explainCreditOfOrder } from './order-refusals.rules.ts';
import { toOrderedForYou } from './ordered-for-you-mail.ts';

/** Dependencies of placing an order. */
export type CheckoutDependencies = CartDependencies & MailDependencies;

/** How an order is placed. */
interface Placing {
  requestId: string;
  /** Whether its person is told by email; those whom it has garments for always are. */
  tellsPerson: boolean;
  /** Whether the supplier takes it although the organisation has no credit for it. */
  exceedsCredit?: boolean;
}

/** A line as the entitlement's rules see it. */
const toCoveredLine = (line: PricedLine) => ({
  quantity: line.quantity,
  unitMinor: line.unitMinor - line.decorationOutsideBudgetMinor,
  entitlement: line.entitlement,
  wearerName: line.eligibility.wearer?.name ?? null,
  covered: line.coverage.covered,
});

/** Says which parts of the entitlement another order has just used. */
function describeExhausted(lines: readonly PricedLine[], accountIds: readonly number[]): string[] {
  const accounts = lines.flatMap(({ entitlement }) => (entitlement ? [entitlement.group, entitlement.budget] : []));
  const labels = new Set(accounts.flatMap((account) => (account && accountIds.includes(account.id) ? [account.label] : [])));
  return [...labels].map(
    (label) => `Another order has just used the rest of ${label}. Nothing has been ordered yet; please review the summary again.`,
  );
}

/** An order that has been placed, with the number that people see. */
export interface PlacedOrder {
  orderId: number;
  number: string;
  requiresApproval: boolean;
  /** Whether it waits for the payment by card, with an attempt whose page is to be opened. */
  awaitsPayment: boolean;
}

/**
 * Inserts a checked order within the caller's transaction: reserves the stock by one conditional update, writes the order, its lines, stock entries, audit event
 * and mails, and empties the cart that it comes from, which must be locked. Throws 400 when the credit, the stock or the entitlement does not suffice any
 * more; the caller then rolls back and nothing is saved.
 */
export async function insertCheckedOrder(
  tx: Tx,
  dependencies: CheckoutDependencies,
  context: RequestContext,
  draft: MailedDraft,
  newOrder: NewOrder,
  { requestId, tellsPerson, exceedsCredit = false }: Placing,
): Promise<PlacedOrder> {
  const { effective } = context;
  const requiresApproval = draft.approvalReasons.length > 0;
  const demand = sumEntitlementDemand(draft.lines.map(toCoveredLine));
  const { replacesOrderIds } = newOrder;
  // Every order takes its locks in this order: cart, cost centre (above), orders that it replaces, credit, stock, entitlement. Otherwise two could wait for each other.
  const requests = draft.lines.filter(({ madeToMeasure }) => madeToMeasure).length;
  const [, credit, unavailableIds, exhaustedIds, { id }] = await inOrder(tx, [
    () => (replacesOrderIds.length === 0 ? [] : lockOrders(tx, effective.organisationId, replacesOrderIds)),
    () => lockCreditTerms(tx, effective),
    // A test takes nothing from the stock: it is never sent.
    () => (newOrder.isTest ? ([] as number[]) : reserveStock(tx, sumDemand(draft.lines))),
    () => reserveEntitlement(tx, effective, demand),
    () => insertOrder(tx, effective, newOrder),
  ]);
  // Another order may have been placed, or a hold or another limit set, since the terms were checked.
  const creditRefusal = explainCreditOfOrder(credit, draft.totals, effective);
  if (creditRefusal && !exceedsCredit) throw badRequest('credit', creditRefusal);
  if (unavailableIds.length > 0) {
    const unavailable = draft.lines.filter(({ combinationId }) => unavailableIds.includes(combinationId)).map(nameLine);
    throw badRequest(
      'cart',
      ...unavailable.map(
        (name) => `Someone else has just ordered the last of ${name}. Nothing has been ordered yet; please change the quantity.`,
      ),
    );
  }
  if (exhaustedIds.length > 0) throw badRequest('cart', ...describeExhausted(draft.lines, exhaustedIds));
  if (requests > 0 && (await markRequestsOrdered(tx, effective, id)) < requests)
    throw badRequest('cart', 'A garment made to measure can no longer be ordered. Please review the cart.');
  // What needs approval is paid after it.
  const awaitsPayment = draft.totals.card !== undefined && !requiresApproval;
  if (awaitsPayment && (await insertAttempt(tx, { organisationId: effective.organisationId, orderId: id })) === undefined)
    throw badRequest('paymentMethodSystemName', 'Payments by card are not possible at the moment. Please try again later.');
  const approvalMails = requiresApproval
    ? await listApprovalMails(tx, dependencies, { organisationId: effective.organisationId, orderId: id })
    : [];
  const order = toOrderForMail(draft, context);
  const orderPlaced = toQueuedMail(orderPlacedMail, {
    organisationId: effective.organisationId,
    brandId: effective.brandId,
    recipient: effective.email,
    data: {
      orderId: id,
      firstName: effective.firstName,
      requiresApproval,
      ...toMailedOrder(order, effective),
    },
    dedupeKey: `order-placed:${id}`,
  });
  const wearerIds = draft.lines.flatMap(({ entitledId }) => entitledId ?? []);
  const others = [...new Set(wearerIds)].filter((each) => each !== effective.customerId && each !== context.caller.customerId);
  const forWearers = (others.length === 0 ? [] : await findActors(tx, effective.organisationId, others)).map((wearer) =>
    toOrderedForYou(wearer, { orderId: id, requiresApproval, order }),
  );
  const after = { totalMinor: draft.totals.totalMinor };
  const audited = insertAuditEvents(context, [{ action: 'order.placed', subjectId: String(id), after, requestId }]);
  await enqueueMails(tx, dependencies, [...(tellsPerson ? [orderPlaced] : []), ...forWearers, ...approvalMails], [audited]);
  return { orderId: id, number: String(id), requiresApproval, awaitsPayment };
}
