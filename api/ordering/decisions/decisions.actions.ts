import { lockOwnRights } from '#api/identity/sessions/own-rights.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { validatePoNumber } from '../approval/po-number.rules.ts';
import { actAsPerson, recordAct } from '../order-acts/record-act.actions.ts';
import { cancelPieces } from '../order-lines/cancel-pieces.queries.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import type { LineOutcome } from '../order-states/order-events.rules.ts';
import { type OrderRef, type StepTaker, takeStep } from '../order-states/order-steps.queries.ts';
import { orderApprovedMail, orderPartlyApprovedMail, orderRejectedMail, orderSentBackMail } from './decision-mails.ts';
import {
  type DecidedOrder,
  findDecisionAccess,
  insertLineDecisions,
  lockCartOfPerson,
  readDecidedOrder,
  returnLinesToCart,
  setPoNumber,
} from './decisions.queries.ts';
import {
  type Decision,
  type DecisionInput,
  explainClosedApproval,
  isSameDecision,
  type LineDecision,
  planDecision,
} from './decisions.rules.ts';

const MAILS = { approve: orderApprovedMail, reject: orderRejectedMail, sendBack: orderSentBackMail } as const;
const EVENTS = { approve: 'approved', reject: 'rejected', sendBack: 'sent_back' } as const;
const MESSAGES = {
  approved: 'The order has been approved.',
  rejected: 'The order has been rejected.',
  sent_back: 'The order has been sent back.',
} as const;

/** The sentence that answers a decision, and its repetition. `isByLine`: lines were decided differently, or not all their pieces were approved. */
const describeDecision = (status: keyof typeof MESSAGES, isByLine: boolean): string =>
  status === 'approved' && isByLine ? 'The order has been approved in part.' : MESSAGES[status];

/** Throws 404 when the caller may not see the order, 403 when they may not decide on it. */
async function assertCanDecide(tx: Tx, caller: Scope, orderId: number): Promise<void> {
  const access = await findDecisionAccess(tx, caller, orderId);
  if (!access) throw notFound('order');
  if (access.isOwn) throw forbidden('This is your own order. Someone else has to decide on it.');
  if (access.isPlacer) throw forbidden('You placed this order. Someone else has to decide on it.');
  if (!access.canDecide) throw forbidden('You are not allowed to decide on this order.');
}

/** Like `assertCanDecide`, but someone who has decided on the order may ask again, whatever has changed since. */
async function assertWasInvolved(tx: Tx, caller: Scope, orderId: number, order: DecidedOrder): Promise<void> {
  if (order.latest?.decidedById !== caller.customerId) await assertCanDecide(tx, caller, orderId);
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

/** The lines of the mail about a decision: of each what was approved, dropped or sent back, with amounts for people who see them. */
function toMailedLines(order: DecidedOrder, decision: Decision, pricesVisible: boolean) {
  const outcomes = toOutcomes(order, decision);
  const linesOf = (part: 'approved' | 'dropped' | 'sentBack') =>
    outcomes.flatMap((outcome) => {
      const line = order.lines.find((each) => each.id === outcome.lineId);
      const quantity = outcome[part];
      if (!line || quantity === 0) return [];
      const { name, sku, unitInclTaxMinor } = line;
      return [{ quantity, name, sku, inclTaxMinor: pricesVisible ? quantity * unitInclTaxMinor : null }];
    });
  return { approved: linesOf('approved'), dropped: linesOf('dropped'), sentBack: linesOf('sentBack') };
}

/** Gives back what is not approved, and puts what is sent back into the cart of the order's person. */
async function settleLines(tx: Tx, ref: OrderRef, order: DecidedOrder, decision: Decision, actor: StepTaker): Promise<void> {
  const sentBack = decision.lines.filter(isSentBack);
  // Placing an order locks the cart before the stock; the other way round, the two could wait for each other.
  const cartId = sentBack.length > 0 ? await lockCartOfPerson(tx, ref.organisationId, order.customerId) : undefined;
  const refused = decision.lines.filter((line) => line.refused > 0);
  const pieces = refused.map(({ lineId, refused: quantity }) => ({ lineId, quantity }));
  if (!(await cancelPieces(tx, ref, pieces, actor)))
    throw new Error(`The pending pieces of order ${ref.orderId} have changed although it was locked.`);
  if (cartId !== undefined) await returnLinesToCart(tx, ref, cartId, sentBack);
  if (decision.isByLine || decision.step !== 'approve')
    await insertLineDecisions(tx, ref.organisationId, order.approvalId as number, decision.lines);
}

/**
 * Decides on an order that waits for approval, within the caller's transaction: state, lines, stock, entitlement, event, audit event and mails. Repeating
 * one's own decision changes nothing and gets the first answer. Returns a sentence about the result. Throws 404 for orders that the caller may not see, 403 when they may not
 * decide, 422 for the input, and 409 with who decided, what and when if the order no longer waits.
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
      return describeDecision(latest.status as keyof typeof MESSAGES, latest.lines.length > 0);
    throw conflict('order', explainClosedApproval(latest ?? undefined, caller.timeZone));
  }
  const { decision, poNumber } = readDecision(input, order);
  const { step, reason, isByLine } = decision;
  const acting = actAsPerson(context, dependencies, requestId);
  if (!(await takeStep(tx, ref, step, { actor: acting.actor, reason })))
    throw conflict('order', 'Someone else has just decided on this order. Please reload the page.');
  if (poNumber !== null) await setPoNumber(tx, ref, poNumber);
  await settleLines(tx, ref, order, decision, acting.actor);

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
        occasion: String(order.approvalId),
        toData: ({ pricesVisible }) => ({
          decidedBy: formatPersonName(caller),
          reason,
          poNumber: poNumber ?? order.poNumber,
          currencyCode: order.currencyCode,
          ...toMailedLines(order, decision, pricesVisible),
        }),
      },
    },
  );
  return describeDecision(EVENTS[step], isByLine);
}
