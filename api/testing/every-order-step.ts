import { pay, reversePayment, runBilling } from './order-billing-commands.ts';
import {
  decidePayment,
  endAttempts,
  endPaymentTime,
  payAtProvider,
  refundPayment,
  refundToCards,
  tryAgain,
} from './order-card-commands.ts';
import type { OrderCommand } from './order-command.ts';
import { cancel, change, decide, mark, orderAgain, place, placeAgain, togglePrice } from './order-commands.ts';
import { decideProof, finishPieces, showProof, startDecoration } from './order-design-commands.ts';
import {
  cancelForSupplier,
  deliver,
  handOver,
  makeReady,
  moveDate,
  receiveStock,
  ship,
  shipAtOnce,
  startPicking,
} from './order-fulfilment-commands.ts';
import { askToReturn, decideReturn, receiveReturn } from './order-return-commands.ts';
import { letDaysPass } from './order-time-commands.ts';

/** Picks one of those with which there is something to do. */
export const nth = (index: number) => index * 8;
/** All pending pieces of a line of one of those orders. */
export const all = (order: number, line: number) => ({ order: nth(order), line: nth(line), quantity: undefined });

/** Every kind of step that people take, once. */
export const STEPS_OF_PEOPLE: readonly OrderCommand[] = [
  place('wearer', [
    { size: 0, quantity: 2 },
    { size: 2, quantity: 1 },
  ]),
  togglePrice(1),
  cancel(0, 'wearer', { line: 0, quantity: 1 }),
  change(0, 'admin', { line: 1, size: 3, quantity: undefined }),
  place('sales', [{ size: 2, quantity: 3 }]),
  decide(0, 'approver', 'return first'),
  orderAgain(0, 'wearer', 'repeat'),
  place('wearer', [
    { size: 2, quantity: 2 },
    { size: 0, quantity: 1 },
  ]),
  togglePrice(1),
  cancel(2, 'wearer', undefined),
  place('wearer', [{ size: 2, quantity: 2 }]),
  mark(1),
  change(3, 'wearer', { line: 0, size: 3, quantity: 1 }),
  letDaysPass(31),
  startPicking(0),
  cancel(0, 'wearer', undefined),
];

/** Every kind of step of the warehouse and of billing. The wearer is owed four pieces. */
export const STEPS_OF_SUPPLIER: readonly OrderCommand[] = [
  place('wearer', [
    { size: 0, quantity: 1 },
    { size: 4, quantity: 2 },
  ]),
  place('wearer', [{ size: 4, quantity: 1 }]),
  startPicking(0),
  // The last cap is on hand, and needed for the order before.
  ship([[all(1, 0)]]),
  moveDate({ order: nth(0), line: nth(1) }, 3),
  ship([[all(1, 0)]]),
  receiveStock(4, 2),
  ship([[all(0, 0), all(0, 1)]]),
  ship([[all(0, 0)]]),
  deliver(nth(0)),
  deliver(nth(0)),
  runBilling(),
  pay(nth(0), 'whole'),
  pay(nth(0), 'oldest'),
  reversePayment(nth(0)),
  pay(nth(0), 'whole'),
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
  receiveReturn(nth(0), undefined, 'asNew'),
  shipAtOnce(nth(0)),
  deliver(nth(0)),
  askToReturn(nth(1), 'wearer', 'credit', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
  receiveReturn(nth(0), undefined, 'faulty'),
  decideReturn(nth(0), 'refund'),
  runBilling(),
  place('wearer', [{ size: 0, quantity: 1 }]),
  cancelForSupplier({ order: nth(0), line: nth(0) }, 1),
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
  letDaysPass(31),
];

/** What happens to an order that is collected, in two parts. */
export const STEPS_OF_COLLECTING: readonly OrderCommand[] = [
  place('wearer', [{ size: 0, quantity: 3 }], true, true),
  makeReady([{ order: nth(0), line: nth(0), quantity: 2 }]),
  handOver({ order: nth(0), line: nth(0), quantity: 1 }),
  makeReady([all(0, 0)]),
  handOver(all(0, 0)),
];

const first = { order: nth(0), line: nth(0) };

/** What happens to polos with logos, texts and names. The wearer is owed four pieces. */
export const STEPS_OF_DESIGNS: readonly OrderCommand[] = [
  // Two names of one design, and the logo that is required: two set-ups.
  place('wearer', [
    { size: 6, quantity: 2, design: 'name' },
    { size: 6, quantity: 1, design: 'other name' },
    { size: 7, quantity: 1, design: 'plain' },
  ]),
  change(0, 'wearer', { line: 2, size: 6, quantity: 1 }),
  // Beyond what the wearer is owed: it waits for its approval and for the proof of its text.
  place('wearer', [
    { size: 7, quantity: 2, design: 'text' },
    { size: 6, quantity: 1, design: 'logo' },
  ]),
  showProof(),
  decideProof('stranger', true),
  decideProof('admin', false),
  decideProof('director', true),
  decide(nth(0), 'approver', 'approve'),
  showProof(),
  decideProof('sales', true),
  decideProof('wearer', true),
  showProof(),
  // Nothing is packed before it is decorated.
  ship([[{ order: nth(0), line: nth(0), quantity: 1 }]]),
  startDecoration(first),
  cancelForSupplier(first, 1),
  cancel(0, 'wearer', { line: 1, quantity: 1 }),
  finishPieces(first, 1),
  finishPieces(first, 3),
  ship([[all(0, 0)]]),
  finishPieces(first, -1),
  runBilling(),
  finishPieces(first, undefined),
  finishPieces(first, undefined),
  finishPieces(first, undefined),
  ship([[all(0, 0), all(0, 1), all(0, 2)]]),
  runBilling(),
  deliver(nth(0)),
  // Of the other order no piece of the text is made: its set-up is not owed.
  cancelForSupplier(first, undefined),
  finishPieces(first, undefined),
  ship([[all(0, 0)]]),
  runBilling(),
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity: 1, newSize: 'other size' }], false, 'faulty'),
  // It has a name on it, so it is not sold to others.
  receiveReturn(nth(0), undefined, 'asNew'),
  ship([[{ order: nth(0), line: nth(0), quantity: 1 }]]),
  finishPieces(first, undefined),
  ship([[all(0, 0)]]),
  askToReturn(nth(0), 'wearer', 'credit', [{ line: nth(1), quantity: 1, newSize: 'other size' }], false, 'faulty'),
  receiveReturn(nth(0), undefined, 'faulty'),
  decideReturn(nth(0), 'refund'),
  runBilling(),
  orderAgain(0, 'wearer', 'repeat'),
];

