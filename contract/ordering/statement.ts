import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { ACCOUNT_KINDS, ACCOUNT_STATUSES, ENTITLEMENT_UNITS } from '../entitlement/accounts.ts';
import { reasoning } from '../entitlement/reasoning.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  idOrNone,
  int,
  nullable,
  oneOf,
  seasonId,
  text,
} from '../values.ts';

/** The kinds of movement of an entitlement account. */
export const MOVEMENT_KINDS = ['grant', 'expire', 'adjust', 'reserve', 'release', 'use', 'return'] as const;

const tags = ['Entitlement'] as const;
const day = Type.String({ format: 'date' });
const amount = Type.Number();

const movement = entity('StatementMovement', {
  id: described(int, 'Id of the ledger entry; that of an adjustment is used to undo it.'),
  createdOnUtc: dateTime,
  kind: oneOf(
    MOVEMENT_KINDS,
    '`grant` and `expire`: by the wardrobe; `adjust`: by an administrator; `reserve`, `release`: by an order and its cancellation; `use`: sent; `return`: sent back. A change between fixed allocation and another type moves order lines between balances by `release` and `reserve` or `use`.',
  ),
  text: described(text, 'What happened as display text, for example `Reserved: 3 × Ashdown tailored jacket, 14 Regular`.'),
  productName: described(nullable(text), 'Garment of the order line; null where none is involved.'),
  attributeDescription: nullable(attributeDescription),
  quantity: described(nullable(int), 'Pieces of the order line that moved; null where none is involved.'),
  orderId: described(nullable(int), 'Order, if the caller may open it; otherwise null.'),
  amount: described(amount, 'Change of the balance, with its sign. 0 when reserved pieces were sent.'),
  balance: described(nullable(amount), 'Balance after the movement; null without a limit.'),
  by: described(nullable(text), 'Name of the administrator who made the adjustment; null for other movements.'),
  reason: described(nullable(text), 'Why the administrator made it; null for other movements.'),
  canUndo: described(bool, 'An adjustment that the caller may undo.'),
});

const account = entity('StatementAccount', {
  id: int,
  kind: oneOf(ACCOUNT_KINDS, '`group`: pieces of a group; `product`: pieces of one product; `budget`: points or money.'),
  label: described(text, 'Name of the group or product; of the wardrobe for a budget.'),
  unit: oneOf(ENTITLEMENT_UNITS, 'What is counted; money in the organisation’s currency, excluding tax.'),
  status: oneOf(
    ACCOUNT_STATUSES,
    '`open`; `unchosen`: under an option that the person has not chosen; `closed`: the wardrobe no longer grants it.',
  ),
  optionName: described(nullable(text), 'Option of the either/or to which the group belongs; null for none.'),
  granted: described(nullable(amount), 'Granted, adjustments included; null without a limit.'),
  reserved: described(amount, 'Reserved by orders that have not been sent yet.'),
  used: described(amount, 'Sent, less what was sent back.'),
  left: described(nullable(amount), 'What can still be taken; null without a limit.'),
  reasoning: described(reasoning, 'Why as much is left.'),
  adjustmentBlocker: described(nullable(text), 'Why an administrator cannot adjust it; null when they can.'),
  canAskForMore: described(
    bool,
    'The caller may ask for more of it now: it is their own, limited, and can be ordered from, and an administrator could decide.',
  ),
  totalMovements: described(int, 'Number of movements; `movements` has the latest of them.'),
  movements: described(Type.Array(movement), 'The latest movements, newest first.'),
});

/** A wardrobe in one of its periods, with what it grants and has granted to one person. */
export const statementPeriod = entity('StatementPeriod', {
  collectionId: described(int, 'Wardrobe.'),
  collectionName: described(text, 'Name of the wardrobe.'),
  seasonId,
  seasonName: described(nullable(text), 'Name of the season; null in an organisation without seasons.'),
  startsOn: described(nullable(day), 'First day of the period; null without one.'),
  endsOn: described(nullable(day), 'Last day of the period; null without one.'),
  accounts: described(
    Type.Array(account),
    'The budget first, then groups and products in the order of the wardrobe, closed ones last.',
  ),
});

/** What a person is and was owed, like a bank statement. */
export const statement = entity('Statement', {
  customer: described(entity('PersonName', { id: int, firstName: text, lastName: text }), 'Whose statement it is.'),
  currencyCode,
  canAdjust: described(bool, 'The caller may adjust what this person is owed.'),
  seasons: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        startsOn: described(day, 'First day.'),
        endsOn: described(day, 'Last day.'),
      }),
    ),
    'Seasons for which there is a statement, the latest first.',
  ),
  periods: described(Type.Array(statementPeriod), 'Wardrobe by wardrobe, the latest period first.'),
});

/** What someone is owed, movement by movement. */
export const statementEndpoints = {
  'GET /api/entitlement/statement': endpoint({
    name: 'getStatement',
    summary: 'Get a person’s uniform statement',
    description:
      'What their wardrobes granted, what is reserved and used, what is left, why, and every movement: the caller’s own, that of the person being impersonated, or for Admin and Sales that of a person in their scope. At most the latest 200 movements of each balance.',
    tags,
    access: signedIn,
    query: Type.Object({
      customerId: described(
        Type.Optional(idOrNone('customer')),
        'Person; absent or 0: the caller, or the person being impersonated.',
      ),
      seasonId: described(
        Type.Optional(idOrNone('season')),
        'Only this season; absent or 0: the periods that have not ended, or the latest one where all have.',
      ),
    }),
    reply: Type.Object({ statement }),
  }),
};
