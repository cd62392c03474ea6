import Type from 'typebox';
import { area } from '../catalogue/customisation/customisation.ts';
import { endpoint, operator } from '../endpoint.ts';
import {
  attributeDescription,
  bool,
  dateTime,
  dayInput,
  described,
  entity,
  garmentCode,
  id,
  idOrNone,
  int,
  msg,
  nullable,
  paging,
  pdfFile,
  sku,
  success,
  text,
} from '../values.ts';

/** What begins the barcode of a line on a work order; its number follows. */
export const LINE_CODE_PREFIX = 'L';

/** Lines on a page of the list of what is to be decorated. */
export const DECORATION_PAGE = 500;

/** A design of a line of an order, as it is made and checked. */
export const designToMake = entity('DesignToMake', {
  id: int,
  methodId: described(int, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
  method: described(text, 'Name of the method.'),
  position: described(text, 'Name of the position, for example `Left chest`.'),
  measuredFrom: described(
    text,
    'How the area is found on the garment: measures from edge and seam, for example `Centre 19 cm below the shoulder seam`.',
  ),
  area: described(area, 'Where it is on the drawing of that side, in centimetres of the garment.'),
  logoName: described(nullable(text), 'Name of the logo; null for a text only.'),
  logoSrc: described(nullable(text), 'Address of the picture of the logo; null for a text only.'),
  text: described(nullable(text), 'Text exactly as it was typed, with a line feed between lines; null for a logo only.'),
  fontName: described(nullable(text), 'Font of the text.'),
  letterMm: described(nullable(Type.Number()), 'Height of its capital letters in millimetres.'),
  threadColour: described(nullable(text), 'Colour of the text by its name.'),
  threadNumber: described(nullable(text), 'Number of the thread at its manufacturer.'),
  threadRgb: described(nullable(text), 'The colour as `#rrggbb`.'),
  comments: described(nullable(text), 'Note for production.'),
});

const decorationLine = entity('DecorationLine', {
  id: described(int, 'Number of the line of the order.'),
  code: described(text, 'Its barcode on the work order.'),
  orderId: int,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation.'),
  personName: described(text, 'Whose order it is.'),
  wearerName: described(nullable(text), 'Who wears the pieces; null when they are for no one in particular.'),
  productName: text,
  sku,
  attributeDescription,
  colour: described(nullable(text), 'Colour; null where the garment has none.'),
  size: described(nullable(text), 'Size and fit; null where the garment has none.'),
  shelf: described(nullable(text), 'Where the pieces are in the warehouse; null when unknown.'),
  finishOn: described(
    Type.String({ description: 'Day, `YYYY-MM-DD`.' }),
    'Day on which the pieces should leave, and by which they are to be decorated.',
  ),
  isLate: described(bool, 'Whether that day has passed in the time zone of the organisation.'),
  quantity: described(int, 'Pieces of the line that are not cancelled.'),
  readyQuantity: described(int, 'Pieces of those that are to be packed, and are on hand for the line.'),
  decoratedQuantity: described(int, 'Pieces that are finished.'),
  startedOnUtc: described(nullable(dateTime), 'Since when the line can be neither cancelled nor changed; null before.'),
  designs: described(Type.Array(designToMake), 'What is put on each piece.'),
});

/** What a change of one line answers. */
const changed = entity('ChangedDecoration', {
  success,
  msg,
  lines: described(Type.Array(decorationLine), 'What was changed, as it is now.'),
});

const decorationGroup = entity('DecorationGroup', {
  key: described(text, 'Key of the group.'),
  methodId: described(int, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
  method: described(text, 'Name of the method.'),
  name: described(text, 'What is made: the logo, or the text or names, and where.'),
  productName: text,
  colour: described(nullable(text), 'Colour of the garment; null where it has none.'),
  quantity: described(int, 'Pieces.'),
  decoratedQuantity: described(int, 'Pieces of those that are finished.'),
  lineIds: described(Type.Array(int), 'Its lines, in the order in which they are made.'),
});

const decorationDay = entity('DecorationDay', {
  day: Type.String({ description: 'Day, `YYYY-MM-DD`.' }),
  isLate: described(bool, 'Whether it has passed.'),
  isToday: described(bool, 'Whether it is today, in the time zone of an organisation with such lines.'),
  orders: described(int, 'Orders with unfinished pieces.'),
  lines: described(int, 'Lines with unfinished pieces.'),
  quantity: described(int, 'Pieces that are not finished.'),
});

const day = described(
  Type.Optional(dayInput('Please choose a day.')),
  'Lines of which the pieces should leave on this day, `YYYY-MM-DD`.',
);

const workOrderQuery = Type.Object({
  day: described(day, 'Unfinished lines of which the pieces should leave on this day, `YYYY-MM-DD`.'),
  orderId: described(Type.Optional(id('order')), 'All lines of one order instead.'),
});

const workOrder =
  'For each design in the order in which it is made (method, design, colour): garment, sizes with counts, position with its measures, texts exactly as typed, height of letters, thread numbers, picture and production files, order and line numbers with a barcode. Either a day or an order is named, else 422 `day`. 404 `order` unless it exists, was released and is personalised, 409 `decoration` when nothing is to be decorated.';

/** Decorating personalised garments: between picking and packing. */
export const decorationEndpoints = {
  'GET /api/operator/decoration/work': endpoint({
    name: 'listDecoration',
    summary: 'List what is to be decorated',
    description:
      'Personalised lines of released orders with unfinished pieces, grouped by method, design and garment, in the order in which they are made. `days` counts all of them; `groups` and `lines` are those of the day, or of the earliest one that has work: a page of them, on which lines with the same design are together. A line with several designs is in several groups. Work orders have all lines.',
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: Type.Object({
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only orders of this organisation; 0 for all.'),
      day,
      page: described(paging.page, `Page of the lines, counted from 0, each with ${DECORATION_PAGE} lines.`),
      lines: described(Type.Optional(bool), 'False leaves groups and lines out, for the days alone. Default true.'),
    }),
    reply: Type.Object({
      day: described(
        nullable(Type.String()),
        'The day of the groups and lines, for example `2026-12-03`; null when nothing is to be decorated.',
      ),
      days: described(Type.Array(decorationDay), 'Days with work, the earliest first.'),
      lineCount: described(int, 'Unfinished lines of the day, on all pages.'),
      pageSize: described(int, 'Lines on a full page.'),
      page: described(int, 'The page that follows, counted from 0: the last one where there is no such page.'),
      groups: described(Type.Array(decorationGroup), 'Groups of the lines of the page.'),
      lines: described(Type.Array(decorationLine), `The lines of the page, at most ${DECORATION_PAGE}.`),
    }),
  }),

  'GET /api/operator/decoration/workorder': endpoint({
    name: 'downloadWorkOrder',
    summary: 'Download a work order as PDF',
    description: workOrder,
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: workOrderQuery,
    reply: pdfFile,
  }),

  'GET /api/operator/decoration/workorder.csv': endpoint({
    name: 'downloadWorkOrderAsCsv',
    summary: 'Download a work order as CSV',
    description: `A row for each design of each line. ${workOrder} Texts that a spreadsheet would take for a formula begin with an apostrophe.`,
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: workOrderQuery,
    reply: Type.String({
      contentMediaType: 'text/csv',
      description: 'UTF-8 with a byte order mark. The file name is in the headers `x-filename` and `Content-Disposition`.',
    }),
  }),

  'POST /api/operator/decoration/start': endpoint({
    name: 'startDecoration',
    summary: 'Start to decorate lines',
    description:
      'From now on they can be neither cancelled nor changed, by the supplier either, and their orders are being picked. Lines that were started before stay as they are. 422 `orderItemIds[n]` for a line that is not personalised, 409 `order` when an order has ended, and 409 `decoration` for a line of which nothing is left to make. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('orders:write'),
    body: Type.Object({
      orderItemIds: described(
        Type.Array(id('orderItem'), { minItems: 1, maxItems: 1000, message: 'Please choose at least one line.' }),
        'Lines of orders.',
      ),
    }),
    reply: changed,
  }),

  'POST /api/operator/decoration/finish': endpoint({
    name: 'finishDecoration',
    summary: 'Record finished pieces',
    description:
      'By a scan of the barcode of a line on its work order, or of a garment, or by the line. The first one starts the line. A negative number takes back pieces that are not packed. 404 `orderItem` for an unknown line, and `code` for a code that no unfinished line has; 409 `code` where lines with different designs need the garment, and `decoration` for more pieces than are left. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('orders:write'),
    body: Type.Object({
      code: described(Type.Optional(garmentCode), 'Barcode of the line (`L` and its number), or SKU or barcode of the garment.'),
      orderItemId: described(Type.Optional(id('orderItem')), 'The line, instead of a code.'),
      quantity: described(
        Type.Optional(
          Type.Integer({
            minimum: -10_000,
            maximum: 10_000,
            message: 'Please enter a number of pieces up to 10,000.',
          }),
        ),
        'Pieces that are finished, 1 unless it is given; negative to take back. Not 0.',
      ),
    }),
    reply: changed,
  }),

  'POST /api/operator/decoration/reset': endpoint({
    name: 'resetDecoration',
    summary: 'Set back a line that was started by mistake',
    description:
      'While none of its pieces is finished: finished ones are taken back before. The line can then be cancelled and changed again by the supplier; picking of its order stays started. The order says so, and the reason is kept for operators. 404 `orderItem` for an unknown line, 409 `order` when the order has ended, and `decoration` for a line that was not started or has finished pieces. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('orders:write'),
    body: Type.Object({
      orderItemId: described(id('orderItem'), 'The line.'),
      reason: described(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          message: 'Please enter a reason of at most 500 characters.',
        }),
        'Why it is set back.',
      ),
    }),
    reply: changed,
  }),
} as const;
