import type { ReplyOf } from '#contract/index.ts';

export type Product = ReplyOf<'GET /api/products/:id'>['products'][number];
export type Attribute = Product['attributes'][number];
export type AttributeValue = Attribute['attributeValues'][number];
export type Combination = Product['productAttributeCombinations'][number];
export type TierPrice = Product['tierPrices'][number];
export type ProductListResponse = ReplyOf<'GET /api/products'>;
export type ListedProduct = ProductListResponse['products'][number];
export type AdhocProduct = ReplyOf<'GET /api/organisation/getadhocproductlist'>['products'][number];
export type Facet = ProductListResponse['specifications'][number];
export type Category = ReplyOf<'GET /api/categoriesFormated'>['categories'][number];

/** The fields of a product shown in a tile. */
export type TileProduct = Pick<
  ListedProduct,
  | 'id'
  | 'name'
  | 'images'
  | 'price'
  | 'priceFrom'
  | 'oldPrice'
  | 'callForPrice'
  | 'isMadeToOrder'
  | 'leadTimeDays'
  | 'stockStatus'
  | 'dueDateUtc'
  | 'disableBuyButton'
  | 'combinationId'
  | 'colours'
  | 'colourCount'
>;

/** A colour of a product in a tile. */
export type TileColour = ListedProduct['colours'][number];

/** The quantities in which a product is sold. */
export type QuantityLimits = Pick<Product, 'orderMinimumQuantity' | 'orderMaximumQuantity' | 'allowedQuantities'>;

/** A product with its choices, prices and limits, in the form used by the product page, the dialog and the size grid. */
export interface OrderableGarment {
  id: number;
  name: string;
  images: ListedProduct['images'];
  price: number | null;
  oldPrice: number | null;
  priceFrom: number | null;
  callForPrice: boolean;
  isMadeToOrder: boolean;
  /** It is offered made to measure; of any other garment the supplier can be asked. */
  isMadeToMeasure?: boolean;
  leadTimeDays: number | null;
  sizeGuideId: number | null;
  disableBuyButton: boolean;
  /** Logos, texts or badges can be put on it; left out where the call does not say so. */
  customisationEnabled?: boolean;
  /** It is ordered with at least one. */
  customisationRequired?: boolean;
  attributes: Attribute[];
  combinations: Combination[];
  tierPrices: TierPrice[];
  limits: QuantityLimits;
}
