import { formatDay } from '#api/platform/local-day.ts';
import { RETURN_STATUSES } from '#contract/ordering/returns/return-states.ts';
import { isReturnableOnlyIfFaulty } from '#contract/ordering/returns/returnable.ts';
import { type CONDITIONS, RETURN_DECISIONS } from '#contract/ordering/returns/returns.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import { listNames } from '../order-states/order-states.rules.ts';
import { type CardPayer, priceAccountPieces, priceCardPieces } from '../payment-parts/payment-parts.rules.ts';

/** Ids of the states of a return request, as on the wire. */
export const RETURN = {
  pending: 0,
  received: 10,
  authorized: 20,
  repaired: 30,
  refunded: 40,
  rejected: 50,
  cancelled: 60,
} as const;
export type ReturnState = (typeof RETURN)[keyof typeof RETURN];

/** Names of the states in the API. */
export const RETURN_STATES = listNames(RETURN_STATUSES);

export type ReturnStatus = (typeof RETURN_STATES)[ReturnState];

/** The states in which the pieces of a request have not arrived. */
export const AWAITED: readonly ReturnState[] = [RETURN.pending, RETURN.authorized];

/** Everything that can happen to a request. Of an exchange nothing is left to decide once the pieces have arrived. */
export const RETURN_TRANSITIONS = {
  authorize: { from: [RETURN.pending], to: RETURN.authorized },
  receive: { from: [RETURN.pending, RETURN.authorized], to: RETURN.received },
  repair: { from: [RETURN.received], to: RETURN.repaired },
  replace: { from: [RETURN.received], to: RETURN.repaired },
  refund: { from: [RETURN.received], to: RETURN.refunded },
  reject: { from: [RETURN.pending, RETURN.authorized, RETURN.received], to: RETURN.rejected },
  cancel: { from: [RETURN.pending, RETURN.authorized], to: RETURN.cancelled },
  expire: { from: [RETURN.pending, RETURN.authorized], to: RETURN.cancelled },
  // Of an exchange whose new size has been sent: its pieces may still come back.
  reopen: { from: [RETURN.rejected], to: RETURN.authorized },
} as const satisfies Record<string, { from: readonly ReturnState[]; to: ReturnState }>;
export type ReturnStep = keyof typeof RETURN_TRANSITIONS;

/** The condition in which pieces arrive. */
export type Condition = (typeof CONDITIONS)[number];

export type ActionKind = 'repair' | 'replacement' | 'credit' | 'exchange';

/** A reason, as the tables of the database name it. */
export interface ReturnReason {
  id: number;
  name: string;
  isFault: boolean;
}

/** What someone asks for. */
export interface ReturnAction {
  id: number;
  name: string;
  kind: ActionKind;
}

/** A line of which pieces may be returned. */
export interface ReturnableLine {
  id: number;
  productId: number;
  combinationId: number;
  productName: string;
  description: string;
  /** Pieces that have been sent and have not come back; those of open requests included. */
  shippedQuantity: number;
  returnedQuantity: number;
  openReturnQuantity: number;
  returnableQuantity: number;
  /** Last day, `2026-03-12`, on which anything of the line can be or could have been returned; null without a limit. */
  endedOn: string | null;
  /** The line is an exchange, and the exchanged pieces have not come back. */
  isAwaited: boolean;
  isMadeToOrder: boolean;
  /** With a logo, text or badge. */
  isPersonalised: boolean;
  /** Made to one wearer's measurements: it has no other size, and no stock from which it could be replaced. */
  isMadeToMeasure: boolean;
}

/** Why nothing of an order can be returned, with what the person can do, as a sentence. */
export function explainNothingReturnable(lines: readonly ReturnableLine[], today: string): string {
  const sent = lines.filter(({ shippedQuantity }) => shippedQuantity > 0);
  if (sent.length === 0) return 'Nothing in this order has been sent yet, so there is nothing to return.';
  const held = sent.filter((line) => line.shippedQuantity > line.returnedQuantity);
  if (held.length === 0) return 'Everything in this order has been returned.';
  if (held.every(({ isAwaited }) => isAwaited))
    return 'Please send back the pieces that you are exchanging first. After that you can return the new ones.';
  const free = held.filter((line) => line.shippedQuantity > line.returnedQuantity + line.openReturnQuantity && !line.isAwaited);
  if (free.length === 0) return 'You have already asked to return everything in this order. See your returns.';
  const last = free
    .flatMap(({ endedOn }) => (endedOn === null ? [] : [endedOn]))
    .sort()
    .at(-1);
  return last !== undefined && last < today
    ? `This order could be returned until ${formatDay(last)}.`
    : 'This order has not been delivered yet, so it cannot be returned.';
}

