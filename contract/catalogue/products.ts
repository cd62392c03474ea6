import Type from 'typebox';
import { catalogueReaders, endpoint, permissions } from '../endpoint.ts';
import {
  bool,
  claims,
  dateTime,
  entity,
  fields,
  id,
  idOrNone,
  int,
  listOf,
  money,
  nullable,
  paging,
  taxDisplayType,
  text,
} from '../values.ts';

const productImage = entity({ id: int, src: text, position: int, altText: nullable(text) });

const ownSpecification = entity({
  id: int,
  name: text,
  values: Type.Array(entity({ id: int, name: text, colorSquaresRgb: nullable(text) })),
});

export const specificationFilter = entity({
  id: int,
  name: text,
  values: Type.Array(entity({ id: int, name: text, colorSquaresRgb: nullable(text), selected: bool, count: int })),
});

const listItemFields = {
  id: int,
  name: text,
  price: nullable(money),
  sku: nullable(text),
  images: Type.Array(productImage),
  callForPrice: bool,
  isMadeToOrder: bool,
  sizeGuideId: nullable(int),
  specifications: Type.Array(ownSpecification),
  oldPrice: nullable(money),
  priceFrom: nullable(money),
  shortDescription: nullable(text),
  seName: nullable(text),
  stockMessage: nullable(text),
};

export const productListItem = entity(listItemFields);

export const productAttribute = entity({
  id: int,
  productAttributeId: int,
  productAttributeName: text,
  textPrompt: nullable(text),
  defaultValue: nullable(text),
  isRequired: bool,
  attributeControlTypeId: int,
  attributeControlTypeName: text,
  displayOrder: int,
  role: nullable(text),
  attributeValues: Type.Array(
    entity({
      id: int,
      typeId: int,
      type: text,
      name: text,
      associatedProductId: nullable(int),
      colorSquaresRgb: nullable(text),
      imageSquaresImage: nullable(entity({ src: text })),
      priceAdjustment: money,
      weightAdjustment: Type.Number(),
      quantity: int,
      isPreSelected: bool,
      displayOrder: int,
      productImageId: nullable(int),
    }),
  ),
});

export const attributeSelection = entity({ id: int, value: text });

export const stockStatus = Type.Union([
  Type.Literal('InStock'),
  Type.Literal('LowStock'),
  Type.Literal('OutOfStock'),
  Type.Literal('Backorder'),
  Type.Literal('NotManaged'),
  Type.Literal('Discontinued'),
]);

export const combination = entity({
  id: int,
  productId: int,
  attributes: Type.Array(entity({ id: int, productAttributeName: text, valueId: int, value: text })),
  attributeDescription: text,
  sku: nullable(text),
  manufacturerPartNumber: nullable(text),
  gtin: nullable(text),
  stockQuantity: nullable(int),
  allowOutOfStockOrders: bool,
  minStockQuantity: int,
  overriddenPrice: nullable(money),
  price: nullable(money),
  stockMessage: text,
  stockStatus,
  dueDateUtc: nullable(dateTime),
  dueQuantity: nullable(int),
  imageSrc: nullable(text),
});