/** What happens to orders of which the wearer pays something by card. They are owed four pieces. */
export const STEPS_OF_CARDS: readonly OrderCommand[] = [
  place('wearer', [
    { size: 0, quantity: 5 },
    { size: 4, quantity: 2 },
  ]),
  // Not released yet.
  ship([[{ order: 7, line: nth(0), quantity: 1 }]]),
  payAtProvider(nth(0), nth(0), 'failed'),
  tryAgain(nth(0), 'stranger'),
  tryAgain(nth(0), 'wearer'),
  cancel(0, 'wearer', { line: 1, quantity: 1 }),
  // The page asks for what the order cost before.
  payAtProvider(nth(0), nth(0), 'paid'),
  // The attempt that had failed is paid all the same, and told twice.
  payAtProvider(nth(0), 7, 'paid', true),
  refundToCards(),
  ship([[{ order: nth(0), line: nth(0), quantity: 3 }]]),
  runBilling(),
  ship([[all(0, 0), all(0, 1)]]),
  deliver(nth(0)),
  deliver(nth(0)),
  runBilling(),
  pay(nth(0), 'oldest'),
  askToReturn(nth(0), 'wearer', 'credit', [{ line: nth(0), quantity: 2, newSize: 'other size' }]),
  receiveReturn(nth(0), undefined, 'asNew'),
  decideReturn(nth(0), 'refund'),
  runBilling(),
  refundPayment(nth(0), 'too much'),
  refundPayment(nth(0), 'half', true),
  refundToCards(),
];

/** What happens to orders that the wearer pays alone: they are owed nothing of them. */
export const STEPS_OF_OWN_ORDERS: readonly OrderCommand[] = [
  place('wearer', [{ size: 0, quantity: 4 }]),
  place('wearer', [{ size: 2, quantity: 1 }]),
  payAtProvider(nth(0), nth(0), 'paid unheard'),
  endPaymentTime(nth(0)),
  place('sales', [{ size: 4, quantity: 2 }]),
  endPaymentTime(nth(0)),
  payAtProvider(7 + 8, nth(0), 'paid'),
  placeAgain('wearer', false),
  payAtProvider(nth(0), nth(0), 'another amount'),
  decidePayment(nth(0), true),
  place('wearer', [{ size: 1, quantity: 1 }]),
  payAtProvider(nth(0), nth(0), 'another amount'),
  decidePayment(nth(0), false),
  refundToCards(),
  place('wearer', [{ size: 1, quantity: 2 }]),
  cancel(nth(0), 'wearer', undefined, false, 'changeable'),
  endAttempts(),
];
