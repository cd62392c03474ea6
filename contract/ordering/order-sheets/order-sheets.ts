import Type from 'typebox';
import { endpoint, orderers } from '../../endpoint.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  employeeNumber,
  entity,
  expectedVersion,
  fingerprint,
  id,
  idOrNone,
  imageSrc,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  seenFingerprint,
  sku,
  success,
  taxDisplayType,
  text,
  version,
  workbook,
} from '../../values.ts';
import { cartResponse } from '../cart.ts';
import {
  MAX_SHEET_CELL,
  MAX_SHEET_FILE_BYTES,
  MAX_SHEET_NAME,
  MAX_SHEET_REASON,
  MAX_SHEET_ROWS,
  MAX_SHEETS,
  SHEET_CELLS,
  SHEET_KEEPING_DAYS,
} from './sheet-limits.ts';

/** A full sheet with the longest cells, as JSON. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const cell = (label: string, description: string) =>
  described(
    maybe(Type.String({ maxLength: MAX_SHEET_CELL, message: `${label} must not be longer than ${MAX_SHEET_CELL} characters.` })),
    description,
  );

/** The cells of a row as they were typed; the server judges all of them. Absent and null are empty. */
const cells = {
  wearer: cell('Wearer', 'Name, email address or employee number.'),
  garment: cell(
    'Garment',
    'Name of the product, or a SKU, the organisation’s own SKU or a GTIN, which also say colour, size and fit.',
  ),
  colour: cell('Colour', 'Name of the colour; may be empty where the product has one only.'),
  size: cell('Size', 'Name of the size, also with the fit (`12 Regular`). Empty: a size is proposed.'),
  fit: cell('Fit', 'Name of the fit or length; may be empty where there is one only.'),
  quantity: cell('Quantity', 'Pieces as typed, for example `2`, `2,0` or `1 200`.'),
  reason: described(
    maybe(
      Type.String({ maxLength: MAX_SHEET_REASON, message: `Reason must not be longer than ${MAX_SHEET_REASON} characters.` }),
    ),
    'Why pieces beyond the entitlement are needed.',
  ),
  nameOnGarment: cell(
    'Name on garment',
    'Text of the design for names of the garment. Empty: the name of the wearer as the design has it. A dash: the garment gets no name.',
  ),
  customerId: described(
    maybe(id('customer')),
    'The person who was chosen among several whom the text of `wearer` names. It counts only as long as the text names that person.',
  ),
};

/** A row of a sheet in a request. */
const rowInput = entity('OrderSheetRowInput', cells);

/** A row of a sheet that is checked or added. */
const numberedRowInput = entity('NumberedOrderSheetRowInput', {
  ...cells,
  number: described(
    maybe(Type.Integer({ minimum: 1, maximum: 1_000_000, message: 'The number of a row must be from 1 to 1000000.' })),
    'Number under which messages name the row; its position from 1 on by default.',
  ),
});

const rowsMessage = `A sheet holds at most ${MAX_SHEET_ROWS} rows. Please split it.`;
const rowsInput = <S extends typeof rowInput | typeof numberedRowInput>(row: S) =>
  described(
    Type.Array(row, { maxItems: MAX_SHEET_ROWS, message: rowsMessage }),
    `Up to ${MAX_SHEET_ROWS} rows, also empty ones, which are skipped.`,
  );

/** A row of a sheet as it was typed. */
const typedRow = entity('OrderSheetRow', {
  wearer: described(text, 'Name, email address or employee number as typed.'),
  garment: described(text, 'Product or SKU as typed.'),
  colour: described(text, 'Colour as typed.'),
  size: described(text, 'Size as typed.'),
  fit: described(text, 'Fit as typed.'),
  quantity: described(text, 'Quantity as typed.'),
  reason: described(text, 'Reason as typed.'),
  nameOnGarment: described(text, 'Name on the garment as typed.'),
  customerId: described(nullable(int), 'The person whom the wearer is, where that is known.'),
});

/** A person for whom a row may be. */
const sheetWearer = entity('OrderSheetWearer', {
  id: int,
  name: text,
  employeeNumber,
  groupName: described(nullable(text), 'Group (destination) of the person, to tell people of one name apart.'),
});

/** What a cell is told. */
const sheetMessage = entity('OrderSheetMessage', {
  cell: oneOf(SHEET_CELLS, 'The cell to which the message belongs.'),
  kind: oneOf(['problem', 'note'], '`problem`: the row cannot be added. `note`: it can, and this is good to know.'),
  text: described(text, 'Sentence to show.'),
  choices: described(
    Type.Array(text),
    'What could be typed into the cell instead, for example the sizes of the product; empty when there is nothing to choose from.',
  ),
});

