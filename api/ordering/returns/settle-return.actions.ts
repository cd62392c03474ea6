import { reserveStock } from '#api/catalogue/stock/reservations.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, invalid } from '#api/platform/http/errors.ts';
import { formatDay } from '#api/platform/local-day.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { mailOrderPeople, type OrderMailData } from '../mails/mail-order-people.actions.ts';
import { formatPieces, nameLine } from '../order-states/line-names.rules.ts';
import { cancelPieces, type OrderRef, recordOrderEvent, type StepTaker, takeStep } from '../order-states/order-steps.queries.ts';
import { insertReplacement } from './replacements.queries.ts';
import {
  exchangeExpiredMail,
  type MailedReturn,
  returnCancelledMail,
  returnDecidedMail,
  returnReceivedMail,
} from './return-mails.ts';
import {
  dropAwaitedCoverage,
  exchangePieces,
  lockStock,
  releaseClaim,
  releaseExchange,
  restock,
  returnPieces,
  type StepValues,
  type StoredReturn,
  takeReturnStep,
} from './return-steps.queries.ts';
import {
  computeRefund,
  countArrivedCoverage,
  explainRefusedDecision,
  explainUncancellable,
  explainWrongState,
  type ReturnDecision,
  type ReturnStep,
} from './returns.rules.ts';

/** How pieces have come back. */
export type Condition = 'asNew' | 'worn' | 'faulty';

/** Who settles a request, and the dependencies of the mails about it. */
export interface Settling {
  actor: StepTaker;
  mails: MailDependencies;
}

const orderOf = ({ organisationId, orderId }: StoredReturn): OrderRef => ({ organisationId, orderId });
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

