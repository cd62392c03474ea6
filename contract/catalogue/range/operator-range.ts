import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  bool,
  currencyCode,
  described,
  entity,
  expectedVersion,
  id,
  imageSrc,
  int,
  maybe,
  money,
  nullable,
  paging,
  sku,
  text,
  totalCount,
  version,
} from '../../values.ts';
import { scheduledClientPrice } from './range.ts';

const tags = ['Range'] as const;

/** Most products that are added to a client's range at once. */
export const MAX_ADDED_PRODUCTS = 1000;
/** Most clients whose range a product is added to at once. */
export const MAX_ADDED_CLIENTS = 100;

const organisationParams = Type.Object({ id: id('organisation') });
const productParams = Type.Object({ id: id('product') });
const rangeProductParams = Type.Object({ id: id('organisation'), productId: id('product') });

const rangeClient = entity('RangeClient', {
  rangeId: described(int, 'Product of the client’s range, as calls about its prices name it.'),
  organisationId: int,
  organisationName: text,
  ownName: described(
    nullable(text),
    'The client’s own name, for example `Crew fleece`; null when it uses that of the catalogue.',
  ),
  organisationSku: described(nullable(text), 'The client’s own SKU, for example `HAL-77`; null for none.'),
  published: described(bool, 'Whether people of the client can see it.'),
  overriddenPrice: described(nullable(money), 'The client’s own price today; null for none.'),
  pricePercent: described(nullable(Type.Number()), 'Percent on the catalogue’s price today; null for none.'),
  price: described(nullable(money), 'Lowest price that people pay today, excluding tax; null when it is on request.'),
  priceHighest: described(nullable(money), 'Highest price where sizes cost differently; else null.'),
  currencyCode,
  keepsOwnPrices: described(bool, 'Whether the client’s administrators set its prices.'),
  scheduled: described(Type.Array(scheduledClientPrice), 'Prices that are to come, or end on a day, by day.'),
  limitedTo: described(
    Type.Array(described(text, 'For example `Front of house`.')),
    'Names of the business areas, job roles, wardrobes and roles that it is limited to; empty for everyone.',
  ),
  wardrobes: described(int, 'Number of the client’s wardrobes that list it.'),
  carts: described(int, 'Number of the client’s carts with it.'),
  openOrders: described(int, 'Number of the client’s orders with pieces of it that are not sent yet.'),
  version,
});

const names = described(Type.Array(described(text, 'For example `Fellside fleece`.')), 'Names of the first five.');
const addition = entity('RangeAddition', {
  added: described(int, 'How many are added.'),
  present: described(int, 'How many are there already and stay as they are.'),
  refusals: Type.Array(
    entity({
      reason: described(text, 'A sentence that can be shown to people.'),
      count: described(int, 'How many are left alone.'),
      names,
    }),
    { description: 'Why others are left alone.' },
  ),
});

const published = described(Type.Optional(bool), 'Whether people of the client see it at once; true unless given.');
const addProductsBody = Type.Object(
  {
    productIds: Type.Array(id('product'), {
      minItems: 1,
      maxItems: MAX_ADDED_PRODUCTS,
      message: `Choose from 1 to ${MAX_ADDED_PRODUCTS} products.`,
      description: 'Products of the catalogue.',
    }),
    published,
  },
  { title: 'RangeAdditionInput' },
);

