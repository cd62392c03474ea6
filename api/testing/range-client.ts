import { bulkEditCalls } from './bulk-edit-client.ts';
import type { TestClient } from './portal.ts';
import type { CatalogueProduct } from './products.ts';

const RANGE = '/api/productsorganisation';

/** The calls of the range as tests use them, by default as the administrator. `people` is called when a call needs a person. */
export function createRangeClient(people: () => { admin: TestClient; buyer: TestClient }) {
  const find = async (keyword: string, as = people().admin) =>
    (await as.get<'GET /api/productsorganisation'>(`${RANGE}?limit=250&keyword=${encodeURIComponent(keyword)}`)).body;
  const getByKeyword = async (keyword: string) => {
    const { productOrganisations } = await find(keyword);
    if (!productOrganisations[0]) throw new Error(`${keyword} is not in the range.`);
    return productOrganisations[0];
  };
  return {
    find,
    theOne: getByKeyword,
    put: (product: object, as = people().admin) =>
      as.put<'PUT /api/productorganisation'>('/api/productorganisation', { productOrganisation: product }),
    bulk: (body: object, as = people().admin) =>
      as.post<'POST /api/productsorganisation/bulk'>(`${RANGE}/bulk`, { ids: [], ...body }),
    undo: (id: number | null, as = people().admin) => bulkEditCalls.undo(as, id ?? 0),
    idsOf: (products: readonly CatalogueProduct[]) => Promise.all(products.map(async ({ sku }) => (await getByKeyword(sku)).id)),
    /** The products that a buyer finds by SKU. */
    listForBuyer: async (sku: string) =>
      (await people().buyer.get<'GET /api/products'>(`/api/products?keyword=${encodeURIComponent(sku)}`)).body.products,
  };
}
