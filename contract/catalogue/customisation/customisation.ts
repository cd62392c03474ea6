import Type from 'typebox';
import { catalogueReaders, endpoint, signedIn } from '../../endpoint.ts';
import {
  bool,
  dateTime,
  described,
  entity,
  id,
  idOrNone,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  text,
  wholeNumber,
} from '../../values.ts';

/** How the name of a wearer becomes a text: `Niamh`, `Niamh D.`, `N. Doyle`, `Niamh Doyle`, `Doyle`. */
export const NAME_FORMS = ['first', 'first-initial', 'initial-last', 'first-last', 'last'] as const;
/** One of the forms of a name. */
export type NameForm = (typeof NAME_FORMS)[number];

/** The rectangle of a position on the drawing of a garment, in centimetres of the garment. */
export const area = entity('DecorationArea', {
  side: oneOf(['front', 'back'], 'Side of the garment.'),
  xCm: described(Type.Number(), 'From the left edge of the drawing to the area, in centimetres of the garment.'),
  yCm: described(Type.Number(), 'From the top of the drawing to the area, in centimetres.'),
  widthCm: described(Type.Number(), 'Width of the area in centimetres.'),
  heightCm: described(Type.Number(), 'Height of the area in centimetres.'),
});

/** A logo, text or badge on a garment. */
export const customisation = entity('Customisation', {
  id: described(int, 'Saved design; on a line of a cart or an order, what is on that line. 0 for what lines have by themselves.'),
  customisationId: described(nullable(int), 'Saved design that this one was made from; null when there is none.'),
  name: described(nullable(text), 'Name under which it was saved, or that the organisation gave it; null for none.'),
  productId: int,
  methodId: described(int, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
  method: described(text, 'Name of the method.'),
  positionId: described(int, 'Position on the garment.'),
  position: described(text, 'Name of the position, for example `Left chest`.'),
  area: described(area, 'Where on the garment it is.'),
  logoId: described(nullable(int), 'Logo; null for text only.'),
  logoName: described(nullable(text), 'Name of the logo; null for text only.'),
  logoSrc: described(nullable(text), 'Address of the picture of the logo.'),
  text: described(
    nullable(text),
    'Text on the garment, with a line feed between lines; null for a logo only, and for a name that is not known yet.',
  ),
  fontName: described(nullable(text), 'Font of the text.'),
  letterMm: described(nullable(Type.Number()), 'Height of the capital letters of the text in millimetres.'),
  threadColour: described(nullable(text), 'Colour of the text by its name.'),
  threadRgb: described(nullable(text), 'The same as `#rrggbb`.'),
  nameDesignId: described(nullable(int), 'Design of the organisation of which only the text is given; null for none.'),
  nameForm: described(
    nullable(oneOf(NAME_FORMS, 'How the name of a wearer becomes the text.')),
    'Of a design for names, how the name of a wearer becomes the text; null otherwise.',
  ),
  price: described(nullable(money), 'Price per piece excluding tax; null for people who see no prices.'),
  setupPrice: described(
    nullable(money),
    'Price of setting up the design, charged once in an order, excluding tax; null for people who see no prices.',
  ),
  isMandatory: described(
    bool,
    'True when the organisation requires it; it cannot be removed. Of a required name (`nameDesignId`) another text can be put there.',
  ),
  proofStatus: oneOf(
    ['approved', 'awaitingProof'],
    'Whether the design was approved once. An order with one that was not is placed, and released when it is.',
  ),
  comments: described(nullable(text), 'Note for production.'),
  createdOnUtc: dateTime,
});

/** A design as requests send it. */
export const customisationInput = entity('CustomisationInput', {
  id: described(
    maybe(idOrNone('customisation')),
    'Saved design: to change it (`POST /api/customisations/`), or to put it on a garment.',
  ),
  name: described(maybe(Type.String({ maxLength: 100 })), 'Name under which it is saved.'),
  productId: maybe(id('product')),
  methodId: described(
    maybe(wholeNumber),
    '10 embroidery, 20 print, 30 transfer, 40 name badge; required without `nameDesignId`.',
  ),
  positionId: described(maybe(wholeNumber), 'Position on the garment; required without `nameDesignId`.'),
  logoId: described(maybe(idOrNone('logo')), 'Logo; absent for text only.'),
  text: described(maybe(Type.String({ maxLength: 200 })), 'Text on the garment, with a line feed between lines.'),
  fontName: described(maybe(Type.String({ maxLength: 100 })), 'Font of the text; absent for the first one offered.'),
  threadColour: described(maybe(Type.String({ maxLength: 100 })), 'Colour of the text; absent for the first one offered.'),
  nameDesignId: described(
    maybe(idOrNone('garmentDesign')),
    'Design of the organisation of which only the text is given; method, position, font and colour are then its own.',
  ),
  comments: described(maybe(Type.String({ maxLength: 1000 })), 'Note for production.'),
});

/** What can be put on a product, and where. */
export const customisationBuilder = entity('CustomisationBuilder', {
  productId: int,
  isRequired: described(bool, 'Whether the product is ordered with at least one design.'),
  canvas: described(
    entity('DecorationCanvas', {
      widthCm: described(Type.Number(), 'Width of the whole drawing in centimetres of the garment.'),
      heightCm: described(Type.Number(), 'Height of the whole drawing in centimetres.'),
    }),
    'How large the drawings are: positions are given on them.',
  ),
  drawings: described(
    Type.Array(
      entity('DecorationDrawing', {
        colourId: described(nullable(int), 'Value of the colour; null for a product without colours.'),
        frontSrc: described(
          text,
          'Address of the drawing of the front in this colour, for example `/garments/polo/1d2a4d-front.svg`.',
        ),
        backSrc: described(text, 'Address of the drawing of the back, for example `/garments/polo/1d2a4d-back.svg`.'),
      }),
    ),
    'Drawings of the product, one of each colour, also where it has photographs.',
  ),
  methods: described(
    Type.Array(
      entity('DecorationMethod', {
        id: described(int, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
        name: text,
        price: described(nullable(money), 'Per piece, excluding tax; null for people who see no prices.'),
        setupPrice: described(
          nullable(money),
          'Once for each design in an order, excluding tax; null for people who see no prices.',
        ),
        minLetterHeightMm: described(Type.Number(), 'Smallest height of capital letters in millimetres.'),
        maxTextLength: described(int, 'Most characters of one line.'),
        maxLines: described(int, 'Most lines of a text; 0 where the method takes none.'),
        takesLogo: described(bool, 'Whether it takes a logo.'),
        takesText: described(bool, 'Whether it takes a text.'),
        workingDays: described(int, 'By how many working days the garment is later.'),
      }),
    ),
    'How logos and texts can be put on it.',
  ),
  positions: described(
    Type.Array(
      entity('DecorationPosition', {
        id: int,
        name: text,
        ...area.properties,
        letterMm: described(Type.Number(), 'Height of capital letters of a text that fits at it; longer texts are made smaller.'),
        imageSrc: described(nullable(text), 'Drawing of this side in the first colour.'),
        methodIds: described(Type.Array(int), 'Methods that are possible here.'),
      }),
    ),
    'Areas on the garment.',
  ),
  logos: described(
    Type.Array(
      entity('OfferedLogo', {
        id: int,
        name: text,
        src: described(text, 'Address of the picture.'),
        widthPx: described(int, 'Width of the picture in pixels, for its proportion.'),
        heightPx: described(int, 'Height of the picture in pixels.'),
        status: oneOf(['approved', 'awaitingProof'], 'Whether it was approved anywhere on a garment.'),
      }),
    ),
    'Logos of the organisation.',
  ),
  fonts: described(Type.Array(text), 'Fonts, the usual one first.'),
  threadColours: described(
    Type.Array(entity('ThreadColour', { name: text, rgb: described(text, 'As `#rrggbb`.') })),
    'Colours of texts.',
  ),
  maxTextLength: described(int, 'Most characters of one line by any method.'),
  mandatory: described(Type.Array(customisation), 'What the garment has by itself.'),
  nameDesigns: described(
    Type.Array(customisation),
    'Designs for names that the organisation offers here; the name is the text. With `isMandatory` the garment is not ordered without it: a line without that text has the name of its wearer.',
  ),
});

/** Personalising garments: what is possible, and the designs that people have saved. */
export const customisationEndpoints = {
  'GET /api/products/customisationbuilder/:id': endpoint({
    name: 'getCustomisationBuilder',
    summary: 'Get what can be put on a product',
    description: 'Positions, methods and what they cost, logos, fonts and colours, and what the organisation requires.',
    tags: ['Personalisation'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    query: Type.Object({
      organisationCollectionId: described(
        maybe(id('collection')),
        'Wardrobe in which the garment is to count: with what it requires, and without designs for names of other wardrobes.',
      ),
    }),
    reply: Type.Object({ customisationBuilder }),
  }),

  'GET /api/customisations': endpoint({
    name: 'listCustomisations',
    summary: 'List saved designs',
    description: 'The designs that the person has saved, newest first.',
    tags: ['Personalisation'],
    access: signedIn,
    query: Type.Object({ productId: described(maybe(id('product')), 'Only designs for this product.') }),
    reply: Type.Object({ customisations: Type.Array(customisation) }),
  }),

  'GET /api/customisations/:id': endpoint({
    name: 'getCustomisation',
    summary: 'Get a saved design',
    tags: ['Personalisation'],
    access: signedIn,
    params: Type.Object({ id: id('customisation') }),
    reply: Type.Object({ customisation }),
  }),

  'POST /api/customisations': endpoint({
    name: 'saveCustomisation',
    summary: 'Save a design',
    description: 'With `id`, changes a saved one, and lines of carts with it. 422 names the field that is not possible.',
    tags: ['Personalisation'],
    access: signedIn,
    whileImpersonating: 'allowed',
    root: 'customisation',
    body: customisationInput,
    reply: Type.Object({ customisation }),
  }),

  'DELETE /api/customisations/:id': endpoint({
    name: 'deleteCustomisation',
    summary: 'Delete a saved design',
    description: 'It is removed from lines of carts. 409 when an order was placed with it.',
    tags: ['Personalisation'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('customisation') }),
    reply: Type.Object({}),
  }),
};
