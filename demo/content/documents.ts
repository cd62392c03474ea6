import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ClientBase } from 'pg';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { streamWorkbook } from '#api/platform/workbook/workbook.ts';
import type { Calendar } from '../calendar.ts';
import { DEMO } from '../demo.ts';
import {
  accountTerms,
  careOfHiVis,
  careOfUniform,
  type DocumentedProduct,
  declarationOf,
  howToMeasure,
  rangeOf,
  uniformPolicy,
} from './document-texts.ts';

const PDF = 'application/pdf';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ADMIN_ROLE = 33;
const CORVANE = DEMO.organisations.corvane;
/** Protective equipment that Corvane buys, each with its declaration. */
const PROTECTIVE = [
  'rail-jacket-orange',
  'rail-trousers-orange',
  'hi-vis-vest-zip',
  'fr-coverall',
  'fr-jacket',
  'safety-boot',
  'cut-gloves',
  'nitrile-gloves',
];
const TYPES = { declaration: 1, care: 2, sizeGuide: 3, catalogue: 4, orderForm: 5, policy: 6 };

interface Version {
  name: string;
  type: typeof PDF | typeof XLSX;
  content: Buffer;
  daysAgo: number;
  validUntil: string | null;
}

interface Document {
  name: string;
  typeId: number;
  description: string | null;
  organisationIds?: number[];
  brandIds?: number[];
  roleIds?: number[];
  /** Kept by administrators of Corvane, who uploaded it. */
  isOwn?: boolean;
  products?: readonly DocumentedProduct[];
  versions: Version[];
  downloads?: number;
}

const BRAND = createPdfTheme({ name: 'brackwell', companyName: 'Brackwell Workwear' });

async function draw(title: string, blocks: readonly PdfBlock[], createdAt: Date, theme = BRAND): Promise<Buffer> {
  return buffer(renderPdf({ title, format: 'a4', theme, createdAt, parts: [{ title, blocks }] }));
}

