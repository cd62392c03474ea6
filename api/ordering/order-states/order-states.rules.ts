import { type APPROVAL_STATES, ORDER_STATUSES, PAYMENT_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';

/**
 * The states of orders, payments, shipping and approvals, and every step between them, as data. Nothing else changes a state: `takeStep` writes
 * what these tables allow, and docs/ORDER-STATES.md is drawn from them.
 */

/** Ids of the states of an order, as on the wire. */
export const ORDER = {
  pending: 10,
  processing: 20,
  complete: 30,
  cancelled: 40,
  awaitingApproval: 50,
  rejected: 60,
} as const;

/** Ids of the states of a payment, as on the wire. */
export const PAYMENT = { pending: 10, authorized: 20, paid: 30, partiallyRefunded: 35, refunded: 40, voided: 50 } as const;

/** Ids of the states of shipping, as on the wire. */
export const SHIPPING = { notRequired: 10, notYetShipped: 20, partiallyShipped: 25, shipped: 30, delivered: 40 } as const;

/** Where a transition starts, and where it ends. */
interface Transition<State> {
  readonly from: readonly State[];
  readonly to: State;
}
type Transitions<State> = Readonly<Record<string, Transition<State>>>;

export type OrderState = (typeof ORDER)[keyof typeof ORDER];
export type PaymentState = (typeof PAYMENT)[keyof typeof PAYMENT];
export type ShippingState = (typeof SHIPPING)[keyof typeof SHIPPING];
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const ORDER_TRANSITIONS = {
  approve: { from: [ORDER.awaitingApproval], to: ORDER.pending },
  reject: { from: [ORDER.awaitingApproval], to: ORDER.rejected },
  sendBack: { from: [ORDER.awaitingApproval], to: ORDER.cancelled },
  expire: { from: [ORDER.awaitingApproval], to: ORDER.cancelled },
  requestApproval: { from: [ORDER.pending, ORDER.processing], to: ORDER.awaitingApproval },
  expirePayment: { from: [ORDER.pending, ORDER.processing], to: ORDER.cancelled },
  cancel: { from: [ORDER.pending, ORDER.processing, ORDER.awaitingApproval], to: ORDER.cancelled },
  process: { from: [ORDER.pending, ORDER.processing], to: ORDER.processing },
  complete: { from: [ORDER.processing], to: ORDER.complete },
  reopen: { from: [ORDER.complete], to: ORDER.processing },
} as const satisfies Transitions<OrderState>;

export const PAYMENT_TRANSITIONS = {
  authorize: { from: [PAYMENT.pending], to: PAYMENT.authorized },
  pay: { from: [PAYMENT.pending, PAYMENT.authorized], to: PAYMENT.paid },
  refundPart: { from: [PAYMENT.paid, PAYMENT.partiallyRefunded], to: PAYMENT.partiallyRefunded },
  refund: { from: [PAYMENT.paid, PAYMENT.partiallyRefunded], to: PAYMENT.refunded },
  void: { from: [PAYMENT.pending, PAYMENT.authorized], to: PAYMENT.voided },
  reverse: { from: [PAYMENT.paid, PAYMENT.partiallyRefunded, PAYMENT.refunded], to: PAYMENT.pending },
} as const satisfies Transitions<PaymentState>;

export const SHIPPING_TRANSITIONS = {
  shipPart: { from: [SHIPPING.notYetShipped, SHIPPING.partiallyShipped], to: SHIPPING.partiallyShipped },
  ship: { from: [SHIPPING.notYetShipped, SHIPPING.partiallyShipped], to: SHIPPING.shipped },
  deliver: { from: [SHIPPING.shipped], to: SHIPPING.delivered },
} as const satisfies Transitions<ShippingState>;

export const APPROVAL_TRANSITIONS = {
  approve: { from: ['requested'], to: 'approved' },
  reject: { from: ['requested'], to: 'rejected' },
  sendBack: { from: ['requested'], to: 'sent_back' },
  expire: { from: ['requested'], to: 'expired' },
  withdraw: { from: ['requested'], to: 'withdrawn' },
} as const satisfies Transitions<ApprovalState>;

/** What one step does to an order. The payment and the open approval move along where their tables allow it. */
export interface Step {
  /** Left out: the order stays in its state, whichever it is, and the step is possible only where the transition of the payment is. */
  readonly order?: keyof typeof ORDER_TRANSITIONS;
  readonly payment?: keyof typeof PAYMENT_TRANSITIONS;
  /** How shipping moves. The step is possible only where this transition is. */
  readonly shipping?: keyof typeof SHIPPING_TRANSITIONS;
  readonly approval?: keyof typeof APPROVAL_TRANSITIONS;
  /** Someone decides about the approval by it. */
  readonly isDecision?: boolean;
  /** The warehouse may pick the order from now on, unless a design of it awaits its proof, or a card its payment. */
  readonly releases?: boolean;
  /** The warehouse may no longer pick the order. */
  readonly withholds?: boolean;
  /** The step is possible only until picking starts. */
  readonly beforePicking?: boolean;
  /** Picking starts by it; possible once, and only for an order that was released. */
  readonly startsPicking?: boolean;
  /** Pieces wait to be collected from now on; possible only for an order that is collected and being picked. */
  readonly makesReady?: boolean;
  /** No pieces wait to be collected any more. */
  readonly endsReady?: boolean;
  /** The step ends the order: what is pending is cancelled. */
  readonly cancelsPending?: boolean;
  /** The step is possible only for an order that waits for the payment by card. */
  readonly whileUnpaid?: boolean;
}

/** Everything that can happen to an order after it was placed. `planAdvance` takes those that follow from parcels and payments. */
export const STEPS = {
  approve: { order: 'approve', approval: 'approve', isDecision: true, releases: true },
  reject: { order: 'reject', approval: 'reject', payment: 'void', isDecision: true, cancelsPending: true },
  sendBack: { order: 'sendBack', approval: 'sendBack', payment: 'void', isDecision: true, cancelsPending: true },
  expire: { order: 'expire', approval: 'expire', payment: 'void', cancelsPending: true },
  cancel: { order: 'cancel', approval: 'withdraw', payment: 'void', beforePicking: true, cancelsPending: true },
  cancelUnshipped: { order: 'cancel', approval: 'withdraw', payment: 'void', cancelsPending: true },
  requestApproval: { order: 'requestApproval', withholds: true, beforePicking: true },
  startPicking: { order: 'process', startsPicking: true },
  makeReady: { order: 'process', makesReady: true },
  endReady: { order: 'process', endsReady: true },
  shipPart: { order: 'process', shipping: 'shipPart' },
  ship: { order: 'process', shipping: 'ship' },
  deliver: { order: 'process', shipping: 'deliver' },
  pay: { order: 'process', payment: 'pay' },
  payByCard: { order: 'process', payment: 'pay', releases: true, whileUnpaid: true },
  payWhileApproved: { payment: 'pay', whileUnpaid: true },
  expirePayment: {
    order: 'expirePayment',
    approval: 'withdraw',
    payment: 'void',
    beforePicking: true,
    cancelsPending: true,
    whileUnpaid: true,
  },
  complete: { order: 'complete' },
  refundPart: { payment: 'refundPart' },
  refund: { payment: 'refund' },
  reversePayment: { payment: 'reverse' },
  reopen: { order: 'reopen' },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;

/** The states in which an order can still be changed, as long as picking has not started. */
export const CHANGEABLE: readonly OrderState[] = [ORDER.pending, ORDER.processing, ORDER.awaitingApproval];

/** The names of states in the API by their ids, which are those of the state tables in the database. */
export const listNames = <Id extends number, Name extends string>(
  statuses: readonly { readonly id: Id; readonly name: Name }[],
): Readonly<Record<Id, Name>> => Object.fromEntries(statuses.map(({ id, name }) => [id, name])) as Record<Id, Name>;

export const ORDER_STATES = listNames(ORDER_STATUSES);
export const PAYMENT_STATES = listNames(PAYMENT_STATUSES);
export const SHIPPING_STATES = listNames(SHIPPING_STATUSES);

/** A timestamp in ISO 8601 UTC with milliseconds. Text from PostgreSQL's JSON is already UTC and is cut without creating a Date, which is faster for lists. */
export const toUtcString = (timestamp: string | Date): string =>
  typeof timestamp === 'string' && timestamp.length >= 25 && timestamp.endsWith('+00:00')
    ? `${timestamp.slice(0, 19)}.${timestamp.slice(20, -6).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(timestamp).toISOString();
