import {
  type Action,
  ALLOCATIONS,
  addToCart,
  beyondOf,
  type Caller,
  canReserve,
  countedOf,
  coverCart,
  type Decided,
  decidersOf,
  freeStock,
  inCart,
  isChangeable,
  leftIn,
  type ModelLine,
  type ModelOrder,
  markedIn,
  needsApproval,
  newLine,
  newOrder,
  newRequest,
  type OrderModel,
  type Prediction,
  pendingGoods,
  pendingOf,
  peopleOf,
  priceOf,
  productOf,
  refused,
  release,
  send,
} from './order-model.ts';

// What each step should do, according to the model.

/** Adding pieces to an empty cart. */
export const predictFilling = (
  model: OrderModel,
  items: readonly { size: number; quantity: number }[],
  hasReason: boolean,
): Prediction =>
  items.some(({ size, quantity }) => !canReserve(model, size, quantity))
    ? { status: 400 }
    : {
        status: 200,
        apply: () => {
          for (const item of items) addToCart(model, { ...item, hasReason, namesPart: false });
        },
      };

/** Placing what is in the cart. `id` is known once the order has been placed. */
export function predictPlacing(model: OrderModel, placedBy: 'wearer' | 'sales', id: () => number): Prediction {
  if (model.cart.length === 0) return { status: 400 };
  if (model.cart.some(({ size }) => !canReserve(model, size, inCart(model, size)))) return { status: 400 };
  const lines = coverCart(model);
  if (lines.some((line) => beyondOf(line) > 0 && !line.hasReason)) return { status: 422 };
  return {
    status: 200,
    apply: () => {
      const waits = needsApproval(model, lines);
      const order = newOrder({
        id: id(),
        placedBy,
        status: waits ? 'AwaitingApproval' : 'Pending',
        // The reason is saved with pieces beyond the entitlement only.
        lines: lines.map((line) => ({ ...line, hasReason: line.hasReason && beyondOf(line) > 0 })),
        request: waits ? newRequest(model) : null,
        named: markedIn(model, lines),
      });
      if (!waits) release(model, order);
      model.orders.push(order);
      model.cart = [];
      send(model, 'order-placed', order, 'wearer');
      if (waits) send(model, 'approval-requested', order, ...decidersOf(order));
    },
  };
}

export function endOrder(order: ModelOrder, status: 'Rejected' | 'Cancelled', event: string): void {
  for (const line of order.lines) line.cancelled = line.quantity;
  order.status = status;
  order.payment = 'Voided';
  order.request = null;
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
  return { status: 200, apply: () => decide(model, order, caller, request) };
}

function decide(model: OrderModel, order: ModelOrder, by: Caller, request: DecisionRequest): void {
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
  for (const [index, { action, approved }] of all) {
    const line = order.lines[index] as ModelLine;
    const refused = pendingOf(line) - approved;
    if (action === 'amend' && refused > 0)
      addToCart(model, { size: line.size, quantity: refused, hasReason: line.hasReason, namesPart: true });
    line.cancelled += refused;
  }
  if (step === 'approve') {
    order.status = 'Pending';
    order.request = null;
    release(model, order);
    order.events.push(isByLine ? 'partly_approved' : 'approved');
    send(model, isByLine ? 'order-partly-approved' : 'order-approved', order, ...peopleOf(order));
    return;
  }
  endOrder(order, step === 'reject' ? 'Rejected' : 'Cancelled', step === 'reject' ? 'rejected' : 'sent_back');
  send(model, step === 'reject' ? 'order-rejected' : 'order-sent-back', order, ...peopleOf(order));
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
  return {
    status: 200,
    apply: () => {
      const deciders = decidersOf(order);
      const waits = order.status === 'AwaitingApproval';
      if (line) line.cancelled += item.quantity;
      if (!line || order.lines.every((each) => pendingOf(each) === 0)) {
        endOrder(order, 'Cancelled', 'cancelled');
        order.cancelledBy = caller;
        send(model, 'order-cancelled', order, ...peopleOf(order));
        if (waits) send(model, 'approval-withdrawn', order, ...deciders);
        return;
      }
      order.events.push('pieces_cancelled');
      // An order that waits keeps its reasons when none is left.
      if (waits && needsApproval(model, order.lines)) order.named = markedIn(model, order.lines);
      send(model, 'order-changed', order, ...peopleOf(order));
    },
  };
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
  if (line.size === size) return { status: 200 };
  const pending = pendingOf(line);
  const quantity = given ?? pending;
  if (pending === 0 || quantity > pending || productOf(size) !== productOf(line.size)) return { status: 422 };
  const unit = priceOf(model, size);
  const covered = Math.min(quantity, countedOf(line));
  const isAffordable = ALLOCATIONS[model.allocation].accounts.every((account) => {
    const more = (account.cost({ unit }) - account.cost(line)) * covered;
    return more <= 0 || more <= leftIn(model, account);
  });
  if (!canReserve(model, size, quantity) || !isAffordable) return { status: 400 };
  return {
    status: 200,
    apply: () => {
      const goods = pendingGoods(order.lines);
      const isDearer = unit > line.unit;
      // What was promised was the other size.
      if (quantity === line.quantity) Object.assign(line, { size, unit, due: null });
      else {
        line.quantity -= quantity;
        line.covered -= covered;
        order.lines.push(newLine({ size, quantity, covered, unit, hasReason: line.hasReason }));
      }
      order.events.push('line_changed');
      const told = order.status === 'AwaitingApproval' && isDearer ? decidersOf(order).filter((person) => person !== caller) : [];
      if (told.length > 0) order.events.push('approvers_told');
      send(model, 'order-changed', order, ...peopleOf(order));
      send(model, 'approval-dearer', order, ...told);
      reviewApproval(model, order, goods);
    },
  };
}

/** Asks for approval of a changed order again where its amount has risen or a product has been marked since. */
function reviewApproval(model: OrderModel, order: ModelOrder, goodsBefore: number): void {
  if (!needsApproval(model, order.lines)) return;
  const named = markedIn(model, order.lines);
  const isNew = pendingGoods(order.lines) > goodsBefore || [...named].some((product) => !order.named.has(product));
  if (order.status !== 'AwaitingApproval' && !isNew) return;
  order.named = named;
  if (order.status === 'AwaitingApproval') return;
  order.status = 'AwaitingApproval';
  order.released = null;
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
  for (const { size, quantity } of order.lines) {
    const free = canReserve(model, size, Number.POSITIVE_INFINITY) ? quantity : freeStock(model, size) - inCart(model, size);
    const fits = Math.max(0, Math.min(quantity, free));
    if (fits > 0) addToCart(model, { size, quantity: fits, hasReason: false, namesPart: true });
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
