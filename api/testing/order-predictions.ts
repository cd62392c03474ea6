import { amountsOf, cardMinorAfter, cardMinorOf } from './order-amounts.ts';
import { isPaidByCard, settleCard } from './order-card-refunds.ts';
import {
  type Action,
  accountGoods,
  accountOf,
  type Caller,
  cancelOf,
  canReserve,
  cardOf,
  countedOf,
  type Decided,
  decidersOf,
  freeStock,
  isChangeable,
  leftIn,
  type ModelLine,
  type ModelOrder,
  markedIn,
  moneyOf,
  needsApproval,
  newLine,
  newRequest,
  type OrderModel,
  type Prediction,
  pendingGoods,
  pendingOf,
  peopleOf,
  pricedOf,
  productOf,
  refused,
  send,
  type Wearer,
} from './order-model.ts';
import { addToCart, findEqual, inCart } from './order-model-cart.ts';
import { deliveryOf, isSoldIn, priceOf, SOLD_IN } from './order-prices.ts';
import { awaitsPayment, releaseProved, releaseUnlessHeld } from './order-release.ts';

// What each step should do, according to the model.

/** Ends an order; `before` is what a card paid of it before this step. */
export function endOrder(order: ModelOrder, status: 'Rejected' | 'Cancelled', event: string, before = cardMinorOf(order)): void {
  for (const line of order.lines) cancelOf(line, pendingOf(line));
  order.status = status;
  if (order.payment === 'Pending') order.payment = 'Voided';
  order.request = null;
  if (order.card) order.card.isDue = false;
  settleCard(order, before);
  order.events.push(event);
}

/** A decision as it is sent, with lines by their position. */
export interface DecisionRequest {
  action: Action;
  items?: { line: number; action?: Action; quantity?: number }[];
}

/** What a decision says about each line that has pending pieces. */
const readDecision = ({ lines }: ModelOrder, { action, items }: DecisionRequest): Decided['lines'] =>
  new Map(
    lines.flatMap((line, index) => {
      const pending = pendingOf(line);
      if (pending === 0) return [];
      const item = items?.find((each) => each.line === index);
      const own = item?.action ?? (item ? 'approve' : action);
      return [[index, { action: own, approved: own === 'approve' ? (item?.quantity ?? pending) : 0 }]];
    }),
  );

function isSame({ step, isByLine, lines }: Decided, { action, items }: DecisionRequest): boolean {
  if (items === undefined) return !isByLine && step === action;
  // What was approved as a whole is not recognised by numbers of pieces, or by lines that had nothing to decide on.
  if (!isByLine && step === 'approve')
    return items.every((item) => (item.action ?? 'approve') === 'approve' && item.quantity === undefined);
  return [...lines].every(([index, line]) => {
    const item = items.find((each) => each.line === index);
    return (item?.action ?? 'approve') === line.action && (item?.quantity ?? line.approved) === line.approved;
  });
}

/** Approving, rejecting or sending back, as a whole or line by line. */
export function predictDecision(model: OrderModel, order: ModelOrder, caller: Caller, request: DecisionRequest): Prediction {
  if (caller === 'stranger') return { status: 404 };
  const isWaiting = order.status === 'AwaitingApproval';
  if (!decidersOf(order).includes(caller) && order.decided?.by !== caller) return { status: 403 };
  if (!isWaiting) return { status: order.decided?.by === caller && isSame(order.decided, request) ? 200 : 409 };
  const lines = [...readDecision(order, request)];
  if (lines.every(([, { approved }]) => approved === 0))
    return { status: 200, apply: () => decide(model, order, caller, request) };
  const leaving = lines.flatMap(([index, { approved }]): Leaving[] => {
    const line = order.lines[index] as ModelLine;
    return approved < pendingOf(line) ? [{ line, quantity: pendingOf(line) - approved }] : [];
  });
  const shrinking = shrink(model, order, leaving);
  if (typeof shrinking === 'number') return { status: shrinking };
  const leave = () => {
    for (const { line, quantity } of leaving) cancelOf(line, quantity);
    shrinking();
  };
  if (isDearerForCard(order, leave)) return { status: 400 };
  return { status: 200, apply: () => decide(model, order, caller, request, shrinking) };
}