/** The answer for one row. */
const checkedRow = entity('CheckedOrderSheetRow', {
  number: described(int, 'Number of the row as sent, or its position from 1 on.'),
  state: oneOf(
    ['ready', 'note', 'problem', 'empty'],
    '`ready`: can be added. `note`: can be added, and has a message. `problem`: cannot be added. `empty`: all cells are empty; it is skipped.',
  ),
  wearer: described(nullable(sheetWearer), 'The person whom the row is for; null when there is none, or several could be meant.'),
  candidates: described(
    Type.Array(sheetWearer),
    'The people who could be meant, whom the caller may order for: choose one and send its id as `customerId`. No one is guessed. Empty when there is nothing to choose.',
  ),
  productId: described(nullable(int), 'The product; null when it was not found.'),
  combinationId: described(nullable(int), 'The combination of colour, size and fit; null when it was not found.'),
  productName: nullable(text),
  sku,
  imageSrc,
  attributeDescription,
  colour: described(nullable(text), 'Name of the colour; null when there is none or it is not known.'),
  size: described(nullable(text), 'Name of the size; null when there is none or it is not known.'),
  fit: described(nullable(text), 'Name of the fit or length; null when there is none or it is not known.'),
  proposedFrom: nullable(
    oneOf(
      ['kept', 'advice'],
      'Where a size comes from that was not typed: `kept`: the size that the wearer has kept (see `GET /api/keptsizes`), `advice`: size advice. Null when the size was typed, or none could be proposed; where kept and advised size are more than one apart, or the wearer said that the kept one does not fit, the row asks for it. A proposed size is ordered when the row is added as it is.',
    ),
  ),
  nameOnGarment: described(
    nullable(text),
    'Name that the garment gets, typed or that of the wearer; null where it gets none, or it cannot be made.',
  ),
  quantity: described(nullable(int), 'Pieces; null when the text is not a number of pieces.'),
  unitPrice: described(
    nullable(money),
    'Unit price as `taxDisplayType` says; null when the row is not known, the price is on request or hidden from the person.',
  ),
  subTotal: described(
    nullable(money),
    'Price of the row as `taxDisplayType` says; null when the row is not known, the price is on request or hidden from the person.',
  ),
  coveredQuantity: described(
    nullable(int),
    'Pieces of the row that the entitlement of the wearer covers, after the cart and the rows above it; null when the row counts in no wardrobe.',
  ),
  beyondQuantity: described(int, 'Pieces of the row beyond the entitlement.'),
  leftQuantity: described(
    nullable(int),
    'Pieces that were left to the wearer before the cart and this sheet; null where there is no limit in pieces.',
  ),
  beyond: nullable(
    oneOf(
      ['block', 'approval', 'ownPayment'],
      'What happens to pieces beyond the entitlement; `approval` takes a reason. Null when the row counts in no wardrobe.',
    ),
  ),
  needsApproval: described(bool, 'Whether this row is a reason why the order needs approval.'),
  stockMessage: described(text, 'Availability in words; empty when it is not shown.'),
  isLate: described(bool, 'Whether not all pieces of the row are in stock, so that it can be delivered later only.'),
  dueDateUtc: described(nullable(dateTime), 'Of a late row: date of the next delivery from the manufacturer; null when unknown.'),
  messages: described(Type.Array(sheetMessage), 'What the cells are told, problems first; empty when everything is clear.'),
});

const count = (description: string) => described(int, description);

/** What adding the sheet would do. */
const sheetTotals = entity('OrderSheetTotals', {
  rows: described(int, 'Rows that are not empty.'),
  addableRows: described(int, 'Rows that can be added: `ready` and `note`. The other totals count only these.'),
  problemRows: described(int, 'Rows that cannot be added.'),
  wearers: described(int, 'People for whom something would be ordered.'),
  pieces: count('Pieces of all rows that can be added.'),
  coveredQuantity: count('Pieces that entitlements cover.'),
  beyondQuantity: count('Pieces beyond the entitlements.'),
  needsApproval: described(bool, 'Whether an order with these rows and what is in the cart needs approval.'),
  approvalReasons: described(Type.Array(text), 'Why it does, in words; empty when it does not.'),
  lateQuantity: count('Pieces of rows that are late.'),
  lateDueDateUtc: described(
    nullable(dateTime),
    'The latest date on which late rows are expected; null when nothing is late or a date is unknown.',
  ),
  subTotal: described(nullable(money), 'Sum of the rows as `taxDisplayType` says; null when prices are hidden from the person.'),
  subTotalInclTax: described(nullable(money), 'Sum of the rows including tax; null when prices are hidden from the person.'),
  subTotalExclTax: described(nullable(money), 'Sum of the rows excluding tax; null when prices are hidden from the person.'),
  setUpTotal: described(
    nullable(money),
    'Setting up the designs of the rows, each once, as `taxDisplayType` says and beside `subTotal`; null when prices are hidden from the person.',
  ),
  taxDisplayType,
  currencyCode,
  cartLines: described(int, 'Lines that are in the cart already.'),
  byWearer: described(
    Type.Array(
      entity('OrderSheetWearerTotal', {
        customerId: int,
        name: text,
        pieces: count('Pieces for the person.'),
        beyondQuantity: count('Pieces beyond the entitlement of the person.'),
        subTotal: described(
          nullable(money),
          'Sum of the rows of the person as `taxDisplayType` says; null when prices are hidden from the caller.',
        ),
      }),
    ),
    'Pieces and money for each wearer, in the order in which they first occur.',
  ),
});

