import Type from 'typebox';
import { customisation, customisationInput } from '../catalogue/customisation/customisation.ts';
import { attributeSelection, productImages } from '../catalogue/products/product-schemas.ts';
import { combinationChoice, quantity } from '../catalogue/stock-enquiry.ts';
import { catalogueReaders, endpoint, orderers, signedIn } from '../endpoint.ts';
import { BEYOND_ENTITLEMENT } from '../entitlement/accounts.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  id,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  sku,
  taxDisplayType,
  text,
} from '../values.ts';

const reason = Type.String({ maxLength: 500, message: 'Reason must not be longer than 500 characters.' });

const ownQuantity = described(
  maybe(Type.Integer({ minimum: 0, maximum: 100_000, message: 'Own quantity must be a whole number from 0 to 100000.' })),
  'How many of the pieces the caller would pay by card, for a line that is being changed; otherwise what the cart covers decides.',
);

/** A line of the cart. */
export const cartItem = entity('CartLine', {
  id: int,
  productId: int,
  combinationId: described(nullable(int), 'Colour, size and fit; null for a product without choices.'),
  productName: described(text, 'Name that the organisation uses, also after the product is unpublished.'),
  sku,
  images: productImages,
  attributes: described(Type.Array(attributeSelection), 'Chosen values, in the form in which a request sends them.'),
  attributeDescription,
  quantity: described(int, 'Pieces.'),
  unitPrice: described(
    nullable(money),
    'Unit price as `taxDisplayType` says; null when the price is on request or hidden from the person.',
  ),
  subTotal: described(
    nullable(money),
    'Price of the line as `taxDisplayType` says; null when the price is on request or hidden from the person.',
  ),
  unitPriceInclTax: described(
    nullable(money),
    'Unit price including tax; null when the price is on request or hidden from the person.',
  ),
  unitPriceExclTax: described(
    nullable(money),
    'Unit price excluding tax; null when the price is on request or hidden from the person.',
  ),
  subTotalInclTax: described(
    nullable(money),
    'Price of the line including tax; null when the price is on request or hidden from the person.',
  ),
  subTotalExclTax: described(
    nullable(money),
    'Price of the line excluding tax; null when the price is on request or hidden from the person.',
  ),
  nextTier: described(
    nullable(
      entity('NextTier', {
        quantity: described(int, 'Pieces of the line from which the price applies.'),
        unitPrice: described(money, 'Unit price then, as `taxDisplayType` says.'),
      }),
    ),
    'The next number of pieces from which the line is cheaper; null where there is none, and when prices are hidden from the person.',
  ),
  customisations: described(Type.Array(customisation), 'Logos, texts and badges on this line.'),
  customisationEnabled: described(bool, 'Whether logos, texts or badges can be added.'),
  organisationCollectionId: described(nullable(int), 'Wardrobe that the line counts in; null for none.'),
  collectionGroupId: described(nullable(int), 'Group of the wardrobe that the line counts in; null for none.'),
  superGroupId: described(nullable(int), 'Either/or of the wardrobe that the line belongs to; null for none.'),
  superGroupOptionId: described(nullable(int), 'Option of that either/or; null for none.'),
  superGroupName: described(nullable(text), 'Name of that either/or; null for none.'),
  customerId: described(nullable(int), 'Wearer: the person whose entitlement the line uses; null when it is not for one person.'),
  customerName: described(nullable(text), 'Name of the wearer.'),
  quoteItemId: described(nullable(int), 'Line of an accepted quote, whose price leads; null for none.'),
  quote: described(
    nullable(
      entity('CartLineQuote', {
        id: int,
        quoteNumber: described(text, 'Number of the quote, for example `Q70012`.'),
        validUntilUtc: dateTime,
        hasEnded: described(bool, 'Whether the price has ended: the line costs what it costs today.'),
        left: described(int, 'Pieces of the quote that are in no cart and no order yet.'),
      }),
    ),
    'The quote that the line comes from; null for none.',
  ),
  isMadeToOrder: described(bool, 'Made after the order is placed; not returnable unless faulty.'),
  callForPrice: described(bool, 'The price is on request.'),
  stockQuantity: described(nullable(int), 'Free stock in pieces; null when it is hidden or not managed.'),
  stockMessage: described(nullable(text), 'Availability in words, for example `In stock`; null when it is not shown.'),
  orderMinimumQuantity: described(int, 'Fewest pieces in one line.'),
  orderMaximumQuantity: described(int, 'Most pieces in one line.'),
  allowedQuantities: described(Type.Array(int), 'The only quantities allowed; empty for no such rule.'),
  coveredQuantity: described(
    nullable(int),
    'Pieces of the line that the entitlement of the wearer covers; null when the line counts in no wardrobe.',
  ),
  beyondQuantity: described(int, 'Pieces beyond the entitlement.'),
  ownQuantity: described(int, 'Those of the pieces beyond it that the person pays by card.'),
  ownTotal: described(
    nullable(money),
    'What these cost including tax, also for people who see no prices; null when there are none.',
  ),
  beyond: nullable(
    oneOf(
      BEYOND_ENTITLEMENT,
      'What happens to pieces beyond the entitlement; `approval` takes a reason. Null when the line counts in no wardrobe.',
    ),
  ),
  reason: described(nullable(text), 'Why pieces beyond the entitlement are needed; null when no reason has been given.'),
  replacesOrderId: described(
    nullable(int),
    'Order that was sent back and that this line comes from, of several the newest; null for none.',
  ),
  sentBackReason: described(nullable(text), 'Why that order, or these pieces of it, were sent back; null for none.'),
  isEditable: described(bool, 'False when the wardrobe fixes product and quantity.'),
  warnings: described(Type.Array(text), 'What keeps this line from being ordered, as sentences; empty when nothing does.'),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

/** Amounts beside the lines, which belong to no garment. */
export const charges = described(
  Type.Array(
    entity('Charge', {
      kind: oneOf(['setup', 'question'], 'Of what: setting up a design, or the answer to a question at checkout.'),
      name: described(text, 'Name of the design or the question, for example `Logo, left chest`.'),
      inclTax: described(nullable(money), 'Amount including tax; null for people who see no prices.'),
      exclTax: described(nullable(money), 'Amount excluding tax; null for people who see no prices.'),
    }),
  ),
  'Amounts beside the goods, such as setting up a design.',
);

/** The whole cart, which every cart call returns. */
export const cartResponse = entity('Cart', {
  items: described(
    Type.Array(cartItem),
    'Lines, oldest first. The number on the cart icon is the number of lines, not of pieces.',
  ),
  warnings: described(Type.Array(text), 'Warnings about the cart as a whole.'),
  totalQuantity: described(int, 'Pieces in all lines.'),
  subTotal: described(nullable(money), 'Sum of the lines as `taxDisplayType` says; null for people who see no prices.'),
  subTotalInclTax: described(nullable(money), 'Sum of the lines including tax; null for people who see no prices.'),
  subTotalExclTax: described(nullable(money), 'Sum of the lines excluding tax; null for people who see no prices.'),
  tax: described(nullable(money), 'Tax on the lines; null for people who see no prices.'),
  charges,
  taxDisplayType,
  currencyCode,
  canCheckout: described(bool, 'Whether the cart has lines and none of them has a warning that prevents ordering.'),
});

/** The cart. */
export const cartEndpoints = {
  'GET /api/shopping_cart_items': endpoint({
    name: 'getCart',
    summary: 'Get the cart',
    description: 'Prices and warnings are calculated anew. Every cart call returns the whole cart.',
    tags: ['Cart'],
    access: signedIn,
    reply: cartResponse,
  }),

  'DELETE /api/shopping_cart_items/:id': endpoint({
    name: 'removeFromCart',
    summary: 'Remove a line from the cart',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('cartLine') }),
    reply: cartResponse,
  }),

  'POST /api/shopping_cart_items/remove': endpoint({
    name: 'removeSeveralFromCart',
    summary: 'Remove lines from the cart',
    description: 'Lines that are no longer in the cart are ignored; 404 when none of them is.',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({
      ids: described(
        Type.Array(id('cartLine'), { minItems: 1, maxItems: 1000, message: 'Send between 1 and 1000 lines.' }),
        'From 1 to 1000 lines.',
      ),
    }),
    reply: cartResponse,
  }),

  'PUT /api/shopping_cart_items/:id': endpoint({
    name: 'updateCartLine',
    summary: 'Change a line of the cart',
    description:
      'Quantity, size and reason, or with `customisations` all of its designs. 400 `shoppingCartItem` when stock, order quantities or the entitlement do not allow it; 404, 409 and 422 for designs as `personaliseCartLine` and `removeDesignFromCartLine`, keyed by design. A line that then equals another is added to it.',
    tags: ['Cart'],
    access: orderers,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('cartLine') }),
    root: 'shoppingCartItem',
    body: Type.Object({
      quantity: described(
        maybe(Type.Integer({ minimum: 0, maximum: 100000, message: 'Quantity must be a whole number from 0 to 100000.' })),
        'New number of pieces; 0 removes the line.',
      ),
      combinationId: described(maybe(id('combination')), 'Another colour, size or fit of the same product.'),
      attributes: described(
        maybe(Type.Array(attributeSelection, { maxItems: 20 })),
        'The same choice by attribute values, instead of `combinationId`.',
      ),
      reason: described(maybe(reason), 'Why pieces beyond the entitlement are needed.'),
      customisations: described(
        maybe(Type.Array(customisationInput, { maxItems: 20, message: 'A garment can have at most 20 designs.' })),
        'All designs of the line instead of its own, without those that it has by itself; empty to take them off. Sent without other changes.',
      ),
    }),
    reply: cartResponse,
  }),

  'POST /api/shopping_cart_items/customisation': endpoint({
    name: 'personaliseCartLine',
    summary: 'Put a design on a line of the cart',
    description:
      'Replaces the design at the same position. A line that then equals another is added to it. 404 for an unknown line, saved design or logo; 422 names the field of the design that is not possible.',
    tags: ['Cart'],
    access: orderers,
    whileImpersonating: 'allowed',
    body: Type.Object({
      shoppingCartItemId: described(id('cartLine'), 'The line.'),
      customisationId: described(maybe(id('customisation')), 'A saved design; the line then follows changes of it.'),
      customisation: described(maybe(customisationInput), 'A design of this line only, instead.'),
    }),
    reply: cartResponse,
  }),

  'DELETE /api/shopping_cart_items/customisation/:id': endpoint({
    name: 'removeDesignFromCartLine',
    summary: 'Take a design off a line of the cart',
    description: '404 for a design that is on no line of the cart; 409 when the garment cannot be ordered without it.',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('cartCustomisation') }),
    reply: cartResponse,
  }),

  'DELETE /api/shopping_cart_items/OrganisationCollectionSuperGroup/:id': endpoint({
    name: 'removeEitherOrFromCart',
    summary: 'Remove the lines of an either/or from the cart',
    description: 'Removes every line that counts in a group of this either/or, for example before another option is chosen.',
    tags: ['Cart'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('superGroup') }),
    reply: cartResponse,
  }),

  'POST /api/shopping_cart_items/multiple': endpoint({
    name: 'addToCart',
    summary: 'Add items to the cart',
    description:
      'All or none: one item that cannot be added refuses the request (400 `items[n]`). An item equal to an existing line is added to it. Without `customerId`, items from the uniform builder are for the caller, and so is everything that a wearer orders; items that an Admin, Buyer or Sales orders elsewhere are for no one in particular.',
    tags: ['Cart'],
    access: orderers,
    whileImpersonating: 'allowed',
    body: Type.Object({
      items: described(
        Type.Array(
          Type.Object({
            productId: id('product', 'Product id is required.'),
            ...combinationChoice,
            quantity,
            organisationCollectionId: described(maybe(id('collection')), 'Wardrobe of the wearer that the line should count in.'),
            collectionGroupId: described(maybe(id('collectionGroup')), 'Group of that wardrobe; it must list the product.'),
            superGroupId: described(maybe(id('superGroup')), 'Either/or that the group belongs to.'),
            superGroupOptionId: described(maybe(id('superGroupOption')), 'Option that the group belongs to.'),
            reason: described(
              maybe(reason),
              'Why pieces beyond the entitlement are needed, where the wardrobe asks for approval.',
            ),
            customerId: described(
              maybe(id('customer')),
              'Wearer, whom the caller must be allowed to order for. Absent: see the call.',
            ),
            source: described(
              maybe(Type.String({ maxLength: 20 })),
              'Screen that the line comes from: `product`, `adhoc` or `builder`.',
            ),
          }),
          { minItems: 1, maxItems: 200, message: 'Send between 1 and 200 items.' },
        ),
        'From 1 to 200 items.',
      ),
    }),
    reply: cartResponse,
  }),

  'POST /api/product/getbuynowtotals': endpoint({
    name: 'calculatePrice',
    summary: 'Calculate the price of items',
    description:
      'Changes nothing. Warnings are those that adding the items to the cart would give, with what the cart already takes of the entitlement.',
    tags: ['Stock'],
    access: catalogueReaders,
    whileImpersonating: 'allowed',
    body: Type.Object({
      productId: id('product', 'Product id is required.'),
      items: described(
        Type.Array(Type.Object({ ...combinationChoice, quantity, ownQuantity }), {
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
                'Unit price as `taxDisplayType` says; null when the price is on request or hidden from the person.',
              ),
              subTotal: described(
                nullable(money),
                'Price of the line as `taxDisplayType` says; null when the price is on request or hidden from the person.',
              ),
              ownQuantity: described(
                int,
                'Pieces that the caller would pay by card: as sent, otherwise those beyond the entitlement.',
              ),
              ownTotal: described(
                nullable(money),
                'What these cost including tax, also for people who see no prices; null when there are none, and where people cannot pay for more.',
              ),
              warnings: described(Type.Array(text), 'What keeps the item from being ordered, as sentences.'),
            }),
          ),
          'One for each item sent, in the same order.',
        ),
        quantity: described(int, 'Pieces of all items.'),
        subTotal: described(
          nullable(money),
          'Sum of the items as `taxDisplayType` says; null when prices are hidden from the person.',
        ),
        customisationTotal: described(
          nullable(money),
          'What logos, texts and badges cost, as `taxDisplayType` says: per piece, which is part of `subTotal`, and set-up, which is not; null when prices are hidden.',
        ),
        tax: described(nullable(money), 'Tax on the total; null when prices are hidden.'),
        total: described(nullable(money), 'Total with set-up and tax; null when prices are hidden.'),
        currencyCode,
        taxDisplayType,
      }),
    }),
  }),
};
