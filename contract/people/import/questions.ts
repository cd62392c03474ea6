import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { bool, described, entity, id, int, nullable, text } from '../../values.ts';
import { columnOrder, type NameOrder, wordField, wordValue } from './interpretation.ts';

/** What has to be asked about the columns of a file before its preview: in which order its dates and names are, and what unknown words mean. */

/** The longest list of fields in an address. */
const MAX_FIELDS_LENGTH = 6000;

const ORDER_BASES =
  'proved by its values, remembered from an earlier file, or open: it has to be given with the preview. For example `proved`.';

const orderQuestion = {
  column: described(int, 'Position of the column, from 0.'),
  header: described(text, 'Heading of the column, for example `Start date`.'),
  order: nullable(columnOrder),
  basis: Type.Unsafe<'proved' | 'remembered' | 'open'>(Type.String({ description: ORDER_BASES })),
};

const nameExample = entity('ImportNameExample', {
  cell: described(text, 'A cell, for example `Okafor, Maeve`.'),
  firstName: nullable(
    described(text, 'First name in this order, for example `Maeve`; null where the cell does not have two parts.'),
  ),
  lastName: nullable(described(text, 'Last name in this order, for example `Okafor`; null in the same case.')),
});

const importQuestions = entity('ImportQuestions', {
  dates: Type.Array(
    entity('ImportDateQuestion', {
      ...orderQuestion,
      example: described(
        text,
        'A date of the column that can be read in two ways, or one that proves the order, for example `03/04/2026`.',
      ),
      dayFirst: described(int, 'Cells that are dates only when the day comes first.'),
      monthFirst: described(int, 'Cells that are dates only when the month comes first.'),
      either: described(int, 'Cells that are two different dates.'),
    }),
    { description: 'Columns whose dates depend on the order of day and month.' },
  ),
  names: Type.Array(
    entity('ImportNameQuestion', {
      ...orderQuestion,
      choices: Type.Array(
        entity({
          order: Type.Unsafe<NameOrder>(Type.String({ description: 'An order in which names can be.' })),
          examples: Type.Array(nameExample, { description: 'How cells of the column would be read.' }),
        }),
        { description: 'The orders with examples.' },
      ),
    }),
    { description: 'Columns with whole names.' },
  ),
  words: Type.Array(
    entity('ImportWordQuestion', {
      column: orderQuestion.column,
      header: orderQuestion.header,
      field: wordField,
      words: Type.Array(
        entity('ImportUnknownWord', {
          word: described(text, 'As it is written in the column, for example `Solent Key`.'),
          rows: described(int, 'Rows with it.'),
          isRemembered: described(bool, 'What it means is known from an earlier file.'),
          value: wordValue,
          proposal: nullable(described(int, 'A value whose name is nearly the same; null where there is none.')),
        }),
        { description: 'Words that are not known, the most frequent first.' },
      ),
      unlistedRows: described(int, 'Rows with further different values, which are not listed.'),
      choices: Type.Array(entity({ id: int, name: described(text, 'What it is called, for example `Solent Quay`.') }), {
        description: 'What a word can mean.',
      }),
    }),
    { description: 'Columns with words that are not known.' },
  ),
  notes: Type.Array(text, {
    description:
      'How values of the columns are read, each in a sentence, for example `“Start date” is read with the month first, as its values prove.`',
  }),
});

/** The call for the questions about columns. */
export const importQuestionEndpoints = {
  'GET /api/peopleimports/:id/questions': endpoint({
    name: 'listImportQuestions',
    summary: 'List the questions about the columns of an import of people',
    description:
      'How the columns are read where it matters: answered by their values or an earlier file, or to be answered with the preview. Empty for imports of balances and of the range.',
    tags: ['Import of people'],
    access: roles('OrganisationAdmin'),
    params: Type.Object({ id: id('peopleImport') }),
    query: Type.Object({
      columns: Type.Optional(
        Type.String({
          maxLength: MAX_FIELDS_LENGTH,
          message: 'Columns must be the fields of the columns, between commas.',
          description:
            'The field of each column in the order of the file, between commas; nothing for a column that is left out. Example: `employeeNumber,,gender`. As they are now unless given.',
        }),
      ),
    }),
    reply: entity({ importQuestions }),
  }),
};
