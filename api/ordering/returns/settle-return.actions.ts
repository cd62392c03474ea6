import { reserveStock } from '#api/catalogue/stock/reservations.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, invalid } from '#api/platform/http/errors.ts';
import { formatDay } from '#api/platform/local-day.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import { refundAtMost } from '../card-payments/changes/settle-card-change.actions.ts';
import { sumRefunds } from '../card-payments/refunds/refunds.queries.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import { type Acting, recordAct } from '../order-acts/record-act.actions.ts';
import { cancelPieces } from '../order-lines/cancel-pieces.queries.ts';
import { dropAwaitedCoverage, exchangePieces } from '../order-lines/exchange-pieces.queries.ts';
import { claimAgain, lockStock, releaseClaim, restock, returnPieces } from '../order-lines/return-pieces.queries.ts';
import { formatPieces, nameLine } from '../order-states/line-names.rules.ts';
import type { OrderEventCause } from '../order-states/order-events.rules.ts';
import { type OrderRef, recordOrderEvent, takeStep } from '../order-states/order-steps.queries.ts';
import { lockBudgets } from './exchange-budgets.queries.ts';
import { readReopenedLine } from './reopen-exchange.queries.ts';
import { insertReplacement } from './replacements.queries.ts';
import {
  exchangeExpiredMail,
  type MailedReturn,
  returnCancelledMail,
  returnDecidedMail,
  returnReceivedMail,
} from './return-mails.ts';
import { releaseExchange, type StepValues, type StoredReturn, takeReturnStep } from './return-steps.queries.ts';
import {
  type Condition,
  computeExchangeRefund,
  computeRefund,
  countArrivedCoverage,
  countMovedCoverage,
  explainRefusedDecision,
  explainUncancellable,
  explainWrongState,
  isRestockable,
  isStillExchanged,
  RETURN,
  type Refund,
  type ReturnDecision,
  type ReturnStep,
} from './returns.rules.ts';

/** The pieces of a request, for mails. */
export const toMailedReturn = (request: StoredReturn): MailedReturn => ({
  number: request.customNumber,
  name: nameLine(request),
  quantity: request.quantity,
  exchangedFor: request.exchange?.description ?? null,
});

/** Takes a step; throws 409 when the state does not allow it. */
async function take(tx: Tx, request: StoredReturn, step: ReturnStep, values?: StepValues): Promise<void> {
  if (!(await takeReturnStep(tx, request, step, values))) throw conflict('returnRequest', explainWrongState(request));
}

/** Records a step with its event, audit event and mail. `data` is what the mail says besides the pieces, `details` what the event says besides them. */
async function recordSettling<Data extends OrderMailData & { line: MailedReturn }>(
  tx: Tx,
  acting: Acting,
  request: StoredReturn,
  {
    kind,
    definition,
    data,
    details = {},
    audit,
  }: {
    kind: string;
    definition: MailDefinition<Data>;
    data: Omit<Data, keyof OrderMailData | 'line'>;
    details?: Record<string, unknown>;
    audit: ReturnAudit;
  },
): Promise<void> {
  const line = toMailedReturn(request);
  await recordAct(tx, acting, request, {
    events: [{ kind, data: { returnId: request.id, number: line.number, name: line.name, quantity: line.quantity, ...details } }],
    audits: [toAudit(request, audit)],
    mail: {
      definition,
      people: request,
      lines: [request],
      occasion: `${request.customNumber}:${kind}`,
      toData: () => ({ line, ...data }) as Omit<Data, keyof OrderMailData>,
    },
  });
}

/** What the audit event about a step says besides the number of the request. */
type ReturnAudit = { action: string } & Record<string, string | number | null>;

const toAudit = ({ id, customNumber }: StoredReturn, { action, ...after }: ReturnAudit) => ({
  action,
  subjectId: String(id),
  after: { number: customNumber, ...after },
});

/**
 * Cancels the order of an exchange that has not been picked: its stock and what it reserves are given back. One that is being sent stays, beside the
 * pieces that were to be exchanged, and no longer waits for their entitlement.
 */
async function endExchange(
  tx: Tx,
  { organisationId, exchange, isExchangePicked }: StoredReturn,
  { actor }: Acting,
  cause: OrderEventCause,
): Promise<void> {
  if (!exchange) return;
  if (isExchangePicked) return dropAwaitedCoverage(tx, organisationId, exchange.lineId);
  const ref: OrderRef = { organisationId, orderId: exchange.orderId };
  if (exchange.pending > 0 && !(await cancelPieces(tx, ref, [{ lineId: exchange.lineId, quantity: exchange.pending }], actor)))
    throw new Error(`The pending pieces of order ${exchange.orderId} have changed although it was locked.`);
  if (await takeStep(tx, ref, 'cancel', { actor }))
    await recordOrderEvent(tx, ref, { kind: 'cancelled', data: { cause } }, actor);
}

