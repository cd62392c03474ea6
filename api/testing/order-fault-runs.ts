import { all, nth, STEPS_OF_CARDS, STEPS_OF_OWN_ORDERS, STEPS_OF_PEOPLE } from './every-order-step.ts';
import type { AllocationName } from './order-accounts.ts';
import { pay, reversePayment, runBilling } from './order-billing-commands.ts';
import type { OrderCommand } from './order-command.ts';
import { cancel, change, decide, orderAgain, place, sell } from './order-commands.ts';
import { decideProof, finishPieces, showProof } from './order-design-commands.ts';
import { cancelForSupplier, deliver, moveDate, receiveStock, ship, startPicking } from './order-fulfilment-commands.ts';
import { FAULT_NAMES, type FaultName } from './order-injected-faults.ts';
import type { ModelOptions, Wearer } from './order-model.ts';
import { askToReturn, decideReturn, receiveReturn } from './order-return-commands.ts';
import { placeSheet } from './order-sheet-commands.ts';

// The sequences that find injected faults.

/** Orders that shrink below a tier, below the value from which delivery is free, and below the numbers in which a garment is sold. */
const SHRINKING_STEPS: readonly OrderCommand[] = [
  place('wearer', [{ size: 4, quantity: 3 }]),
  place('wearer', [{ size: 0, quantity: 3 }]),
  cancel(1, 'wearer', { line: 0, quantity: 1 }, true),
  cancel(1, 'wearer', { line: 0, quantity: 1 }),
  // The supplier has no second shirt; the wearer keeps the price of two.
  cancelForSupplier({ order: 1, line: 0 }, 1),
  place('wearer', [{ size: 0, quantity: 3 }]),
  change(2, 'wearer', { line: 0, size: 1, quantity: 2 }),
  sell(2, 'one or three'),
  cancel(0, 'wearer', { line: 0, quantity: 1 }),
  cancel(0, 'wearer', { line: 0, quantity: 2 }),
  sell(2, 'any'),
  place('wearer', [{ size: 4, quantity: 4 }]),
  cancelForSupplier({ order: nth(3), line: 0 }, 1),
  cancel(3, 'wearer', { line: 0, quantity: 1 }),
  cancel(3, 'wearer', { line: 0, quantity: 1 }),
];

const rowFor = (wearer: Wearer, size: number, quantity: number) => ({ wearer, size, quantity, hasReason: true });

/** Sheets of someone who orders for a colleague too; both are owed four pieces. */
const STEPS_WITH_SHEETS: readonly OrderCommand[] = [
  // Three coats in L are in stock; the shirts of two rows are one line.
  placeSheet('wearer', [rowFor(0, 0, 1), rowFor(1, 1, 1), rowFor(1, 3, 4), rowFor(1, 1, 1)], 'an empty cart'),
  placeSheet('wearer', [rowFor(1, 4, 3), rowFor(0, 4, 1)], 'an empty cart'),
  decide(0, 'approver', 'return first'),
  placeSheet('wearer', [rowFor(1, 5, 1)], 'the cart'),
  cancel(0, 'wearer', { line: 1, quantity: 1 }),
  placeSheet('sales', [rowFor(1, 0, 1)], 'an empty cart'),
  orderAgain(0, 'wearer', 'undo'),
];

const exchangeOne = (reason?: 'faulty') =>
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity: 1, newSize: 'other size' }], false, reason);

/** Two orders are sent, invoiced and paid. */
const STEPS_OF_BILLING: readonly OrderCommand[] = [
  place('wearer', [{ size: 4, quantity: 2 }]),
  place('wearer', [{ size: 4, quantity: 1 }]),
  // The last cap is needed for the order before.
  ship([[all(1, 0)]]),
  moveDate({ order: nth(0), line: nth(0) }, 3),
  ship([[all(0, 0)]]),
  deliver(nth(0)),
  receiveStock(4, 1),
  ship([[all(0, 0)]]),
  runBilling(),
  pay(nth(0), 'whole'),
  reversePayment(nth(0)),
];

