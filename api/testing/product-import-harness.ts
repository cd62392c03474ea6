import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { previewNextProducts } from '#api/catalogue/import/product-files/preview.actions.ts';
import { jobDefinitions } from '#api/jobs.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { type JobQueue, openJobQueue } from '#api/platform/jobs/queue.ts';
import type { ReplyOf } from '#contract/index.ts';
import { createSupplierEditRunner } from './bulk-edit-client.ts';
import type { TestOperatorClient, TestPortal } from './portal.ts';

export type ProductImportReply = ReplyOf<'GET /api/operator/productimports/:id'>['productImport'];
export type ProductImportRowReply = ReplyOf<'GET /api/operator/productimports/:id/rows'>['rows'][number];

const PATH = '/api/operator/productimports';

/** Calls and jobs of imports of product files. Jobs run when the test asks for it, so that it can stop one halfway. */
export function useProductImports(portal: TestPortal) {
  let jobs: JobQueue;
  let blobs: BlobStore;
  beforeAll(async () => {
    jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
    await jobs.createQueues(jobDefinitions);
    blobs = createBlobStore(portal.config.fileStorage);
  });
  afterAll(() => jobs?.close());
  const runEdit = (id: number, batches?: number) => createSupplierEditRunner(portal, jobs)(id, batches);

  const harness = {
    /** Uploads the text of a file. */
    send: async (operator: TestOperatorClient, text: string, query = '') => {
      const response = await portal.app.inject({
        method: 'POST',
        url: `${PATH}?fileName=products.csv${query}`,
        headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(text),
      });
      const body = response.json() as { productImport: ProductImportReply; errors?: Record<string, string[]> };
      return { status: response.statusCode, body: body.productImport, errors: body.errors ?? {} };
    },
    get: async (operator: TestOperatorClient, id: number) =>
      (await operator.get<'GET /api/operator/productimports/:id'>(`${PATH}/${id}`)).body.productImport,
    rows: async (operator: TestOperatorClient, id: number, outcome = ''): Promise<ProductImportRowReply[]> =>
      (
        await operator.get<'GET /api/operator/productimports/:id/rows'>(
          `${PATH}/${id}/rows?limit=250${outcome && `&outcome=${outcome}`}`,
        )
      ).body.rows,
    runPreview: async (id: number, batches = Number.POSITIVE_INFINITY) => {
      for (let batch = 0; batch < batches; batch += 1) if (!(await previewNextProducts(portal.db, blobs, id))) return;
    },
    /** Uploads a file and previews it. */
    preview: async (operator: TestOperatorClient, text: string, query = ''): Promise<ProductImportReply> => {
      const { status, body, errors } = await harness.send(operator, text, query);
      if (status !== 200) throw new Error(`The file was refused: ${JSON.stringify(errors)}`);
      const response = await operator.post(`${PATH}/${body.id}/preview`, {});
      if (response.status !== 200) throw new Error(`The preview was refused: ${JSON.stringify(response.errors)}`);
      await harness.runPreview(body.id);
      return harness.get(operator, body.id);
    },
    start: (operator: TestOperatorClient, id: number) =>
      operator.post<'POST /api/operator/productimports/:id/run'>(`${PATH}/${id}/run`),
    runEdit,
    /** Runs a previewed import to its end. */
    finish: async (operator: TestOperatorClient, id: number): Promise<ProductImportReply> => {
      const { body, status, errors } = await harness.start(operator, id);
      if (status !== 200) throw new Error(`The import was refused: ${JSON.stringify(errors)}`);
      await runEdit(body.productImport.bulkEditId ?? 0);
      return harness.get(operator, id);
    },
    import: async (operator: TestOperatorClient, text: string, query = ''): Promise<ProductImportReply> =>
      harness.finish(operator, (await harness.preview(operator, text, query)).id),
    undo: async (operator: TestOperatorClient, { bulkEditId }: ProductImportReply) => {
      const path = `/api/operator/bulkedits/${bulkEditId}`;
      const response = await operator.post<'POST /api/operator/bulkedits/:id/undo'>(`${path}/undo`);
      if (response.status !== 200) return response.body.bulkEdit;
      const { id } = response.body.bulkEdit;
      await runEdit(id);
      return (await operator.get<'GET /api/operator/bulkedits/:id'>(`/api/operator/bulkedits/${id}`)).body.bulkEdit;
    },
  };
  return harness;
}

/** Lines of a product file in the format of Shopify, whose handles and SKUs begin with a word of the test. */
export const PRODUCT_FILE_HEADER =
  'Handle,Title,Published,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price';

export interface ProductFileLine {
  product?: string;
  title?: string;
  vendor?: string;
  sku?: string;
  quantity?: number | string;
  price?: string;
}

/** A size of a product of the test. */
export const productFileLine = (
  word: string,
  size: string,
  { product = 'shirt', title, vendor, sku, quantity, price }: ProductFileLine = {},
): string =>
  [
    `${word}-${product}`,
    title ?? `Shirt ${word}`,
    'true',
    vendor ?? 'Harbour',
    'Size',
    size,
    sku ?? `${word}-${product}-${size}`,
    'shopify',
    quantity ?? 5,
    price ?? '20.00',
  ].join(',');

/** What the catalogue has of a product of the test: sizes with their stock, discontinued ones with an x. */
export const findImportedProduct = async ({ db }: Pick<TestPortal, 'db'>, word: string, product = 'shirt') =>
  (
    await sql<{ name: string; price: number; published: boolean; sizes: string | null }>`
      select p.name, p.price_minor::int as price, p.published, (select string_agg(c.description || case when c.discontinued then ' x' else '' end
        || ' ' || (select s.on_hand from stock_level s where s.combination_id = c.id), ', ' order by c.sku) from combination c where c.product_id = p.id) as sizes
      from product p where p.handle = ${`${word}-${product}`}`.execute(db)
  ).rows[0];
