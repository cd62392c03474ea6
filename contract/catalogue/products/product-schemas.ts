import Type, { type Static } from 'typebox';
import {
  attributeDescription,
  bool,
  dateTime,
  described,
  displayOrder,
  entity,
  gtin,
  imageSrc,
  int,
  money,
  nullable,
  oneOf,
  sku,
  taxDisplayCode,
  text,
  wholeNumber,
} from '../../values.ts';
import { productCare, productMarks } from './care.ts';
import { UNITS_OF_MEASURE } from './units.ts';

/** The attributes that the portal knows. */
export const ATTRIBUTE_ROLES = ['colour', 'size', 'fit', 'length'] as const;

/** Tax display in a query about products. */
export const taxId = described(
  Type.Optional(taxDisplayCode),
  'Tax display for this request: 0 including tax, 10 excluding tax. Default: the caller’s own.',
);

/** A picture of a product. */
const productImage = entity('ProductImage', {
  id: int,
  src: described(text, 'Address of the picture.'),
  position: described(int, 'Order of the pictures; 0 is the main one.'),
  altText: described(nullable(text), 'Alternative text of the picture.'),
  attributeValueId: described(
    Type.Optional(int),
    'The colour that a photograph shows, as a value of the attribute; absent from one that is for all colours.',
  ),
  shows: Type.Optional(
    oneOf(['front', 'back', 'detail'], 'What a photograph shows of the garment; absent where that is not stated.'),
  ),
});

/** Pictures of a product; drawn where there is no photograph. */
export const productImages = described(
  Type.Array(productImage),
  'Pictures, the main one first. Their ids are unique per product and picture.',
);

const ownSpecification = entity('ProductSpecification', {
  id: int,
  name: text,
  values: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        colorSquaresRgb: described(nullable(text), 'Colour as `#rrggbb`; null for a value that is not a colour.'),
      }),
    ),
    'Values that the product has.',
  ),
});

/** A specification by which a list of products can be filtered. */
export const specificationFilter = entity('SpecificationFilter', {
  id: int,
  name: text,
  values: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        colorSquaresRgb: described(nullable(text), 'Colour as `#rrggbb`; null for a value that is not a colour.'),
        selected: described(bool, 'Whether the list is filtered by this value.'),
        count: described(int, 'Products with this value, not counting the other filters of the same specification.'),
      }),
    ),
    'Values to filter by.',
  ),
});

/** Availability as a code. */
export const stockStatus = Type.Union(
  [
    Type.Literal('InStock'),
    Type.Literal('LowStock'),
    Type.Literal('OutOfStock'),
    Type.Literal('Backorder'),
    Type.Literal('NotManaged'),
    Type.Literal('Discontinued'),
  ],
  {
    description:
      '`LowStock`: at or below `minStockQuantity`. `Backorder`: can be ordered without stock. `NotManaged`: always available.',
  },
);