/** Cancels a request for its person: the new size of an exchange is released. Throws 409 when the pieces have arrived or the new size is being sent. */
export async function cancelReturn(tx: Tx, acting: Acting, request: StoredReturn): Promise<void> {
  const refusal = explainUncancellable(request);
  if (refusal) throw conflict('returnRequest', refusal);
  await take(tx, request, 'cancel');
  await releaseClaim(tx, request, request.quantity);
  await endExchange(tx, request, acting, { kind: 'return_cancelled', number: request.customNumber });
  await recordSettling(tx, acting, request, {
    kind: 'return_cancelled',
    definition: returnCancelledMail,
    data: {},
    audit: { action: 'return.cancelled' },
  });
}

/** Cancels an exchange whose pieces have not come back in time. False when they have, or the new size was sent in advance. */
export async function expireExchange(tx: Tx, acting: Acting, request: StoredReturn): Promise<boolean> {
  if (request.isExchangeReleased || !(await takeReturnStep(tx, request, 'expire'))) return false;
  await releaseClaim(tx, request, request.quantity);
  await endExchange(tx, request, acting, { kind: 'exchange_expired', number: request.customNumber });
  await recordSettling(tx, acting, request, {
    kind: 'exchange_expired',
    definition: exchangeExpiredMail,
    data: { reservedUntil: formatDay(request.reservedUntilOn as string) },
    audit: { action: 'return.expired' },
  });
  return true;
}

const NEXT: Readonly<Record<StoredReturn['actionKind'], string>> = {
  exchange: 'We are sending the new size next.',
  credit: 'We are checking the pieces and will email you about the credit.',
  repair: 'We are checking the pieces and will email you about the repair.',
  replacement: 'We are checking the pieces and will email you about the replacement.',
};

/**
 * Records that pieces have arrived: those as new go back into stock, unless they are to be repaired or have a logo or a text on them. An exchange is complete with that: the pieces count
 * as returned, the entitlement moves to the new size, and the warehouse may send it. That is so of a rejected exchange, too, whose new size has been sent.
 * Pieces that did not arrive are free again. Throws 409 in any other state and 422 for more pieces than were asked for.
 */
export async function receiveReturn(
  tx: Tx,
  acting: Acting,
  found: StoredReturn,
  { quantity, condition }: { quantity: number; condition: Condition },
): Promise<void> {
  if (quantity > found.quantity)
    throw invalid('quantity', `Only ${formatPieces(found.quantity)} ${found.quantity === 1 ? 'was' : 'were'} to be returned.`);
  const request = isStillExchanged(found) ? await reopenExchange(tx, found, quantity) : found;
  const { exchange } = request;
  const restocked = condition === 'asNew' && isRestockable(request) ? quantity : 0;
  const isExchange = request.actionKind === 'exchange' && exchange !== null;
  await take(tx, request, 'receive', { received: { quantity, condition }, restocked, accepts: isExchange });
  await lockStock(tx, [request.combinationId, ...(exchange ? [exchange.combinationId] : [])]);
  if (restocked > 0) await restock(tx, request, restocked, acting.actor);
  if (isExchange) {
    // The supplier may have cancelled some of the new pieces before: only those that have come back are exchanged.
    const missing = request.isExchangePicked ? 0 : Math.max(0, exchange.pending - quantity);
    if (missing > 0)
      await cancelPieces(
        tx,
        { organisationId: request.organisationId, orderId: exchange.orderId },
        [{ lineId: exchange.lineId, quantity: missing }],
        acting.actor,
      );
    await exchangePieces(tx, request, exchange.lineId, {
      claimed: request.quantity,
      arrived: quantity,
      card: countCardOf(request, quantity),
      covered: countArrivedCoverage({ quantity: request.quantity, awaitedCovered: exchange.awaitedCovered }, quantity),
    });
    await refundCheaperSize(tx, acting, request, quantity, exchange.unitMinor);
    await sendExchange(tx, acting, request);
  } else await releaseClaim(tx, request, request.quantity - quantity);
  await recordSettling(tx, acting, request, {
    kind: 'return_received',
    definition: returnReceivedMail,
    data: {
      received: quantity,
      next:
        isExchange && request.isExchangeReleased ? 'Thank you. The new size has been sent already.' : NEXT[request.actionKind],
    },
    details: { received: quantity, condition },
    audit: { action: 'return.received', quantity, condition },
  });
}