/** Writes the event and the mail about a step. */
async function tell<Data extends OrderMailData & { line: MailedReturn }>(
  tx: Tx,
  { actor, mails }: Settling,
  request: StoredReturn,
  {
    kind,
    mail,
    data,
    details = {},
  }: {
    kind: string;
    mail: MailDefinition<Data>;
    data: Omit<Data, keyof OrderMailData | 'line'>;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const line = toMailedReturn(request);
  await recordOrderEvent(
    tx,
    orderOf(request),
    { kind, data: { returnId: request.id, number: line.number, name: line.name, quantity: line.quantity, ...details } },
    actor,
  );
  await mailOrderPeople(tx, mails, mail, orderOf(request), request, {
    occasion: `${request.customNumber}:${kind}`,
    toData: () => ({ line, ...data }) as Omit<Data, keyof OrderMailData>,
  });
}

/**
 * Cancels the order of an exchange that has not been picked: its stock and what it reserves are given back. One that is being sent stays, beside the
 * pieces that were to be exchanged, and no longer waits for their entitlement.
 */
async function endExchange(
  tx: Tx,
  { organisationId, exchange, isExchangePicked }: StoredReturn,
  { actor }: Settling,
  reason: string,
): Promise<void> {
  if (!exchange) return;
  if (isExchangePicked) return dropAwaitedCoverage(tx, organisationId, exchange.lineId);
  const ref: OrderRef = { organisationId, orderId: exchange.orderId };
  if (exchange.pending > 0 && !(await cancelPieces(tx, ref, [{ lineId: exchange.lineId, quantity: exchange.pending }], actor)))
    throw new Error(`The pending pieces of order ${exchange.orderId} have changed although it was locked.`);
  if (await takeStep(tx, ref, 'cancel', { actor, reason }))
    await recordOrderEvent(tx, ref, { kind: 'cancelled', data: { reason } }, actor);
}

/** Cancels a request for its person: the new size of an exchange is released. Throws 409 when the pieces have arrived or the new size is being sent. */
export async function cancelReturn(tx: Tx, settling: Settling, request: StoredReturn): Promise<void> {
  const refusal = explainUncancellable(request);
  if (refusal) throw conflict('returnRequest', refusal);
  await take(tx, request, 'cancel');
  await releaseClaim(tx, request, request.quantity);
  await endExchange(tx, request, settling, `Return ${request.customNumber} was cancelled.`);
  await tell(tx, settling, request, { kind: 'return_cancelled', mail: returnCancelledMail, data: {} });
}

/** Cancels an exchange whose pieces have not come back in time. False when they have, or the new size was sent in advance. */
export async function expireExchange(tx: Tx, settling: Settling, request: StoredReturn): Promise<boolean> {
  if (request.isExchangeReleased || !(await takeReturnStep(tx, request, 'expire'))) return false;
  await releaseClaim(tx, request, request.quantity);
  await endExchange(tx, request, settling, `The pieces of return ${request.customNumber} did not arrive in time.`);
  await tell(tx, settling, request, {
    kind: 'exchange_expired',
    mail: exchangeExpiredMail,
    data: { reservedUntil: formatDay(request.reservedUntilOn as string) },
  });
  return true;
}

/** Authorises a request before anything has arrived. */
async function authorizeReturn(tx: Tx, settling: Settling, request: StoredReturn, note: string | null): Promise<void> {
  await take(tx, request, 'authorize', { decisionReason: note });
  await tell(tx, settling, request, {
    kind: 'return_authorized',
    mail: returnDecidedMail,
    data: { outcome: 'Authorised. Please send the pieces back.', reason: note },
  });
}

const NEXT: Readonly<Record<StoredReturn['actionKind'], string>> = {
  exchange: 'We are sending the new size next.',
  credit: 'We are checking the pieces and will email you about the credit.',
  repair: 'We are checking the pieces and will email you about the repair.',
  replacement: 'We are checking the pieces and will email you about the replacement.',
};

/**
 * Records that pieces have arrived: those as new go back into stock, unless they are to be repaired. An exchange is complete with that: the pieces count
 * as returned, the entitlement moves to the new size, and the warehouse may send it. Pieces that did not arrive are free again. Throws 409 in any other
 * state and 422 for more pieces than were asked for.
 */
export async function receiveReturn(
  tx: Tx,
  settling: Settling,
  request: StoredReturn,
  { quantity, condition }: { quantity: number; condition: Condition },
): Promise<void> {
  if (quantity > request.quantity)
    throw invalid(
      'quantity',
      `Only ${formatPieces(request.quantity)} ${request.quantity === 1 ? 'was' : 'were'} to be returned.`,
    );
  const { exchange } = request;
  const restocked = condition === 'asNew' && request.actionKind !== 'repair' ? quantity : 0;
  const isExchange = request.actionKind === 'exchange' && exchange !== null;
  await take(tx, request, 'receive', { received: { quantity, condition }, restocked, accepts: isExchange });
  await lockStock(tx, [request.combinationId, ...(exchange ? [exchange.combinationId] : [])]);
  if (restocked > 0) await restock(tx, request, restocked, settling.actor);
  if (isExchange) {
    // The supplier may have cancelled some of the new pieces before: only those that have come back are exchanged.
    const missing = request.isExchangePicked ? 0 : Math.max(0, exchange.pending - quantity);
    if (missing > 0)
      await cancelPieces(
        tx,
        { organisationId: request.organisationId, orderId: exchange.orderId },
        [{ lineId: exchange.lineId, quantity: missing }],
        settling.actor,
      );
    await exchangePieces(tx, request, exchange.lineId, {
      claimed: request.quantity,
      arrived: quantity,
      covered: countArrivedCoverage({ quantity: request.quantity, awaitedCovered: exchange.awaitedCovered }, quantity),
    });
    await sendExchange(tx, settling, request);
  } else await releaseClaim(tx, request, request.quantity - quantity);
  await tell(tx, settling, request, {
    kind: 'return_received',
    mail: returnReceivedMail,
    data: {
      received: quantity,
      next:
        isExchange && request.isExchangeReleased ? 'Thank you. The new size has been sent already.' : NEXT[request.actionKind],
    },
    details: { received: quantity, condition },
  });
}

/** Lets the warehouse send the new size, also before the pieces have come back. False when it may already, or the order has ended. */
async function sendExchange(tx: Tx, { actor }: Settling, request: StoredReturn): Promise<boolean> {
  const { organisationId, exchange } = request;
  if (!exchange || !(await releaseExchange(tx, request, exchange.orderId))) return false;
  await recordOrderEvent(tx, { organisationId, orderId: exchange.orderId }, { kind: 'exchange_released' }, actor);
  return true;
}

/** Rejects a request: its pieces stay with the person, and the new size of an exchange is released. */
async function rejectReturn(tx: Tx, settling: Settling, request: StoredReturn, reason: string | null): Promise<void> {
  await take(tx, request, 'reject', { decisionReason: reason });
  await releaseClaim(tx, request, request.receivedQuantity ?? request.quantity);
  await endExchange(tx, request, settling, `Return ${request.customNumber} was rejected.`);
  await tell(tx, settling, request, {
    kind: 'return_rejected',
    mail: returnDecidedMail,
    data: { outcome: 'Rejected.', reason },
    details: { reason },
  });
}

/** Records that pieces were repaired and sent back to the person. */
async function repairReturn(tx: Tx, settling: Settling, request: StoredReturn, note: string | null): Promise<void> {
  await take(tx, request, 'repair', { decisionReason: note });
  await releaseClaim(tx, request, request.receivedQuantity as number);
  await tell(tx, settling, request, {
    kind: 'return_repaired',
    mail: returnDecidedMail,
    data: { outcome: 'Repaired. We are sending the pieces back to you.', reason: note },
  });
}

/** Replaces pieces that have arrived by new ones of the same size, which the warehouse may send at once. Throws 409 when there is no stock of it. */
async function replaceReturn(tx: Tx, settling: Settling, request: StoredReturn, note: string | null): Promise<void> {
  const arrived = request.receivedQuantity as number;
  if ((await reserveStock(tx, [{ combinationId: request.combinationId, quantity: arrived }])).length > 0)
    throw conflict('returnRequest', `There is not enough stock of ${nameLine(request)} to replace it.`);
  const replacement = await insertReplacement(tx, request, arrived, settling.actor);
  await take(tx, request, 'replace', { decisionReason: note, accepts: true, exchangeLineId: replacement.lineId });
  await exchangePieces(tx, request, replacement.lineId, { claimed: arrived, arrived, covered: replacement.covered });
  await releaseExchange(tx, request, replacement.orderId);
  const ref = { organisationId: request.organisationId, orderId: replacement.orderId };
  await recordOrderEvent(
    tx,
    ref,
    { kind: 'exchange_requested', data: { orderId: request.orderId, from: request.description, number: request.customNumber } },
    settling.actor,
  );
  await tell(tx, settling, request, {
    kind: 'return_replaced',
    mail: returnDecidedMail,
    data: { outcome: `Replaced. The new pieces are order ${replacement.orderId}.`, reason: note },
    details: { replacementOrderId: replacement.orderId },
  });
}

/**
 * Credits pieces that have arrived, at the price that was charged for them: in a chain of exchanges that of the first line. They count as returned from
 * now on, so the entitlement is given back.
 */
async function refundReturn(tx: Tx, settling: Settling, request: StoredReturn, note: string | null): Promise<void> {
  const arrived = request.receivedQuantity as number;
  const refund = { lineId: request.charged.lineId, ...computeRefund(request.charged, arrived) };
  await take(tx, request, 'refund', { decisionReason: note, accepts: true, refund });
  if (!request.isAccepted) await returnPieces(tx, request, arrived);
  await tell(tx, settling, request, {
    kind: 'return_refunded',
    mail: returnDecidedMail,
    data: { outcome: 'Credited.', reason: note },
  });
}

const DECIDE: Readonly<
  Record<ReturnDecision, (tx: Tx, settling: Settling, request: StoredReturn, note: string | null) => Promise<unknown>>
> = {
  authorize: authorizeReturn,
  sendInAdvance: sendExchange,
  repair: repairReturn,
  replace: replaceReturn,
  refund: refundReturn,
  reject: rejectReturn,
};

/**
 * Decides about a locked request for the supplier, with what the person is told. Throws 409 for what `listDecisions` does not offer, and when there is
 * no stock of what is to be replaced.
 */
export async function decideReturn(
  tx: Tx,
  settling: Settling,
  request: StoredReturn,
  decision: ReturnDecision,
  note: string | null,
): Promise<void> {
  const refusal = explainRefusedDecision(request, decision);
  if (refusal) throw conflict('returnRequest', refusal);
  await DECIDE[decision](tx, settling, request, note);
}
