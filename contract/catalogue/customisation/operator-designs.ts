import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  amountInput,
  bool,
  currencyCode,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  named,
  nullable,
  oneOf,
  outcomeFingerprint,
  seenOutcomeFingerprint,
  text,
  version,
} from '../../values.ts';
import { NAME_FORMS } from './customisation.ts';
import { DESIGN_FONTS } from './design-fonts.ts';
import { outcome, previewInput } from './operator-decoration.ts';

const tags = ['Personalisation'] as const;

/** One of a list of values in a request, which may be null there. */
const choice = <const V extends string>(values: readonly V[], message: string) =>
  maybe(Type.Unsafe<V>({ type: 'string', enum: [...values], message }));

const SCOPE = 'With neither a product nor a wardrobe, it is for everything that the organisation orders.';

const clientDesign = entity('ClientDesign', {
  id: int,
  name: text,
  isMandatory: described(
    bool,
    'Whether garments cannot be ordered without it: true for a logo or fixed text, which they have by themselves, and for a name that is required.',
  ),
  place: described(text, 'Place on the garments, such as `left-chest`.'),
  position: described(text, 'Name of the place, for example `Left chest`.'),
  methodId: described(int, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
  method: described(text, 'Name of the method.'),
  logoId: described(nullable(int), 'Logo; null for text only.'),
  logo: described(nullable(text), 'Name of the logo.'),
  text: described(nullable(text), 'Fixed text, with a line feed between lines; null for none.'),
  nameForm: described(
    nullable(oneOf(NAME_FORMS, 'How the name of a wearer becomes the text.')),
    'Of a design for names, how the name of a wearer becomes the text; null otherwise.',
  ),
  fontName: described(nullable(text), 'Font of the text.'),
  threadColourId: described(nullable(int), 'Colour of the text.'),
  threadColour: described(nullable(text), 'Colour of the text by its name.'),
  threadRgb: described(nullable(text), 'The same as `#rrggbb`.'),
  letterMm: described(nullable(Type.Number()), 'Height of capital letters in millimetres.'),
  productId: described(nullable(int), `Only for this product. ${SCOPE}`),
  collectionId: described(nullable(int), `Only for lines of this wardrobe. ${SCOPE}`),
  scope: described(text, 'For what it is, in words: the name of a product or wardrobe, or `Everything`.'),
  price: described(nullable(Type.Number()), 'Own price per piece, excluding tax; null for that of the method.'),
  piecePrice: described(
    nullable(Type.Number()),
    'What a piece costs with it, excluding tax; null where the method has no price in the currency.',
  ),
  setupPrice: described(Type.Number(), 'Set-up, once in an order, excluding tax.'),
  products: described(int, 'Number of products in the range that can have it.'),
  isArchived: described(bool, 'Whether it applies no longer. Orders keep it.'),
  version,
});

const clientDesigns = entity('ClientDesigns', {
  organisationName: text,
  currencyCode,
  designs: described(Type.Array(clientDesign), 'Current ones first, by name.'),
  places: described(
    Type.Array(
      entity('DesignPlace', {
        place: described(text, 'The word for the position on every type of garment, such as `left-chest`.'),
        name: described(text, 'Name of the position.'),
      }),
    ),
    'Places on any type of garment.',
  ),
  methods: described(
    Type.Array(
      entity('DesignMethod', {
        id: int,
        name: text,
        price: described(nullable(Type.Number()), 'Per piece in the currency of the organisation; null for none.'),
        setupPrice: described(nullable(Type.Number()), 'What setting up a design usually costs; null for no price.'),
        smallestLetterMm: described(Type.Number(), 'Smallest height of capital letters in millimetres.'),
        longestText: described(int, 'Most characters of one line.'),
        lines: described(int, 'Most lines of a text.'),
        takesLogo: described(bool, 'Whether it takes a logo.'),
        takesText: described(bool, 'Whether it takes a text.'),
      }),
    ),
    'Methods that can be ordered.',
  ),
  colours: described(
    Type.Array(entity('DesignColour', { id: int, name: text, rgb: described(text, 'As `#rrggbb`.') })),
    'Colours that are offered.',
  ),
  logos: described(Type.Array(named), 'Logos of the organisation that are in use.'),
  products: described(Type.Array(named), 'Products in the range that can be personalised, by name.'),
  collections: described(Type.Array(named), 'Wardrobes of the organisation, by name.'),
});

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  message: 'Please enter a name of at most 100 characters.',
  description: 'Name of the design, which people read where they choose it.',
});
const price = described(
  maybe(amountInput({ minimum: 0, maximum: 1_000_000, message: 'Please enter a price from 0 to 1,000,000.' })),
  'Own price per piece, excluding tax; null for that of the method.',
);
const setupPrice = described(
  amountInput({ minimum: 0, maximum: 1_000_000, message: 'Please enter a set-up price from 0 to 1,000,000.' }),
  'Set-up, once in an order, excluding tax; 0 for none.',
);
const reply = entity('ClientDesignsOutcome', { clientDesigns, outcome, outcomeFingerprint });
const write = { tags, access: operator('catalogue:write'), refusesUnknown: true } as const;
const seen = { preview: previewInput, outcomeFingerprint: seenOutcomeFingerprint };