const sheetProperties = {
  id: int,
  name: text,
  isOwn: described(bool, 'Whether it is the caller’s own; only they rename, share and delete it.'),
  isShared: described(bool, 'Whether colleagues who may order for others see it.'),
  ownerName: described(text, 'Whose it is.'),
  rowCount: described(int, 'Rows that the caller sees.'),
  updatedOnUtc: dateTime,
  deletedOnUtc: described(
    dateTime,
    `When it will be deleted unless it is opened or saved before: ${SHEET_KEEPING_DAYS} days after that was last done.`,
  ),
  version,
};

/** A saved sheet without its rows. */
const orderSheet = entity('OrderSheet', sheetProperties);

const sheetName = described(
  Type.String({
    minLength: 1,
    maxLength: MAX_SHEET_NAME,
    pattern: '\\S',
    message: `Enter a name of up to ${MAX_SHEET_NAME} characters.`,
  }),
  'Name, unique among the caller’s own sheets, in any case of letters. Spaces around it are removed.',
);
const isSharedInput = described(Type.Optional(bool), 'Whether colleagues who may order for others see it.');

const common = { tags: ['Order sheets'], access: orderers, whileImpersonating: 'refused' } as const;
const whoCalls =
  'For Buyers, Sales and Admins with a permission to order; 403 for everyone else, and while ordering for someone else.';

