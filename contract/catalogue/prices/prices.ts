import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  amountInput,
  bool,
  currencyCode,
  dayInput,
  described,
  entity,
  id,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  paging,
  sku,
  text,
  totalCount,
  workbook,
} from '../../values.ts';
import { pricePreview, SCHEDULED_PRICE_STATES, scheduledClientPrice } from '../range/range.ts';

const tags = ['Prices'] as const;

/** Most products whose prices are changed at once. */
export const MAX_PRICE_CHANGE_PRODUCTS = 2000;

const amount = amountInput({ minimum: 0, maximum: 1_000_000, message: 'Price must be an amount from 0 to 1,000,000.' });
const percent = Type.Number({ minimum: -100, maximum: 1000, decimals: 2, message: 'Percent must be from -100 to 1000.' });

const keyword = described(
  Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters.' })),
  'Words to find in name or SKU.',
);
const coming = described(Type.Optional(bool), 'Only products with a price that is to come, or ends on a day.');

const days = {
  startsOn: described(
    maybe(dayInput('Enter a day as 2027-04-01.')),
    'First day on which the price applies, in the time zone of the client, or of the catalogue; today unless given.',
  ),
  lastOn: described(
    maybe(dayInput('Enter a day as 2027-04-30.')),
    'Last day on which it applies; on the day after, the price before it returns. Without it, it lasts until another one is set.',
  ),
};

const scheduled = {
  id: described(int, 'Of the price with its days, to cancel it.'),
  state: oneOf(SCHEDULED_PRICE_STATES, '`coming`: begins on `startsOn`; `active`: today’s price, until `lastOn`.'),
  startsOn: described(text, 'First day on which it applies, such as `2027-04-01`.'),
  lastOn: described(nullable(text), 'Last day on which it applies; null: until another one is set.'),
};

const refusal = described(nullable(text), 'Why the caller cannot change them, as a sentence; null when they can.');

const clientPrice = entity('ClientPrice', {
  id: described(int, 'Product of the client’s range.'),
  productId: described(int, 'Product of the catalogue.'),
  name: described(text, 'Name in the catalogue.'),
  ownName: described(nullable(text), 'The client’s own name; null when it uses that of the catalogue.'),
  sku,
  published: described(bool, 'Whether people of the client can see it.'),
  cataloguePrice: described(
    nullable(money),
    'Lowest catalogue price, excluding tax; null when it is on request, and for a client with another currency than the catalogue.',
  ),
  cataloguePriceHighest: described(nullable(money), 'Highest catalogue price where sizes cost differently; else null.'),
  overriddenPrice: described(nullable(money), 'The client’s own price today; null for none.'),
  pricePercent: described(nullable(Type.Number()), 'Percent on the catalogue’s price today; null for none.'),
  price: described(nullable(money), 'Lowest price that people pay today, excluding tax; null when it is on request.'),
  priceHighest: described(nullable(money), 'Highest price where sizes cost differently; else null.'),
  scheduled: described(Type.Array(scheduledClientPrice), 'Prices that are to come, or end on a day, by day.'),
});

/** What became of a change of prices. */
export const priceChange = entity('PriceChange', {
  id: described(nullable(int), 'Of the change, to undo it; null when nothing was changed.'),
  changed: described(int, 'Products that got the price, or will get it.'),
  unchanged: described(int, 'Products that have the price already.'),
  refusals: Type.Array(
    entity({ reason: described(text, 'A sentence that can be shown to people.'), count: described(int, 'Number of products.') }),
    { description: 'Why products were left alone.' },
  ),
});

const clientChange = Type.Object(
  {
    ids: described(
      Type.Optional(
        Type.Array(id('productOrganisation'), {
          maxItems: MAX_PRICE_CHANGE_PRODUCTS,
          message: `Choose at most ${MAX_PRICE_CHANGE_PRODUCTS} products.`,
        }),
      ),
      'Products of the client’s range; left out with `matching`.',
    ),
    matching: described(
      Type.Optional(Type.Object({ keyword, coming })),
      'Instead of `ids`: all products of the list with these filters.',
    ),
    expectedCount: described(
      Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, message: 'This number is not valid.' })),
      'With `matching`: how many products the list showed. 409 if their number differs by now.',
    ),
    price: described(
      Type.Object(
        {
          amount: described(Type.Optional(amount), 'One price for all sizes of each product.'),
          percent: described(Type.Optional(percent), 'Percent on the catalogue’s prices, whatever the client pays now.'),
          raise: described(Type.Optional(percent), 'Percent by which what the client pays is raised, or lowered if negative.'),
          catalogue: described(Type.Optional(bool), 'The catalogue’s prices.'),
        },
        { title: 'ClientPriceValueInput' },
      ),
      'Exactly one of its properties.',
    ),
    ...days,
  },
  { title: 'ClientPriceInput' },
);