/** What someone asks for, of one line. */
export interface ItemToReturn {
  id: number;
  quantity: number;
  exchangeCombinationId?: number | null | undefined;
}

/** Why a request is refused: the field and a sentence. */
export interface Refusal {
  field: string;
  message: string;
}

/** Whether an action is possible for a line. What is made to measure is repaired or credited: there is no second piece, and no other size of it. */
export const isActionPossible = (
  { isMadeToMeasure }: Pick<ReturnableLine, 'isMadeToMeasure'>,
  { kind }: Pick<ReturnAction, 'kind'>,
): boolean => !isMadeToMeasure || kind === 'repair' || kind === 'credit';

/** Why items cannot be returned for a reason and with an action; undefined when they can. The new sizes are checked when they are reserved. */
export function refuseItems(
  items: readonly ItemToReturn[],
  lines: readonly ReturnableLine[],
  { reason, action, today }: { reason: ReturnReason; action: ReturnAction; today: string },
): Refusal | undefined {
  if (items.every(({ quantity }) => quantity === 0)) return { field: 'items', message: 'Please choose at least one piece.' };
  for (const [index, { id, quantity, exchangeCombinationId }] of items.entries()) {
    const line = lines.find((each) => each.id === id);
    const refuse = (field: string, message: string) => ({ field: `items[${index}].${field}`, message });
    if (!line) return refuse('id', 'This line is not part of the order.');
    if (items.findIndex((item) => item.id === id) !== index) return refuse('id', 'This line is named twice.');
    if (quantity === 0) continue;
    if (quantity > line.returnableQuantity) return refuse('quantity', explainTooMany(line, today));
    if (isReturnableOnlyIfFaulty(line) && !reason.isFault) return refuse('id', explainOnlyIfFaulty(line, action));
    if (!isActionPossible(line, action))
      return refuse(
        'id',
        `${line.productName} was made to measure, so it can be repaired or credited, and not exchanged or replaced.`,
      );
    if (action.kind === 'exchange' && !exchangeCombinationId)
      return refuse('exchangeCombinationId', 'Please choose the new size.');
    if (action.kind === 'exchange' && exchangeCombinationId === line.combinationId)
      return refuse('exchangeCombinationId', 'This is the size that was sent. Please choose another one.');
  }
  return undefined;
}

/** Why a garment that is not faulty is kept. */
const explainOnlyIfFaulty = (
  { productName, isPersonalised }: Pick<ReturnableLine, 'productName' | 'isPersonalised'>,
  { kind }: Pick<ReturnAction, 'kind'>,
): string => {
  if (!isPersonalised) return `${productName} was made for you, so it can only be returned when it is faulty.`;
  return kind === 'exchange'
    ? `${productName} is personalised, so it can only be exchanged for another size when it is faulty.`
    : `${productName} is personalised, so it can only be returned when it is faulty.`;
};

function explainTooMany(line: ReturnableLine, today: string): string {
  if (line.returnableQuantity > 0)
    return `Only ${formatPieces(line.returnableQuantity)} of this line can be returned${line.openReturnQuantity > 0 ? `; you have already asked to return ${formatPieces(line.openReturnQuantity)}` : ''}.`;
  return explainNotReturnable(line, today) ?? 'This line can’t be returned.';
}

/** Why nothing of a line can be returned any more or yet, as a sentence; undefined when it can, when nothing was sent and when all has come back. */
export function explainNotReturnable(
  line: Pick<
    ReturnableLine,
    'endedOn' | 'isAwaited' | 'openReturnQuantity' | 'returnableQuantity' | 'returnedQuantity' | 'shippedQuantity'
  >,
  today: string,
): string | undefined {
  if (line.returnableQuantity > 0 || line.shippedQuantity <= line.returnedQuantity) return undefined;
  if (line.isAwaited) return 'Please send back the pieces that you are exchanging first.';
  if (line.shippedQuantity <= line.returnedQuantity + line.openReturnQuantity)
    return 'You have already asked to return this line.';
  return line.endedOn !== null && line.endedOn < today
    ? `This line could be returned until ${formatDay(line.endedOn)}.`
    : undefined;
}

/** Whether pieces that come back as new can be sold to others: neither those that are to be repaired, nor what has a logo, a text or a name on it. */
export const isRestockable = ({ actionKind, isPersonalised }: { actionKind: ActionKind; isPersonalised: boolean }): boolean =>
  actionKind !== 'repair' && !isPersonalised;

/** What decides how many of the pieces that leave a line the entitlement covers. */
export interface CoveredLine {
  quantity: number;
  cancelledQuantity: number;
  returnedQuantity: number;
  openReturnQuantity: number;
  coveredQuantity: number;
  /** Covered pieces of the line that open exchanges will move to their new lines. */
  promisedQuantity: number;
}

