import type { Personalising } from '../customisation/use-personalising.ts';
import type { Attribute, Combination, OrderableGarment } from './catalogue-types.ts';

/** An attribute with values by name; ids follow from its own: 7 has the values 701, 702 … */
export const anAttribute = (id: number, role: Attribute['role'], names: readonly string[]): Attribute => ({
  id,
  productAttributeId: id,
  productAttributeName: role === null ? `Choice ${id}` : role.replace(/^./, (first) => first.toUpperCase()),
  textPrompt: null,
  defaultValue: null,
  isRequired: true,
  attributeControlTypeId: role === 'colour' ? 40 : 2,
  attributeControlTypeName: '',
  displayOrder: id,
  role,
  attributeValues: names.map((name, index) => ({
    id: id * 100 + index + 1,
    typeId: 0,
    type: 'Simple',
    name,
    associatedProductId: null,
    colorSquaresRgb: role === 'colour' ? '#1f2a44' : null,
    imageSquaresImage: null,
    priceAdjustment: 0,
    weightAdjustment: 0,
    quantity: 0,
    isPreSelected: false,
    displayOrder: index,
    productImageId: null,
    drawingSrc: null,
  })),
});

/** A garment with every combination of its attributes, ids from 1000 on, ten pieces of each in stock at £10. */
export function aGarment(
  attributes: readonly Attribute[],
  change: (combination: Combination) => Partial<Combination> = () => ({}),
): OrderableGarment {
  const choices = attributes.reduce<{ attribute: Attribute; value: Attribute['attributeValues'][number] }[][]>(
    (lists, attribute) => lists.flatMap((list) => attribute.attributeValues.map((value) => [...list, { attribute, value }])),
    [[]],
  );
  const combinations = choices.map((choice, index): Combination => {
    const combination: Combination = {
      id: 1000 + index,
      productId: 1,
      attributes: choice.map(({ attribute, value }) => ({
        id: attribute.id,
        productAttributeName: attribute.productAttributeName,
        valueId: value.id,
        value: value.name,
      })),
      attributeDescription: choice.map(({ value }) => value.name).join(', '),
      sku: `SKU-${index}`,
      manufacturerPartNumber: null,
      gtin: null,
      stockQuantity: 10,
      allowOutOfStockOrders: false,
      minStockQuantity: 2,
      overriddenPrice: null,
      price: 10,
      stockMessage: '10 in stock',
      stockStatus: 'InStock',
      dueDateUtc: null,
      dueQuantity: null,
      imageSrc: null,
    };
    return { ...combination, ...change(combination) };
  });
  return {
    id: 1,
    name: 'Polo shirt',
    images: [],
    price: 10,
    oldPrice: null,
    priceFrom: null,
    callForPrice: false,
    isMadeToOrder: false,
    leadTimeDays: null,
    sizeGuideId: null,
    disableBuyButton: false,
    attributes: [...attributes],
    combinations,
    tierPrices: [],
    limits: { orderMinimumQuantity: 1, orderMaximumQuantity: 1000, allowedQuantities: [] },
  };
}

export const colours = () => anAttribute(1, 'colour', ['Navy', 'White']);
export const sizes = () => anAttribute(2, 'size', ['S', 'M', 'L']);
export const fits = () => anAttribute(3, 'fit', ['Regular', 'Long']);

/** Of a garment on which nothing can be put. */
export const noPersonalising: Personalising = {
  isOffered: false,
  options: undefined,
  designs: [],
  mandatory: [],
  requiredNames: [],
  isMissing: false,
  isOpen: false,
  open: () => {},
  close: () => {},
  choose: () => {},
};