/** The products of a client's range with these handles, in their order. */
async function readProducts(client: ClientBase, handles: readonly string[]): Promise<DocumentedProduct[]> {
  const { rows } = await client.query<DocumentedProduct>(
    `select p.id, p.handle, p.name, coalesce(p.sku, '') as sku, p.marks from product p join product_organisation po on po.product_id = p.id and po.organisation_id = $1
     where cardinality($2::text[]) = 0 or p.handle = any ($2) order by array_position($2, p.handle), p.name`,
    [CORVANE, handles],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** A form with the products of the range, to fill in and send by email. */
const drawOrderForm = (products: readonly DocumentedProduct[]): Readable =>
  streamWorkbook({
    name: 'Order form',
    columns: [
      { header: 'Article number', width: 18, value: ({ sku }: DocumentedProduct) => sku },
      { header: 'Product', width: 42, value: ({ name }: DocumentedProduct) => name },
      { header: 'Size', width: 10, value: () => '' },
      { header: 'Quantity', width: 10, value: () => '' },
      { header: 'Wearer', width: 28, value: () => '' },
      { header: 'Depot', width: 20, value: () => '' },
    ],
    rows: products,
  });

async function declare(product: DocumentedProduct, index: number, calendar: Calendar): Promise<Document> {
  // One has expired, one expires soon, two have earlier issues.
  const [validDays, hasEarlier] = index === 4 ? [-12, true] : index === 6 ? [19, true] : [240 + 90 * index, false];
  const name = `Declaration of conformity: ${product.name}`;
  const issue = async (version: number, daysAgo: number, validUntil: string): Promise<Version> => ({
    name: `${product.sku} declaration of conformity ${version}.pdf`,
    type: PDF,
    content: await draw(
      name,
      declarationOf(product, { version, issuedOn: calendar.date(-daysAgo), validUntil }),
      calendar.at(-daysAgo),
    ),
    daysAgo,
    validUntil,
  });
  const earlier = hasEarlier ? [await issue(1, 730, calendar.date(-370))] : [];
  return {
    name,
    typeId: TYPES.declaration,
    description: product.marks.map(({ standard, detail }) => (detail ? `${standard}, ${detail}` : standard)).join('; ') || null,
    brandIds: [3],
    products: [product],
    versions: [...earlier, await issue(earlier.length + 1, hasEarlier ? 365 : 3 + 40 * index, calendar.date(validDays))],
    downloads: 3 + ((index * 7) % 5),
  };
}

async function listDocuments(client: ClientBase, calendar: Calendar): Promise<Document[]> {
  const protective = await readProducts(client, PROTECTIVE);
  const range = await readProducts(client, []);
  const year = calendar.date(0).slice(0, 4);
  const pdf = async (name: string, title: string, blocks: PdfBlock[], daysAgo: number): Promise<Version> => ({
    name: `${name}.pdf`,
    type: PDF,
    content: await draw(title, blocks, calendar.at(-daysAgo)),
    daysAgo,
    validUntil: null,
  });
  const declarations: Document[] = [];
  for (const [index, product] of protective.entries()) declarations.push(await declare(product, index, calendar));
  return [
    {
      name: 'Looking after your uniform',
      typeId: TYPES.care,
      description: 'Shirts, tailoring, knitwear and shoes.',
      brandIds: [1, 2],
      versions: [
        {
          ...(await pdf('Looking after your uniform', 'Looking after your uniform', careOfUniform(), 90)),
          content: await draw(
            'Looking after your uniform',
            careOfUniform(),
            calendar.at(-90),
            createPdfTheme({ name: 'sundial', companyName: 'Sundial Uniforms' }),
          ),
        },
      ],
    },
    ...declarations,
    {
      name: 'Caring for high-visibility and flame-retardant workwear',
      typeId: TYPES.care,
      description: 'How to wash it so that it keeps its class, and when to replace it.',
      organisationIds: [CORVANE],
      products: protective.filter(({ handle }) => /rail|hi-vis|^fr-/.test(handle)),
      versions: [await pdf('Care of workwear', 'Caring for workwear', careOfHiVis(), 60)],
      downloads: 9,
    },
    {
      name: 'How to measure yourself',
      typeId: TYPES.sizeGuide,
      description: 'With the sizes of jackets and coveralls.',
      brandIds: [3],
      versions: [await pdf('How to measure yourself', 'How to measure yourself', howToMeasure(), 45)],
      downloads: 14,
    },
    {
      name: `Corvane Rail range ${year}`,
      typeId: TYPES.catalogue,
      description: 'Every product agreed for Corvane Rail, with its article number and standards.',
      organisationIds: [CORVANE],
      versions: [await pdf(`Corvane Rail range ${year}`, `Corvane Rail range ${year}`, rangeOf(range, year), 30)],
      downloads: 4,
    },
    {
      name: 'Order form for depots without access',
      typeId: TYPES.orderForm,
      description: 'Fill it in and email it to your account manager.',
      organisationIds: [CORVANE],
      versions: [
        {
          name: 'Corvane order form.xlsx',
          type: XLSX,
          content: await buffer(drawOrderForm(range)),
          daysAgo: 20,
          validUntil: null,
        },
      ],
      downloads: 2,
    },
    {
      name: 'Uniform and protective equipment policy',
      typeId: TYPES.policy,
      description: 'What you get, what you must wear and what to do when you leave.',
      organisationIds: [CORVANE],
      isOwn: true,
      versions: [await pdf('Uniform policy', 'Uniform and protective equipment policy', uniformPolicy(), 12)],
      downloads: 11,
    },
    {
      name: 'Account terms for Corvane Rail',
      typeId: TYPES.policy,
      description: 'For administrators.',
      organisationIds: [CORVANE],
      roleIds: [ADMIN_ROLE],
      versions: [await pdf('Account terms', 'Account terms for Corvane Rail', accountTerms(), 5)],
      downloads: 1,
    },
  ];
}

/** The documents of the demonstration with their files and downloads, where there is a place for files. */
export async function insertDocuments(
  client: ClientBase,
  calendar: Calendar,
  files: Pick<BlobStore, 'write'> | undefined,
): Promise<void> {
  if (!files) return;
  const folder = await mkdtemp(join(tmpdir(), 'livery-demo-'));
  try {
    let number = 0;
    for (const document of await listDocuments(client, calendar)) {
      const id = await insertDocument(client, calendar, document);
      for (const [index, version] of document.versions.entries()) {
        number += 1;
        // Always the same: a demonstration that is filled in again overwrites the files.
        const key = `5ca1ab1e-0000-4000-8000-${String(100 + number).padStart(12, '0')}`;
        const path = join(folder, key);
        await writeFile(path, version.content);
        await files.write(key, path);
        await insertVersion(client, calendar, { id, number: index + 1, key, document, version });
      }
      await insertDownloads(client, calendar, id, document.downloads ?? 0);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function insertDocument(client: ClientBase, calendar: Calendar, document: Document): Promise<number> {
  const { name, typeId, description, organisationIds = [], brandIds = [], roleIds = [], isOwn = false, products = [] } = document;
  const at = calendar.at(-(document.versions[0]?.daysAgo ?? 0), 540);
  const { rows } = await client.query<{ id: string }>(
    `insert into publication (organisation_id, kind, is_published, created_at, updated_at) values ($1, 'document', true, $2, $2) returning id`,
    [isOwn ? CORVANE : null, at],
  );
  const id = Number(rows[0]?.id);
  await client.query('insert into publication_brand (publication_id, brand_id) select $1, unnest($2::bigint[])', [id, brandIds]);
  await client.query('insert into publication_organisation (publication_id, organisation_id) select $1, unnest($2::bigint[])', [
    id,
    organisationIds,
  ]);
  await client.query('insert into publication_role (publication_id, role_id) select $1, unnest($2::bigint[])', [id, roleIds]);
  await client.query(
    `insert into document (publication_id, document_type_id, name, description, is_for_products, published_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, typeId, name, description, products.length > 0, at],
  );
  await client.query('insert into document_product (publication_id, product_id) select $1, unnest($2::bigint[])', [
    id,
    products.map((product) => product.id),
  ]);
  return id;
}

async function insertVersion(
  client: ClientBase,
  calendar: Calendar,
  { id, number, key, document, version }: { id: number; number: number; key: string; document: Document; version: Version },
): Promise<void> {
  const at = calendar.at(-version.daysAgo, 540);
  const actor = document.isOwn ? ['customer', DEMO.customers['admin@corvane.example']] : ['system', null];
  const { rows } = await client.query<{ id: string }>(
    `insert into document_file (organisation_id, storage_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, created_at, stored_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    [
      document.isOwn ? CORVANE : null,
      key,
      version.name,
      version.type,
      version.content.length,
      createHash('sha256').update(version.content).digest(),
      ...actor,
      at,
    ],
  );
  await client.query(
    `insert into document_version (publication_id, number, file_id, valid_until_on, created_at, actor_kind, actor_id) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, number, Number(rows[0]?.id), version.validUntil, at, ...actor],
  );
}

/** People of the client have downloaded a document so many times, one each day. */
async function insertDownloads(client: ClientBase, calendar: Calendar, id: number, count: number): Promise<void> {
  await client.query(
    `insert into document_download (organisation_id, version_id, customer_id, downloaded_at)
     select $1, v.id, c.id, $3::timestamptz - make_interval(days => c.place::int, hours => c.place::int % 5)
     from (select id, row_number() over (order by id) as place from customer where organisation_id = $1 and deleted_at is null limit $4) c
     cross join lateral (select id from document_version where publication_id = $2 order by number desc limit 1) v`,
    [CORVANE, id, calendar.at(0, 600), count],
  );
}
