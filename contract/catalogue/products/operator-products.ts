import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { historyEntry } from '../../platform/history.ts';
import {
  amountInput,
  bool,
  dateTime,
  described,
  entity,
  expectedVersion,
  gtin,
  id,
  int,
  maybe,
  named,
  nullable,
  oneOf,
  paging,
  sku,
  text,
  totalCount,
  version,
} from '../../values.ts';
import { TAX_CLASS, taxClassInput } from '../tax/tax.ts';
import { TAX_CLASSES } from '../tax/tax-classes.ts';
import { careChanges, keptCare, markChanges, productMarks } from './care.ts';
import { keptPictures } from './kept-pictures.ts';
import { NECESSITIES, NECESSITY } from './necessity.ts';
import { productState as state, productStateInput as stateInput } from './product-states.ts';
import { shownWithChanges, shownWithProduct } from './shown-with.ts';
import { UNITS_OF_MEASURE } from './units.ts';

const tags = ['Products'] as const;

const unitInput = described(
  Type.Union([Type.Literal('piece'), Type.Literal('pair'), Type.Literal('set'), Type.Literal('pack')], {
    message: 'Unit must be piece, pair, set or pack.',
  }),
  'Unit in which it is counted.',
);
/** Its price in the catalogue. */
export const cataloguePrice = described(
  Type.Number(),
  'Catalogue price of one piece without tax, with two decimals; the lowest where combinations cost differently.',
);
const wholeNumber = (minimum: number, maximum: number, message: string) => Type.Integer({ minimum, maximum, message });
const someOf = (kind: 'category' | 'specificationOption', max: number, message: string) =>
  Type.Array(id(kind), { maxItems: max, message });

/** A product with everything that its page shows. */
export const keptProduct = entity('KeptProduct', {
  id: int,
  name: text,
  sku,
  handle: described(text, 'Name of the product in imports and links, for example `fellside-fleece`; it never changes.'),
  state,
  successor: described(nullable(named), 'The product that replaces a discontinued one; null for none.'),
  shortDescription: described(nullable(text), 'One or two sentences for lists; null when there are none.'),
  fullDescription: described(nullable(text), 'Description as sanitised HTML; null when there is none.'),
  marks: productMarks,
  ...keptCare,
  categoryIds: described(Type.Array(int), 'Its categories.'),
  optionIds: described(Type.Array(int), 'Its specifications, as ids of their options.'),
  price: cataloguePrice,
  orderMinimumQuantity: described(int, 'Fewest pieces in one line.'),
  orderMaximumQuantity: described(int, 'Most pieces in one line.'),
  allowedQuantities: described(Type.Array(int), 'The only quantities allowed; empty for no such rule.'),
  leadTimeDays: described(nullable(int), 'Days until it is ready to be sent; null when it is sent from stock.'),
  isMadeToOrder: described(bool, 'Made after the order is placed; not returnable unless faulty.'),
  isMadeToMeasure: described(
    bool,
    'Wearers can order it made to measure, at its price, with their own measurements. For any other garment they ask the supplier.',
  ),
  managesStock: described(bool, 'Whether stock is counted; without it the product can always be ordered.'),
  backorderModeId: described(int, '0 no orders without stock, 1 allowed, 2 allowed with a message to the buyer.'),
  wearLifeMonths: described(nullable(int), 'After how many months a piece is due to be replaced; null for no set time.'),
  necessity: described(nullable(oneOf(NECESSITIES, 'The reason.')), NECESSITY),
  sizeGuideId: described(nullable(int), 'Its size guide; null when it has none.'),
  sizeGuideName: described(nullable(text), 'Name of its size guide.'),
  unspsc: described(nullable(text), 'Its own UNSPSC code, for example `53102700`; null for that of its category.'),
  categoryUnspsc: described(nullable(text), 'UNSPSC code of its category; null when that has none.'),
  unitOfMeasure: oneOf(UNITS_OF_MEASURE, 'Unit in which it is counted.'),
  taxClass: oneOf(TAX_CLASSES, TAX_CLASS),
  isTaxExempt: described(bool, 'Whether it is free of tax, whatever its class.'),
  callForPrice: described(bool, 'Whether the price is on request: customers see no price and cannot order it.'),
  relatedProducts: described(
    Type.Array(shownWithProduct),
    'Products that are shown on its page, in their order, as far as the caller sees them.',
  ),
  crossSellProducts: described(
    Type.Array(shownWithProduct),
    'Products that are offered in the cart with it, in their order, as far as the caller sees them.',
  ),
  version,
  refusal: described(
    nullable(text),
    'Why the caller cannot change it, as a sentence; null when their brands do not stand in the way.',
  ),
  madeFor: described(nullable(text), 'The only client for which it is made; null for any other product.'),
  madeForId: described(nullable(int), 'The organisation for which it is made; null for any other product.'),
  clients: described(Type.Array(named), 'Organisations of the caller’s brands that have it in their range, by name.'),
  otherClients: described(int, 'Number of organisations of other brands that have it in their range.'),
  openOrders: described(int, 'Number of orders with pieces of it that are not sent yet, of all clients.'),
  wardrobes: described(int, 'Number of wardrobes with a group that lists it, of all clients.'),
  images: keptPictures,
  attributes: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        role: nullable(oneOf(['colour', 'size', 'fit', 'length'], 'What the attribute is; null for any other.')),
        values: described(
          Type.Array(
            entity({
              id: int,
              name: text,
              colorSquaresRgb: described(nullable(text), 'Colour as `#rrggbb`.'),
              priceAdjustment: described(Type.Number(), 'What it adds to the price of the product.'),
            }),
          ),
          'Values in their order.',
        ),
      }),
    ),
    'What can be chosen, such as colour and size.',
  ),
  combinations: described(
    Type.Array(
      entity({
        id: int,
        valueIds: described(Type.Array(int), 'Ids of the values of its attributes.'),
        description: described(text, 'Its values in words, for example `Navy, M`.'),
        sku: described(text, 'Stock-keeping unit (SKU) of the combination.'),
        gtin,
        price: described(Type.Number(), 'Catalogue price of one piece without tax, with two decimals.'),
        ownPrice: described(
          nullable(Type.Number()),
          'Its own price; null for that of the product with the surcharges of its values.',
        ),
        onHand: described(int, 'Pieces in the warehouse.'),
        reserved: described(int, 'Pieces promised to orders.'),
        discontinued: described(bool, 'Whether it is sold no longer.'),
        version,
      }),
    ),
    'Every combination of its values, the discontinued ones included.',
  ),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  message: 'Please enter a name of at most 200 characters.',
  description: 'Name of the product.',
});