/** Whether a change makes dearer what a card has paid. */
const isDearerForCard = (order: ModelOrder, change: () => void) =>
  isPaidByCard(order) && cardMinorAfter(order, change) > cardMinorOf(order);

/** Pieces that leave a line. */
interface Leaving {
  line: ModelLine;
  quantity: number;
  /** The part of the entitlement that they take along. */
  covered?: number;
}

/** Whether so many pieces of a line may remain. What the supplier has cancelled was ordered all the same. */
function canRemain({ soldIn }: OrderModel, { size, cancelledBySupplier }: ModelLine, remaining: number): boolean {
  const rule: { minimum?: number; allowed?: readonly number[] } = SOLD_IN[soldIn[productOf(size)]];
  const allowed = (rule.allowed ?? []).map((quantity) => quantity - cancelledBySupplier).filter((quantity) => quantity > 0);
  return (
    remaining === 0 ||
    (remaining >= (rule.minimum ?? 1) - cancelledBySupplier && (allowed.length === 0 || allowed.includes(remaining)))
  );
}

/**
 * What pieces that leave an order do to the price of those that remain, and to delivery; `added` are those that get another size. Returns how to apply
 * it once they have left, or the status of the refusal.
 */
function shrink(
  model: OrderModel,
  order: ModelOrder,
  leaving: readonly Leaving[],
  added?: { wearer: Wearer; unit: number; quantity: number; covered: number },
): (() => void) | number {
  let goods = 0;
  const dearerBy: [number, number] = [0, 0];
  const prices = new Map<ModelLine, Pick<ModelLine, 'unit' | 'tier'>>();
  for (const line of order.lines) {
    const { quantity: gone = 0, covered = 0 } = leaving.find((each) => each.line === line) ?? {};
    const remaining = line.quantity - line.cancelled - gone;
    if (gone > 0 && !canRemain(model, line, remaining)) return 422;
    const priced = pricedOf(line) - gone;
    const isBelow = gone > 0 && remaining > 0 && line.tier !== null && priced < line.tier;
    const price = isBelow ? priceOf(model, line, priced) : { unit: line.unit, tier: line.tier };
    prices.set(line, price);
    goods += priced * price.unit;
    dearerBy[line.wearer] += Math.min(line.covered - covered, remaining) * price.unit - countedOf(line) * line.unit;
  }
  if (added) {
    goods += added.quantity * added.unit;
    dearerBy[added.wearer] += added.covered * added.unit;
  }
  const money = moneyOf(model);
  if (money && dearerBy.some((dearer, wearer) => dearer > 0 && dearer > leftIn(model, wearer as Wearer, money))) return 400;
  return () => {
    for (const [line, price] of prices) Object.assign(line, price);
    if (added || order.lines.some((line) => line.cancelled < line.quantity)) order.delivery = deliveryOf(goods);
  };
}

/** What is sent back names its part of the wardrobe, and its wearer unless that is the person of the cart. */
export const backInCart = ({ size, design, wearer }: ModelLine) => ({
  size,
  design,
  wearer,
  namesWearer: wearer !== 0,
  namesPart: true,
});

function decide(
  model: OrderModel,
  order: ModelOrder,
  by: Caller,
  request: DecisionRequest,
  reprice: () => void = () => undefined,
): void {
  const lines = readDecision(order, request);
  const all = [...lines];
  const step: Action = all.some(([, { approved }]) => approved > 0)
    ? 'approve'
    : all.some(([, { action }]) => action === 'amend')
      ? 'amend'
      : 'reject';
  const isReduced = ([index, { action, approved }]: (typeof all)[number]) =>
    action !== step || (action === 'approve' && approved < pendingOf(order.lines[index] as ModelLine));
  const isByLine = all.some(isReduced);
  order.decided = { by, step, isByLine, lines };
  const decided = all.map(([index]) => order.lines[index] as ModelLine);
  const people = peopleOf(order, decided);
  const before = cardMinorOf(order);
  if (step === 'approve') approve(model, order);
  for (const [index, { action, approved }] of all) {
    const line = order.lines[index] as ModelLine;
    const refused = pendingOf(line) - approved;
    if (action === 'amend' && refused > 0)
      addToCart(model, { ...backInCart(line), quantity: refused, hasReason: line.hasReason });
    if (step === 'approve') cancelOf(line, refused);
  }
  if (step === 'approve') {
    releaseProved(model, order);
    reprice();
    settleCard(order, before);
    order.events.push(isByLine ? 'partly_approved' : 'approved');
    send(model, isByLine ? 'order-partly-approved' : 'order-approved', order, ...people);
    if (order.card?.isDue) send(model, 'payment-due', order, 'wearer', order.placedBy);
    return;
  }
  endOrder(order, step === 'reject' ? 'Rejected' : 'Cancelled', step === 'reject' ? 'rejected' : 'sent_back');
  send(model, step === 'reject' ? 'order-rejected' : 'order-sent-back', order, ...people);
}

