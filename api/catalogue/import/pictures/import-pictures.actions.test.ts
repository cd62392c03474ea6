import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aPicture, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { importCatalogue } from '../shopify/import-catalogue.actions.ts';
import { importPictures } from './import-pictures.actions.ts';

const CATALOGUE = `Handle,Title,Body,Vendor,Tags,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src,Image Alt Text,Variant Image
pier-shirt,Pier shirt,<p>Two chest pockets</p>,Pier,,Shirts,Colour,Navy,Size,M,PIER-N-M,20.00,https://shop.example/files/Navy.jpg?v=1,Pier shirt in navy,https://shop.example/files/Navy.jpg?v=1
pier-shirt,,,,,,,Navy,,L,PIER-N-L,20.00,,,
pier-shirt,,,,,,,Red,,M,PIER-R-M,20.00,https://shop.example/files/red%20one.png,,https://shop.example/files/red%20one.png
pier-shirt,,,,,,,Stone,,M,PIER-S-M,20.00,https://shop.example/files/lost.jpg,,https://shop.example/files/lost.jpg
quay-cap,Quay cap,,Quay,,Caps,,,,,QUAY,10.00,https://shop.example/files/front.jpg,,
quay-hat,Quay hat,,Quay,,Caps,,,,,QUAY-2,10.00,https://shop.example/other/front.jpg,,
`;

const folder = useDataFolder();
const storage = { kind: 'disk' as const, folder: join(folder.path, 'store') };
const portal = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: storage } }));
const pictures = join(folder.path, 'pictures');
let owner: DatabaseHandle;
let buyer: TestClient;

const refused: string[] = [];
const importFolder = () =>
  importPictures(owner.db, createBlobStore(storage), {
    organisationId: buyer.organisationId,
    folder: pictures,
    onRefused: (text) => refused.push(text),
  });

async function importFile(text = CATALOGUE, organisationId: number | null = buyer.organisationId): Promise<void> {
  const file = join(folder.path, 'catalogue.csv');
  await writeFile(file, text);
  await importCatalogue(owner.db, { file, organisationId, dryRun: false, strict: true, onEntry: () => {} });
}

async function findProduct(name: string) {
  const { id } = await portal.db.selectFrom('product').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products[0];
}

const picturesByVariant = async (name: string) =>
  Object.fromEntries(((await findProduct(name))?.productAttributeCombinations ?? []).map(({ sku, imageSrc }) => [sku, imageSrc]));

beforeAll(async () => {
  owner = openDatabase(portal.ownerUrl, { poolSize: 1, statementTimeoutMs: 60_000 });
  buyer = await portal.as('buyer@meridian.example');
  await mkdir(join(pictures, 'quay-cap'), { recursive: true });
  await mkdir(join(pictures, 'quay-hat'), { recursive: true });
  await writeFile(join(pictures, 'navy.JPG'), await aPicture('jpeg', 3000, 1500));
  await writeFile(join(pictures, 'red one.png'), await aPicture('png', 90, 80));
  await writeFile(join(pictures, 'quay-cap', 'front.jpg'), await aPicture('jpeg', 64, 64));
  await writeFile(join(pictures, 'quay-hat', 'front.jpg'), '<svg onload="alert(1)">');
});
afterAll(() => owner.close());

describe('pictures of an imported catalogue', () => {
  it('are drawings, told by the text, until their files are given', async () => {
    await importFile();

    expect((await findProduct('Pier shirt'))?.images.map(({ src }) => src)).toEqual([
      '/garments/shirt.two-chest-pockets/1f2a44-front.svg',
      '/garments/shirt.two-chest-pockets/1f2a44-back.svg',
    ]);
  });

  it('are stored from the folder, and refused where a file is no picture', async () => {
    expect(await importFolder()).toEqual({ named: 5, stored: 3, unchanged: 0, refused: 1, missing: 1 });
    expect(refused).toEqual(['“front.jpg” is not a JPEG, PNG or WebP picture.']);
    expect(await importFolder()).toEqual({ named: 5, stored: 0, unchanged: 3, refused: 1, missing: 1 });
  });

  it('come before drawings, in the colour that is chosen', async () => {
    const product = await findProduct('Pier shirt');
    const [navy, red] = product?.images.map(({ src }) => src) ?? [];

    expect(product?.images.map(({ src, altText }) => [src, altText])).toEqual([
      [expect.stringMatching(/^\/pictures\/[0-9a-f]{40}\.webp$/), 'Pier shirt in navy'],
      [expect.stringMatching(/^\/pictures\/[0-9a-f]{40}\.webp$/), null],
    ]);
    expect(navy).not.toBe(red);
    // The row of the large size names no picture, and that of the stone shirt names one whose file was not given.
    expect(await picturesByVariant('Pier shirt')).toEqual({
      'PIER-N-M': navy,
      'PIER-N-L': navy,
      'PIER-R-M': red,
      'PIER-S-M': navy,
    });
    const drawings = (await findProduct('Pier shirt'))?.attributes[0]?.attributeValues.map(({ drawingSrc }) => drawingSrc);
    expect(drawings).toEqual(expect.arrayContaining([expect.stringMatching(/^\/garments\/shirt.*-front\.svg$/)]));
    expect((await findProduct('Quay hat'))?.images[0]?.src).toMatch(/^\/garments\/cap\//);
  });

  it('are shown in the cart and stay with the order', async () => {
    const src = (await picturesByVariant('Pier shirt'))['PIER-R-M'];
    const { id } = (await findProduct('Pier shirt')) ?? {};
    const item = { productId: id, sku: 'PIER-R-M', quantity: 1 };

    expect((await fillCart(buyer, item)).items.map(({ images }) => images[0]?.src)).toEqual([src]);
    await requestSummary(portal.db, buyer);
    const { orderId } = (await submitOrder(buyer)).body;

    const { body } = await buyer.get<'GET /api/orders/:id'>(`/api/orders/${orderId}`);
    expect(body.orders[0]?.orderItems.map(({ images }) => images[0]?.src)).toEqual([src]);
  });

  it('are served reduced and without metadata, to be kept for a year', async () => {
    const src = (await findProduct('Pier shirt'))?.images[0]?.src ?? '';
    const reply = await portal.app.inject({ url: src });

    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 600 });
  });

  it.each([
    `/pictures/${'0'.repeat(40)}.webp`,
    '/pictures/11111111-2222-3333-4444-555555555555',
    '/pictures/..%2f..%2fetc%2fpasswd',
    `/pictures/${'0'.repeat(40)}.svg`,
  ])('are not found at %s', async (url) => {
    expect((await portal.app.inject({ url })).statusCode).toBe(404);
  });

  it('stay when the same catalogue is imported again, and go with their rows', async () => {
    const before = await picturesByVariant('Pier shirt');
    await importFile();
    expect(await picturesByVariant('Pier shirt')).toEqual(before);

    await importFile(CATALOGUE.replaceAll('https://shop.example/files/red%20one.png', ''), null);

    // A colour without a photograph of its own shows the product's first.
    expect((await picturesByVariant('Pier shirt'))['PIER-R-M']).toBe(before['PIER-N-M']);
    expect((await findProduct('Pier shirt'))?.images).toHaveLength(1);
  });
});
