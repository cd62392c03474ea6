import { cardLeftOf, refundFor } from './order-amounts.ts';
import { moveCard, refundToCard } from './order-card-returns.ts';
import { isPersonalised } from './order-designs.ts';
import {
  type Caller,
  type Condition,
  canReserve,
  leftIn,
  linesIn,
  type ModelLine,
  type ModelOrder,
  type ModelReturn,
  moneyOf,
  newLine,
  newOrder,
  type OrderModel,
  type Prediction,
  pendingOf,
  peopleOf,
  pricedOf,
  productOf,
  RETURN_DAYS,
  type ReturnAction,
  refused,
  release,
  send,
  sumOf,
  WEARERS,
  type Wearer,
} from './order-model.ts';
import { priceOf } from './order-prices.ts';

// What asking for a return and settling it should do, according to the model.

/** Pieces of a line that someone wants to return; `size` is the new size of an exchange. */
export interface ItemToReturn {
  line: ModelLine;
  quantity: number;
  size: number | undefined;
}

/** Pieces of a line that can be returned today. */
export function returnableOf({ shipments, day }: OrderModel, line: ModelLine): number {
  if (line.exchange?.awaits) return 0;
  const recent = shipments.filter(({ sentOn, deliveredOn }) => day - (deliveredOn ?? sentOn) <= RETURN_DAYS);
  const sent = sumOf(recent, ({ pieces }) => sumOf(pieces, (each) => (each.line === line ? each.quantity : 0)));
  return Math.min(sent, line.shipped - line.returned - line.claimed);
}

/** Of pieces that leave a line, those that the entitlement covers, when everything asked for before has come back: pieces beyond it leave first. */
function coverageOf(model: OrderModel, line: ModelLine, leaving: number, claimed = line.claimed): number {
  const stays = line.quantity - line.cancelled - line.returned - claimed;
  const promised = sumOf(linesIn(model), ({ exchange, cancelled, quantity }) =>
    exchange?.of === line && exchange.awaits && cancelled < quantity ? exchange.covered : 0,
  );
  const covered = Math.min(line.covered - promised, stays);
  return Math.max(0, covered - Math.max(0, stays - leaving));
}

/** Asking to return pieces of lines of an order. `id`: the requests and the orders of new sizes, in the order of the items. */
export function predictReturn(
  model: OrderModel,
  order: ModelOrder,
  caller: Caller,
  { items, action, isFaulty }: { items: readonly ItemToReturn[]; action: ReturnAction; isFaulty: boolean },
  ids: () => { id: number; exchangeOrderId: number }[],
): Prediction {
  if (caller !== 'wearer' && caller !== 'sales') return refused(404, 'order');
  if (order.lines.every((line) => returnableOf(model, line) === 0)) return refused(409, 'order');
  for (const [index, { line, quantity, size }] of items.entries()) {
    if (quantity > returnableOf(model, line)) return refused(422, `items[${index}].quantity`);
    if (isPersonalised(line) && !isFaulty) return refused(422, `items[${index}].id`);
    if (action === 'exchange' && (size === undefined || size === line.size))
      return refused(422, `items[${index}].exchangeCombinationId`);
  }
  const money = moneyOf(model);
  const planned = items.map((item) => {
    const unit =
      (money || cardLeftOf(model, item.line) > 0) && item.size !== undefined
        ? priceOf(model, { ...item.line, size: item.size }, pricedOf(item.line)).unit
        : item.line.unit;
    return { ...item, unit, covered: coverageOf(model, item.line, item.quantity) };
  });
  if (action === 'exchange') {
    const refuse = (...indexes: number[]) => refused(422, ...indexes.map((index) => `items[${index}].exchangeCombinationId`));
    for (const [index, { line, size, unit }] of planned.entries()) {
      if (productOf(size as number) !== productOf(line.size)) return refuse(index);
      // What the wearer has paid for cannot become dearer.
      if (cardLeftOf(model, line) > 0 && unit > line.unit) return refuse(index);
    }
    const wantedOf = (size: number | undefined) => sumOf(planned, (each) => (each.size === size ? each.quantity : 0));
    // All that are out of stock are named at once.
    const missing = [...planned.entries()].flatMap(([index, { size }]) =>
      canReserve(model, size as number, wantedOf(size)) ? [] : [index],
    );
    if (missing.length > 0) return refuse(...missing);
    const dearerOf = ({ unit, line, covered }: (typeof planned)[number]) => Math.max(0, unit - line.unit) * covered;
    const dearerFor = (wearer: Wearer) => sumOf(planned, (each) => (each.line.wearer === wearer ? dearerOf(each) : 0));
    const short = money && WEARERS.find((wearer) => dearerFor(wearer) > Math.max(0, leftIn(model, wearer, money)));
    if (short !== undefined) return refuse(planned.findLastIndex((each) => each.line.wearer === short && dearerOf(each) > 0));
  }
  return {
    status: 200,
    apply: () => {
      const created = ids();
      order.events.push('return_requested');
      for (const [index, { line, quantity, size, unit, covered }] of planned.entries()) {
        const { id, exchangeOrderId } = created[index] ?? { id: 0, exchangeOrderId: 0 };
        const exchange =
          action === 'exchange'
            ? addExchange(
                model,
                { id: exchangeOrderId, placedBy: caller },
                { of: line, quantity, size: size as number, unit, covered },
              )
            : null;
        exchange?.events.push('exchange_requested');
        line.claimed += quantity;
        const nothing = {
          received: null,
          isRestocked: false,
          isAccepted: false,
          isReminded: false,
          refund: null,
          isCredited: false,
          difference: 0,
        };
        model.returns.push({ id, order, line, quantity, action, status: 'Pending', exchange, day: model.day, ...nothing });
      }
      send(
        model,
        'return-requested',
        order,
        ...peopleOf(
          order,
          planned.map(({ line }) => line),
        ),
      );
    },
  };
}

