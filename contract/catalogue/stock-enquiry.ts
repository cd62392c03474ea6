import Type from 'typebox';
import { catalogueReaders, endpoint, orderers, permissions } from '../endpoint.ts';
import {
  bool,
  claims,
  dateTime,
  described,
  entity,
  gtin,
  id,
  idOrNone,
  imageSrc,
  int,
  listOf,
  maybe,
  money,
  nullable,
  paging,
  text,
  totalCount,
  workbook,
} from '../values.ts';
import { customisationInput } from './customisation/customisation.ts';
import { attributeSelection, stockStatus, taxId } from './products/product-schemas.ts';

/** Stock of a SKU or a combination. */
export const stockItem = entity('StockItem', {
  productId: described(nullable(int), 'Product; null when `found` is false.'),
  combinationId: described(nullable(int), 'Combination; null for a product without choices, or when `found` is false.'),
  found: described(bool, 'Whether the caller’s organisation has a product with this SKU.'),
  sku: described(nullable(text), 'The requested SKU.'),
  gtin,
  name: nullable(text),
  attributeDescription: described(nullable(text), 'Colour, size and fit in words; null when there are none.'),
  colour: described(nullable(text), 'Name of the colour; null when there is none.'),
  size: described(nullable(text), 'Name of the size; null when there is none.'),
  fit: described(nullable(text), 'Name of the fit; null when there is none.'),
  imageSrc,
  price: described(
    nullable(money),
    'Price as the caller’s tax display says; null when it is on request or hidden from the person.',
  ),
  stockQuantity: described(nullable(int), 'Free stock in pieces; null when it is hidden or not managed.'),
  stockStatus,
  stockMessage: described(text, 'Availability in words, for example `In stock`; empty when it is not shown.'),
  dueDateUtc: described(nullable(dateTime), 'Date of the next delivery from the manufacturer; null when unknown.'),
  dueQuantity: described(nullable(int), 'Pieces in that delivery; null when unknown.'),
  canOrder: described(bool, 'Whether the requested quantity (1 by default) can be ordered.'),
  warnings: described(Type.Array(text), 'What keeps it from being ordered, as sentences; none when it can be.'),
});

/** A combination in the stock enquiry: all of it is known. */
const enquiredStockItem = entity('EnquiredStockItem', {
  ...stockItem.properties,
  productId: described(int, 'Product.'),
  combinationId: described(int, 'Combination.'),
  canBeAwaited: described(
    bool,
    'Whether it cannot be ordered only because too little is in stock: whoever may order can be told when that changes (`POST /api/stocknotices`).',
  ),
});

const foundItem = entity('FoundCombination', {
  ...enquiredStockItem.properties,
  isExact: described(bool, 'Whether the keyword is its SKU or GTIN, or the organisation’s SKU of a product without choices.'),
});

const stockFilters = {
  keyword: described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
    'Words of which each must be found in the name of the product, in its colour, size or another choice, or at the beginning of its SKU; or its GTIN.',
  ),
  filters: described(
    Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 200,
          pattern: '^\\s*[^:\\s][^:]*:\\s*\\S',
          message: 'Filters must be names and values of attributes, such as Colour:Navy.',
          description: 'Such as `Colour:Navy`.',
        }),
        { maxItems: 50, isRepeated: true, message: 'Send at most 50 filters.' },
      ),
    ),
    'Name and value of an attribute (`productAttributeName`), such as `Colour:Navy`; repeated for several. Values of one attribute widen the result, several attributes narrow it. Letters count in whatever case.',
  ),
  businessAreaId: described(Type.Optional(idOrNone('businessArea')), 'Only products for this business area; 0 for all.'),
  ...claims,
  taxId,
};

/** Number of pieces in a request. */
export const quantity = Type.Integer({
  minimum: 1,
  maximum: 100000,
  message: 'Quantity must be a whole number from 1 to 100000.',
  description: 'Pieces, from 1 to 100000.',
});

/** Names a combination in a request: by its id, by its SKU or by the values chosen. */
export const combinationChoice = {
  combinationId: described(maybe(id('combination')), 'The combination; takes precedence over `sku` and `attributes`.'),
  sku: described(maybe(Type.String({ maxLength: 100 })), 'The combination by its SKU.'),
  attributes: described(maybe(Type.Array(attributeSelection, { maxItems: 20 })), 'The combination by the values chosen.'),
  customisations: described(maybe(Type.Array(customisationInput, { maxItems: 20 })), 'Logos, texts and badges to add.'),
};

