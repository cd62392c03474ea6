import Type from 'typebox';
import { described, entity, int, nullable, oneOf, text } from '../values.ts';
import { ENTITLEMENT_UNITS } from './accounts.ts';

/** The rules by which something is granted. */
export const GRANT_RULES = ['groupQuantity', 'productQuantity', 'budget', 'noLimit'] as const;

/** The lines of the sum that adds up to what is left. */
export const REASONING_LINES = ['allowance', 'adjustment', 'withdrawn', 'reserved', 'used'] as const;

const date = Type.String({ format: 'date' });

/** Why someone is owed what they are owed: the rule, the period, and a sum whose lines add up to what is left. */
export const reasoning = entity('EntitlementReasoning', {
  accountId: described(nullable(int), 'The balance that this explains; null when it only previews a wardrobe.'),
  productId: described(nullable(int), 'Product with a number of its own; null for a group or budget.'),
  unit: oneOf(ENTITLEMENT_UNITS, 'What is counted; money in the organisation’s currency, excluding tax.'),
  rule: described(
    entity({
      kind: oneOf(
        GRANT_RULES,
        '`groupQuantity`: the number of the group; `productQuantity`: the number of the product; `budget`: the budget of the wardrobe; `noLimit`.',
      ),
      collectionName: described(text, 'Name of the wardrobe.'),
      label: described(text, 'Name of the group or product; of the wardrobe for a budget.'),
      amount: described(nullable(Type.Number()), 'What the rule grants in the period; null without a limit.'),
    }),
    'The rule that applies.',
  ),
  period: described(
    entity({
      seasonName: described(nullable(text), 'Name of the season; null in an organisation without seasons.'),
      startsOn: described(nullable(date), 'First day; null without a limit.'),
      endsOn: described(nullable(date), 'Last day; null without a limit.'),
    }),
    'The period in which it holds.',
  ),
  lines: described(
    Type.Array(
      entity({
        kind: oneOf(
          REASONING_LINES,
          'What the line of the sum is; `reserved`: ordered, not sent yet; `used`: sent, less what was sent back.',
        ),
        amount: described(Type.Number(), 'With its sign: the lines add up to `left`.'),
      }),
    ),
    'The sum, line by line. Lines of 0 are left out, apart from the allowance.',
  ),
  left: described(nullable(Type.Number()), 'What can still be taken; null without a limit.'),
  changesOn: described(nullable(date), 'The next day on which this changes: the day after the period; null when none is known.'),
});
