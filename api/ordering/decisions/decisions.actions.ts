import { lockOwnRights } from '#api/identity/sessions/own-rights.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertOutcomeAsSeen, createChangedError } from '#api/platform/http/fingerprint.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { validatePoNumber } from '../approval/po-number.rules.ts';
import { describeSeenChanges, joinSeen } from '../approval/seen-order.rules.ts';
import { explainPaidPart } from '../card-payments/changes/card-change.rules.ts';
import { settleCardChange } from '../card-payments/changes/settle-card-change.actions.ts';
import { mailPaymentDue } from '../card-payments/mail-payment-due.actions.ts';
import { lockCartOfPerson, returnLinesToCart } from '../cart/returned-lines.queries.ts';
import { readOrderForMail } from '../mails/mailed-order.queries.ts';
import { toMailedOrder, toShownAmount } from '../mails/mailed-order.rules.ts';
import type { OrderMailRecipient } from '../mails/order-mail-recipient.rules.ts';
import { actAsPerson, recordAct } from '../order-acts/record-act.actions.ts';
import { cancelPieces } from '../order-lines/cancel-pieces.queries.ts';
import { sendBackPieces } from '../order-lines/send-back-pieces.queries.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import type { LineOutcome } from '../order-states/order-events.rules.ts';
import { type OrderRef, type StepTaker, takeStep } from '../order-states/order-steps.queries.ts';
import { expectedArrival } from '../orders/arrival-day.queries.ts';
import { explainUnaffordable, planShrinking, type Shrinking } from '../remainder/remainder.actions.ts';
import { writeCharges } from '../remainder/remainder.queries.ts';
import { describeRemainder } from '../remainder/remainder.rules.ts';
import { orderApprovedMail, orderPartlyApprovedMail, orderRejectedMail, orderSentBackMail } from './decision-mails.ts';
import {
  type DecidedOrder,
  findDecisionAccess,
  insertLineDecisions,
  listSeenChanges,
  readDecidedOrder,
  returnAnswersToCart,
  setPoNumber,
} from './decisions.queries.ts';
import {
  type Decision,
  type DecisionInput,
  explainClosedApproval,
  isSameDecision,
  isWhole,
  type LineDecision,
  planDecision,
} from './decisions.rules.ts';

const MAILS = { approve: orderApprovedMail, reject: orderRejectedMail, sendBack: orderSentBackMail } as const;
const EVENTS = { approve: 'approved', reject: 'rejected', sendBack: 'sent_back' } as const;
const DECIDED = { approved: 'approved', rejected: 'rejected', sent_back: 'sent back' } as const;

/** The sentence that answers a decision, and its repetition. `isByLine`: lines were decided differently, or not all their pieces were approved. */
const describeDecision = (orderId: number, status: keyof typeof DECIDED, isByLine: boolean): string =>
  `Order ${orderId} ${DECIDED[status]}${status === 'approved' && isByLine ? ' in part' : ''}.`;

/** Throws 404 when the caller may not see the order, 403 when they may not decide on it. */
async function assertCanDecide(tx: Tx, caller: Scope, orderId: number): Promise<void> {
  const access = await findDecisionAccess(tx, caller, orderId);
  if (!access) throw notFound('order');
  if (access.isOwn) throw forbidden('This is your own order. Someone else has to approve it.');
  if (access.isPlacer) throw forbidden('You placed this order. Someone else has to approve it.');
  if (!access.canDecide) throw forbidden('You are not allowed to decide on this order.');
}

/** Like `assertCanDecide`, but someone who has decided on the order may ask again, whatever has changed since. */
async function assertWasInvolved(tx: Tx, caller: Scope, orderId: number, order: DecidedOrder): Promise<void> {
  if (order.latest?.decidedById !== caller.customerId) await assertCanDecide(tx, caller, orderId);
}

/** Throws 409 with what has changed when the order is no longer what the approver has seen. Without a fingerprint, whatever they saw counts. */
async function assertOrderAsSeen(
  tx: Tx,
  { pricesVisible }: Scope,
  ref: OrderRef,
  order: DecidedOrder,
  { fingerprint }: DecisionInput,
): Promise<void> {
  if (!fingerprint || fingerprint === order.fingerprint) return;
  const seen = joinSeen(await listSeenChanges(tx, ref, fingerprint));
  const changes = seen ? describeSeenChanges(seen, order, { currencyCode: order.currencyCode, pricesVisible }) : [];
  throw createChangedError('order', `Order ${ref.orderId}`, changes);
}

/** The plan of the decision. Throws 422 for input that cannot be accepted. */
function readDecision(input: DecisionInput, order: DecidedOrder): { decision: Decision; poNumber: string | null } {
  const decision = planDecision(input, order.lines);
  if ('field' in decision) throw invalid(decision.field, decision.message);
  const given = input.poNumber?.trim() || null;
  if (decision.step !== 'approve' || order.poNumber !== null) return { decision, poNumber: null };
  const { poNumberRequired: isRequired, poNumberPattern: pattern, poNumberMessage: message } = order;
  const refusal = validatePoNumber(given, { isRequired, pattern, message });
  if (refusal) throw invalid('poNumber', refusal);
  return { decision, poNumber: given };
}