/** Stock enquiry and price calculation. */
export const stockEnquiryEndpoints = {
  'GET /api/stock': endpoint({
    name: 'listStock',
    summary: 'List stock',
    description: 'The combinations of all products that the person can see, with what is in stock and the next delivery.',
    tags: ['Stock'],
    access: permissions('AllowStockEnquiry'),
    query: Type.Object({ ...stockFilters, ...paging }),
    reply: Type.Object({
      stock: Type.Array(enquiredStockItem),
      totalCount,
      attributeNames: described(
        Type.Array(described(text, 'For example `Colour`.')),
        'Names of the attributes of all products that the person can see, for `filters`: colour, size, fit and length first.',
      ),
    }),
  }),

  'GET /api/stock/exporttoexcel': endpoint({
    name: 'exportStock',
    summary: 'Export stock to Excel',
    description: 'All pages of the list, with the same filters.',
    tags: ['Stock'],
    access: permissions('AllowStockEnquiry'),
    whileImpersonating: 'refused',
    query: Type.Object({ ...stockFilters, ...paging }),
    reply: workbook,
  }),

  'GET /api/product/productAttributesValues': endpoint({
    name: 'listAttributeValues',
    summary: 'List values of an attribute',
    description: 'Of products that the person can see; at most 20, those that begin with the keyword first.',
    tags: ['Stock'],
    access: permissions('AllowStockEnquiry'),
    query: Type.Object({
      attributeName: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Attribute name must not be longer than 200 characters.' })),
        'Name of the attribute, such as `Colour`, in whatever case; an unknown one has no values.',
      ),
      keyword: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
        'A part of the value.',
      ),
    }),
    reply: Type.Object({
      productAttributesValues: described(Type.Array(described(text, 'For example `Navy`.')), 'Names of the values.'),
    }),
  }),

  'POST /api/product/stockmultiple': endpoint({
    name: 'getStockOfSkus',
    summary: 'Get the stock of several SKUs',
    description:
      'In the order sent; unknown SKUs have `found: false`. A GTIN, or the organisation’s SKU of a product without choices, is found as well. Changes nothing.',
    tags: ['Stock'],
    access: catalogueReaders,
    whileImpersonating: 'allowed',
    body: Type.Object({
      items: described(
        Type.Array(
          Type.Object({
            sku: described(
              Type.String({ minLength: 1, maxLength: 100, message: 'SKU is required.' }),
              'SKU of a product or a combination.',
            ),
            quantity: described(maybe(quantity), 'Requested quantity; 1 by default.'),
          }),
          { minItems: 1, maxItems: 100, message: 'Send between 1 and 100 items.' },
        ),
        'At most 100 SKUs.',
      ),
    }),
    reply: listOf('stock', stockItem),
  }),

  'GET /api/product/lookup': endpoint({
    name: 'lookUpCombinations',
    summary: 'Find what to order by a code or a name',
    description:
      'Combinations that the person can order, the best match first, at most 20: those with this SKU or GTIN alone, otherwise those of products with these words, which may name colour, size and fit too.',
    tags: ['Stock'],
    access: orderers,
    query: Type.Object({
      keyword: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
        'SKU, GTIN, or words of the name, colour, size or fit. Without one, nothing is found.',
      ),
    }),
    reply: Type.Object({
      items: described(Type.Array(foundItem), 'Combinations, the best match first.'),
      hasMore: described(bool, 'Whether more match.'),
    }),
  }),

  'GET /api/product/stock/:sku': endpoint({
    name: 'getStockOfSku',
    summary: 'Get the stock of a SKU',
    tags: ['Stock'],
    access: catalogueReaders,
    params: Type.Object({ sku: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Type.Object({ stock: stockItem }),
  }),

  'GET /api/product/stockavailability/:id': endpoint({
    name: 'listProductStock',
    summary: 'List the stock of a product by combination',
    tags: ['Stock'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    reply: listOf('stockAvailability', stockItem),
  }),
};