const organisationParams = Type.Object({ id: id('organisation') });
const productParams = Type.Object({ id: id('product') });

const tier = entity('QuantityTier', {
  id: int,
  quantity: described(int, 'From this quantity in a line on.'),
  price: described(money, 'Unit price, excluding tax.'),
  organisationId: described(nullable(int), 'Only for this client; null for all.'),
  organisationName: nullable(text),
  roleId: described(nullable(int), 'Only for people with this role; null for everyone.'),
  roleName: described(nullable(text), 'Name of the role.'),
  startsOn: described(nullable(text), 'First day on which it applies; null: always has.'),
  lastOn: described(nullable(text), 'Last day on which it applies; null: no end.'),
});

const productPrices = entity('ProductPrices', {
  productId: int,
  name: text,
  sku,
  price: described(money, 'Price of the product today, excluding tax.'),
  priceSince: described(
    nullable(text),
    'Day on which today’s price began, such as `2026-11-29`; null when it was set without a day.',
  ),
  callForPrice: described(bool, 'Whether the price is on request.'),
  currencyCode: described(text, 'Currency of the catalogue, for example `GBP`.'),
  today: described(text, 'Today in the time zone of the catalogue, such as `2026-11-29`.'),
  refusal,
  combinations: described(
    Type.Array(
      entity({
        id: int,
        sku,
        description: described(text, 'Colour, size and fit.'),
        overriddenPrice: described(nullable(money), 'Its own price today; null when it is the product’s.'),
        price: described(money, 'What it costs today.'),
      }),
    ),
    'Combinations that are sold, in their order.',
  ),
  scheduled: described(
    Type.Array(
      entity({
        ...scheduled,
        combinationId: described(nullable(int), 'Combination that it is for; null for the whole product.'),
        price: described(nullable(money), 'The price; null: the combination costs what the product does.'),
      }),
    ),
    'Prices that are to come, or end on a day, by day.',
  ),
  tiers: described(Type.Array(tier), 'Quantity tiers for everyone and for clients of the caller’s brands, that have not ended.'),
  roles: described(Type.Array(entity({ id: int, name: text })), 'Roles of every client, for tiers.'),
});