/** The order that carries a new size; the pieces cover nothing until the others have come back. */
function addExchange(
  model: OrderModel,
  placed: { id: number; placedBy: 'wearer' | 'sales' },
  { of, quantity, size, unit, covered }: { of: ModelLine; quantity: number; size: number; unit: number; covered: number },
): ModelOrder {
  const line = newLine({ size, design: of.design, wearer: of.wearer, quantity, covered: 0, unit, tier: null, hasReason: false });
  line.exchange = { of, awaits: true, covered, difference: Math.max(0, unit - of.unit) };
  const isCollected = model.orders.some((each) => each.isCollected && each.lines.includes(of));
  const order = newOrder({ ...placed, isCollected, lines: [line], payment: 'Paid' });
  model.orders.push(order);
  return order;
}

const isAwaited = ({ status }: ModelReturn) => status === 'Pending' || status === 'ReturnAuthorized';
const newSizeOf = ({ exchange }: ModelReturn) => exchange?.lines[0] as ModelLine;
const isNewSizeCancelled = (request: ModelReturn) =>
  request.exchange !== null && newSizeOf(request).cancelled === newSizeOf(request).quantity;

/** Releases the new size, unless it is being sent. */
function endExchange({ exchange }: ModelReturn, by: Caller | null): void {
  if (!exchange) return;
  // One that is being sent stays, beside the pieces that were to be exchanged: it takes nothing from the entitlement.
  for (const { exchange: replaces } of exchange.lines) if (replaces) Object.assign(replaces, { covered: 0, difference: 0 });
  if (exchange.isPicked) return;
  for (const line of exchange.lines) line.cancelled = line.quantity - line.shipped;
  if (exchange.status === 'Cancelled') return;
  exchange.status = 'Cancelled';
  exchange.cancelledBy = by;
  exchange.events.push('cancelled');
}

/** Ends a request whose pieces stay with their wearer. */
function keepPieces(request: ModelReturn, status: ModelReturn['status']): void {
  request.line.claimed -= request.received?.quantity ?? request.quantity;
  request.status = status;
}

/** Ends a request before its pieces have come back. */
function endEarly(
  model: OrderModel,
  request: ModelReturn,
  { event, mail, by }: { event: string; mail: string; by: Caller | null },
): void {
  keepPieces(request, 'Cancelled');
  endExchange(request, by);
  request.order.events.push(event);
  send(model, mail, request.order, ...peopleOf(request.order, [request.line]));
}