const listItemFields = {
  id: int,
  name: text,
  price: described(nullable(money), 'Price as the tax display says; null when it is on request or hidden from the person.'),
  sku,
  images: productImages,
  callForPrice: described(bool, 'The price is on request; the product cannot be ordered.'),
  isMadeToOrder: described(bool, 'Made after the order is placed; not returnable unless faulty.'),
  isMadeToMeasure: described(bool, 'Offered made to measure, at its price; of any other garment the supplier can be asked.'),
  sizeGuideId: described(nullable(int), 'Id for `GET /api/products/sizeguide/{id}`; null when there is no size guide.'),
  specifications: described(Type.Array(ownSpecification), 'Specifications such as fabric or standard.'),
  oldPrice: described(nullable(money), 'Former price; null when there is none.'),
  priceFrom: described(nullable(money), 'Lowest price where combinations cost differently; else null.'),
  shortDescription: described(nullable(text), 'One or two sentences; null when there are none.'),
  seName: described(nullable(text), 'Name for web addresses; null when there is none.'),
  stockMessage: described(nullable(text), 'Availability in words, for example `In stock`; null or empty when it is not shown.'),
  // A list of types, because the serialiser cannot merge a union with null.
  stockStatus: described(
    Type.Unsafe<Static<typeof stockStatus> | null>({ type: ['string', 'null'] }),
    'The best `stockStatus` of its combinations: `LowStock` when all that are left are low. Null in the uniform builder.',
  ),
  dueDateUtc: described(nullable(dateTime), 'Date of the next delivery while nothing is in stock; else null, also when unknown.'),
  leadTimeDays: described(nullable(int), 'Working days to make it; null unless it is made to order.'),
  disableBuyButton: described(bool, 'True for a product that is shown and cannot be ordered.'),
  combinationId: described(nullable(int), 'The only combination; null when there is something to choose.'),
  colours: described(
    Type.Array(
      entity('ListedColour', {
        id: described(int, 'Id of the attribute value.'),
        name: text,
        colorSquaresRgb: described(nullable(text), 'Colour as `#rrggbb`; null when unknown.'),
        imageSrc: described(nullable(text), 'Picture of the product in this colour; null when there is none.'),
      }),
    ),
    'The first five colours that are sold; empty for a product without colours.',
  ),
  colourCount: described(int, 'Number of all colours that are sold.'),
};

/** A product in a list. */
export const productListItem = entity('ProductSummary', listItemFields);

/** Something to choose about a product, such as colour or size. */
export const productAttribute = entity('ProductAttribute', {
  id: described(int, 'Id of the attribute of this product; an attribute selection names it.'),
  productAttributeId: described(int, 'Attribute that products share, for example colour.'),
  productAttributeName: described(text, 'Name of the attribute, for example `Colour`.'),
  textPrompt: described(nullable(text), 'Question to show instead of the name; null for the name.'),
  defaultValue: described(nullable(text), 'Value to start with; null for none.'),
  isRequired: described(bool, 'Whether a value must be chosen.'),
  attributeControlTypeId: described(
    int,
    '1 dropdown, 2 radio buttons, 3 checkboxes, 4 text box, 10 text area, 20 date, 30 file, 40 colours, 45 pictures.',
  ),
  attributeControlTypeName: described(text, 'Name of the control, for example `DropdownList`.'),
  displayOrder,
  role: nullable(oneOf(ATTRIBUTE_ROLES, 'What the attribute is; null for any other.')),
  attributeValues: described(
    Type.Array(
      entity({
        id: described(int, 'Id of the attribute of this product; an attribute selection names it.'),
        typeId: described(int, '0 simple, 10 associated with a product.'),
        type: oneOf(['Simple', 'AssociatedToProduct'], 'Kind of value.'),
        name: text,
        associatedProductId: described(nullable(int), 'Product that the value represents; null for a simple value.'),
        colorSquaresRgb: described(nullable(text), 'Colour as `#rrggbb`; null for a value that is not a colour.'),
        imageSquaresImage: described(
          nullable(entity({ src: described(text, 'Address of the picture.') })),
          'Picture of the value; null when there is none.',
        ),
        priceAdjustment: described(money, 'Amount added to the price of the product.'),
        weightAdjustment: described(Type.Number(), 'Kilograms added to the weight of the product.'),
        quantity: described(int, 'Pieces of the associated product; 1 for a simple value.'),
        isPreSelected: described(bool, 'Whether the value is chosen to start with.'),
        displayOrder,
        productImageId: described(nullable(int), 'Picture of the product in this colour; null when there is none.'),
        drawingSrc: described(
          nullable(text),
          'Drawing of the product in this colour, to show where a photograph cannot be loaded; null for a value that is not a colour, and in the uniform builder’s lists.',
        ),
      }),
    ),
    'Values to choose from.',
  ),
});

/** A chosen value of an attribute. */
export const attributeSelection = entity('AttributeSelection', {
  id: described(wholeNumber, 'Id of the attribute of the product.'),
  value: described(text, 'Id of the value, several separated by commas, or text for a text box.'),
});