const isSentBack = ({ action, refused }: LineDecision) => action === 'amend' && refused > 0;

/** What happens to each line, with its name. */
const toOutcomes = (order: DecidedOrder, { lines }: Decision): (LineOutcome & { lineId: number })[] =>
  lines.map(({ lineId, action, approved, refused }) => ({
    lineId,
    name: order.lines.find(({ id }) => id === lineId)?.name ?? '',
    approved,
    dropped: action === 'amend' ? 0 : refused,
    sentBack: action === 'amend' ? refused : 0,
  }));

/** The lines of the mail about a decision: what of each was dropped or sent back, with amounts for people who see them. */
function toRefusedLines(order: DecidedOrder, decision: Decision, viewer: OrderMailRecipient) {
  const lines = viewer.select(order.lines);
  const outcomes = toOutcomes(order, decision);
  const linesOf = (part: 'dropped' | 'sentBack') =>
    outcomes.flatMap((outcome) => {
      const line = lines.find((each) => each.id === outcome.lineId);
      const quantity = outcome[part];
      if (!line || quantity === 0) return [];
      const { name, sku, unitMinor, taxRate } = line;
      return [{ quantity, name, sku, amountMinor: toShownAmount(quantity * unitMinor, taxRate, order, viewer) }];
    });
  return { dropped: linesOf('dropped'), sentBack: linesOf('sentBack') };
}

/** What remains when only a part of an order is approved; undefined when all or nothing is. Throws 422 where fewer pieces of a line would remain than its product is sold in. */
async function planApproved(
  tx: Tx,
  caller: Scope,
  ref: OrderRef,
  { step, lines }: Decision,
  { items = [] }: DecisionInput,
): Promise<Shrinking | undefined> {
  const refused = lines.filter((line) => line.refused > 0);
  if (step !== 'approve' || refused.length === 0) return undefined;
  const leaving = refused.map(({ lineId, refused: quantity }) => ({ lineId, quantity }));
  const shrinking = await planShrinking(tx, caller, ref, leaving);
  if (!('message' in shrinking)) return shrinking;
  const item = items?.findIndex(({ id }) => id === leaving[shrinking.index]?.lineId);
  throw invalid(`items[${item}].quantity`, shrinking.message);
}

/** What approving only a part of an order leaves of its costs, as sentences for the caller. */
const describeApproved = (caller: Scope, { currencyCode }: DecidedOrder, shrinking: Shrinking | undefined): string[] =>
  shrinking ? describeRemainder(shrinking.remainder, currencyCode, caller) : [];

/** Throws 400 when what remains is dearer, and a credit limit or a budget does not cover it. */
async function assertAffordable(tx: Tx, caller: Scope, ref: OrderRef, shrinking: Shrinking | undefined): Promise<void> {
  const refusal = shrinking && (await explainUnaffordable(tx, caller, ref, shrinking));
  if (refusal !== undefined) throw badRequest('order', refusal);
}

/** Gives back what is not approved, and puts what is sent back into the cart of the order's person. What remains is charged as `planApproved` says. */
async function settleLines(
  tx: Tx,
  { caller }: RequestContext,
  ref: OrderRef,
  order: DecidedOrder,
  { decision, shrinking, actor }: { decision: Decision; shrinking: Shrinking | undefined; actor: StepTaker },
): Promise<void> {
  const sentBack = decision.lines.filter(isSentBack);
  // Placing an order locks the cart before the stock; the other way round, the two could wait for each other.
  const cartId = sentBack.length > 0 ? await lockCartOfPerson(tx, ref.organisationId, order.customerId) : undefined;
  await assertAffordable(tx, caller, ref, shrinking);
  const refused = decision.lines.filter((line) => line.refused > 0);
  const pieces = refused.map(({ lineId, refused: quantity }) => ({ lineId, quantity }));
  if (!(await cancelPieces(tx, ref, pieces, actor, shrinking?.remainder.prices)))
    throw new Error(`The pending pieces of order ${ref.orderId} have changed although it was locked.`);
  if (shrinking?.remainder.charges) await writeCharges(tx, ref, shrinking.remainder.charges);
  if (cartId !== undefined) {
    const returned = sentBack.map(({ lineId, refused }) => ({ lineId, quantity: refused }));
    await returnLinesToCart(tx, ref, cartId, returned);
    await returnAnswersToCart(tx, ref, cartId);
    await sendBackPieces(tx, ref.organisationId, returned);
  }
  await insertLineDecisions(tx, ref.organisationId, order.approvalId as number, decision.lines);
}