/** Designs of clients: what their garments have by themselves, and designs for names. */
export const operatorDesignEndpoints = {
  'GET /api/operator/organisations/:id/designs': endpoint({
    name: 'getClientDesigns',
    summary: 'Get the designs of an organisation, and what they can be made of',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object({ id: id('organisation') }),
    reply: entity({ clientDesigns }),
  }),

  'POST /api/operator/organisations/:id/designs': endpoint({
    name: 'addClientDesign',
    summary: 'Add a design of an organisation',
    description:
      'With `logoId` or `text` it is mandatory: garments have it by themselves, where their type has the place and the product takes the method there. With `nameForm` it is a design for names, which people choose, or with `isMandatory` have to. Carts change at once, orders stay; ask with `preview` first. 409 `place` where garments have another mandatory design there, 422 for what the method does not take, and `text` for one that does not fit on a garment that would have it. Send an `Idempotency-Key`: with the same key it is added once.',
    ...write,
    params: Type.Object({ id: id('organisation') }),
    body: Type.Object({
      name,
      place: Type.String({
        pattern: '^[a-z][a-z-]{0,40}$',
        message: 'Please choose a position.',
        description: 'Place on the garments.',
      }),
      methodId: described(id('decorationMethod', 'Please choose a method.'), 'How it is put on garments.'),
      logoId: described(maybe(id('logo')), 'Logo of the organisation.'),
      text: described(
        maybe(Type.String({ maxLength: 200, message: 'The text must not be longer than 200 characters.' })),
        'Fixed text, with a line feed between lines.',
      ),
      nameForm: described(
        choice(NAME_FORMS, 'Please choose how the name is written.'),
        'How the name of a wearer becomes the text; instead of logo and text.',
      ),
      isMandatory: described(
        Type.Optional(bool),
        'Of a design for names: whether garments cannot be ordered without the name. It is that of the wearer, or is typed. Logos and fixed texts always are.',
      ),
      fontName: described(choice(DESIGN_FONTS, 'The font must be Sans, Serif or Script.'), 'Font; needed for a text or name.'),
      threadColourId: described(maybe(id('threadColour')), 'Colour; needed for a text or name.'),
      letterMm: described(
        maybe(Type.Number({ minimum: 1, maximum: 100, decimals: 1, message: 'Please enter a letter height from 1 to 100 mm.' })),
        'Height of capital letters in millimetres; needed for a text or name.',
      ),
      productId: described(maybe(id('product')), `Only for this product. ${SCOPE}`),
      collectionId: described(maybe(id('collection')), `Only for lines of this wardrobe. ${SCOPE}`),
      price,
      setupPrice,
      ...seen,
    }),
    reply,
  }),

  'PUT /api/operator/organisations/:id/designs/:designId': endpoint({
    name: 'updateClientDesign',
    summary: 'Change the name and the prices of a design',
    description:
      'What it looks like stays, because it was approved: to change that, add another design and archive this one. Carts have the new price at once; orders keep theirs. 409 `design` when someone else has changed it, or when it is archived.',
    ...write,
    params: Type.Object({ id: id('organisation'), designId: id('garmentDesign') }),
    body: Type.Object({ name, price, setupPrice, version: expectedVersion, ...seen }),
    reply,
  }),

  'POST /api/operator/organisations/:id/designs/:designId/archive': endpoint({
    name: 'archiveClientDesign',
    summary: 'Archive a design',
    description:
      'It applies to garments no longer and is offered no longer; carts change at once, orders keep it. 409 `design` when someone else has changed it.',
    ...write,
    params: Type.Object({ id: id('organisation'), designId: id('garmentDesign') }),
    body: Type.Object({ version: expectedVersion, ...seen }),
    reply,
  }),
} as const;