/** A combination of colour, size and fit, with its stock and price. */
export const combination = entity('Combination', {
  id: int,
  productId: int,
  attributes: described(
    Type.Array(
      entity({
        id: int,
        productAttributeName: described(text, 'Name of the attribute, for example `Colour`.'),
        valueId: described(int, 'Id of the attribute value.'),
        value: described(text, 'Name of the value, for example `Navy`.'),
      }),
    ),
    'Values that make up the combination.',
  ),
  attributeDescription,
  sku,
  manufacturerPartNumber: described(nullable(text), 'Part number of the manufacturer; null when unknown.'),
  gtin,
  stockQuantity: described(nullable(int), 'Free stock in pieces; null when it is hidden or not managed.'),
  allowOutOfStockOrders: described(bool, 'Whether it can be ordered when there is no stock.'),
  minStockQuantity: described(int, 'Stock at or below which the status is `LowStock`.'),
  overriddenPrice: described(nullable(money), 'Price that replaces the price of the product and all adjustments; null for none.'),
  price: described(nullable(money), 'Price as the tax display says; null when it is on request or hidden from the person.'),
  stockMessage: described(text, 'Availability in words, for example `In stock`; null or empty when it is not shown.'),
  stockStatus,
  dueDateUtc: described(nullable(dateTime), 'Date of the next delivery from the manufacturer; null when unknown.'),
  dueQuantity: described(nullable(int), 'Pieces in that delivery; null when unknown.'),
  imageSrc,
});

/** A product in an ad hoc list, with what a size grid needs. */
export const adhocProduct = entity('AdhocProduct', {
  ...listItemFields,
  attributes: described(Type.Array(productAttribute), 'What can be chosen, such as colour and size.'),
  productAttributeCombinations: described(
    Type.Array(combination),
    'Combinations of values that exist; empty where the call leaves them to `GET /api/product/getbuynowcombinations`.',
  ),
  orderMinimumQuantity: described(int, 'Fewest pieces in one line.'),
  orderMaximumQuantity: described(int, 'Most pieces in one line.'),
  allowedQuantities: described(Type.Array(int), 'The only quantities allowed; empty for no such rule.'),
});

const customisationFlags = {
  customisationEnabled: described(bool, 'Whether logos, texts or badges can be added.'),
  customisationRequired: described(bool, 'Whether one must be added.'),
};

/** A product in the dialog in which it is ordered. */
export const orderedProduct = entity('OrderedProduct', { ...listItemFields, ...customisationFlags });

/** Prices of larger quantities; none for people who see no prices. */
export const tierPrices = described(
  Type.Array(
    entity({
      quantity: described(int, 'Pieces from which the price applies.'),
      price: described(money, 'Unit price.'),
    }),
  ),
  'Prices by quantity of one line; the tier with the highest quantity reached applies.',
);

