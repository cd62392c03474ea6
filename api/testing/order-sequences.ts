import fc from 'fast-check';
import { credit, PAYMENTS, pay, reversePayment, runBilling, useCredit } from './order-billing-commands.ts';
import {
  decidePayment,
  endAttempts,
  endPaymentTime,
  OUTCOMES,
  payAtProvider,
  REFUNDS,
  refundPayment,
  refundToCards,
  tryAgain,
} from './order-card-commands.ts';
import type { OrderCommand } from './order-command.ts';
import { cancel, change, DECISIONS, decide, mark, orderAgain, place, placeAgain, sell, togglePrice } from './order-commands.ts';
import { decideProof, finishPieces, showProof, startDecoration } from './order-design-commands.ts';
import { DESIGNS, type DesignName } from './order-design-kinds.ts';
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
import { CAP, POLO, SIZES } from './order-model.ts';
import { askToReturn, cancelReturn, decideReturn, receiveReturn } from './order-return-commands.ts';
import { DECISIONS_ON_RETURNS } from './order-return-predictions.ts';
import { placeSheet } from './order-sheet-commands.ts';
import { letDaysPass } from './order-time-commands.ts';

const chosen = fc.noBias(fc.nat({ max: 7 }));
const size = fc.nat({ max: SIZES.length - 1 });
/** Sizes of garments without designs. */
const plainSize = fc.nat({ max: SIZES.findIndex((each) => each.product === POLO) - 1 });
const product = fc.constantFrom(...([0, 1, CAP, POLO] as const));
const orderer = fc.constantFrom(...(['wearer', 'wearer', 'sales'] as const));
/** Those who may are asked more often than others. */
const changer = fc.constantFrom(
  ...(['wearer', 'wearer', 'sales', 'admin', 'admin', 'director', 'approver', 'stranger'] as const),
);
const decider = fc.constantFrom(
  ...([
    'approver',
    'approver',
    'approver',
    'approver',
    'approver',
    'approver',
    'director',
    'wearer',
    'sales',
    'admin',
    'stranger',
  ] as const),
);
const prover = fc.constantFrom(...(['admin', 'director', 'wearer', 'sales', 'approver', 'stranger'] as const));
const reorderer = fc.constantFrom(...(['wearer', 'wearer', 'sales', 'approver', 'stranger'] as const));
const preview = fc.constantFrom(false, false, false, true);
const among = fc.constantFrom(...(['changeable', 'changeable', 'changeable', 'all'] as const));
const quantity3 = fc.integer({ min: 1, max: 3 });
const design = fc.constantFrom(...(Object.keys(DESIGNS) as DesignName[]));
/** Polos of one size can be several lines, with another design each. */
const items = fc.uniqueArray(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ size: plainSize, quantity: quantity3 }) },
    { weight: 2, arbitrary: fc.record({ size: fc.constantFrom(6, 7), quantity: quantity3, design }) },
  ),
  { minLength: 1, maxLength: 3, selector: (line) => `${line.size} ${'design' in line ? line.design : ''}` },
);
const line = fc.nat({ max: 2 });
const quantity = fc.constantFrom(1, 1, 2, 3);

const placing = fc
  .tuple(orderer, items, fc.constantFrom(true, true, true, false), fc.constantFrom(false, false, true))
  .map((parts) => place(...parts));