/** What operators do with products for the clients of their brands. */
export const operatorRangeEndpoints = {
  'GET /api/operator/products/:id/clients': endpoint({
    name: 'listRangeClients',
    summary: 'List the clients that have a product in their range',
    description: 'Organisations of the caller’s brands, by name, with what each calls it, pays for it, and whose people see it.',
    tags,
    access: operator('catalogue:read'),
    params: productParams,
    reply: entity({
      clients: Type.Array(rangeClient, { description: 'By name.' }),
      otherClients: described(int, 'Number of organisations of other brands that have it in their range.'),
    }),
  }),
  'POST /api/operator/products/:id/clients': endpoint({
    name: 'addProductToRanges',
    summary: 'Add a product to the range of clients',
    description:
      'Clients that have it already stay as they are; where it cannot be added, because it is not on sale or is made for another client, the client is named in `refusals`. Send an `Idempotency-Key`: with the same key it is done once.',
    tags,
    access: operator('catalogue:write'),
    params: productParams,
    refusesUnknown: true,
    body: Type.Object({
      organisationIds: Type.Array(id('organisation'), {
        minItems: 1,
        maxItems: MAX_ADDED_CLIENTS,
        message: `Choose from 1 to ${MAX_ADDED_CLIENTS} clients.`,
        description: 'Organisations of the caller’s brands.',
      }),
      published,
    }),
    reply: entity({ addition }),
  }),
  'GET /api/operator/organisations/:id/range/available': endpoint({
    name: 'listProductsOutsideClientRange',
    summary: 'List products that can be added to a client’s range',
    description: 'Products on sale that the caller sees and the client does not buy yet, by name.',
    tags,
    access: operator('catalogue:read'),
    params: organisationParams,
    query: Type.Object({
      keyword: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters.' })),
        'Words to find in name or SKU.',
      ),
      ...paging,
    }),
    reply: entity({
      products: Type.Array(
        entity({
          id: int,
          name: text,
          sku,
          imageSrc,
          price: described(nullable(money), 'Lowest catalogue price, excluding tax; null when it is on request.'),
          priceHighest: described(nullable(money), 'Highest catalogue price where combinations cost differently; else null.'),
        }),
        { description: 'A page of the products.' },
      ),
      totalCount,
      currencyCode,
    }),
  }),
  'POST /api/operator/organisations/:id/range/preview': endpoint({
    name: 'previewAdditionToClientRange',
    summary: 'Preview which products would be added to a client’s range',
    description: 'Plans the same addition as `POST /api/operator/organisations/{id}/range` and changes nothing.',
    tags,
    access: operator('catalogue:write'),
    params: organisationParams,
    refusesUnknown: true,
    body: addProductsBody,
    reply: entity({ addition }),
  }),
  'POST /api/operator/organisations/:id/range': endpoint({
    name: 'addToClientRange',
    summary: 'Add products to a client’s range',
    description:
      'Products that it has already stay as they are; those that are not on sale, or are made for another client, are left alone and named in `refusals`. 404 for a product that the caller does not see. Send an `Idempotency-Key`: with the same key it is done once.',
    tags,
    access: operator('catalogue:write'),
    params: organisationParams,
    refusesUnknown: true,
    body: addProductsBody,
    reply: entity({ addition }),
  }),
  'PUT /api/operator/organisations/:id/range/:productId': endpoint({
    name: 'updateClientRangeProduct',
    summary: 'Change what a client calls a product, and whether its people see it',
    description:
      'What is absent stays as it is. 409 `productOrganisation` when someone else has changed the same since `version`.',
    tags,
    access: operator('catalogue:write'),
    params: rangeProductParams,
    refusesUnknown: true,
    body: Type.Object({
      name: described(
        maybe(Type.String({ maxLength: 200, message: 'Name must not be longer than 200 characters.' })),
        'The client’s own name; null to use that of the catalogue.',
      ),
      organisationSku: described(
        maybe(Type.String({ maxLength: 60, message: 'SKU must not be longer than 60 characters.' })),
        'The client’s own SKU; null for none.',
      ),
      published: described(Type.Optional(bool), 'Whether people of the client can see it.'),
      version: expectedVersion,
    }),
    reply: entity({ client: rangeClient }),
  }),
  'DELETE /api/operator/organisations/:id/range/:productId': endpoint({
    name: 'removeFromClientRange',
    summary: 'Take a product out of a client’s range',
    description:
      'It leaves the client’s wardrobes too, and what people may still get of it; orders that were placed stay. When it is added again, it has the price that the supplier had set for the client.',
    tags,
    access: operator('catalogue:write'),
    params: rangeProductParams,
    reply: Type.Object({}),
  }),
} as const;
