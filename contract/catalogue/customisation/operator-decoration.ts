import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  amountInput,
  bool,
  described,
  entity,
  expectedVersion,
  id,
  int,
  nullable,
  oneOf,
  outcomeFingerprint,
  seenOutcomeFingerprint,
  text,
  version,
} from '../../values.ts';

const tags = ['Personalisation'] as const;

/** The sides of a garment on which it can have a logo or a text. */
export const GARMENT_SIDES = ['front', 'back'] as const;

/** In a request: whether only its outcome is wanted. */
export const previewInput = described(
  Type.Optional(bool),
  'Whether only to say what would happen, in `outcome`. Nothing is saved then.',
);
/** In a reply: what a change touches. */
export const outcome = described(
  Type.Array(text),
  'What the change touches, as sentences: garments, open carts, and what a piece costs more or less. Empty when nothing changes.',
);

/** In a reply about positions: texts that do not fit. */
export const unfitting = described(
  Type.Array(text),
  'Fixed texts of clients that do not fit where the change puts them, as sentences. Empty when all of them do.',
);

const centimetres = described(Type.Number(), 'Centimetres of the garment.');

const method = entity('KeptDecorationMethod', {
  id: described(int, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
  name: text,
  workingDays: described(int, 'By how many working days the promised day is later.'),
  smallestLetterMm: described(Type.Number(), 'Smallest height of capital letters in millimetres.'),
  longestText: described(int, 'Most characters of one line.'),
  lines: described(int, 'Most lines of a text; 0 where it takes none.'),
  takesLogo: described(bool, 'Whether it takes a logo.'),
  takesText: described(bool, 'Whether it takes a text.'),
  isActive: described(bool, 'Whether it can be ordered.'),
  prices: described(
    Type.Array(
      entity('KeptDecorationPrice', {
        currencyCode: described(text, 'ISO 4217 currency code, for example `GBP`.'),
        price: described(Type.Number(), 'Per piece, excluding tax.'),
        setupPrice: described(Type.Number(), 'Once for each design in an order, excluding tax.'),
      }),
    ),
    'What it costs by currency. In a currency without a price it cannot be ordered.',
  ),
  version,
});

const colour = entity('KeptThreadColour', {
  id: int,
  name: text,
  number: described(text, 'Number at the manufacturer of the thread, such as `1147`.'),
  rgb: described(text, 'As `#rrggbb`.'),
  isActive: described(bool, 'Whether it is offered.'),
  version,
});

const position = entity('KeptDecorationPosition', {
  id: int,
  place: described(text, 'The same word on every type of garment that has it, such as `left-chest`.'),
  name: described(text, 'Name of the position, for example `Left chest`.'),
  side: oneOf(GARMENT_SIDES, 'Side of the garment.'),
  xCm: described(Type.Number(), 'From the left edge of the drawing to the area, in centimetres of the garment.'),
  yCm: described(Type.Number(), 'From the top of the drawing to the area, in centimetres.'),
  widthCm: described(Type.Number(), 'Width of the area in centimetres.'),
  heightCm: described(Type.Number(), 'Height of the area in centimetres.'),
  letterMm: described(Type.Number(), 'Height of capital letters of a text that fits, in millimetres.'),
  measuredFrom: described(text, 'How a decorator finds the area, as a sentence; empty for none.'),
  products: described(int, 'Number of products that have it.'),
  version,
});

const decoration = entity('Decoration', {
  methods: described(Type.Array(method), 'How logos and texts are put on garments.'),
  colours: described(Type.Array(colour), 'Colours of threads and inks in the order in which they are offered.'),
  garments: described(
    Type.Array(
      entity('DecoratedGarment', {
        garmentType: described(text, 'Type of garment, such as `polo`.'),
        name: described(text, 'What it is called, such as `Polo shirt`.'),
        widthCm: centimetres,
        heightCm: centimetres,
        frontSrc: described(text, 'Address of the drawing of the front.'),
        backSrc: described(text, 'Address of the drawing of the back.'),
        products: described(int, 'Number of products of this type.'),
        positions: described(Type.Array(position), 'Areas of this type of garment.'),
      }),
    ),
    'Types of garment with the size of their drawings and their positions, by name.',
  ),
  currencies: described(Type.Array(text), 'Currencies in which clients are charged, or in which a method has a price.'),
  refusal: described(nullable(text), 'Why the caller cannot change any of this, as a sentence; null when they can.'),
});

const name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  message: 'Please enter a name of at most 60 characters.',
  description: 'Name that people read.',
});
const price = (message: string) => amountInput({ minimum: 0, maximum: 1_000_000, message });
const measure = (minimum: number, maximum: number, message: string) => Type.Number({ minimum, maximum, decimals: 1, message });

