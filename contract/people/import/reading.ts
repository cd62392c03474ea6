import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { HIDDEN_ROWS, type HiddenRows, SHEET_ENCODINGS, type SheetEncoding } from '../../platform/sheet-file.ts';
import { bool, described, entity, id, int, maybe, nullable, text } from '../../values.ts';

/** How the file of an import is read: which sheet, which line of headings, which encoding. It is found when the file is uploaded, and can be changed. */

const administrators = roles('OrganisationAdmin');
const tags = ['Import of people'] as const;

/** Rows that a reading shows as they will be read. */
export const MAX_FIRST_ROWS = 10;

/** The last row of spreadsheet programs. */
const MAX_LINE = 1_048_576;
/** More sheets are not read. */
const MAX_SHEETS = 1000;

const line = described(int, 'Line of the file, or row of the sheet.');
const readLine = entity('ImportReadingLine', {
  line,
  cells: Type.Array(described(text, 'A cell, for example `Lena`.'), { description: 'Its cells in the order of the columns.' }),
});

const encodingName = (description: string) => Type.Unsafe<SheetEncoding>(Type.String({ description }));

const importReading = entity('ImportReading', {
  sheets: Type.Array(
    entity({
      name: described(text, 'Name of the sheet, for example `Staff`.'),
      rows: nullable(described(int, 'Rows, as far as the workbook says.')),
      isHidden: described(bool, 'Spreadsheet programs do not show the sheet.'),
    }),
    { description: 'The sheets of a workbook in the order of their tabs; none for a text file.' },
  ),
  sheet: described(int, 'Position of the sheet that is read, from 0.'),
  line: described(int, 'Line of the headings.'),
  headingLines: described(int, 'Lines that the headings take: 1, or 2 where merged headings have others below them.'),
  linesAbove: Type.Array(readLine, { description: 'Lines with content above the headings, which are not imported.' }),
  headings: Type.Array(described(text, 'A heading, for example `First name`.'), { description: 'Headings of the columns.' }),
  firstRows: Type.Array(readLine, { description: `The first ${MAX_FIRST_ROWS} rows as they will be read.` }),
  encoding: nullable(
    described(
      entity({
        name: encodingName('Name of the encoding, for example `windows-1252`.'),
        isCertain: described(bool, 'The bytes of the file prove it. Otherwise it is a guess, which has to be confirmed once.'),
        badBytes: described(int, 'Bytes that are no character in this encoding.'),
      }),
      'How bytes become letters in a text file; null for a workbook.',
    ),
  ),
  odd: Type.Array(
    entity({
      line,
      text: described(text, 'A cell with letters that another encoding would read differently, for example `Łukasz`.'),
    }),
    {
      description: 'Up to ten examples to check the encoding by.',
    },
  ),
  hiddenRows: Type.Unsafe<HiddenRows>(
    Type.String({
      description: 'What happens to rows that the spreadsheet does not show: leave out or import, for example `leave out`.',
    }),
  ),
  hiddenRowCount: described(int, 'Rows that the spreadsheet does not show.'),
  hasFilter: described(bool, 'The spreadsheet has a filter.'),
  isConfirmed: described(bool, 'False as long as the encoding must be confirmed or changed before the preview.'),
  canBeChanged: described(
    bool,
    'The file is still kept, for 24 hours or until it is imported, so that it can be read differently.',
  ),
  notes: Type.Array(described(text, 'A sentence, for example `2 hidden rows left out.`'), {
    description: 'What was filled down, left out or ignored.',
  }),
});

const params = Type.Object({ id: id('peopleImport') });
const one = entity({ importReading });

/** The calls that show and change how the file of an import is read. */
export const importReadingEndpoints = {
  'GET /api/peopleimports/:id/reading': endpoint({
    name: 'getImportReading',
    summary: 'Get how the file of an import is read',
    description: 'With the first rows as they will be read. 404 for files that were uploaded before this was kept.',
    tags,
    access: administrators,
    params,
    reply: one,
  }),

  'POST /api/peopleimports/:id/reading': endpoint({
    name: 'readImportAgain',
    summary: 'Confirm or change how the file of an import is read',
    description:
      'What is not given stays as it is. A different choice reads the file again: its columns and rows are replaced, and it has to be previewed again. Giving the encoding confirms it. Refused (409) when the file has been imported, or is no longer kept.',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    refusesUnknown: true,
    body: Type.Object({
      sheet: maybe(
        Type.Integer({
          minimum: 0,
          maximum: MAX_SHEETS,
          message: 'The sheet must be a whole number from 0.',
          description: 'Position of the sheet, from 0.',
        }),
      ),
      line: maybe(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LINE,
          message: 'The line must be a whole number from 1.',
          description: 'Line of the headings; with another sheet and without this, they are found.',
        }),
      ),
      encoding: maybe(
        Type.Unsafe<SheetEncoding>(
          Type.String({
            enum: [...SHEET_ENCODINGS, null],
            message: 'The encoding must be one of those in the list.',
            description: `One of ${SHEET_ENCODINGS.join(', ')}.`,
          }),
        ),
      ),
      hiddenRows: maybe(
        Type.Unsafe<HiddenRows>(
          Type.String({
            enum: [...HIDDEN_ROWS, null],
            message: 'Hidden rows must be left out or imported.',
            description: 'leave out or import.',
          }),
        ),
      ),
    }),
    reply: one,
  }),
};