/**
 * Decides on an order that waits for approval, within the caller's transaction: state, lines, stock, entitlement, event, audit event and mails. Repeating
 * one's own decision changes nothing and gets the first answer. Returns a sentence about the result. Throws 404 for orders that the caller may not see, 403 when they may not
 * decide, 422 for the input, and 409 with who decided, what and when if the order no longer waits, or with what has changed if it is not what they saw.
 */
export async function decideOnOrder(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  { id: orderId, ...input }: DecisionInput & { id: number },
  requestId: string,
): Promise<string> {
  const { caller } = context;
  const ref: OrderRef = { organisationId: caller.organisationId, orderId };
  await lockOwnRights(tx, caller);
  await lockOrder(tx, ref);
  const order = await readDecidedOrder(tx, ref);
  if (!order) throw notFound('order');
  await assertWasInvolved(tx, caller, orderId, order);
  const latest = order.latest && {
    ...order.latest,
    closedAt: order.latest.closedAt === null ? null : new Date(order.latest.closedAt),
  };
  if (!order.isWaiting) {
    if (latest && isSameDecision(input, latest, caller.customerId))
      return describeDecision(orderId, latest.status as keyof typeof DECIDED, !isWhole(latest.lines));
    throw conflict('order', explainClosedApproval(latest ?? undefined, caller.timeZone));
  }
  await assertOrderAsSeen(tx, caller, ref, order, input);
  const { decision, poNumber } = readDecision(input, order);
  const { step, reason, isByLine } = decision;
  const shrinking = await planApproved(tx, caller, ref, decision, input);
  assertOutcomeAsSeen(input.outcomeFingerprint, describeApproved(caller, order, shrinking), 'order');
  const acting = actAsPerson(context, dependencies, requestId);
  if (!(await takeStep(tx, ref, step, { actor: acting.actor, reason })))
    throw conflict('order', 'Someone else has just decided on this order. Please reload the page.');
  if (poNumber !== null) await setPoNumber(tx, ref, poNumber);
  await settleLines(tx, context, ref, order, { decision, shrinking, actor: acting.actor });
  const notApproved = { actor: acting.actor, reason: step === 'approve' ? 'Not approved' : 'The order was not approved' };
  if (!(await settleCardChange(tx, dependencies, ref, order.card, notApproved)))
    throw badRequest('order', explainPaidPart(order.card.payer, 'What remains'));

  const approved = await readOrderForMail(tx, ref, expectedArrival(caller));
  const isPartial = step === 'approve' && isByLine;
  const kind = isPartial ? 'partly_approved' : EVENTS[step];
  const details = {
    ...(reason === null ? {} : { reason }),
    ...(poNumber === null ? {} : { poNumber }),
    ...(isByLine ? { lines: toOutcomes(order, decision).map(({ lineId: _lineId, ...outcome }) => outcome) } : {}),
  };
  await recordAct(
    tx,
    acting,
    { ...ref, brandId: order.brandId },
    {
      events: [{ kind, data: details }],
      audits: [{ action: `order.${kind.replace('_', '-')}`, subjectId: String(orderId), after: details }],
      mail: {
        definition: isPartial ? orderPartlyApprovedMail : MAILS[step],
        people: order,
        lines: order.lines.filter(({ id }) => decision.lines.some(({ lineId }) => lineId === id)),
        occasion: String(order.approvalId),
        toData: (recipient) => ({
          decidedBy: formatPersonName(caller),
          reason,
          currencyCode: order.currencyCode,
          order: toMailedOrder(approved, recipient),
          ...toRefusedLines(order, decision, recipient),
        }),
      },
    },
  );
  // Without a further statement where no card pays anything.
  if (step === 'approve' && approved.awaitsPayment) await mailPaymentDue(tx, dependencies, ref, String(order.approvalId));
  return describeDecision(orderId, EVENTS[step], isByLine);
}

/**
 * What approving only a part of an order would leave of its costs, as sentences for the caller; empty where prices are hidden from them, and when all or
 * nothing is approved. Changes nothing; neither a reason nor a PO number is needed yet. Throws 404, 403, 409, 422 and 400 as the decision itself would.
 */
export async function previewDecision(
  tx: Tx,
  { caller }: RequestContext,
  { id: orderId, ...input }: DecisionInput & { id: number },
): Promise<string[]> {
  const ref: OrderRef = { organisationId: caller.organisationId, orderId };
  await lockOrder(tx, ref);
  const order = await readDecidedOrder(tx, ref);
  if (!order) throw notFound('order');
  await assertCanDecide(tx, caller, orderId);
  if (!order.isWaiting) throw conflict('order', 'This order is not waiting for approval.');
  await assertOrderAsSeen(tx, caller, ref, order, input);
  const decision = planDecision({ ...input, rejectReason: input.rejectReason?.trim() || '–' }, order.lines);
  if ('field' in decision) throw invalid(decision.field, decision.message);
  const shrinking = await planApproved(tx, caller, ref, decision, input);
  await assertAffordable(tx, caller, ref, shrinking);
  return describeApproved(caller, order, shrinking);
}