/** The wearer changes their mind. */
export function predictCancelledReturn(model: OrderModel, request: ModelReturn, caller: Caller): Prediction {
  if (caller !== 'wearer' && caller !== 'sales') return refused(404, 'returnRequest');
  if (request.status === 'Cancelled') return { status: 200 };
  if (!isAwaited(request) || (request.exchange?.isPicked && !isNewSizeCancelled(request))) return refused(409, 'returnRequest');
  const told = { event: 'return_cancelled', mail: 'return-cancelled', by: caller };
  return { status: 200, apply: () => endEarly(model, request, told) };
}

/** The pieces of an exchange have not come back in time. */
export const expire = (model: OrderModel, request: ModelReturn): void =>
  endEarly(model, request, { event: 'exchange_expired', mail: 'exchange-expired', by: null });

/** Whether an exchange can expire. */
export const canExpire = (request: ModelReturn): boolean =>
  request.action === 'exchange' && isAwaited(request) && request.exchange?.released === null;
/** Whether the wearer of an exchange can be reminded. */
export const canRemind = (request: ModelReturn): boolean =>
  request.action === 'exchange' && isAwaited(request) && !request.isReminded;

/** Pieces arrive at the warehouse. */
export function predictArrival(model: OrderModel, request: ModelReturn, quantity: number, condition: Condition): Prediction {
  if (request.received?.quantity === quantity && request.received.condition === condition) return { status: 200 };
  if (quantity > request.quantity) return refused(422, 'quantity');
  const { line, action, order } = request;
  const isLate = isStillExchanged(request) && line.shipped - line.returned - line.claimed >= quantity;
  if (!isAwaited(request) && !isLate) return refused(409, 'returnRequest');
  return {
    status: 200,
    apply: () => {
      request.received = { quantity, condition };
      request.status = 'Received';
      request.isRestocked = condition === 'asNew' && action !== 'repair' && !isPersonalised(line);
      if (request.isRestocked) (model.onHand[line.size] as number) += quantity;
      if (isLate) completeLate(model, request, quantity);
      else if (action === 'exchange') completeExchange(model, request, quantity);
      else line.claimed -= request.quantity - quantity;
      order.events.push('return_received');
      send(model, 'return-received', order, ...peopleOf(order, [line]));
    },
  };
}

/** Pieces of an exchange have come back: what the entitlement covers moves to the new size, which may be sent. */
function completeExchange(model: OrderModel, request: ModelReturn, arrived: number): void {
  const exchange = request.exchange as ModelOrder;
  const newSize = newSizeOf(request);
  // Only the pieces that have come back are exchanged.
  if (!exchange.isPicked) newSize.cancelled += Math.max(0, pendingOf(newSize) - arrived);
  request.isAccepted = true;
  request.line.claimed -= request.quantity;
  moveCard(model, request, arrived);
  moveCoverage(request.line, newSize, arrived, Math.max(0, (newSize.exchange?.covered ?? 0) - (request.quantity - arrived)));
  sendExchange(model, exchange);
}

/** Whether an exchange was rejected after the new size was picked: its pieces may still come back. */
const isStillExchanged = (request: ModelReturn): boolean =>
  request.status === 'RequestRejected' && request.exchange?.isPicked === true && !isNewSizeCancelled(request);

/** Pieces of a rejected exchange have come back: what the entitlement covers moves to the new size, as far as a budget in money covers a higher price. */
function completeLate(model: OrderModel, request: ModelReturn, arrived: number): void {
  const { line } = request;
  const newSize = newSizeOf(request);
  const money = moneyOf(model);
  const difference = newSize.unit - line.unit;
  const affordable = money && difference > 0 ? Math.max(0, Math.floor(leftIn(model, line.wearer, money) / difference)) : arrived;
  request.isAccepted = true;
  const covered = Math.min(coverageOf(model, line, arrived), affordable);
  moveCard(model, request, arrived);
  moveCoverage(line, newSize, arrived, covered);
}

function moveCoverage(from: ModelLine, to: ModelLine, returned: number, covered: number): void {
  from.returned += returned;
  from.covered -= covered;
  to.covered += covered;
  if (to.exchange) to.exchange.awaits = false;
}