export const productDetail = entity({
  ...listItemFields,
  fullDescription: nullable(text),
  metaTitle: nullable(text),
  metaDescription: nullable(text),
  metaKeywords: nullable(text),
  manufacturerPartNumber: nullable(text),
  gtin: nullable(text),
  productType: text,
  manageInventoryMethodId: int,
  stockQuantity: nullable(int),
  displayStockAvailability: bool,
  displayStockQuantity: bool,
  minStockQuantity: int,
  backorderModeId: int,
  orderMinimumQuantity: int,
  orderMaximumQuantity: int,
  allowedQuantities: Type.Array(int),
  allowAddingOnlyExistingAttributeCombinations: bool,
  disableBuyButton: bool,
  availableForPreOrder: bool,
  isShipEnabled: bool,
  isFreeShipping: bool,
  isTaxExempt: bool,
  preOrderAvailabilityStartDateTimeUtc: nullable(dateTime),
  leadTimeDays: nullable(int),
  weight: Type.Number(),
  length: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  tierPrices: Type.Array(entity({ quantity: int, price: money })),
  attributes: Type.Array(productAttribute),
  productAttributeCombinations: Type.Array(combination),
  categoryIds: Type.Array(int),
  associatedProductIds: Type.Array(int),
  tags: Type.Array(text),
  customisationEnabled: bool,
  customisationRequired: bool,
  hasPdf: bool,
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

export const colour = entity({
  id: int,
  name: text,
  colorSquaresRgb: nullable(text),
  imageSrc: nullable(text),
  productId: nullable(int),
  productImageId: nullable(int),
  isAvailable: bool,
});

export const combinationMatrix = entity({
  productId: int,
  colours: Type.Array(colour),
  fits: Type.Array(
    entity({
      id: int,
      name: text,
      displayOrder: int,
      sizes: Type.Array(
        entity({
          id: int,
          name: text,
          displayOrder: int,
          combinationId: int,
          sku: nullable(text),
          stockQuantity: nullable(int),
          stockMessage: nullable(text),
          price: nullable(money),
          isAvailable: bool,
        }),
      ),
    }),
  ),
  items: Type.Array(combination),
});

/** Overrides the caller's tax display for one request. */
const taxId = Type.Optional(taxDisplayType);

export const catalogueEndpoints = {
  'GET /api/products/:id': endpoint({
    summary: 'One product with its attributes, combinations, stock and prices',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    query: Type.Object({ ...claims, taxId }),
    reply: listOf('products', productDetail),
  }),

  'GET /api/products': endpoint({
    summary: 'Products of the organisation’s range with facets',
    tags: ['Catalogue'],
    access: permissions('AllowProducts', 'AllowProductsModal'),
    query: Type.Object({
      keyword: Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
      category: Type.Optional(idOrNone('category')),
      jobRoleId: Type.Optional(idOrNone('jobRole')),
      businessAreaId: Type.Optional(idOrNone('businessArea')),
      filteredSpecOptionIds: Type.Optional(Type.Array(id('specificationOption'), { maxItems: 100 })),
      ...paging,
      ...claims,
      taxId,
      fields,
    }),
    fieldsOf: 'products',
    reply: Type.Object({
      products: Type.Array(productListItem),
      totalCount: int,
      specifications: Type.Array(specificationFilter),
    }),
  }),

  'GET /api/relatedProducts': endpoint({
    summary: 'Products that go with one',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({ productId: id('product', 'Product id is required.') }),
    reply: listOf('products', productListItem),
  }),

  'GET /api/crossSellProducts': endpoint({
    summary: 'At most four products that go with what is in the cart',
    tags: ['Catalogue'],
    access: catalogueReaders,
    reply: listOf('products', productListItem),
  }),

  'GET /api/featuredproducts': endpoint({
    summary: 'Products that the organisation puts first',
    tags: ['Catalogue'],
    access: catalogueReaders,
    reply: listOf('products', productListItem),
  }),

  'GET /api/product/getbuynowcombinations': endpoint({
    summary: 'What the product dialog needs: the product, its attributes and its combinations',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({
      id: id('product', 'Product id is required.'),
      context: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    reply: Type.Object({
      product: productListItem,
      attributes: Type.Array(productAttribute),
      combinations: Type.Array(combination),
    }),
  }),

  'GET /api/product/combinations': endpoint({
    summary: 'Colours, fits and sizes of a product as a grid',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({
      productId: id('product', 'Product id is required.'),
      colourId: Type.Optional(idOrNone('attributeValue')),
      fitId: Type.Optional(idOrNone('attributeValue')),
    }),
    reply: Type.Object({ combinations: combinationMatrix }),
  }),

  'GET /api/products/colours/:id': endpoint({
    summary: 'Colours of a product',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    query: Type.Object({ ignoreLimitations: Type.Optional(bool), limitToProductId: Type.Optional(idOrNone('product')) }),
    reply: listOf('colours', colour),
  }),

  'GET /api/products/sizeguide/:id': endpoint({
    summary: 'A size guide as a table',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('sizeGuide') }),
    reply: Type.Object({
      sizeGuide: entity({
        id: int,
        name: text,
        body: nullable(text),
        imageSrc: nullable(text),
        columns: Type.Array(text),
        rows: Type.Array(Type.Array(text)),
      }),
    }),
  }),

  'GET /api/categoriesFormated': endpoint({
    summary: 'Categories that hold products of the range, in tree order',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({ ...claims }),
    reply: listOf(
      'categories',
      entity({
        id: int,
        name: text,
        formattedName: text,
        parentCategoryId: int,
        level: int,
        displayOrder: int,
        productCount: int,
      }),
    ),
  }),
};