function approve(model: OrderModel, order: ModelOrder): void {
  order.status = 'Pending';
  order.request = null;
  releaseUnlessHeld(model, order);
  // From now on it can be paid.
  if (order.card) order.card.isDue = awaitsPayment(order);
}

/** Who may change and cancel an order; a prediction of the refusal for the others. */
const refuseChange = (caller: Caller): Prediction | undefined =>
  caller === 'stranger' ? { status: 404 } : caller === 'approver' ? { status: 403 } : undefined;

/** Cancelling the whole order, or pieces of a line. */
export function predictCancellation(
  model: OrderModel,
  order: ModelOrder,
  caller: Caller,
  item: { line: number; quantity: number } | undefined,
): Prediction {
  const refusal = refuseChange(caller);
  if (refusal) return refusal;
  if (order.status === 'Cancelled' && order.cancelledBy === caller) return { status: 200 };
  if (!isChangeable(order)) return refused(409, 'order');
  const line = item && order.lines[item.line];
  if (line && item.quantity > pendingOf(line)) return { status: 422 };
  const shrinking = line ? shrink(model, order, [{ line, quantity: item.quantity }]) : () => undefined;
  if (typeof shrinking === 'number') return { status: shrinking };
  const leave = () => {
    if (line) cancelOf(line, item.quantity);
    shrinking();
  };
  if (line && isDearerForCard(order, leave)) return { status: 400 };
  return {
    status: 200,
    apply: () => {
      const [goods, before] = [pendingGoods(order.lines), amountsOf(model, order).charged];
      const [onAccount, byCard] = [accountGoods(order.lines), cardMinorOf(order)];
      const deciders = decidersOf(order);
      const waits = order.status === 'AwaitingApproval';
      const leaving = line ? [line] : order.lines.filter((each) => pendingOf(each) > 0);
      leave();
      if (!line || order.lines.every((each) => pendingOf(each) === 0)) {
        // What has left already goes back with the rest.
        endOrder(order, 'Cancelled', 'cancelled', byCard);
        order.cancelledBy = caller;
        send(model, 'order-cancelled', order, ...peopleOf(order, leaving));
        if (waits) send(model, 'approval-withdrawn', order, ...deciders);
        return;
      }
      releaseProved(model, order);
      settleCard(order, byCard);
      order.events.push('pieces_cancelled');
      tellDearer(model, order, leaving, { caller, before });
      // An order that waits keeps its reasons when none is left; another is approved anew only if what remains is dearer.
      if (waits || pendingGoods(order.lines) > goods) reviewApproval(model, order, onAccount);
    },
  };
}

/** The mails about a change, and those to whoever decides on an order that waits and has become dearer by it; `before` is what it cost. */
function tellDearer(
  model: OrderModel,
  order: ModelOrder,
  changed: readonly ModelLine[],
  { caller, before }: { caller: Caller; before: number },
): void {
  const isDearer = order.status === 'AwaitingApproval' && amountsOf(model, order).charged > before;
  const told = isDearer ? decidersOf(order).filter((person) => person !== caller) : [];
  if (told.length > 0) order.events.push('approvers_told');
  send(model, 'order-changed', order, ...peopleOf(order, changed));
  send(model, 'approval-dearer', order, ...told);
}

