import type { ReplyOf } from '#contract/index.ts';
import { toWirePrice } from '../pricing/pricing.mapper.ts';
import {
  distinctTiers,
  getDisplayPrice,
  getProductTaxView,
  type PriceView,
  type TierPrice,
  toMajorUnits,
} from '../pricing/pricing.rules.ts';
import { getAvailability, getProductAvailability } from '../stock/stock.rules.ts';
import { type ListItem, toDateTime, toListItem } from './listing.mapper.ts';
import type {
  ProductAttribute,
  ProductAttributeValue,
  ProductChoices,
  ProductCombination,
  ProductFacts,
} from './product.queries.ts';
import { toUnitOfMeasure } from './units.rules.ts';

export type WireDetail = ReplyOf<'GET /api/products/:id'>['products'][number];
export type WireCombination = WireDetail['productAttributeCombinations'][number];
export type WireAttribute = WireDetail['attributes'][number];

/** The person who sees a product: how they see prices, and their roles, which may have price tiers. */
export interface ProductViewer {
  view: PriceView;
  roleIds: readonly number[];
}

const CONTROL_TYPES: Record<number, string> = {
  1: 'DropdownList',
  2: 'RadioList',
  3: 'Checkboxes',
  4: 'TextBox',
  10: 'MultilineTextbox',
  20: 'Datepicker',
  30: 'FileUpload',
  40: 'ColorSquares',
  45: 'ImageSquares',
  50: 'ReadonlyCheckboxes',
};

/** The tiers that a person with these roles gets. */
export const tiersFor = (product: Pick<ProductFacts, 'tiers'>, roleIds: readonly number[]): TierPrice[] =>
  product.tiers.filter(({ roleId }) => roleId === null || roleIds.includes(roleId));

/** The availability of a combination by the product's stock rules. */
export const getCombinationAvailability = (product: ProductFacts, combination: ProductCombination) =>
  getAvailability({ ...product, ...combination });

/** A selected value with its attribute. */
export interface SelectedValue {
  attribute: ProductAttribute;
  value: ProductAttributeValue;
}

/** All values of a product by their id. */
export function indexAttributeValues(product: ProductFacts): Map<number, SelectedValue> {
  const choices = new Map<number, SelectedValue>();
  for (const attribute of product.attributes) for (const value of attribute.values) choices.set(value.id, { attribute, value });
  return choices;
}

/** The values of a combination, in the order of the attributes. */
export const getSelectedValues = (
  combination: ProductCombination,
  choices: ReadonlyMap<number, SelectedValue>,
): SelectedValue[] => combination.valueIds.flatMap((id) => choices.get(id) ?? []);

/** The combination's own picture, else the product's; where that is a drawing, the drawing in the combination's colour. */
export function getCombinationImage(
  product: ProductFacts,
  combination: ProductCombination,
  choices: readonly SelectedValue[],
): string | null {
  const main = product.images[0]?.src ?? null;
  const flat = choices.find(({ value }) => value.flatSrc !== null)?.value.flatSrc ?? null;
  return combination.imageSrc ?? (main === null || main.startsWith('/garments/') ? (flat ?? main) : main);
}

/** All combinations of a product with prices as the person sees them. */
export function toCombinations(product: ProductFacts, { view }: ProductViewer): WireCombination[] {
  const choices = indexAttributeValues(product);
  return product.combinations.map((combination) => {
    const selected = getSelectedValues(combination, choices);
    const stock = getCombinationAvailability(product, combination);
    return {
      id: combination.id,
      productId: product.id,
      attributes: selected.map(({ attribute, value }) => ({
        id: attribute.id,
        productAttributeName: attribute.name,
        valueId: value.id,
        value: value.name,
      })),
      attributeDescription: combination.description,
      sku: combination.sku || product.sku,
      manufacturerPartNumber: combination.manufacturerPartNumber ?? product.manufacturerPartNumber,
      gtin: combination.gtin ?? product.gtin,
      stockQuantity: stock.shownQuantity,
      allowOutOfStockOrders: product.managesStock && product.backorderMode !== 0,
      minStockQuantity: product.lowStockQuantity,
      // The supplier's prices are confidential where the organisation has its own.
      overriddenPrice: product.hasOrganisationPrice ? null : toWirePrice(combination.overriddenPriceMinor, view, product),
      price: toWirePrice(combination.priceMinor, view, product),
      stockMessage: stock.message,
      stockStatus: stock.status,
      dueDateUtc: toDateTime(stock.dueOn),
      dueQuantity: stock.dueQuantity,
      imageSrc: getCombinationImage(product, combination, selected),
    };
  });
}