/** One sheet for many wearers: a row is one garment for one person. */
export const orderSheetEndpoints = {
  'POST /api/ordersheets/check': endpoint({
    name: 'checkOrderSheet',
    summary: 'Check a sheet for many wearers',
    description: `Says row by row what adding the sheet to the cart would do, by the rules of the cart: stock and what is left are summed over all rows and the caller’s cart. Changes nothing. ${whoCalls} 422 \`rows\` for more than ${MAX_SHEET_ROWS} rows. A wearer who is unknown, closed, of another organisation or not one of the caller’s people gets one and the same message.`,
    ...common,
    bodyLimit: MAX_BODY_BYTES,
    body: Type.Object({ rows: rowsInput(numberedRowInput) }),
    reply: Type.Object({
      rows: described(Type.Array(checkedRow), 'One for each row sent, in the same order.'),
      totals: sheetTotals,
      warnings: described(Type.Array(text), 'What keeps the sheet as a whole from being added; empty when nothing does.'),
      canAdd: described(bool, 'Whether all rows can be added as they are: there are some, and none has a problem.'),
      fingerprint,
    }),
  }),

  'POST /api/ordersheets/add': endpoint({
    name: 'addOrderSheet',
    summary: 'Add a sheet for many wearers to the cart',
    description: `All rows or none. A row without a size gets the one that the check proposes. ${whoCalls} 400 when rows cannot be added, keyed by row and cell (\`items[n].wearer\`, \`items[n].quantity\` …, n from 0) or \`cart\` for more lines than it holds. 409 \`orderSheet\` with the code \`changed\` and what has changed when prices, coverage or what is in the cart are no longer what the check said; so adding the same sheet twice by a double click adds it once. To leave out rows, check and add the others. Honours \`Idempotency-Key\`.`,
    ...common,
    bodyLimit: MAX_BODY_BYTES,
    body: Type.Object({ rows: rowsInput(numberedRowInput), fingerprint: seenFingerprint }),
    reply: cartResponse,
  }),

  'POST /api/ordersheets/file': endpoint({
    name: 'readOrderSheetFile',
    summary: 'Read a sheet for many wearers from a file',
    description: `CSV, TSV or an Excel workbook, of which the first sheet is read. The body is the bytes of the file (\`application/octet-stream\`). The first line has the names of the columns, in any order; without one that is known, the columns are those of the sheet in its order. Saves nothing and adds nothing. ${whoCalls} 422 \`file\` where it cannot be read, or has more than ${MAX_SHEET_ROWS} rows with a quantity. 503 with \`Retry-After\` while too many files are read.`,
    ...common,
    bodyLimit: MAX_SHEET_FILE_BYTES,
    query: Type.Object({
      fileName: Type.String({
        minLength: 1,
        maxLength: 200,
        message: 'The name of the file is required, 200 characters at most.',
        description: 'Name of the file.',
      }),
    }),
    upload: 'bytes',
    reply: Type.Object({
      rows: described(
        Type.Array(typedRow),
        'The rows as text, to be checked next. Rows without a quantity are left out, where another row has one.',
      ),
      notes: described(
        Type.Array(text),
        'What was left out or read differently from what the file shows, as sentences: columns that are not known, hidden rows and columns, merged cells, formulas, rows without a quantity. Empty when nothing was.',
      ),
    }),
  }),

  'GET /api/ordersheets/workbook': endpoint({
    name: 'exportOrderSheetWorkbook',
    summary: 'Export one’s people and their wardrobes as a workbook',
    description: `A row for each person and garment of their wardrobe, with the size that they have kept, unless they said that it does not fit, and what is left, and an empty quantity: fill in the quantities and read the file again. ${whoCalls}`,
    ...common,
    query: Type.Object({
      groupId: described(Type.Optional(idOrNone('group')), 'Only people of this group (destination); absent or 0: all.'),
    }),
    reply: workbook,
  }),

  'GET /api/ordersheets': endpoint({
    name: 'listOrderSheets',
    summary: 'List saved sheets for many wearers',
    description: `The caller’s own, newest first, then those that colleagues share, newest first. ${whoCalls}`,
    ...common,
    reply: Type.Object({
      orderSheets: Type.Array(orderSheet),
      canSaveMore: described(bool, `Whether the caller has fewer than ${MAX_SHEETS} sheets of their own.`),
    }),
  }),

  'POST /api/ordersheets': endpoint({
    name: 'saveOrderSheet',
    summary: 'Save a sheet for many wearers',
    description: `422 \`name\` when the caller has another one of that name, 400 \`orderSheet\` when they have ${MAX_SHEETS}. ${whoCalls} Honours \`Idempotency-Key\`.`,
    ...common,
    bodyLimit: MAX_BODY_BYTES,
    root: 'orderSheet',
    body: Type.Object({ name: sheetName, isShared: isSharedInput, rows: rowsInput(rowInput) }),
    reply: Type.Object({ orderSheet }),
  }),

  'GET /api/ordersheets/:id': endpoint({
    name: 'getOrderSheet',
    summary: 'Get a saved sheet for many wearers',
    description: `With the rows that the caller sees: those of people whom they may order for, and those that they typed themselves of which the wearer is not known. ${whoCalls} 404 \`orderSheet\` for one that is neither their own nor shared.`,
    ...common,
    params: Type.Object({ id: id('orderSheet') }),
    reply: Type.Object({
      orderSheet: entity('OrderSheetWithRows', {
        ...sheetProperties,
        rows: described(Type.Array(typedRow), 'Rows as typed, in their order.'),
        hiddenRowCount: described(int, 'Rows of a shared sheet that the caller does not see.'),
      }),
    }),
  }),

  'PUT /api/ordersheets/:id': endpoint({
    name: 'updateOrderSheet',
    summary: 'Save changes of a sheet for many wearers',
    description: `Absent properties stay as they are. \`rows\` replaces the rows that the caller sees; others stay where they are. 409 \`orderSheet\` when someone else, or the caller in another tab, has changed the same since \`version\`. A colleague with whom it is shared changes rows only, else 403. ${whoCalls}`,
    ...common,
    bodyLimit: MAX_BODY_BYTES,
    params: Type.Object({ id: id('orderSheet') }),
    root: 'orderSheet',
    refusesUnknown: true,
    body: Type.Object({
      name: Type.Optional(sheetName),
      isShared: isSharedInput,
      rows: Type.Optional(rowsInput(rowInput)),
      version: expectedVersion,
    }),
    reply: Type.Object({ orderSheet }),
  }),

  'DELETE /api/ordersheets/:id': endpoint({
    name: 'deleteOrderSheet',
    summary: 'Delete a saved sheet for many wearers',
    description: `For its owner; 403 for colleagues with whom it is shared. ${whoCalls}`,
    ...common,
    params: Type.Object({ id: id('orderSheet') }),
    reply: entity({ success }),
  }),
};