/** Giving pieces of a line, or all of them, another size. */
export function predictChange(
  model: OrderModel,
  order: ModelOrder,
  caller: Caller,
  { line: index, size, quantity: given }: { line: number; size: number; quantity: number | undefined },
): Prediction {
  const refusal = refuseChange(caller);
  if (refusal) return refusal;
  if (!isChangeable(order)) return refused(409, 'order');
  const line = order.lines[index] as ModelLine;
  if (line.size === size) return { status: 422 };
  const pending = pendingOf(line);
  const quantity = given ?? pending;
  if (pending === 0 || quantity > pending || productOf(size) !== productOf(line.size)) return { status: 422 };
  const counted = quantity === pending ? quantity + line.cancelledBySupplier : quantity;
  if (!isSoldIn(model, size, counted)) return { status: 400 };
  const price = priceOf(model, { ...line, size }, counted);
  const covered = Math.min(quantity, countedOf(line));
  const shrinking = shrink(model, order, [{ line, quantity, covered }], { ...price, wearer: line.wearer, quantity, covered });
  if (shrinking === 422) return { status: 422 };
  if (typeof shrinking === 'number' || !canReserve(model, size, quantity)) return { status: 400 };
  const swap = () => {
    // What was promised was the other size.
    shrinking();
    if (quantity === line.quantity) Object.assign(line, { size, ...price, due: null });
    else {
      // Pieces on account change before those of the card.
      const card = Math.min(cardOf(line), Math.max(0, quantity - accountOf(line)));
      line.quantity -= quantity;
      line.covered -= covered;
      line.card -= card;
      const { design, wearer, hasReason } = line;
      order.lines.push(newLine({ size, design, wearer, quantity, covered, card, ...price, hasReason }));
    }
  };
  if (isDearerForCard(order, swap)) return { status: 400 };
  return {
    status: 200,
    apply: () => {
      const goods = accountGoods(order.lines);
      const before = amountsOf(model, order).charged;
      const byCard = cardMinorOf(order);
      swap();
      settleCard(order, byCard);
      order.events.push('line_changed');
      tellDearer(model, order, [line], { caller, before });
      reviewApproval(model, order, goods);
    },
  };
}

/** Asks for approval of a changed order again where its amount has risen or a product has been marked since. */
function reviewApproval(model: OrderModel, order: ModelOrder, goodsBefore: number): void {
  if (!needsApproval(model, order.lines)) return;
  const named = markedIn(model, order.lines);
  const isNew = accountGoods(order.lines) > goodsBefore || [...named].some((product) => !order.named.has(product));
  if (order.status !== 'AwaitingApproval' && !isNew) return;
  order.named = named;
  if (order.status === 'AwaitingApproval') return;
  order.status = 'AwaitingApproval';
  order.released = null;
  if (order.card) order.card.isDue = false;
  order.request = newRequest(model);
  order.decided = null;
  order.events.push('approval_requested');
  send(model, 'approval-requested-again', order, ...decidersOf(order));
}

/** Ordering again what an order contained: pieces added to the cart for each line; `undo` removes them. */
export function predictReorder(
  model: OrderModel,
  order: ModelOrder,
  caller: Caller,
): Prediction & { added: number[]; undo?: () => void } {
  if (caller === 'stranger') return { status: 404, added: [] };
  if (caller === 'approver') return { status: 403, added: [] };
  const added: number[] = [];
  const before = structuredClone(model.cart);
  for (const { size, design, wearer, quantity } of order.lines) {
    const again = { size, design, wearer, namesWearer: model.ordersForOthers, namesPart: true };
    const before = findEqual(model, again)?.quantity ?? 0;
    const free = canReserve(model, size, Number.POSITIVE_INFINITY) ? quantity : freeStock(model, size) - inCart(model, size);
    let fits = Math.max(0, Math.min(quantity, free));
    while (fits > 0 && !isSoldIn(model, size, before + fits)) fits -= 1;
    if (fits > 0) addToCart(model, { ...again, quantity: fits, hasReason: false });
    added.push(fits);
  }
  const after = model.cart;
  model.cart = before;
  if (added.every((count) => count === 0)) return { status: 400, added: [] };
  return {
    status: 200,
    added,
    apply: () => {
      model.cart = after;
    },
    undo: () => {
      model.cart = before;
    },
  };
}