/** A product with everything about it. */
export const productDetail = entity('Product', {
  ...listItemFields,
  fullDescription: described(nullable(text), 'Description as HTML; null when there is none.'),
  metaTitle: described(nullable(text), 'Title for search engines; null when there is none.'),
  metaDescription: described(nullable(text), 'Description for search engines; null when there is none.'),
  metaKeywords: described(nullable(text), 'Keywords for search engines; null when there are none.'),
  manufacturerPartNumber: described(nullable(text), 'Part number of the manufacturer; null when unknown.'),
  gtin,
  productType: oneOf(['SimpleProduct', 'GroupedProduct'], 'Kind of product.'),
  manageInventoryMethodId: described(int, '0 stock is not managed, 1 by product, 2 by combination.'),
  stockQuantity: described(nullable(int), 'Free stock in pieces; null when it is hidden or not managed.'),
  displayStockAvailability: described(bool, 'Whether availability is shown.'),
  displayStockQuantity: described(bool, 'Whether the number of pieces in stock is shown.'),
  minStockQuantity: described(int, 'Stock at or below which the status is `LowStock`.'),
  backorderModeId: described(int, '0 no orders without stock, 1 allowed, 2 allowed with a message to the buyer.'),
  orderMinimumQuantity: described(int, 'Fewest pieces in one line.'),
  orderMaximumQuantity: described(int, 'Most pieces in one line.'),
  allowedQuantities: described(Type.Array(int), 'The only quantities allowed; empty for no such rule.'),
  allowAddingOnlyExistingAttributeCombinations: described(bool, 'Whether only the combinations listed can be ordered.'),
  availableForPreOrder: described(bool, 'Whether it can be ordered before it is available.'),
  isShipEnabled: described(bool, 'Whether it is delivered.'),
  isFreeShipping: described(bool, 'Whether delivery is free.'),
  isTaxExempt: described(bool, 'Whether it is free of tax.'),
  preOrderAvailabilityStartDateTimeUtc: described(
    nullable(dateTime),
    'When a pre-ordered product becomes available; null when unknown.',
  ),
  weight: described(Type.Number(), 'Weight in kilograms.'),
  length: described(Type.Number(), 'Length of the packed product in centimetres.'),
  width: described(Type.Number(), 'Width of the packed product in centimetres.'),
  height: described(Type.Number(), 'Height of the packed product in centimetres.'),
  tierPrices,
  attributes: described(Type.Array(productAttribute), 'What can be chosen, such as colour and size.'),
  productAttributeCombinations: described(Type.Array(combination), 'Combinations of values that exist.'),
  categoryIds: described(Type.Array(int), 'Categories of the product.'),
  associatedProductIds: described(Type.Array(int), 'Parts of a grouped product; empty for a simple one.'),
  marks: productMarks,
  care: described(productCare, 'How it is washed and cared for.'),
  tags: described(Type.Array(text), 'Words under which the product can be found.'),
  ...customisationFlags,
  unspsc: described(
    text,
    'UNSPSC code of 8 digits, for example `53102700`: its own or that of its category; empty when neither has one.',
  ),
  unitOfMeasure: oneOf(UNITS_OF_MEASURE, 'Unit in which it is counted.'),
  hasPdf: described(bool, 'Whether the caller can get its product sheet (`GET /api/documents/productPdf/{id}`).'),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

/** A colour of a product. */
export const colour = entity('ProductColour', {
  id: int,
  name: text,
  colorSquaresRgb: described(nullable(text), 'Colour as `#rrggbb`; null for a value that is not a colour.'),
  imageSrc,
  productId: described(nullable(int), 'Product in this colour; null if it is the requested product.'),
  productImageId: described(nullable(int), 'Picture of the product in this colour; null when there is none.'),
  isAvailable: described(bool, 'Whether it can be ordered at present.'),
});

/** Combinations of a product by fit and size. */
export const combinationMatrix = entity('ProductMatrix', {
  productId: int,
  colours: described(Type.Array(colour), 'Colours of the product.'),
  fits: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        displayOrder,
        sizes: described(
          Type.Array(
            entity({
              id: int,
              name: text,
              displayOrder,
              colourId: described(nullable(int), 'Colour of the combination; null for a product without colours.'),
              combinationId: described(int, 'Combination of colour, fit and size.'),
              sku,
              stockQuantity: described(nullable(int), 'Free stock in pieces; null when it is hidden or not managed.'),
              stockMessage: described(
                nullable(text),
                'Availability in words, for example `In stock`; null or empty when it is not shown.',
              ),
              price: described(
                nullable(money),
                'Price as the tax display says; null when it is on request or hidden from the person.',
              ),
              isAvailable: described(bool, 'Whether it can be ordered at present.'),
            }),
          ),
          'Sizes of the fit; without `colourId` a size is listed once for each colour.',
        ),
      }),
    ),
    'Fits; a product without fits has one with id 0 and an empty name.',
  ),
  items: described(Type.Array(combination), 'The combinations of the matrix.'),
});
