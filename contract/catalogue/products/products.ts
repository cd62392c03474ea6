import Type, { type Static } from 'typebox';
import { catalogueReaders, endpoint, permissions } from '../../endpoint.ts';
import {
  bool,
  claims,
  described,
  displayOrder,
  entity,
  fields,
  id,
  idOrNone,
  imageSrc,
  int,
  listOf,
  nullable,
  paging,
  text,
  totalCount,
} from '../../values.ts';
import {
  colour,
  combination,
  combinationMatrix,
  orderedProduct,
  productAttribute,
  productDetail,
  productListItem,
  specificationFilter,
  taxId,
  tierPrices,
} from './product-schemas.ts';

/** The orders of product lists. */
const productSort = Type.Union(
  [Type.Literal(0), Type.Literal(5), Type.Literal(6), Type.Literal(10), Type.Literal(11), Type.Literal(15)],
  { message: 'Order by must be 0, 5, 6, 10, 11 or 15.' },
);

/** The code of an order of product lists. */
export type ProductSort = Static<typeof productSort>;

/** Products, their choices and categories. */
export const productEndpoints = {
  'GET /api/products/:id': endpoint({
    name: 'getProduct',
    summary: 'Get a product',
    description: 'With attributes, combinations, stock and prices. 404 when the caller’s organisation does not offer it.',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    query: Type.Object({ ...claims, taxId }),
    reply: listOf('products', productDetail),
  }),

  'GET /api/products': endpoint({
    name: 'listProducts',
    summary: 'List products',
    description: 'Products that the person can see, with the specifications to filter by.',
    tags: ['Catalogue'],
    access: permissions('AllowProducts', 'AllowProductsModal'),
    query: Type.Object({
      keyword: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
        'Words to find in name, SKU or description.',
      ),
      category: described(Type.Optional(idOrNone('category')), 'Category, with its descendants; 0 for all.'),
      jobRoleId: described(Type.Optional(idOrNone('jobRole')), 'Only products for this job role; 0 for all.'),
      businessAreaId: described(Type.Optional(idOrNone('businessArea')), 'Only products for this business area; 0 for all.'),
      filteredSpecOptionIds: described(
        Type.Optional(Type.Array(id('specificationOption'), { maxItems: 100 })),
        'Specification values. Several of one specification widen the result, several specifications narrow it.',
      ),
      orderBy: described(
        Type.Optional(productSort),
        '0 the order of the range or, with a keyword, relevance (default); 5 name A–Z; 6 name Z–A; 10 price, low to high; 11 price, high to low; 15 newest first. Prices are compared as they are shown; products whose price is on request are last. 10 and 11 count as 0 for people who see no prices.',
      ),
      ...paging,
      ...claims,
      taxId,
      fields,
    }),
    fieldsOf: 'products',
    reply: Type.Object({
      products: Type.Array(productListItem),
      totalCount,
      specifications: described(Type.Array(specificationFilter), 'Specifications such as fabric or standard.'),
    }),
  }),

  'GET /api/relatedProducts': endpoint({
    name: 'listRelatedProducts',
    summary: 'List products related to a product',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({ productId: id('product', 'Product id is required.') }),
    reply: listOf('products', productListItem),
  }),

  'GET /api/crossSellProducts': endpoint({
    name: 'listCrossSellProducts',
    summary: 'List products that go with the cart',
    description: 'Four at most.',
    tags: ['Catalogue'],
    access: catalogueReaders,
    reply: listOf('products', productListItem),
  }),

  'GET /api/featuredproducts': endpoint({
    name: 'listFeaturedProducts',
    summary: 'List featured products',
    tags: ['Catalogue'],
    access: catalogueReaders,
    reply: listOf('products', productListItem),
  }),

  'GET /api/product/getbuynowcombinations': endpoint({
    name: 'getProductWithCombinations',
    summary: 'Get a product with its combinations',
    description:
      'Everything that a product dialog needs. `context` `builder` limits it to products that open groups of the person’s own wardrobes list.',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({
      id: id('product', 'Product id is required.'),
      context: described(
        Type.Optional(Type.String({ maxLength: 40 })),
        '`product`, `adhoc`, `builder`, `stock` or `cart`; anything else counts as `product`.',
      ),
    }),
    reply: Type.Object({
      product: orderedProduct,
      attributes: Type.Array(productAttribute),
      combinations: Type.Array(combination),
      tierPrices,
    }),
  }),

  'GET /api/product/combinations': endpoint({
    name: 'getProductMatrix',
    summary: 'Get colours, fits and sizes of a product as a matrix',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({
      productId: id('product', 'Product id is required.'),
      colourId: described(Type.Optional(idOrNone('attributeValue')), 'Only this colour; 0 for all.'),
      fitId: described(Type.Optional(idOrNone('attributeValue')), 'Only this fit; 0 for all.'),
    }),
    reply: Type.Object({ combinations: combinationMatrix }),
  }),

  'GET /api/products/colours/:id': endpoint({
    name: 'listProductColours',
    summary: 'List the colours of a product',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    query: Type.Object({
      ignoreLimitations: described(Type.Optional(bool), 'Admins only: ignore who may see which colour.'),
      limitToProductId: described(Type.Optional(idOrNone('product')), 'Only colours that this product has as well; 0 for all.'),
    }),
    reply: listOf('colours', colour),
  }),

  'GET /api/products/sizeguide/:id': endpoint({
    name: 'getProductSizeGuide',
    summary: 'Get a size guide',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('sizeGuide') }),
    reply: Type.Object({
      sizeGuide: entity({
        id: int,
        name: text,
        body: described(nullable(text), 'Text of the size guide as HTML; null when there is none.'),
        imageSrc,
        columns: described(Type.Array(text), 'Column headings.'),
        rows: described(Type.Array(Type.Array(text)), 'Cells, row by row, in the order of the columns.'),
      }),
    }),
  }),

  'GET /api/categoriesFormated': endpoint({
    name: 'listCategories',
    summary: 'List categories',
    description: 'Those with products that the person can see, as a flat list in the order of the tree.',
    tags: ['Catalogue'],
    access: catalogueReaders,
    query: Type.Object({ ...claims }),
    reply: listOf(
      'categories',
      entity({
        id: int,
        name: text,
        formattedName: described(text, 'Full path, joined by ` >> `, for example `Workwear >> Trousers`.'),
        parentCategoryId: described(int, 'Category above; 0 at the top.'),
        level: described(int, 'Depth in the tree; 0 at the top.'),
        displayOrder,
        productCount: described(int, 'Products in the category and below that the caller can see.'),
      }),
    ),
  }),
};