/**
 * Takes back that an exchange was rejected, because its pieces have come back after all: they are claimed again, and their entitlement moves to the new
 * size as far as the budget covers a higher price. Throws 409 when the pieces have come back by another request, or are to.
 */
async function reopenExchange(tx: Tx, request: StoredReturn, arrived: number): Promise<StoredReturn> {
  const { exchange } = request;
  if (!exchange) throw new Error(`Return ${request.id} exchanges nothing.`);
  const line = await readReopenedLine(tx, request, exchange.lineId);
  if (line.free < arrived)
    throw conflict('returnRequest', 'These pieces have come back with another request, or are part of one. Receive that one.');
  const differenceMinor = line.newUnitMinor - line.unitMinor;
  const [budget] =
    line.moneyBudgetId === null || differenceMinor <= 0
      ? []
      : await lockBudgets(tx, request.organisationId, [line.moneyBudgetId]);
  const affordable = budget && budget.left !== null ? Math.max(0, Math.floor(budget.left / differenceMinor)) : arrived;
  await take(tx, request, 'reopen');
  await claimAgain(tx, request, arrived);
  const awaitedCovered = Math.min(countMovedCoverage(line, arrived), affordable);
  return { ...request, stateId: RETURN.authorized, quantity: arrived, exchange: { ...exchange, awaitedCovered } };
}

/** Lets the warehouse send the new size, also before the pieces have come back. False when it may already, or the order has ended. */
async function sendExchange(tx: Tx, { actor }: Acting, request: StoredReturn): Promise<boolean> {
  const { organisationId, exchange } = request;
  if (!exchange || !(await releaseExchange(tx, request, exchange.orderId))) return false;
  await recordOrderEvent(tx, { organisationId, orderId: exchange.orderId }, { kind: 'exchange_released' }, actor);
  return true;
}

/** How many of the pieces that have come back a card has paid. */
const countCardOf = ({ charged: { card } }: StoredReturn, pieces: number) => Math.min(pieces, card?.pieces ?? 0);

/** Gives back to the person's card what the new size of pieces that they have paid costs less. */
async function refundCheaperSize(
  tx: Tx,
  { actor, mails: { jobs } }: Acting,
  { organisationId, customNumber, id, charged }: StoredReturn,
  pieces: number,
  unitMinor: number,
): Promise<void> {
  const amountMinor = computeExchangeRefund(charged, pieces, unitMinor);
  if (amountMinor === 0) return;
  const reason = `Exchange ${customNumber} for a cheaper size`;
  await refundAtMost(
    tx,
    { organisationId, orderId: charged.orderId },
    { key: `exchange:${id}`, amountMinor, reason, actor, jobs },
  );
}

/** Gives back to the card what it paid for returned pieces, as far as that has not been refunded otherwise, and returns the refund as it is then. */
async function refundToCard(
  tx: Tx,
  { actor, mails: { jobs } }: Acting,
  { organisationId, customNumber, id, charged, productName, description }: StoredReturn,
  refund: Refund,
): Promise<Refund> {
  const { cardQuantity, cardRefundMinor: netMinor, cardRefundTaxMinor: taxMinor } = refund;
  const amountMinor = netMinor + taxMinor;
  if (amountMinor === 0) return refund;
  const unitPriceMinor = netMinor / cardQuantity;
  const line = {
    name: productName,
    sku: null,
    description,
    quantity: cardQuantity,
    unitPriceMinor,
    netMinor,
    taxRate: charged.taxRate,
    taxMinor,
  };
  const ref: OrderRef = { organisationId, orderId: charged.orderId };
  // Of a cheaper new size that was cancelled, the difference has gone back already.
  const openMinor = amountMinor - (await sumRefunds(tx, ref, `exchange:${id}`));
  const reason = `Return ${customNumber}`;
  const asked = { key: `return:${id}`, amountMinor: openMinor, reason, lines: [line], actor, jobs };
  const refundedMinor = await refundAtMost(tx, ref, asked);
  const cardRefundTaxMinor = Math.round((refundedMinor * taxMinor) / amountMinor);
  const cardRefundMinor = refundedMinor - cardRefundTaxMinor;
  return {
    ...refund,
    refundMinor: refund.refundMinor - netMinor + cardRefundMinor,
    refundTaxMinor: refund.refundTaxMinor - taxMinor + cardRefundTaxMinor,
    cardRefundMinor,
    cardRefundTaxMinor,
  };
}