/**
 * How many of `moved` pieces the entitlement covers, once everything that has been asked for has come back. Pieces beyond the entitlement leave a line
 * first.
 */
export function countMovedCoverage(line: CoveredLine, moved: number): number {
  const remaining = line.quantity - line.cancelledQuantity - line.returnedQuantity - line.openReturnQuantity;
  const covered = Math.min(line.coveredQuantity - line.promisedQuantity, remaining);
  return Math.max(0, covered - Math.max(0, remaining - moved));
}

/** Of the covered pieces of an exchange, those that move when only some of the pieces have arrived. */
export const countArrivedCoverage = (
  { quantity, awaitedCovered }: { quantity: number; awaitedCovered: number },
  arrived: number,
): number => Math.max(0, awaitedCovered - (quantity - arrived));

/** A line that was charged, and how many of its pieces on account have been refunded. The price of a piece in minor units, without tax; the rate as a fraction. */
export interface ChargedLine {
  unitMinor: number;
  taxRate: number;
  refundedQuantity: number;
  /** Pieces of the line that a card paid. Left out: none. */
  cardQuantity?: number;
  /**
   * Pieces of the returned line that a card has paid, at its price, and how many more have come back or been exchanged before; null or left out where no card has
   * paid.
   */
  card?: { payer: CardPayer; pieces: number; gonePieces: number; unitMinor: number } | null;
}

/** What is refunded, in minor units: both parts together, and of them what goes back to the card. */
export interface Refund {
  refundMinor: number;
  refundTaxMinor: number;
  cardQuantity: number;
  cardRefundMinor: number;
  cardRefundTaxMinor: number;
}

/**
 * What is refunded for pieces of a line. Those that a card paid come back first, and go back to it at the price of the returned size, which has been refunded
 * down to it; the others are credited at the price that was charged. The tax is that of all pieces refunded so far, less what was refunded before: as
 * invoices count the pieces that were sent, so that refunds have the tax of the invoices and of the card's part once everything has come back, and never more.
 */
export function computeRefund(
  { unitMinor, taxRate, refundedQuantity, cardQuantity: chargedByCard = 0, card }: ChargedLine,
  pieces: number,
): Refund {
  const cardQuantity = Math.min(pieces, card?.pieces ?? 0);
  const { netMinor, taxMinor } = priceReturnedCardPieces(card, taxRate, cardQuantity);
  const account = priceAccountPieces(
    { unitMinor, taxRate, cardQuantity: chargedByCard },
    pieces - cardQuantity,
    refundedQuantity,
  );
  return {
    refundMinor: netMinor + account.netMinor,
    refundTaxMinor: taxMinor + account.taxMinor,
    cardQuantity,
    cardRefundMinor: netMinor,
    cardRefundTaxMinor: taxMinor,
  };
}

/**
 * What pieces cost that come back of those which a card paid. They are counted from the first on and cancelled pieces from the last on, so that both together are
 * what was paid in whatever order they leave.
 */
function priceReturnedCardPieces(card: ChargedLine['card'], taxRate: number, leaving: number) {
  if (!card || leaving === 0) return { netMinor: 0, taxMinor: 0 };
  const price = { unitMinor: card.unitMinor, taxRate };
  const [after, before] = [priceCardPieces(price, card.gonePieces + leaving), priceCardPieces(price, card.gonePieces)];
  return { netMinor: after.netMinor - before.netMinor, taxMinor: after.taxMinor - before.taxMinor };
}

/** What goes back to the card of a person for pieces that they exchange for others at this price, including tax, in minor units: nothing for dearer ones. */
export function computeExchangeRefund({ card, taxRate }: ChargedLine, pieces: number, unitMinor: number): number {
  const moved = Math.min(pieces, card?.pieces ?? 0);
  if (card?.payer !== 'person' || unitMinor >= card.unitMinor) return 0;
  const [before, after] = [priceReturnedCardPieces(card, taxRate, moved), priceCardPieces({ unitMinor, taxRate }, moved)];
  return before.netMinor + before.taxMinor - after.netMinor - after.taxMinor;
}

/** What the supplier can decide. */
export type ReturnDecision = (typeof RETURN_DECISIONS)[number];

/** What decides what can be done about a request. */
export interface DecidableReturn {
  stateId: ReturnState;
  actionKind: ActionKind;
  isAccepted: boolean;
  restockedQuantity: number;
  /** The new size has been cancelled. */
  isExchangeCancelled: boolean;
  /** The warehouse may send the new size. */
  isExchangeReleased: boolean;
  /** The piece was made to measure. */
  isMadeToMeasure: boolean;
}

/** The pieces can be given back to the person: they are neither in stock nor count as returned. */
const canGoBack = ({ restockedQuantity, isAccepted }: DecidableReturn) => restockedQuantity === 0 && !isAccepted;

