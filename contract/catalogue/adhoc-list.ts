import Type from 'typebox';
import { endpoint, permissions } from '../endpoint.ts';
import { described, idOrNone, listOf } from '../values.ts';
import { adhocProduct } from './products/product-schemas.ts';

const choice = {
  query: Type.Object({
    businessAreaId: described(
      Type.Optional(idOrNone('businessArea')),
      'Products that are limited to this business area or to none; 0 for all.',
    ),
    collectionId: described(
      Type.Optional(idOrNone('collection')),
      'Products that this wardrobe or one of its variants lists; 0 for all, or for those of the person’s own wardrobes where the organisation limits ad hoc ordering to them.',
    ),
  }),
  reply: listOf('products', adhocProduct),
};

/** Lists of products for fast entry of quantities. */
export const adhocListEndpoints = {
  'GET /api/organisation/getadhocproductlist': endpoint({
    name: 'listAdhocProducts',
    summary: 'List products for the ad hoc list',
    description:
      'All at once, with prices and visibility as in `GET /api/products`. The combinations of all products are empty when there are more than 5,000: `GET /api/product/getbuynowcombinations` has those of one product. 403 for a wardrobe of others where ad hoc ordering is limited to one’s own.',
    tags: ['Catalogue'],
    access: permissions('AllowAdhocOrder'),
    ...choice,
  }),

  'GET /api/organisation/getadhocproductlistmodal': endpoint({
    name: 'listAdhocModalProducts',
    summary: 'List products for the ad hoc list with dialogs',
    description:
      'As `GET /api/organisation/getadhocproductlist`, without combinations: `GET /api/product/getbuynowcombinations` has those of one product.',
    tags: ['Catalogue'],
    access: permissions('AllowAdhocOrderModal'),
    ...choice,
  }),
};