/** What can be changed of a product. What is absent stays as it is. */
const changes = {
  name: Type.Optional(name),
  sku: described(
    maybe(
      Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '^\\s*\\S+(?: +\\S+)*\\s*$',
        message: 'Please enter a SKU of at most 60 characters.',
      }),
    ),
    'SKU of the product, its style number, for example `FSD-FLC-W`; null for none. 422 where another product or a combination of one has it.',
  ),
  shortDescription: described(
    maybe(Type.String({ maxLength: 500, message: 'The short description must not be longer than 500 characters.' })),
    'One or two sentences for lists; null for none.',
  ),
  fullDescription: described(
    maybe(Type.String({ maxLength: 20_000, message: 'The description must not be longer than 20,000 characters.' })),
    'Plain text, or HTML of which paragraphs, lists, tables, small headings and emphasis are kept; null for none.',
  ),
  marks: markChanges,
  ...careChanges,
  categoryIds: described(
    Type.Optional(someOf('category', 20, 'A product can be in 20 categories at most.')),
    'All its categories.',
  ),
  optionIds: described(
    Type.Optional(someOf('specificationOption', 100, 'A product can have 100 specifications at most.')),
    'All its specifications, as ids of their options.',
  ),
  orderMinimumQuantity: described(
    Type.Optional(wholeNumber(1, 100_000, 'The minimum quantity must be a whole number from 1 to 100,000.')),
    'Fewest pieces in one line.',
  ),
  orderMaximumQuantity: described(
    Type.Optional(wholeNumber(1, 100_000, 'The maximum quantity must be a whole number from 1 to 100,000.')),
    'Most pieces in one line.',
  ),
  allowedQuantities: described(
    Type.Optional(
      Type.Array(wholeNumber(1, 100_000, 'Quantities must be whole numbers from 1 to 100,000.'), {
        maxItems: 100,
        message: 'At most 100 quantities can be named.',
      }),
    ),
    'The only quantities allowed; empty for no such rule.',
  ),
  leadTimeDays: described(
    maybe(wholeNumber(1, 730, 'The lead time must be a whole number of days from 1 to 730.')),
    'Days until it is ready to be sent; null when it is sent from stock.',
  ),
  isMadeToOrder: described(Type.Optional(bool), 'Made after the order is placed; not returnable unless faulty.'),
  isMadeToMeasure: described(
    Type.Optional(bool),
    'Wearers can order it made to measure, at its price, with their own measurements. For any other garment they ask the supplier.',
  ),
  managesStock: described(Type.Optional(bool), 'Whether stock is counted; without it the product can always be ordered.'),
  backorderModeId: described(
    Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)], { message: 'Back orders must be 0, 1 or 2.' })),
    '0 no orders without stock, 1 allowed, 2 allowed with a message to the buyer.',
  ),
  wearLifeMonths: described(
    maybe(wholeNumber(1, 240, 'The wear life must be a whole number of months from 1 to 240.')),
    'After how many months a piece is due to be replaced; null for no set time.',
  ),
  necessity: described(
    Type.Optional(
      Type.Union([Type.Literal('protective'), Type.Literal('required'), Type.Null()], {
        message: 'Choose why the employer provides it.',
      }),
    ),
    NECESSITY,
  ),
  sizeGuideId: described(maybe(id('sizeGuide')), 'Its size guide; null for none.'),
  unspsc: described(
    maybe(Type.String({ pattern: '^[0-9]{8}$', message: 'A UNSPSC code has 8 digits.' })),
    'Its own UNSPSC code; null for that of its category.',
  ),
  unitOfMeasure: Type.Optional(unitInput),
  taxClass: Type.Optional(taxClassInput),
  isTaxExempt: described(Type.Optional(bool), 'Whether it is free of tax, whatever its class.'),
  callForPrice: described(Type.Optional(bool), 'Whether the price is on request: customers see no price and cannot order it.'),
  ...shownWithChanges,
  state: Type.Optional(stateInput),
  successorId: described(
    maybe(id('product')),
    'The product that replaces it, for a discontinued product; null for none. It is forgotten when the product is sold again.',
  ),
};