/** What must be true of a request for each decision, besides its state. */
const IS_POSSIBLE: Readonly<Record<ReturnDecision, (request: DecidableReturn) => boolean>> = {
  authorize: () => true,
  sendInAdvance: ({ actionKind, isExchangeReleased, isExchangeCancelled }) =>
    actionKind === 'exchange' && !isExchangeReleased && !isExchangeCancelled,
  repair: (request) => request.actionKind !== 'exchange' && canGoBack(request),
  replace: ({ actionKind, isMadeToMeasure }) => actionKind !== 'exchange' && !isMadeToMeasure,
  refund: ({ actionKind, isExchangeCancelled }) => actionKind !== 'exchange' || isExchangeCancelled,
  reject: canGoBack,
};

const startsOf = (decision: ReturnDecision): readonly number[] =>
  decision === 'sendInAdvance' ? AWAITED : RETURN_TRANSITIONS[decision].from;

/** What can be decided about a request now: these are offered, and all others are refused. */
export const listDecisions = (request: DecidableReturn): ReturnDecision[] =>
  RETURN_DECISIONS.filter((decision) => startsOf(decision).includes(request.stateId) && IS_POSSIBLE[decision](request));

/** The state after a decision; null for one that changes no state. */
export const stateAfter = (decision: ReturnDecision): ReturnState | null =>
  decision === 'sendInAdvance' ? null : RETURN_TRANSITIONS[decision].to;

const STATE_WORDS: Readonly<Record<ReturnStatus, string>> = {
  Pending: 'is waiting for the pieces',
  ReturnAuthorized: 'has been authorised',
  Received: 'has been received',
  ItemsRepaired: 'has been repaired or replaced',
  ItemsRefunded: 'has been refunded',
  RequestRejected: 'has been rejected',
  Cancelled: 'has been cancelled',
};

/** A sentence about something that the state of a request does not allow. */
export const explainWrongState = ({ customNumber, stateId }: { customNumber: string; stateId: ReturnState }): string =>
  `${customNumber} ${STATE_WORDS[RETURN_STATES[stateId]]}, so this is no longer possible.`;

/** Why something cannot be decided about a request, as a sentence; undefined when `listDecisions` offers it. */
export function explainRefusedDecision(
  request: DecidableReturn & { customNumber: string },
  decision: ReturnDecision,
): string | undefined {
  if (listDecisions(request).includes(decision)) return undefined;
  const { stateId, actionKind, isAccepted, restockedQuantity, isExchangeReleased, isMadeToMeasure } = request;
  if (decision === 'sendInAdvance' && startsOf(decision).includes(stateId)) {
    if (actionKind !== 'exchange') return 'Nothing is exchanged in this request.';
    return isExchangeReleased ? 'The new size has been released already.' : 'The new size has been cancelled.';
  }
  if (decision === 'replace' && isMadeToMeasure && startsOf(decision).includes(stateId))
    return 'It was made to measure, so there is no second piece. It can be repaired or credited.';
  if (restockedQuantity > 0 && !isAccepted) {
    if (decision === 'reject') return 'The pieces are back in stock, so the request can no longer be rejected.';
    if (decision === 'repair') return 'The pieces are back in stock, so they cannot be sent back repaired.';
  }
  return explainWrongState(request);
}

/**
 * Whether the pieces of a rejected exchange may still come back: the new size has been sent, so the person has both, and the new pieces cannot be returned
 * before the old ones.
 */
export const isStillExchanged = ({
  stateId,
  isExchangePicked,
  isExchangeCancelled,
}: Pick<DecidableReturn, 'stateId' | 'isExchangeCancelled'> & { isExchangePicked: boolean }): boolean =>
  stateId === RETURN.rejected && isExchangePicked && !isExchangeCancelled;

/** Whether the pieces of a request can be received. */
export const isReceivable = (request: Parameters<typeof isStillExchanged>[0]): boolean =>
  RETURN_TRANSITIONS.receive.from.some((state) => state === request.stateId) || isStillExchanged(request);

/** Why the person of a request cannot cancel it, as a sentence; undefined when they can. */
export function explainUncancellable(
  request: Pick<DecidableReturn, 'stateId' | 'isExchangeCancelled'> & { customNumber: string; isExchangePicked: boolean },
): string | undefined {
  const { stateId, isExchangeCancelled, isExchangePicked } = request;
  if (!RETURN_TRANSITIONS.cancel.from.some((state) => state === stateId)) return explainWrongState(request);
  return isExchangePicked && !isExchangeCancelled
    ? 'The new size is already being sent, so the exchange can no longer be cancelled. Please send the pieces back.'
    : undefined;
}
