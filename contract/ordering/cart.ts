import Type from 'typebox';
import { attributeSelection } from '../catalogue/products.ts';
import { combinationChoice, quantity } from '../catalogue/stock-enquiry.ts';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, dateTime, entity, id, int, maybe, money, nullable, text } from '../values.ts';

export const customisation = entity({
  id: int,
  customisationId: nullable(int),
  productId: int,
  methodId: int,
  method: text,
  positionId: int,
  position: text,
  logoId: nullable(int),
  logoSrc: nullable(text),
  text: nullable(text),
  fontName: nullable(text),
  threadColour: nullable(text),
  price: money,
  setupPrice: money,
  isMandatory: bool,
  comments: nullable(text),
  createdOnUtc: dateTime,
});

const images = Type.Array(entity({ id: int, src: text, position: int, altText: nullable(text) }));

export const cartItem = entity({
  id: int,
  productId: int,
  combinationId: nullable(int),
  productName: text,
  sku: nullable(text),
  images,
  attributes: Type.Array(attributeSelection),
  attributeDescription: text,
  quantity: int,
  unitPrice: nullable(money),
  subTotal: nullable(money),
  unitPriceInclTax: nullable(money),
  unitPriceExclTax: nullable(money),
  subTotalInclTax: nullable(money),
  subTotalExclTax: nullable(money),
  customisations: Type.Array(customisation),
  organisationCollectionId: nullable(int),
  collectionGroupId: nullable(int),
  superGroupId: nullable(int),
  superGroupOptionId: nullable(int),
  superGroupName: nullable(text),
  customerId: nullable(int),
  customerName: nullable(text),
  isMadeToOrder: bool,
  callForPrice: bool,
  stockQuantity: nullable(int),
  stockMessage: nullable(text),
  orderMinimumQuantity: int,
  orderMaximumQuantity: int,
  allowedQuantities: Type.Array(int),
  isEditable: bool,
  warnings: Type.Array(text),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

export const cartResponse = entity({
  items: Type.Array(cartItem),
  warnings: Type.Array(text),
  totalQuantity: int,
  subTotal: money,
  subTotalInclTax: money,
  subTotalExclTax: money,
  tax: money,
  taxDisplayType: int,
  currencyCode: text,
  canCheckout: bool,
});

export const cartEndpoints = {
  'GET /api/shopping_cart_items': endpoint({
    summary: 'The whole cart, repriced, with warnings on the lines they concern',
    tags: ['Cart'],
    access: signedIn,
    reply: cartResponse,
  }),

  'DELETE /api/shopping_cart_items/:id': endpoint({
    summary: 'Remove a line',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('cartLine') }),
    reply: cartResponse,
  }),

  'PUT /api/shopping_cart_items/:id': endpoint({
    summary: 'Change a line; quantity 0 removes it',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('cartLine') }),
    root: 'shoppingCartItem',
    body: Type.Object({
      quantity: maybe(
        Type.Integer({ minimum: 0, maximum: 100000, message: 'Quantity must be a whole number from 0 to 100000.' }),
      ),
      combinationId: maybe(id('combination')),
      attributes: maybe(Type.Array(attributeSelection, { maxItems: 20 })),
    }),
    reply: cartResponse,
  }),

  'POST /api/shopping_cart_items/multiple': endpoint({
    summary: 'Add up to 200 items, all or none',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({
      items: Type.Array(
        Type.Object({
          productId: id('product', 'Product id is required.'),
          ...combinationChoice,
          quantity,
          organisationCollectionId: maybe(id('collection')),
          collectionGroupId: maybe(id('wardrobeGroup')),
          superGroupId: maybe(id('wardrobeGroup')),
          superGroupOptionId: maybe(id('wardrobeGroup')),
          customerId: maybe(id('customer')),
          source: maybe(Type.String({ maxLength: 20 })),
        }),
        { minItems: 1, maxItems: 200, message: 'Send between 1 and 200 items.' },
      ),
    }),
    reply: cartResponse,
  }),
};