/** Prices with days: of clients, of the catalogue, and quantity tiers. */
export const priceEndpoints = {
  'GET /api/operator/organisations/:id/prices': endpoint({
    name: 'listClientPrices',
    summary: 'List the prices of a client',
    description: 'Products of its range with the catalogue’s price, what it pays today and what is to come.',
    tags,
    access: operator('catalogue:read'),
    params: organisationParams,
    query: Type.Object({
      keyword,
      coming,
      ...paging,
    }),
    reply: entity({
      prices: described(Type.Array(clientPrice), 'A page of the products, in the order of the range.'),
      totalCount,
      organisationName: text,
      currencyCode,
      catalogueCurrencyCode: described(
        text,
        'Currency of the catalogue, for example `GBP`. Where it is another one, products without an own price are on request.',
      ),
      today: described(text, 'Today in the client’s time zone, such as `2026-11-29`.'),
      refusal,
    }),
  }),
  'GET /api/operator/organisations/:id/prices/exporttoexcel': endpoint({
    name: 'exportClientPrices',
    summary: 'Export the price list of a client to Excel',
    description: 'All pages of the list: a row for each product with today’s price, and one for each price with days.',
    tags,
    access: operator('catalogue:read'),
    params: organisationParams,
    query: Type.Object({ keyword, coming }),
    reply: workbook,
  }),
  'POST /api/operator/organisations/:id/prices/preview': endpoint({
    name: 'previewClientPrices',
    summary: 'Preview a change of a client’s prices',
    description: 'Plans the same change as `POST /api/operator/organisations/{id}/prices` and changes nothing.',
    tags,
    access: operator('catalogue:write'),
    params: organisationParams,
    refusesUnknown: true,
    body: clientChange,
    reply: entity({ pricePreview }),
  }),
  'POST /api/operator/organisations/:id/prices': endpoint({
    name: 'setClientPrices',
    summary: 'Set prices of a client from and until a day',
    description:
      'From today unless `startsOn` names a later day; 422 `startsOn` for an earlier one. Products with another price on one of the days are left alone and named in `refusals`. 409 `prices` where the client keeps its own prices. Send an `Idempotency-Key`: with the same key it is done once.',
    tags,
    access: operator('catalogue:write'),
    params: organisationParams,
    refusesUnknown: true,
    body: clientChange,
    reply: entity({ priceChange }),
  }),
  'POST /api/operator/organisations/:id/prices/changes/:changeId/undo': endpoint({
    name: 'undoClientPrices',
    summary: 'Undo a change of a client’s prices',
    description: 'Prices that have been changed again since stay as they are, and are counted as `unchanged`.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('organisation'), changeId: id('priceChange') }),
    body: Type.Object({}),
    reply: entity({ priceChange }),
  }),
  'DELETE /api/operator/organisations/:id/prices/scheduled/:scheduledId': endpoint({
    name: 'cancelClientPrice',
    summary: 'Cancel a coming price of a client, or end one that has begun',
    description: 'When it has begun, the price before it returns at once, unless today’s price was changed meanwhile.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('organisation'), scheduledId: id('scheduledPrice') }),
    reply: Type.Object({}),
  }),
  'GET /api/operator/products/:id/prices': endpoint({
    name: 'getProductPrices',
    summary: 'Get the catalogue prices and quantity tiers of a product',
    tags,
    access: operator('catalogue:read'),
    params: productParams,
    reply: entity({ productPrices }),
  }),
  'POST /api/operator/products/:id/prices': endpoint({
    name: 'setProductPrice',
    summary: 'Set a catalogue price from and until a day',
    description:
      'Of the product, or of one combination. 403 `product` when organisations of other brands buy it, 422 `startsOn` for a day that has passed, 409 `price` when another price applies on one of the days.',
    tags,
    access: operator('catalogue:write'),
    params: productParams,
    refusesUnknown: true,
    body: Type.Object({
      price: described(
        nullable(amount),
        'The price, excluding tax; null for a combination that is to cost what the product does.',
      ),
      combinationId: described(maybe(id('combination')), 'Combination; without it the price of the product.'),
      ...days,
    }),
    reply: entity({ productPrices, priceChangeId: described(int, 'Of the change, to undo it.') }),
  }),
  'POST /api/operator/prices/changes/:changeId/undo': endpoint({
    name: 'undoCataloguePrices',
    summary: 'Undo a change of catalogue prices',
    description:
      'Prices that have been changed again since stay as they are, and are counted as `unchanged`. 403 `product` when organisations of other brands buy one of the products.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ changeId: id('priceChange') }),
    body: Type.Object({}),
    reply: entity({ priceChange }),
  }),
  'POST /api/operator/products/:id/prices/changes/:changeId/undo': endpoint({
    name: 'undoProductPrice',
    summary: 'Undo a change of a catalogue price',
    description:
      'A price that is to come does not begin; after one that has begun, the price before it returns. 409 `price` when the price has been changed again since.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product'), changeId: id('priceChange') }),
    body: Type.Object({}),
    reply: entity({ productPrices }),
  }),
  'DELETE /api/operator/products/:id/prices/scheduled/:scheduledId': endpoint({
    name: 'cancelProductPrice',
    summary: 'Cancel a coming catalogue price, or end one that has begun',
    description: 'When it has begun, the price before it returns at once, unless today’s price was changed meanwhile.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product'), scheduledId: id('scheduledPrice') }),
    reply: entity({ productPrices }),
  }),
  'POST /api/operator/products/:id/tiers': endpoint({
    name: 'addQuantityTier',
    summary: 'Add a quantity tier to a product',
    description:
      'For everyone, or for one client, one role and some days. 409 `quantity` when there is one for the same quantity, client and role on one of the days.',
    tags,
    access: operator('catalogue:write'),
    params: productParams,
    refusesUnknown: true,
    body: Type.Object({
      quantity: described(
        Type.Integer({ minimum: 2, maximum: 1_000_000, message: 'Quantity must be a whole number from 2 to 1,000,000.' }),
        'From this quantity in a line on.',
      ),
      price: described(amount, 'Unit price, excluding tax, in the currency of the client, or of the catalogue.'),
      organisationId: described(maybe(id('organisation')), 'Only for this client.'),
      roleId: described(maybe(id('role')), 'Only for people with this role.'),
      ...days,
    }),
    reply: entity({ productPrices }),
  }),
  'DELETE /api/operator/products/:id/tiers/:tierId': endpoint({
    name: 'deleteQuantityTier',
    summary: 'Delete a quantity tier',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product'), tierId: id('quantityTier') }),
    reply: entity({ productPrices }),
  }),
} as const;