/** The attributes of a product with their values. Price adjustments are 0 where they must not be shown. */
export function toAttributes(product: ProductChoices, { view }: ProductViewer): WireAttribute[] {
  const hidesAdjustments = product.callForPrice || product.hasOrganisationPrice || !view.pricesVisible;
  const adjustment = (minor: number) =>
    hidesAdjustments ? 0 : toMajorUnits(Math.sign(minor) * getDisplayPrice(Math.abs(minor), getProductTaxView(view, product)));
  return product.attributes.map((attribute) => ({
    id: attribute.id,
    productAttributeId: attribute.attributeId,
    productAttributeName: attribute.name,
    textPrompt: null,
    defaultValue: null,
    isRequired: true,
    attributeControlTypeId: attribute.controlTypeId,
    attributeControlTypeName: CONTROL_TYPES[attribute.controlTypeId] ?? 'DropdownList',
    displayOrder: attribute.displayOrder,
    role: attribute.role,
    attributeValues: attribute.values.map((value) => ({
      id: value.id,
      typeId: 0,
      type: 'Simple',
      name: value.name,
      associatedProductId: null,
      colorSquaresRgb: value.colourRgb,
      imageSquaresImage: null,
      priceAdjustment: adjustment(value.priceAdjustmentMinor),
      weightAdjustment: 0,
      quantity: 1,
      isPreSelected: false,
      displayOrder: value.displayOrder,
      productImageId: null,
      drawingSrc: value.flatSrc,
    })),
  }));
}

const stockOf = (product: ProductFacts) =>
  getProductAvailability(product.combinations.map((one) => getCombinationAvailability(product, one)));

/** The product as lists show it, with what its combinations say about stock. */
export const toProductListItem = (product: ProductFacts, { view }: ProductViewer): ListItem =>
  toListItem(product, view, stockOf(product));

const toInventoryMethod = (product: ProductFacts) => (!product.managesStock ? 0 : product.attributes.length === 0 ? 1 : 2);

/** The prices of larger quantities as the person sees them; none where prices are hidden. */
export function toTierPrices(product: ProductFacts, { view, roleIds }: ProductViewer): WireDetail['tierPrices'] {
  if (product.callForPrice || !view.pricesVisible) return [];
  return distinctTiers(tiersFor(product, roleIds)).map(({ quantity, priceMinor }) => ({
    quantity,
    price: toMajorUnits(getDisplayPrice(priceMinor, getProductTaxView(view, product))),
  }));
}

/** Everything that the product page shows, as the person sees it. */
export function toDetail(product: ProductFacts, viewer: ProductViewer): WireDetail {
  const stock = stockOf(product);
  return {
    ...toListItem(product, viewer.view, stock),
    fullDescription: product.fullDescription,
    metaTitle: null,
    metaDescription: null,
    metaKeywords: null,
    manufacturerPartNumber: product.manufacturerPartNumber,
    gtin: product.gtin,
    productType: 'SimpleProduct',
    manageInventoryMethodId: toInventoryMethod(product),
    stockQuantity: stock.shownQuantity,
    displayStockAvailability: product.managesStock,
    displayStockQuantity: product.displaysStockQuantity,
    minStockQuantity: product.lowStockQuantity,
    backorderModeId: product.backorderMode,
    orderMinimumQuantity: product.orderMinimumQuantity,
    orderMaximumQuantity: product.orderMaximumQuantity,
    allowedQuantities: product.allowedQuantities,
    allowAddingOnlyExistingAttributeCombinations: true,
    availableForPreOrder: false,
    isShipEnabled: true,
    isFreeShipping: false,
    isTaxExempt: product.taxClass === 'exempt',
    preOrderAvailabilityStartDateTimeUtc: null,
    weight: product.weightGrams / 1000,
    length: 0,
    width: 0,
    height: 0,
    tierPrices: toTierPrices(product, viewer),
    attributes: toAttributes(product, viewer),
    productAttributeCombinations: toCombinations(product, viewer),
    categoryIds: product.categoryIds,
    associatedProductIds: [],
    marks: product.marks,
    care: product.care,
    tags: product.tags,
    customisationEnabled: product.customisationEnabled,
    customisationRequired: product.customisationRequired,
    unspsc: product.unspsc ?? '',
    unitOfMeasure: toUnitOfMeasure(product.unitCode),
    hasPdf: true,
    createdOnUtc: product.createdAt.toISOString(),
    updatedOnUtc: product.updatedAt.toISOString(),
  };
}