/** Products as the supplier keeps them. */
export const operatorProductEndpoints = {
  'GET /api/operator/products/choices': endpoint({
    name: 'listProductFieldChoices',
    summary: 'List the categories and specifications that products can have',
    description: 'Those of products that the caller sees, and those without products.',
    tags,
    access: operator('catalogue:read'),
    reply: entity({
      categories: described(
        Type.Array(
          entity({
            id: int,
            name: text,
            formattedName: described(text, 'Full path, joined by ` >> `, for example `Workwear >> Trousers`.'),
            level: described(int, 'Depth in the tree; 0 at the top.'),
            unspsc: described(
              nullable(text),
              'Its own UNSPSC code, for example `53102700`; null for that of the category above.',
            ),
          }),
        ),
        'In the order of the tree.',
      ),
      specifications: described(
        Type.Array(
          entity({
            id: int,
            name: text,
            options: described(Type.Array(named), 'What it can be, in their order.'),
          }),
        ),
        'In their order.',
      ),
    }),
  }),

  'GET /api/operator/products/:id': endpoint({
    name: 'getKeptProduct',
    summary: 'Get a product of the catalogue',
    description: 'With its combinations, pictures and clients.',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object({ id: id('product') }),
    reply: entity({ product: keptProduct }),
  }),

  'GET /api/operator/products/:id/history': endpoint({
    name: 'listProductHistory',
    summary: 'List what operators changed of a product',
    description: 'Newest first.',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object({ id: id('product') }),
    query: Type.Object({ ...paging }),
    reply: entity({ history: Type.Array(historyEntry), totalCount }),
  }),

  'POST /api/operator/products': endpoint({
    name: 'addProduct',
    summary: 'Add a product',
    description:
      'A draft with one combination without values, whose SKU is that of the product. `copyOfId` copies everything but pictures, combinations and clients of another product. 422 `sku` for a SKU that another product has. Send an `Idempotency-Key`: with the same key it is added once.',
    tags,
    access: operator('catalogue:write'),
    refusesUnknown: true,
    body: Type.Object({
      name,
      sku: Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '^\\s*\\S+(?: +\\S+)*\\s*$',
        message: 'Please enter a SKU of at most 60 characters.',
        description: 'SKU of the product and of its only combination.',
      }),
      price: described(
        maybe(amountInput({ minimum: 0, maximum: 1_000_000, message: 'Price must be an amount from 0 to 1,000,000.' })),
        'Catalogue price of one piece without tax. Without one the price is on request.',
      ),
      copyOfId: described(Type.Optional(id('product')), 'Product to copy.'),
    }),
    reply: entity({ product: keptProduct }),
  }),

  'PUT /api/operator/products/:id': endpoint({
    name: 'updateProduct',
    summary: 'Change a product',
    description:
      'What is absent stays as it is. Every client that has it in the range sees the change at once. A discontinued product can no longer be ordered; open orders stay. 403 `product` when organisations of other brands have it in their range, 409 `product` when someone else has changed the same field, 422 for values that are not possible.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product') }),
    refusesUnknown: true,
    body: Type.Object({ ...changes, version: expectedVersion }),
    reply: entity({ product: keptProduct }),
  }),
} as const;