const sheeting = fc
  .tuple(
    fc.constantFrom(...(['wearer', 'wearer', 'wearer', 'wearer', 'wearer', 'sales', 'stranger'] as const)),
    // Rows for the same wearer and size are among them.
    fc.array(
      fc.record({
        wearer: fc.constantFrom(0 as const, 1 as const, 1 as const),
        size: plainSize,
        quantity: fc.constantFrom(1, 1, 2, 3),
        hasReason: fc.constantFrom(true, true, true, false),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    fc.constantFrom(...(['an empty cart', 'an empty cart', 'the cart'] as const)),
  )
  .map((parts) => placeSheet(...parts));

/** Chooses an order, line, request or document; most of the time one with which there is something to do. */
const likely = fc.noBias(fc.nat({ max: 63 }));
const atLine = fc.record({ order: likely, line: likely });
const packing = fc.record({
  order: likely,
  line: likely,
  quantity: fc.constantFrom(undefined, undefined, undefined, undefined, 1, 2),
});
const returner = fc.constantFrom(...(['wearer', 'wearer', 'wearer', 'sales', 'admin', 'stranger'] as const));
const action = fc.constantFrom(...(['exchange', 'exchange', 'exchange', 'credit', 'credit', 'repair', 'replacement'] as const));
const returning = fc.record({
  line: likely,
  quantity: fc.constantFrom(1, 1, 1, 2),
  newSize: fc.constantFrom(...(['other size', 'other size', 'other size', 'other size', 'same size', 'other garment'] as const)),
});
const condition = fc.constantFrom(...(['asNew', 'asNew', 'worn', 'faulty'] as const));
const decision = fc.constantFrom(...DECISIONS_ON_RETURNS, 'refund' as const);

type Weighted = { weight: number; arbitrary: fc.Arbitrary<OrderCommand> };

/** What people do with their orders, the more important more often. */
const ORDERING: readonly Weighted[] = [
  { weight: 6, arbitrary: placing },
  { weight: 3, arbitrary: sheeting },
  {
    weight: 6,
    arbitrary: fc
      .tuple(likely, decider, fc.constantFrom(...DECISIONS, 'approve' as const, 'approve' as const))
      .map((parts) => decide(...parts)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(likely, changer, fc.option(fc.record({ line, quantity }), { nil: undefined, freq: 5 }), preview, among)
      .map((parts) => cancel(...parts)),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(likely, changer, fc.record({ line, size, quantity: fc.option(quantity, { nil: undefined }) }), preview, among)
      .map((parts) => change(...parts)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(chosen, reorderer, fc.constantFrom(...(['repeat', 'undo', 'nothing else'] as const)))
      .map((parts) => orderAgain(...parts)),
  },
  { weight: 2, arbitrary: fc.tuple(orderer, fc.boolean()).map((parts) => placeAgain(...parts)) },
  { weight: 1, arbitrary: product.map(togglePrice) },
  { weight: 1, arbitrary: product.map(mark) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(product, fc.constantFrom(...(['any', 'at least two', 'one or three'] as const)))
      .map((parts) => sell(...parts)),
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 2, 3, 6, 12, 31).map(letDaysPass) },
];

/** What the warehouse does. */
const FULFILMENT: readonly Weighted[] = [
  { weight: 1, arbitrary: chosen.map(startPicking) },
  { weight: 7, arbitrary: fc.array(packing, { minLength: 1, maxLength: 3 }).map((pieces) => ship([pieces])) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.array(packing, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 2 })
      .map((parcels) => ship(parcels)),
  },
  { weight: 3, arbitrary: fc.array(packing, { minLength: 1, maxLength: 2 }).map(makeReady) },
  { weight: 3, arbitrary: packing.map(handOver) },
  { weight: 1, arbitrary: likely.map(shipAtOnce) },
  { weight: 5, arbitrary: fc.tuple(likely, fc.constantFrom(false, false, false, true)).map((parts) => deliver(...parts)) },
  { weight: 2, arbitrary: fc.tuple(atLine, fc.option(quantity, { nil: undefined })).map((parts) => cancelForSupplier(...parts)) },
  { weight: 2, arbitrary: fc.tuple(atLine, fc.constantFrom(-1, 0, 1, 2, 3)).map((parts) => moveDate(...parts)) },
  { weight: 2, arbitrary: fc.tuple(size, quantity, fc.boolean()).map((parts) => receiveStock(...parts)) },
  { weight: 2, arbitrary: atLine.map(startDecoration) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(atLine, fc.constantFrom(undefined, undefined, undefined, 1, 1, 2, -1))
      .map((parts) => finishPieces(...parts)),
  },
  { weight: 5, arbitrary: fc.constant(showProof()) },
  { weight: 8, arbitrary: fc.tuple(prover, fc.constantFrom(true, true, true, false)).map((parts) => decideProof(...parts)) },
];

/** What is returned. */
const RETURNING: readonly Weighted[] = [
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        likely,
        returner,
        action,
        fc.array(returning, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(false, false, true),
        fc.constantFrom('faulty' as const, 'wrongOrdered' as const),
      )
      .map((parts) => askToReturn(...parts)),
  },
  { weight: 1, arbitrary: fc.tuple(likely, returner).map((parts) => cancelReturn(...parts)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(likely, fc.option(fc.constantFrom(1, 2), { nil: undefined, freq: 3 }), condition)
      .map((parts) => receiveReturn(...parts)),
  },
  { weight: 6, arbitrary: fc.tuple(likely, decision).map((parts) => decideReturn(...parts)) },
];

/** What is charged and paid. */
const BILLING: readonly Weighted[] = [
  { weight: 3, arbitrary: fc.constant(runBilling()) },
  { weight: 4, arbitrary: fc.tuple(likely, fc.constantFrom('whole' as const, ...PAYMENTS)).map((parts) => pay(...parts)) },
  { weight: 1, arbitrary: fc.tuple(likely, likely).map((parts) => useCredit(...parts)) },
  { weight: 1, arbitrary: likely.map(reversePayment) },
  { weight: 1, arbitrary: fc.tuple(likely, likely, quantity).map((parts) => credit(...parts)) },
];

/** Someone pays, mostly. */
const paying = fc
  .tuple(
    likely,
    likely,
    fc.constantFrom(...OUTCOMES, ...(['paid', 'paid', 'paid', 'paid', 'failed'] as const)),
    fc.constantFrom(false, false, true),
  )
  .map((parts) => payAtProvider(...parts));

/** What is paid by card. */
const PAYING: readonly Weighted[] = [
  { weight: 12, arbitrary: paying },
  { weight: 5, arbitrary: fc.tuple(likely, returner).map((parts) => tryAgain(...parts)) },
  { weight: 2, arbitrary: likely.map(endPaymentTime) },
  { weight: 2, arbitrary: fc.constant(endAttempts()) },
  { weight: 3, arbitrary: fc.constant(refundToCards()) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(likely, fc.constantFrom(...REFUNDS, 'half' as const), fc.boolean())
      .map((parts) => refundPayment(...parts)),
  },
  { weight: 3, arbitrary: fc.tuple(likely, fc.boolean()).map((parts) => decidePayment(...parts)) },
];

/** Makes one kind of step more frequent. */
const more = (steps: readonly Weighted[], times: number): Weighted[] =>
  steps.map(({ weight, arbitrary }) => ({ weight: weight * times, arbitrary }));

const [PLACING, SHEETING, DECIDING] = ORDERING as [Weighted, Weighted, Weighted];
/** The steps of each third of a sequence: what was ordered is sent, and what was sent is returned and paid. Nearly everything can happen at any time. */
const listPhases = (cards: readonly Weighted[]) => [
  fc.oneof(
    ...more(cards, 2),
    ...more([PLACING, SHEETING, DECIDING], 3),
    ...more(ORDERING, 2),
    ...more(FULFILMENT, 2),
    ...RETURNING,
    ...BILLING,
  ),
  fc.oneof(
    ...more(cards, 2),
    ...more([DECIDING], 3),
    ...ORDERING,
    ...more(FULFILMENT, 6),
    ...more(RETURNING, 2),
    ...more(BILLING, 2),
  ),
  fc.oneof(...cards, ...ORDERING, ...more(FULFILMENT, 3), ...more(RETURNING, 6), ...more(BILLING, 3)),
];
const PHASES = listPhases([]);
const PHASES_WITH_CARDS = listPhases(PAYING);

/** What was ordered first is paid and delivered, as far as it can be. */
const readyOf = (line: number) => ({ order: 0, line, quantity: undefined });
const PAID_AND_DELIVERED: OrderCommand[] = [
  payAtProvider(0, 0, 'paid'),
  ship([[readyOf(0)]]),
  ship([[readyOf(0), readyOf(8)]]),
  deliver(0),
  deliver(0),
];

/** Sequences of exactly so many steps, or at most so many: of those the shortest that fails can be found. The first places an order, and then there may be a sheet. */
export const orderSequence = (
  steps: number,
  length: 'exactly' | 'at most',
  { withCards = false } = {},
): fc.Arbitrary<OrderCommand[]> => {
  const phases = withCards ? PHASES_WITH_CARDS : PHASES;
  const maxLength = Math.floor((steps - 2) / phases.length);
  const [ordering, sending, returning] = phases.map((arbitrary) =>
    fc.array(arbitrary, { minLength: length === 'exactly' ? maxLength : 0, maxLength, size: 'max' }),
  ) as [fc.Arbitrary<OrderCommand[]>, fc.Arbitrary<OrderCommand[]>, fc.Arbitrary<OrderCommand[]>];
  const beginning = withCards
    ? fc.oneof(
        fc
          .tuple(fc.array(placing, { maxLength: 2 }), fc.array(paying, { minLength: 1, maxLength: 2 }))
          .map((parts) => parts.flat()),
        fc.constant(PAID_AND_DELIVERED),
      )
    : fc.array(sheeting, { maxLength: 1 });
  return fc.tuple(placing, beginning, ordering, sending, returning).map(([first, ...others]) => [first, ...others.flat()]);
};
