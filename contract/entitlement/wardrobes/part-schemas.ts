import Type from 'typebox';
import { bool, described, displayOrder, entity, id, imageSrc, int, maybe, money, nullable, text } from '../../values.ts';

/** The number of items in one request or wardrobe. */
export const MAX_ITEMS = 200;

/** What happens to orders beyond the entitlement. */
export const beyondEntitlement = Type.Union([Type.Literal('block'), Type.Literal('approval'), Type.Literal('ownPayment')], {
  message: 'Choose what happens beyond the entitlement.',
});
/** What these mean. */
export const BEYOND =
  'What happens to orders beyond the entitlement: `block` refuses them, `approval` accepts them with a reason and has them approved, `ownPayment` lets people pay themselves. Without a payment method for people’s own payments, for garments that the employer has to provide and for orders by someone else, `ownPayment` acts as `block`.';

/** Why an employer has to provide the garments of a wardrobe. */
export const necessityInput = Type.Union([Type.Literal('protective'), Type.Literal('required'), Type.Null()], {
  message: 'Choose why the employer provides it.',
});

/** The name of a wardrobe or of a part of it. */
export const nameInput = maybe(Type.String({ maxLength: 100, message: 'Name must not be longer than 100 characters.' }));
/** The same where it must be given. */
export const requiredName = described(
  Type.String({ maxLength: 100, message: 'Name is required and must not be longer than 100 characters.' }),
  'Name, for example `Shirts`; unique among its kind.',
);
/** An optional whole number within bounds. */
export const optionalNumber = (label: string, maximum: number, minimum = 0) =>
  maybe(Type.Integer({ minimum, maximum, message: `${label} must be a whole number from ${minimum} to ${maximum}.` }));
/** An optional number of pieces. */
export const pieces = (label: string) => optionalNumber(label, 999);

/** The address of a picture. */
export const pictureInput = described(
  maybe(
    Type.String({
      maxLength: 500,
      pattern: '^(https://|/|$)',
      message: 'Picture must be an address that starts with https:// or /.',
    }),
  ),
  'Address of the picture, from `https://` or the host’s `/`; null or empty for none.',
);

const wardrobeProduct = entity('WardrobeProduct', {
  productId: int,
  name: text,
  imageSrc,
  colours: described(Type.Array(text), 'Names of its colours, in order.'),
  sizes: described(Type.Array(text), 'Names of its sizes, in order.'),
  allocatedQuantity: described(
    nullable(int),
    'Pieces of exactly this product under fixed allocation; null when no number is set.',
  ),
  points: described(nullable(int), 'Cost of one piece in points; null: cannot be ordered under allocation by points.'),
  price: described(nullable(money), 'Lowest price of a piece, excluding tax; null when it is on request or not on sale.'),
  priceHighest: described(nullable(money), 'Highest price of a piece where sizes cost differently; else null.'),
  isOnSale: described(bool, 'Whether the organisation’s range offers it at present.'),
});

/** What is known of a group everywhere. */
export const groupFacts = {
  id: int,
  name: text,
  superGroupOptionId: described(nullable(int), 'Option that the group belongs to; null when everyone has it.'),
  allocatedQuantity: described(nullable(int), 'Pieces for each wearer; null when no number is set.'),
  minQuantity: described(nullable(int), 'Fewest pieces that a wearer should have; null for none.'),
  products: described(Type.Array(wardrobeProduct), 'Products of the group, in order.'),
};
/** A group of a wardrobe. */
export const wardrobeGroup = entity('WardrobeGroup', { ...groupFacts, displayOrder });

/** What is known of an option everywhere. */
export const optionFacts = { id: int, name: text, imageSrc };
const wardrobeOption = entity('EitherOrOption', {
  ...optionFacts,
  displayOrder,
  chosenBy: described(int, 'Number of people who chose it.'),
});

/** What is known of an either/or everywhere. */
export const superGroupFacts = {
  id: int,
  name: text,
  minSelect: described(int, 'Fewest options to choose.'),
  maxSelect: described(int, 'Most options to choose.'),
};
/** An either/or of a wardrobe. */
export const wardrobeSuperGroup = entity('EitherOr', {
  ...superGroupFacts,
  displayOrder,
  options: described(Type.Array(wardrobeOption), 'Options to choose from, in order.'),
});

/** What administrators enter for a product of a group. */
export const groupProductInput = entity('WardrobeGroupProductInput', {
  productId: id('product'),
  allocatedQuantity: described(
    optionalNumber('Pieces', 999, 1),
    'Pieces of exactly this product under fixed allocation; null for no number.',
  ),
  points: described(optionalNumber('Points', 100_000), 'Cost of one piece in points; null for none.'),
});