/** Pieces come back, to be exchanged and for credit. */
const STEPS_OF_RETURNS: readonly OrderCommand[] = [
  place('wearer', [{ size: 0, quantity: 2 }]),
  ship([[all(0, 0)]]),
  exchangeOne(),
  receiveReturn(nth(0), undefined, 'asNew'),
  runBilling(),
  askToReturn(nth(0), 'wearer', 'credit', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
  receiveReturn(nth(0), undefined, 'faulty'),
  decideReturn(nth(0), 'refund'),
  runBilling(),
];

/** A text waits for its proof. */
const STEPS_OF_PROOFS: readonly OrderCommand[] = [
  place('wearer', [{ size: 7, quantity: 1, design: 'text' }]),
  startPicking(0),
  showProof(),
  decideProof('wearer', true),
  startPicking(0),
];

const atFirst = { order: nth(0), line: nth(0) };

/** Names are put on polos, of which one is exchanged. */
const STEPS_OF_NAMES: readonly OrderCommand[] = [
  place('wearer', [
    { size: 6, quantity: 2, design: 'name' },
    { size: 6, quantity: 1, design: 'logo' },
  ]),
  cancel(0, 'wearer', { line: 1, quantity: 1 }),
  finishPieces(atFirst, 1),
  cancelForSupplier(atFirst, 1),
  ship([[{ order: nth(0), line: nth(0), quantity: 2 }]]),
  ship([[all(0, 0)]]),
  runBilling(),
  exchangeOne('faulty'),
];

/** A sequence with the faults that it finds. */
export interface FaultRun {
  allocation: AllocationName;
  steps: readonly OrderCommand[];
  options?: ModelOptions;
  faults: readonly FaultName[];
}

const SPECIAL_RUNS: readonly FaultRun[] = [
  // What needs the warehouse or invoices.
  {
    allocation: 'quantity',
    steps: STEPS_OF_BILLING,
    faults: [
      'what is sent is not used',
      'pieces go to the orders released last',
      'a promised date is lost',
      'a parcel is never delivered',
      'the number of an invoice is skipped',
      'a payment does not cover its invoice',
      'a paid and delivered order is not complete',
      'an order stays complete when its payment is reversed',
      'a mail about a parcel is lost',
    ],
  },
  {
    allocation: 'quantity',
    steps: STEPS_OF_RETURNS,
    faults: [
      'the entitlement does not move to a new size',
      'pieces that come back are not put into stock',
      'a refund is credited without its tax',
    ],
  },
  // What only personalised garments show.
  {
    allocation: 'quantity',
    steps: STEPS_OF_PROOFS,
    faults: ['an order does not wait for the proof of its text', 'an order is not released when its text is approved'],
  },
  {
    allocation: 'quantity',
    steps: STEPS_OF_NAMES,
    faults: [
      'a set-up is not invoiced',
      'the set-up of a cancelled design is charged',
      'what is being decorated can be cancelled',
      'pieces count as decorated when the first one is',
      'an exchange loses its name',
    ],
  },
  // What only orders for others show.
  {
    allocation: 'quantity',
    steps: STEPS_WITH_SHEETS,
    options: { ordersForOthers: true },
    faults: ['a row of a sheet loses its reason', 'what others order for someone is not counted'],
  },
  // What remains of orders.
  {
    allocation: 'money',
    steps: SHRINKING_STEPS,
    faults: [
      'what remains keeps the price of more pieces',
      'cancelled pieces get the price of what remains',
      'delivery stays free for what remains',
      'what the supplier cancels raises the price',
      'the tier of a line is forgotten',
      'fewer remain than are sold',
    ],
  },
  // What only payments by card show.
  {
    allocation: 'quantity',
    steps: STEPS_OF_CARDS,
    options: { paysOwn: true },
    faults: [
      'an order is released before it is paid',
      'cancelled pieces are still to be paid',
      'money for an order that is paid is kept',
      'a refund to a card is not counted',
      'what a card paid for returned pieces is credited',
    ],
  },
  {
    allocation: 'quantity',
    steps: STEPS_OF_OWN_ORDERS,
    options: { paysOwn: true },
    faults: ['a payment of another amount is taken'],
  },
];
const special = new Set(SPECIAL_RUNS.flatMap(({ faults }) => faults));

/** Every fault is found by one of these. */
export const FAULT_RUNS: readonly FaultRun[] = [
  { allocation: 'quantity', steps: STEPS_OF_PEOPLE, faults: FAULT_NAMES.filter((name) => !special.has(name)) },
  ...SPECIAL_RUNS,
];
