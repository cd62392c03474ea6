import fc from 'fast-check';
import {
  cancel,
  change,
  DECISIONS,
  decide,
  letDaysPass,
  mark,
  type OrderCommand,
  orderAgain,
  place,
  placeAgain,
  startPicking,
  togglePrice,
} from './order-commands.ts';
import { SIZES } from './order-model.ts';

const chosen = fc.nat({ max: 7 });
const size = fc.nat({ max: SIZES.length - 1 });
const product = fc.constantFrom(...([0, 1] as const));
const orderer = fc.constantFrom(...(['wearer', 'wearer', 'sales'] as const));
/** Those who may are asked more often than others. */
const changer = fc.constantFrom(
  ...(['wearer', 'wearer', 'sales', 'admin', 'admin', 'director', 'approver', 'stranger'] as const),
);
const decider = fc.constantFrom(
  ...(['approver', 'approver', 'approver', 'approver', 'director', 'wearer', 'sales', 'admin', 'stranger'] as const),
);
const reorderer = fc.constantFrom(...(['wearer', 'wearer', 'sales', 'approver', 'stranger'] as const));
const preview = fc.constantFrom(false, false, false, true);
const items = fc.uniqueArray(fc.record({ size, quantity: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 3,
  selector: (line) => line.size,
});
const line = fc.nat({ max: 2 });
const quantity = fc.constantFrom(1, 1, 2, 3);

const placing = fc.tuple(orderer, items, fc.constantFrom(true, true, true, false)).map((parts) => place(...parts));

/** Everything that can happen to orders, the more important more often. */
const orderCommand: fc.Arbitrary<OrderCommand> = fc.oneof(
  { weight: 6, arbitrary: placing },
  {
    weight: 6,
    arbitrary: fc.tuple(chosen, decider, fc.constantFrom(...DECISIONS, 'approve' as const)).map((parts) => decide(...parts)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(chosen, changer, fc.option(fc.record({ line, quantity }), { nil: undefined, freq: 3 }), preview)
      .map((parts) => cancel(...parts)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(chosen, changer, fc.record({ line, size, quantity: fc.option(quantity, { nil: undefined }) }), preview)
      .map((parts) => change(...parts)),
  },
  { weight: 1, arbitrary: chosen.map(startPicking) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(chosen, reorderer, fc.constantFrom(...(['repeat', 'undo', 'nothing else'] as const)))
      .map((parts) => orderAgain(...parts)),
  },
  { weight: 3, arbitrary: fc.tuple(orderer, fc.boolean()).map((parts) => placeAgain(...parts)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 2, 3, 6, 31).map(letDaysPass) },
  { weight: 1, arbitrary: product.map(togglePrice) },
  { weight: 1, arbitrary: product.map(mark) },
);

/** Sequences of exactly so many steps, or at most so many: of those the shortest that fails can be found. The first places an order. */
export const orderSequence = (steps: number, length: 'exactly' | 'at most'): fc.Arbitrary<OrderCommand[]> =>
  fc
    .tuple<[OrderCommand, Iterable<OrderCommand>]>(
      placing,
      length === 'exactly'
        ? fc.array(orderCommand, { minLength: steps - 1, maxLength: steps - 1 })
        : fc.commands([orderCommand], { maxCommands: steps - 1, size: 'max' }),
    )
    .map(([first, others]) => [first, ...others]);
