import Type from 'typebox';
import { described, entity, int, nullable, oneOf, wholeNumber } from '../../values.ts';

/** How the values of a file are read where they do not say so themselves: the order of dates and names in a column, and what unknown words mean. */

/** Which comes first in dates such as 03/04/2026. */
export const DATE_ORDERS = ['day', 'month'] as const;
/** One of `DATE_ORDERS`. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How a column with whole names has them. */
export const NAME_ORDERS = ['last, first', 'first last', 'last first'] as const;
/** One of `NAME_ORDERS`. */
export type NameOrder = (typeof NAME_ORDERS)[number];

/** How a column is read. */
export type ColumnOrder = DateOrder | NameOrder;

/** The fields of a person whose values are words of a list, so that unknown words can be mapped. */
export const WORD_FIELDS = [
  'gender',
  'active',
  'organisationGroupIds',
  'organisationResortId',
  'organisationBusinessAreaId',
  'jobRoleId',
  'organisationCollections',
  'organisationSeasons',
  'allocationTypeId',
  'roleIds',
] as const;
/** One of `WORD_FIELDS`. */
export type WordField = (typeof WORD_FIELDS)[number];

/** Words of one file that can be mapped. */
const MAX_WORDS = 2000;
/** Characters of a word that can be mapped. */
export const MAX_WORD_LENGTH = 119;
const MAX_COLUMNS = 200;
const ORDERS = [...DATE_ORDERS, ...NAME_ORDERS];

const ORDERS_DESCRIPTION =
  'Of dates such as 03/04/2026: day or month, whichever comes first. Of whole names: `last, first`, `first last` or `last first`.';

/** The order of a column in a reply. */
export const columnOrder = oneOf(ORDERS, ORDERS_DESCRIPTION);

/** A field whose words are mapped. */
export const wordField = Type.Unsafe<WordField>(Type.String({ description: `One of ${WORD_FIELDS.join(', ')}.` }));

const VALUE_DESCRIPTION =
  'What it means: the id of the group, destination and so on; of a gender 10, 20 or 0; of an account 1 (open) or 0 (closed). Null: as an empty cell.';

/** What a word means, in a reply. */
export const wordValue = described(nullable(int), VALUE_DESCRIPTION);

/** The answers that a preview takes. */
export const interpretationInput = {
  orders: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.Integer({
          minimum: 0,
          maximum: MAX_COLUMNS - 1,
          message: 'The column must be a whole number from 0.',
          description: 'Position of the column, from 0.',
        }),
        order: Type.Unsafe<ColumnOrder>(
          Type.String({ enum: ORDERS, message: `Order must be one of ${ORDERS.join('; ')}.`, description: ORDERS_DESCRIPTION }),
        ),
      }),
      {
        maxItems: MAX_COLUMNS,
        message: 'Orders must be a list of columns with their order.',
        description: 'How columns are read whose values do not prove it. An order that the values prove is not changed by this.',
      },
    ),
  ),
  words: Type.Optional(
    Type.Array(
      entity('ImportWordMeaningInput', {
        field: Type.Unsafe<WordField>(
          Type.String({
            enum: [...WORD_FIELDS],
            message: 'The words of this field cannot be mapped.',
            description: `One of ${WORD_FIELDS.join(', ')}.`,
          }),
        ),
        word: Type.String({
          minLength: 1,
          maxLength: MAX_WORD_LENGTH,
          message: `A word must have 1 to ${MAX_WORD_LENGTH} characters.`,
          description: 'A word of the column that the portal does not know, for example `On leave`. Capitals do not count.',
        }),
        value: described(nullable(wholeNumber), VALUE_DESCRIPTION),
      }),
      {
        maxItems: MAX_WORDS,
        message: `Words must be a list of ${MAX_WORDS} at most.`,
        description: 'What unknown words mean. Values with other unknown words are left as they are, with a note.',
      },
    ),
  ),
};
