import Type from 'typebox';
import { catalogueReaders, endpoint } from '../endpoint.ts';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  gtin,
  id,
  imageSrc,
  int,
  listOf,
  maybe,
  money,
  nullable,
  sku,
  taxDisplayType,
  text,
  wholeNumber,
} from '../values.ts';
import { attributeSelection, stockStatus } from './products/product-schemas.ts';

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
});

const foundItem = entity('FoundCombination', {
  ...stockItem.properties,
  isExact: described(bool, 'Whether the keyword is its SKU or GTIN, or the organisation’s SKU of a product without choices.'),
});

/** Number of pieces in a request. */
export const quantity = Type.Integer({
  minimum: 1,
  maximum: 100000,
  message: 'Quantity must be a whole number from 1 to 100000.',
  description: 'Pieces, from 1 to 100000.',
});

const customisationInput = entity('CustomisationInput', {
  id: described(maybe(wholeNumber), 'Saved customisation to change; absent for a new one.'),
  productId: maybe(id('product')),
  methodId: described(wholeNumber, '10 embroidery, 20 print, 30 transfer, 40 name badge.'),
  positionId: described(wholeNumber, 'Position on the garment.'),
  logoId: described(maybe(wholeNumber), 'Logo; absent for text only.'),
  text: described(maybe(Type.String({ maxLength: 200 })), 'Text on the garment.'),
  fontName: described(maybe(Type.String({ maxLength: 100 })), 'Font of the text.'),
  threadColour: described(maybe(Type.String({ maxLength: 100 })), 'Thread colour for embroidery.'),
  comments: described(maybe(Type.String({ maxLength: 1000 })), 'Note for production.'),
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
    access: catalogueReaders,
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

  'POST /api/product/getbuynowtotals': endpoint({
    name: 'calculatePrice',
    summary: 'Calculate the price of items',
    description: 'Changes nothing.',
    tags: ['Stock'],
    access: catalogueReaders,
    whileImpersonating: 'allowed',
    body: Type.Object({
      productId: id('product', 'Product id is required.'),
      items: described(
        Type.Array(Type.Object({ ...combinationChoice, quantity }), {
          minItems: 1,
          maxItems: 1000,
          message: 'Send at least one item.',
        }),
        'Combinations and quantities.',
      ),
    }),
    reply: Type.Object({
      totals: entity({
        items: described(
          Type.Array(
            entity({
              combinationId: described(nullable(int), 'Combination; null for a product without choices.'),
              sku,
              quantity: described(int, 'Pieces.'),
              unitPrice: described(
                nullable(money),
                'Price of one piece as `taxDisplayType` says; null when the price is on request or hidden from the person.',
              ),
              subTotal: described(
                nullable(money),
                'Price of the line as `taxDisplayType` says; null when the price is on request or hidden from the person.',
              ),
              warnings: described(Type.Array(text), 'What keeps the item from being ordered, as sentences.'),
            }),
          ),
          'One for each item sent, in the same order.',
        ),
        quantity: described(int, 'Pieces of all items.'),
        subTotal: described(money, 'Sum of the items as `taxDisplayType` says.'),
        customisationTotal: described(money, 'Sum of the customisations.'),
        tax: described(money, 'Tax on the total.'),
        total: described(money, 'Total including tax.'),
        currencyCode,
        taxDisplayType,
      }),
    }),
  }),
};