const colourFields = {
  name,
  number: Type.String({
    minLength: 1,
    maxLength: 30,
    pattern: '\\S',
    message: 'Please enter the number of the thread, of at most 30 characters.',
    description: 'Number at the manufacturer of the thread.',
  }),
  rgb: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    message: 'Please enter a colour such as #1b2a4d.',
    description: 'As `#rrggbb`, for previews.',
  }),
};

const positionFields = {
  name,
  side: described(Type.Enum([...GARMENT_SIDES], { message: 'The side must be front or back.' }), 'Side of the garment.'),
  xCm: described(
    measure(0, 500, 'Please enter centimetres from the left edge of the drawing.'),
    'From the left edge of the drawing to the area, in centimetres of the garment.',
  ),
  yCm: described(
    measure(0, 500, 'Please enter centimetres from the top of the drawing.'),
    'From the top of the drawing to the area, in centimetres.',
  ),
  widthCm: described(measure(1, 100, 'Please enter a width from 1 to 100 cm.'), 'Width of the area in centimetres.'),
  heightCm: described(measure(1, 100, 'Please enter a height from 1 to 100 cm.'), 'Height of the area in centimetres.'),
  letterMm: described(
    measure(1, 100, 'Please enter a letter height from 1 to 100 mm.'),
    'Height of capital letters of a text that fits, in millimetres; longer texts are made smaller.',
  ),
  measuredFrom: described(
    Type.String({ maxLength: 200, message: 'The sentence for the decorator must not be longer than 200 characters.' }),
    'How a decorator finds the area, as a sentence with measures from edge and seam; empty for none.',
  ),
};

const NOT_FOR_ALL = '403 `decoration` where clients of brands that the caller does not work for order by it too.';
const write = { tags, access: operator('catalogue:write'), refusesUnknown: true } as const;
const reply = entity({ decoration });

