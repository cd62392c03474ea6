import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  bool,
  dateTime,
  described,
  entity,
  id,
  imageSrc,
  int,
  nullable,
  paging,
  sku,
  text,
  totalCount,
  workbook,
} from '../../values.ts';
import { cataloguePrice } from './operator-products.ts';
import { productState as state, productStateInput as stateInput } from './product-states.ts';

const tags = ['Products'] as const;

/** In which orders the list of products can be sorted. */
const PRODUCT_SORTS = ['name', '-name', 'sku', '-sku', '-updated', 'updated'] as const;

/** A product in the list of operators. */
export const listedProduct = entity('ListedProduct', {
  id: int,
  name: text,
  sku,
  imageSrc,
  state,
  categories: described(Type.Array(text), 'Names of its categories, for example `Fleeces`.'),
  combinations: described(int, 'Number of combinations that are not discontinued.'),
  onHand: described(int, 'Pieces in the warehouse, of all combinations together.'),
  price: cataloguePrice,
  callForPrice: described(bool, 'Whether the price is on request.'),
  ownClients: described(int, 'Number of organisations of the caller’s brands that have it in their range.'),
  otherClients: described(int, 'Number of organisations of other brands that have it in their range.'),
  madeFor: described(nullable(text), 'The only client for which it is made; null for any other product.'),
  photographs: described(int, 'Number of photographs; drawings are not counted.'),
  sizeGuideName: described(nullable(text), 'Name of its size guide; null when it has none.'),
  updatedOnUtc: dateTime,
});

/** Which products are listed, and in which order. */
const listQuery = {
  searchTerm: described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
    'Words of the name or SKU, the beginning of the SKU of a combination, or a GTIN.',
  ),
  state: Type.Optional(stateInput),
  categoryId: described(Type.Optional(id('category')), 'Only products of this category and those below it.'),
  organisationId: described(
    Type.Optional(id('organisation')),
    'Only products in the range of this organisation of the caller’s brands.',
  ),
  inNobodysRange: described(Type.Optional(bool), 'Only products that no organisation has in its range.'),
  madeForOneClient: described(Type.Optional(bool), 'Only products that are made for one client.'),
  withoutPictures: described(Type.Optional(bool), 'Only products without a photograph.'),
  withoutSizeGuide: described(Type.Optional(bool), 'Only products that have sizes and no size guide.'),
  sort: Type.Optional(
    Type.String({
      pattern: '^-?(name|sku|updated)$',
      message: 'Sort is not one of the orders of this list.',
      description: `One of \`${PRODUCT_SORTS.join('`, `')}\`; a leading \`-\` means descending.`,
    }),
  ),
};

/** The list of the products that the supplier keeps, and its export. */
export const operatorProductListEndpoints = {
  'GET /api/operator/products': endpoint({
    name: 'listKeptProducts',
    summary: 'List the products of the catalogue',
    description:
      'Those that organisations of the caller’s brands have in their range, and those that are in no client’s range, by name unless `sort` is given.',
    tags,
    access: operator('catalogue:read'),
    query: Type.Object({
      ...listQuery,
      ...paging,
    }),
    reply: entity({ products: described(Type.Array(listedProduct), 'A page of the products.'), totalCount }),
  }),

  'GET /api/operator/products/exporttoexcel': endpoint({
    name: 'exportKeptProducts',
    summary: 'Export the products of the catalogue to Excel',
    description:
      'All pages of the list: a row for each variant, with the fields of its product in the first row of each product. The workbook can be changed and imported.',
    tags,
    access: operator('catalogue:read'),
    query: Type.Object(listQuery),
    reply: workbook,
  }),
} as const;
