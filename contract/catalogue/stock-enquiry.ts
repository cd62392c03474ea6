import Type from 'typebox';
import { catalogueReaders, endpoint } from '../endpoint.ts';
import { bool, dateTime, entity, id, int, listOf, maybe, money, nullable, text } from '../values.ts';
import { attributeSelection, stockStatus } from './products.ts';

export const stockItem = entity({
  productId: nullable(int),
  combinationId: nullable(int),
  found: bool,
  sku: nullable(text),
  gtin: nullable(text),
  name: nullable(text),
  attributeDescription: nullable(text),
  colour: nullable(text),
  size: nullable(text),
  fit: nullable(text),
  imageSrc: nullable(text),
  price: nullable(money),
  stockQuantity: nullable(int),
  stockStatus,
  stockMessage: text,
  dueDateUtc: nullable(dateTime),
  dueQuantity: nullable(int),
  canOrder: bool,
});

/** How many of something, as a person types it. */
export const quantity = Type.Integer({
  minimum: 1,
  maximum: 100000,
  message: 'Quantity must be a whole number from 1 to 100000.',
});

const customisationInput = Type.Object({
  id: maybe(int),
  productId: maybe(id('product')),
  methodId: int,
  positionId: int,
  logoId: maybe(int),
  text: maybe(Type.String({ maxLength: 200 })),
  fontName: maybe(Type.String({ maxLength: 100 })),
  threadColour: maybe(Type.String({ maxLength: 100 })),
  comments: maybe(Type.String({ maxLength: 1000 })),
});

/** How a request names what it means: by combination, by SKU, or by the values chosen. */
export const combinationChoice = {
  combinationId: maybe(id('combination')),
  sku: maybe(Type.String({ maxLength: 100 })),
  attributes: maybe(Type.Array(attributeSelection, { maxItems: 20 })),
  customisations: maybe(Type.Array(customisationInput, { maxItems: 20 })),
};

export const stockEndpoints = {
  'POST /api/product/stockmultiple': endpoint({
    summary: 'Stock of up to 100 SKUs, in the order sent',
    tags: ['Stock'],
    access: catalogueReaders,
    whileImpersonating: 'allowed',
    body: Type.Object({
      items: Type.Array(
        Type.Object({
          sku: Type.String({ minLength: 1, maxLength: 100, message: 'SKU is required.' }),
          quantity: maybe(quantity),
        }),
        { minItems: 1, maxItems: 100, message: 'Send between 1 and 100 items.' },
      ),
    }),
    reply: listOf('stock', stockItem),
  }),

  'GET /api/product/stock/:sku': endpoint({
    summary: 'Stock of one SKU',
    tags: ['Stock'],
    access: catalogueReaders,
    params: Type.Object({ sku: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Type.Object({ stock: stockItem }),
  }),

  'GET /api/product/stockavailability/:id': endpoint({
    summary: 'Stock of every combination of a product',
    tags: ['Stock'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    reply: listOf('stockAvailability', stockItem),
  }),

  'POST /api/product/getbuynowtotals': endpoint({
    summary: 'What a choice of combinations and quantities would cost',
    tags: ['Stock'],
    access: catalogueReaders,
    whileImpersonating: 'allowed',
    body: Type.Object({
      productId: id('product', 'Product id is required.'),
      items: Type.Array(Type.Object({ ...combinationChoice, quantity }), {
        minItems: 1,
        maxItems: 1000,
        message: 'Send at least one item.',
      }),
    }),
    reply: Type.Object({
      totals: entity({
        items: Type.Array(
          entity({
            combinationId: nullable(int),
            sku: nullable(text),
            quantity: int,
            unitPrice: nullable(money),
            subTotal: nullable(money),
            warnings: Type.Array(text),
          }),
        ),
        quantity: int,
        subTotal: money,
        customisationTotal: money,
        tax: money,
        total: money,
        currencyCode: text,
        taxDisplayType: int,
      }),
    }),
  }),
};