function sendExchange(model: OrderModel, exchange: ModelOrder): boolean {
  if (exchange.released !== null || (exchange.status !== 'Pending' && exchange.status !== 'Processing')) return false;
  release(model, exchange);
  exchange.events.push('exchange_released');
  return true;
}

export const DECISIONS_ON_RETURNS = ['authorize', 'sendInAdvance', 'repair', 'replace', 'refund', 'reject'] as const;
export type ReturnDecision = (typeof DECISIONS_ON_RETURNS)[number];

function isDecided({ status, exchange, action }: ModelReturn, decision: ReturnDecision): boolean {
  switch (decision) {
    case 'authorize':
      return status === 'ReturnAuthorized';
    case 'sendInAdvance':
      return exchange !== null && exchange.released !== null;
    case 'repair':
      return status === 'ItemsRepaired' && exchange === null;
    case 'replace':
      return status === 'ItemsRepaired' && exchange !== null && action !== 'exchange';
    case 'refund':
      return status === 'ItemsRefunded';
    case 'reject':
      return status === 'RequestRejected';
  }
}

/** Whether a decision is possible now. */
function isPossible(model: OrderModel, request: ModelReturn, decision: ReturnDecision): boolean {
  const { status, action, received, isAccepted, isRestocked, exchange, line } = request;
  const isReceived = status === 'Received';
  const isExchanged = action === 'exchange';
  switch (decision) {
    case 'authorize':
      return status === 'Pending';
    case 'sendInAdvance':
      return isAwaited(request) && exchange !== null && exchange.released === null && exchange.status === 'Pending';
    case 'repair':
      return isReceived && !isExchanged && !isRestocked;
    case 'replace':
      return isReceived && !isExchanged && received !== null && canReserve(model, line.size, received.quantity);
    case 'refund':
      return isReceived && (!isExchanged || isNewSizeCancelled(request));
    case 'reject':
      return !isAccepted && !isRestocked && (isReceived || isAwaited(request));
  }
}

/** An operator decides about a request. `id` is that of the order of a replacement. */
export function predictReturnDecision(
  model: OrderModel,
  request: ModelReturn,
  decision: ReturnDecision,
  id: () => number,
): Prediction {
  if (isDecided(request, decision)) return { status: 200 };
  if (!isPossible(model, request, decision)) return refused(409, 'returnRequest');
  return {
    status: 200,
    apply: () => {
      const event = decide(model, request, decision, id);
      if (event === undefined) return;
      request.order.events.push(event);
      send(model, 'return-decided', request.order, ...peopleOf(request.order, [request.line]));
    },
  };
}

/** Returns what happened to the order of the request, unless nothing is said about it. */
function decide(model: OrderModel, request: ModelReturn, decision: ReturnDecision, id: () => number): string | undefined {
  const { line } = request;
  const arrived = request.received?.quantity ?? 0;
  switch (decision) {
    case 'authorize':
      request.status = 'ReturnAuthorized';
      return 'return_authorized';
    case 'sendInAdvance':
      sendExchange(model, request.exchange as ModelOrder);
      return undefined;
    case 'repair':
      keepPieces(request, 'ItemsRepaired');
      return 'return_repaired';
    case 'reject':
      keepPieces(request, 'RequestRejected');
      endExchange(request, null);
      return 'return_rejected';
    case 'replace': {
      const covered = coverageOf(model, line, arrived, line.claimed - arrived);
      const again = { of: line, quantity: arrived, size: line.size, unit: line.unit, covered: 0 };
      const replacement = addExchange(model, { id: id(), placedBy: 'wearer' }, again);
      Object.assign(request, { exchange: replacement, status: 'ItemsRepaired', isAccepted: true });
      line.claimed -= arrived;
      moveCard(model, request, arrived);
      moveCoverage(line, replacement.lines[0] as ModelLine, arrived, covered);
      release(model, replacement);
      replacement.events.push('exchange_requested');
      return 'return_replaced';
    }
    case 'refund':
      request.refund = refundToCard(model, request, refundFor(model, line, arrived));
      request.status = 'ItemsRefunded';
      if (!request.isAccepted) {
        line.returned += arrived;
        line.claimed -= arrived;
        request.isAccepted = true;
      }
      return 'return_refunded';
  }
}
