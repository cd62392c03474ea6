import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { amountInput, described, entity, expectedVersion, id, maybe } from '../../values.ts';
import { keptProduct } from './operator-products.ts';

/** The most combinations of a product, the discontinued ones included: what a size grid can show. */
export const MAX_COMBINATIONS = 5000;

const name = (what: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    message: `Please enter a name of at most ${maxLength} characters for each ${what}.`,
  });

const attributeInput = Type.Object({
  name: described(
    name('attribute', 60),
    'Name of the attribute, for example `Colour`. Colour, Size, Fit and Length have a meaning: sizes are columns, colours have pictures.',
  ),
  values: described(
    Type.Array(
      Type.Object({
        id: described(Type.Optional(id('attributeValue')), 'An existing value. Without it, the value is new.'),
        name: described(name('value', 200), 'For example `Navy`.'),
        colorSquaresRgb: described(
          maybe(Type.String({ pattern: '^#[0-9a-f]{6}$', message: 'A colour is written as #1f2a44.' })),
          'Colour of the swatch as `#rrggbb`; null for none.',
        ),
        priceAdjustment: described(
          Type.Optional(
            amountInput({ minimum: -10_000, maximum: 10_000, message: 'Surcharge must be an amount from -10,000 to 10,000.' }),
          ),
          'What it adds to the price of the product, for example for large sizes.',
        ),
      }),
      { maxItems: 500, message: 'An attribute can have 500 values at most.' },
    ),
    'All its values, in their order.',
  ),
});

const combinationInput = Type.Object({
  id: described(Type.Optional(id('combination')), 'An existing combination. Without it, the combination is new.'),
  values: described(
    Type.Optional(
      Type.Array(
        described(Type.String({ maxLength: 200, message: 'A value is too long.' }), 'Name of a value, for example `Navy`.'),
        { maxItems: 10, message: 'Too many values.' },
      ),
    ),
    'Of a new combination: the name of its value for each attribute, in their order.',
  ),
  sku: described(
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        message: 'Please enter a SKU of at most 100 characters.',
      }),
    ),
    'Stock-keeping unit (SKU), unique in the installation.',
  ),
  gtin: described(
    maybe(Type.String({ maxLength: 20, message: 'A barcode has 8, 12, 13 or 14 digits.' })),
    'Barcode with a valid check digit, unique in the installation; null for none.',
  ),
  price: described(
    maybe(amountInput({ minimum: 0, maximum: 1_000_000, message: 'Price must be an amount from 0 to 1,000,000.' })),
    'Its own catalogue price without tax; null for that of the product with the surcharges of its values.',
  ),
  discontinued: described(Type.Optional(Type.Boolean()), 'Whether it is sold no longer. Open orders stay.'),
  version: expectedVersion,
});

/** Combinations of the products that the supplier keeps. */
export const operatorCombinationEndpoints = {
  'PUT /api/operator/products/:id/combinations': endpoint({
    name: 'updateCombinations',
    summary: 'Change what can be chosen of a product, and its combinations',
    description: `What is absent stays as it is: \`attributes\` names all attributes with all their values, \`combinations\` only those that change or are new. All or nothing. A value that combinations have is not removed; they are discontinued instead. At most ${MAX_COMBINATIONS} combinations. 403 \`product\` when organisations of other brands have it in their range, 409 \`product\` when someone else has changed the same, and 422 by place (\`combinations[n].sku\`, n from 0) for what is not possible.`,
    tags: ['Products'],
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product') }),
    refusesUnknown: true,
    body: Type.Object({
      attributes: described(
        Type.Optional(Type.Array(attributeInput, { maxItems: 5, message: 'A product can have 5 attributes at most.' })),
        'All attributes, in their order.',
      ),
      combinations: described(
        Type.Optional(
          Type.Array(combinationInput, {
            maxItems: MAX_COMBINATIONS,
            message: `A product can have ${MAX_COMBINATIONS} combinations at most.`,
          }),
        ),
        'Those that change or are new.',
      ),
      version: expectedVersion,
    }),
    reply: entity({ product: keptProduct }),
  }),
} as const;