const describeRefund = ({ cardQuantity }: Refund, pieces: number): string => {
  if (cardQuantity === 0) return 'Credited.';
  return cardQuantity === pieces
    ? 'Refunded to the card that paid for it.'
    : 'Refunded to the card as far as it was paid by card, and credited to your organisation otherwise.';
};

/** What the people of the order are told of a decision, with what its event says besides. */
interface Notice {
  kind: string;
  outcome: string;
  details?: Record<string, unknown>;
}

/** How each decision is written, apart from its event, audit event and mail. Undefined where the people of the order are told nothing. */
const DECIDE: Readonly<
  Record<ReturnDecision, (tx: Tx, acting: Acting, request: StoredReturn, note: string | null) => Promise<Notice | undefined>>
> = {
  authorize: async (tx, _acting, request, note) => {
    await take(tx, request, 'authorize', { decisionReason: note });
    return { kind: 'return_authorized', outcome: 'Authorised. Please send the pieces back.' };
  },

  sendInAdvance: async (tx, acting, request) => {
    await sendExchange(tx, acting, request);
    return undefined;
  },

  // The pieces stay with the person, and the new size of an exchange is released.
  reject: async (tx, acting, request, note) => {
    await take(tx, request, 'reject', { decisionReason: note });
    await releaseClaim(tx, request, request.receivedQuantity ?? request.quantity);
    await endExchange(tx, request, acting, { kind: 'return_rejected', number: request.customNumber });
    return { kind: 'return_rejected', outcome: 'Rejected.', details: { reason: note } };
  },

  repair: async (tx, _acting, request, note) => {
    await take(tx, request, 'repair', { decisionReason: note });
    await releaseClaim(tx, request, request.receivedQuantity as number);
    return { kind: 'return_repaired', outcome: 'Repaired. We are sending the pieces back to you.' };
  },

  // New pieces of the same size, which the warehouse may send at once.
  replace: async (tx, { actor }, request, note) => {
    const arrived = request.receivedQuantity as number;
    if ((await reserveStock(tx, [{ combinationId: request.combinationId, quantity: arrived }])).length > 0)
      throw conflict('returnRequest', `There is not enough stock of ${nameLine(request)} to replace it.`);
    const replacement = await insertReplacement(tx, request, arrived, actor);
    await take(tx, request, 'replace', { decisionReason: note, accepts: true, exchangeLineId: replacement.lineId });
    await exchangePieces(tx, request, replacement.lineId, {
      claimed: arrived,
      arrived,
      card: countCardOf(request, arrived),
      covered: replacement.covered,
    });
    await releaseExchange(tx, request, replacement.orderId);
    await recordOrderEvent(
      tx,
      { organisationId: request.organisationId, orderId: replacement.orderId },
      { kind: 'exchange_requested', data: { orderId: request.orderId, from: request.description, number: request.customNumber } },
      actor,
    );
    return {
      kind: 'return_replaced',
      outcome: `Replaced. The new pieces are order ${replacement.orderId}.`,
      details: { replacementOrderId: replacement.orderId },
    };
  },

  // At the price that was charged, in a chain of exchanges that of the first line. The pieces count as returned from now on, so the entitlement is given back.
  refund: async (tx, acting, request, note) => {
    const arrived = request.receivedQuantity as number;
    const settled = await refundToCard(tx, acting, request, computeRefund(request.charged, arrived));
    const refund = { lineId: request.charged.lineId, ...settled };
    await take(tx, request, 'refund', { decisionReason: note, accepts: true, refund });
    if (!request.isAccepted) await returnPieces(tx, request, arrived);
    return { kind: 'return_refunded', outcome: describeRefund(settled, arrived) };
  },
};

/**
 * Decides about a locked request for the supplier, with what the person is told. Throws 409 for what `listDecisions` does not offer, and when there is
 * no stock of what is to be replaced.
 */
export async function decideReturn(
  tx: Tx,
  acting: Acting,
  request: StoredReturn,
  decision: ReturnDecision,
  note: string | null,
): Promise<void> {
  const refusal = explainRefusedDecision(request, decision);
  if (refusal) throw conflict('returnRequest', refusal);
  const notice = await DECIDE[decision](tx, acting, request, note);
  const audit = { action: 'return.decided', decision, reason: note };
  if (!notice) return recordAct(tx, acting, request, { events: [], audits: [toAudit(request, audit)] });
  const { kind, outcome, details = {} } = notice;
  await recordSettling(tx, acting, request, {
    kind,
    definition: returnDecidedMail,
    data: { outcome, reason: note },
    details,
    audit,
  });
}
