import Type from 'typebox';
import { customisation } from '../catalogue/customisation/customisation.ts';
import { attributeSelection, productImages } from '../catalogue/products/product-schemas.ts';
import {
  attributeDescription,
  bool,
  dateTime,
  described,
  entity,
  gtin,
  int,
  money,
  nullable,
  oneOf,
  sku,
  text,
} from '../values.ts';
import { exchangeStep, FITS } from './returns/returns.ts';

/** An amount of an order; people who see no prices are sent no amounts either. */
export const orderAmount = (description: string) =>
  described(nullable(money), `${description} Null for callers who see no prices.`);

/** There is no discount engine: the specification names these amounts, and they are always 0. */
export const noDiscount = described(money, 'Always 0: there are no discounts.');

/** The fewest pieces of a line that may remain, if any do. */
export const leastRemaining = described(
  int,
  'The fewest pieces of this line that may remain, if not none, when others are cancelled, not approved or changed.',
);
/** The only numbers of pieces of a line that may remain; empty without such a rule. */
export const allowedRemaining = described(
  Type.Array(int),
  'The only numbers of pieces that may remain, besides none; empty where any number from the fewest on may.',
);

/** A line of an order, as the caller sees it. */
export const orderItem = entity('OrderLine', {
  id: int,
  productId: int,
  productName: described(text, 'Name when the order was placed.'),
  sku,
  gtin,
  images: productImages,
  attributes: described(Type.Array(attributeSelection), 'Chosen values, in the form in which a request sends them.'),
  attributeDescription,
  quantity: described(int, 'Pieces ordered.'),
  shippedQuantity: described(int, 'Pieces shipped.'),
  cancelledQuantity: described(int, 'Pieces cancelled.'),
  pendingQuantity: described(int, 'Pieces still to be shipped.'),
  cardQuantity: described(int, 'Those of the pieces that are not cancelled or returned that a card pays.'),
  cardTotal: orderAmount('What a card pays of them, including tax; the person of the order sees it whatever they see of prices.'),
  returnedQuantity: described(int, 'Pieces returned.'),
  cancellableQuantity: described(int, 'Pieces that the caller can still cancel, or change to another size.'),
  leastRemaining,
  allowedRemaining,
  readyToCollectQuantity: described(int, 'Pending pieces that are packed and wait to be collected.'),
  changeAllowed: described(
    bool,
    'Whether the caller can give pieces of this line another size or colour: they can be cancelled, and the product is offered in another one.',
  ),
  combinationId: described(int, 'Size and colour that was ordered.'),
  unitPriceInclTax: orderAmount('Unit price including tax; of those that are not cancelled, where cancelled ones had another.'),
  unitPriceExclTax: orderAmount('Unit price excluding tax; of those that are not cancelled, where cancelled ones had another.'),
  priceInclTax: orderAmount('Price of the line including tax, cancelled pieces at the price that they had.'),
  priceExclTax: orderAmount('Price of the line excluding tax, cancelled pieces at the price that they had.'),
  discountAmountInclTax: noDiscount,
  discountAmountExclTax: noDiscount,
  customisations: described(Type.Array(customisation), 'Logos, texts and badges on this line.'),
  organisationCollectionId: described(nullable(int), 'Wardrobe that the line counts in; null for none.'),
  collectionGroupId: described(nullable(int), 'Group of the wardrobe that the line counts in; null for none.'),
  superGroupId: described(nullable(int), 'Either/or of the wardrobe that the line belongs to; null for none.'),
  superGroupOptionId: described(nullable(int), 'Option of that either/or; null for none.'),
  customerId: described(nullable(int), 'Wearer: the person whose entitlement the line uses; null when it is not for one person.'),
  customerName: described(nullable(text), 'Name of the wearer.'),
  dueDateUtc: described(nullable(dateTime), 'Expected date of dispatch; null when unknown or shipped.'),
  quoteId: described(nullable(int), 'Quote at whose price it was ordered; null for none.'),
  quoteNumber: described(nullable(text), 'Its number, for example `Q70012`; null for none.'),
  exchangeChain: described(
    Type.Array(exchangeStep),
    'The exchanges that the line is part of, in order, the line itself included; empty for none.',
  ),
  onlyIfFaulty: described(bool, 'Personalised or made to order: can only be returned when it is faulty.'),
  returnableQuantity: described(
    int,
    'Pieces that the caller can return now; only the person of the order and the wearer of the line can.',
  ),
  returnRefusal: described(
    nullable(text),
    'Why nothing of what was sent can be returned, as a sentence; null when something can, when nothing was sent, and for anyone but the person of the order and the wearer of the line.',
  ),
  fit: nullable(oneOf(FITS, 'Feedback of the wearer; null without one, and for anyone else.')),
  fitFeedbackAllowed: described(
    bool,
    'Whether the caller wears this line and can give feedback: it has sizes and has been shipped.',
  ),
});