/** What the supplier can put on garments: methods and their prices, colours, positions. */
export const operatorDecorationEndpoints = {
  'GET /api/operator/decoration': endpoint({
    name: 'getDecoration',
    summary: 'Get methods, colours and positions of logos and texts',
    description: 'They are the same for all clients. What each product allows is in `GET /api/operator/products/:id/positions`.',
    tags,
    access: operator('catalogue:read'),
    reply,
  }),

  'PUT /api/operator/decoration/methods/:id': endpoint({
    name: 'updateDecorationMethod',
    summary: 'Change a method and its prices',
    description: `Carts have the new prices at once; orders keep theirs. A method is not deleted: without \`isActive\` it can no longer be ordered. 409 \`isActive\` while designs of clients use it, 409 \`method\` when someone else has changed it since the \`version\` sent. ${NOT_FOR_ALL}`,
    ...write,
    params: Type.Object({ id: id('decorationMethod') }),
    body: Type.Object({
      name,
      workingDays: described(
        Type.Integer({ minimum: 0, maximum: 60, message: 'Please enter a number of working days from 0 to 60.' }),
        'By how many working days the promised day is later.',
      ),
      smallestLetterMm: described(
        measure(1, 100, 'Please enter a letter height from 1 to 100 mm.'),
        'Smallest height of capital letters in millimetres.',
      ),
      longestText: described(
        Type.Integer({ minimum: 0, maximum: 200, message: 'Please enter a number of characters from 0 to 200.' }),
        'Most characters of one line.',
      ),
      lines: described(
        Type.Integer({ minimum: 0, maximum: 5, message: 'Please enter a number of lines from 0 to 5.' }),
        'Most lines of a text.',
      ),
      isActive: described(bool, 'Whether it can be ordered.'),
      prices: described(
        Type.Array(
          Type.Object({
            currencyCode: described(
              Type.String({ pattern: '^[A-Z]{3}$', message: 'Please choose a currency.' }),
              'ISO 4217 currency code.',
            ),
            price: described(price('Please enter a price from 0 to 1,000,000.'), 'Per piece, excluding tax.'),
            setupPrice: described(
              price('Please enter a set-up price from 0 to 1,000,000.'),
              'Once for each design in an order, excluding tax.',
            ),
          }),
          { maxItems: 20, message: 'At most 20 currencies can have a price.' },
        ),
        'All prices; a currency that is not among them has none.',
      ),
      version: expectedVersion,
      preview: previewInput,
      outcomeFingerprint: seenOutcomeFingerprint,
    }),
    reply: entity({ decoration, outcome, outcomeFingerprint }),
  }),

  'POST /api/operator/decoration/colours': endpoint({
    name: 'addThreadColour',
    summary: 'Add a colour of threads and inks',
    description: `409 \`name\` when there is one of this name. ${NOT_FOR_ALL}`,
    ...write,
    body: Type.Object(colourFields),
    reply,
  }),

  'PUT /api/operator/decoration/colours/:id': endpoint({
    name: 'updateThreadColour',
    summary: 'Change a colour',
    description: `Orders keep what they were placed with. 409 \`name\` when there is another one of this name, 409 \`colour\` when someone else has changed it. ${NOT_FOR_ALL}`,
    ...write,
    params: Type.Object({ id: id('threadColour') }),
    body: Type.Object({ ...colourFields, isActive: described(bool, 'Whether it is offered.'), version: expectedVersion }),
    reply,
  }),

  'PUT /api/operator/decoration/colourorder': endpoint({
    name: 'sortThreadColours',
    summary: 'Set the order in which colours are offered',
    description: `Colours that are not named follow the others. ${NOT_FOR_ALL}`,
    ...write,
    body: Type.Object({
      ids: described(
        Type.Array(id('threadColour'), { maxItems: 500, uniqueItems: true, message: 'Name each colour once, 500 at most.' }),
        'The colours in their order.',
      ),
    }),
    reply,
  }),

  'POST /api/operator/decoration/positions': endpoint({
    name: 'addDecorationPosition',
    summary: 'Add a position of a type of garment',
    description: `404 for a type of garment without a drawing, 409 \`place\` when it has this place, 422 \`widthCm\` or \`heightCm\` for an area that is not on the drawing. ${NOT_FOR_ALL}`,
    ...write,
    body: Type.Object({
      garmentType: Type.String({
        pattern: '^[a-z][a-z-]{0,40}$',
        message: 'Please choose a type of garment.',
        description: 'Type of garment, such as `polo`.',
      }),
      place: Type.String({
        pattern: '^[a-z][a-z-]{0,40}$',
        message: 'Please enter the place in small letters and hyphens, such as left-chest.',
        description:
          'The same word on every type of garment that has it, so that designs of clients find their position. It cannot be changed.',
      }),
      ...positionFields,
    }),
    reply,
  }),

  'PUT /api/operator/decoration/positions/:id': endpoint({
    name: 'updateDecorationPosition',
    summary: 'Change a position of a type of garment',
    description: `Orders keep what they were placed with. Fixed texts of clients that would not fit any more are named; ask with \`preview\` first. 409 \`position\` when someone else has changed it, 422 \`widthCm\` or \`heightCm\` for an area that is not on the drawing. ${NOT_FOR_ALL}`,
    ...write,
    params: Type.Object({ id: id('decorationPosition') }),
    body: Type.Object({
      ...positionFields,
      version: expectedVersion,
      preview: previewInput,
      outcomeFingerprint: seenOutcomeFingerprint,
    }),
    reply: entity({ decoration, outcome: unfitting, outcomeFingerprint }),
  }),
} as const;
