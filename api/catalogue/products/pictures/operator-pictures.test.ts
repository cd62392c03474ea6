import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBlobStore, pathOfKey } from '#api/platform/files/blob-store.ts';
import { fillCart } from '#api/testing/builders.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { useS3Server } from '#api/testing/s3-server.ts';
import { aPicture, MULTIPART_TYPE, multipart, type Upload, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { deleteUnusedPictures } from '../../pictures/stored-pictures.queries.ts';

const folder = useDataFolder();
const storage = { kind: 'disk' as const, folder: join(folder.path, 'store') };
const portal = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: storage } }));
const s3 = useS3Server(join(folder.path, 's3'));
let operator: TestOperatorClient;
let buyer: TestClient;

type Added = ReplyOf<'POST /api/operator/products/:id/pictures'>;
type List = ReplyOf<'PUT /api/operator/products/:id/pictures'>;

beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [1] });
  buyer = await portal.as('buyer@meridian.example');
});

const aProduct = (overrides: CatalogueProductOverrides = {}) => {
  const sku = `q${randomUUID().slice(0, 8)}`;
  return aCatalogueProduct(portal.db, {
    colours: ['Navy#1d2a4d', 'Red#aa1122'],
    sizes: ['S', 'M'],
    ...overrides,
    product: { sku, handle: sku, ...overrides.product },
  });
};
async function upload(path: string, files: readonly Upload[], client: Pick<TestOperatorClient, 'headers'> = operator) {
  const response = await portal.app.inject({
    method: 'POST',
    url: path,
    headers: { ...client.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart(files),
  });
  const body = response.json() as Added & { errors?: Record<string, string[]> };
  return { status: response.statusCode, ...body };
}
const uploadTo = (id: number, files: readonly Upload[], query = '') =>
  upload(`/api/operator/products/${id}/pictures${query}`, files);
const aFile = async (
  name: string,
  format: Parameters<typeof aPicture>[0] = 'jpeg',
  width = 60,
  height = 40,
): Promise<Upload> => ({
  name,
  content: await aPicture(format, width, height),
});
async function change(id: number, body: BodyOf<'PUT /api/operator/products/:id/pictures'>, client = operator) {
  const response = await client.put<'PUT /api/operator/products/:id/pictures'>(`/api/operator/products/${id}/pictures`, body);
  return { status: response.status, list: response.body as List, errors: response.errors };
}
const shown = async (id: number) => {
  const [product] = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products;
  return {
    images: product?.images.map(({ src }) => src) ?? [],
    combinations: Object.fromEntries(
      product?.productAttributeCombinations.map(({ attributeDescription, imageSrc }) => [attributeDescription, imageSrc]) ?? [],
    ),
  };
};
const PHOTOGRAPH = expect.stringMatching(/^\/pictures\/[0-9a-f]{40}\.webp$/);
const isStored = (src: string) => {
  const key = src.slice(10, 50);
  return existsSync(join(storage.folder, pathOfKey(key))) && existsSync(join(storage.folder, pathOfKey(`${key}-160`)));
};
const makeOld = () => sql`update picture set used_at = now() - interval '25 hours'`.execute(portal.db);

describe('pictures that are added to a product', () => {
  it('get colour and side from their names, and customers see each in its colour', async () => {
    const { id, sku, combinations } = await aProduct();
    const navyM = combinations.get('Navy, M')?.sku;
    const { status, results, pictures } = await uploadTo(id, [
      await aFile(`${navyM}_back.jpg`),
      await aFile(`${navyM}_front.png`, 'png', 1600, 900),
    ]);
    expect(status).toBe(200);
    expect(results.map(({ state, value, shows }) => [state, value?.name, shows])).toEqual([
      ['added', 'Navy', 'back'],
      ['added', 'Navy', 'front'],
    ]);
    expect(pictures.map(({ shows, isDrawing }) => [shows, isDrawing])).toEqual([
      ['front', false],
      ['back', false],
    ]);
    const front = pictures[0]?.src;
    expect(await shown(id)).toEqual({
      images: pictures.map(({ src }) => src),
      // Red has no photograph: its drawing, and never that of another colour.
      combinations: {
        'Navy, S': front,
        'Navy, M': front,
        'Red, S': '/garments/polo/aa1122-front.svg',
        'Red, M': '/garments/polo/aa1122-front.svg',
      },
    });
    // Then one for all colours comes.
    const { pictures: more } = await uploadTo(id, [await aFile(`${sku}_3.webp`, 'webp', 30, 30)]);
    expect((await shown(id)).combinations).toMatchObject({ 'Navy, S': front, 'Red, M': more[2]?.src });
    const cart = await fillCart(buyer, { productId: id, sku: combinations.get('Red, S')?.sku ?? '', quantity: 1 });
    expect(cart.items.find(({ productId }) => productId === id)?.images[0]?.src).toBe(more[2]?.src);
    const { body } = await operator.get<'GET /api/operator/products/:id/history'>(`/api/operator/products/${id}/history`);
    expect(body.history.slice(0, 2).map(({ changes }) => changes[0]?.after)).toEqual(['Added 1', 'Added 2']);
  });

  it('are served in three sizes, to be kept for a year', async () => {
    const { id } = await aProduct();
    const { pictures } = await uploadTo(id, [await aFile('wide.jpg', 'jpeg', 2400, 1200)]);
    const src = pictures[0]?.src ?? '';
    const sizes = await Promise.all(
      ['', '-480', '-160'].map(async (size) => {
        const reply = await portal.app.inject({ url: src.replace('.webp', `${size}.webp`) });
        expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        const { format, width } = await sharp(reply.rawPayload).metadata();
        return [format, width];
      }),
    );
    expect(sizes).toEqual([
      ['webp', 1200],
      ['webp', 480],
      ['webp', 160],
    ]);
    expect((await portal.app.inject({ url: src.replace('.webp', '-481.webp') })).statusCode).toBe(404);
  });

  it('are refused one by one with the reason, and the others are added', async () => {
    const { id } = await aProduct();
    const whole = await aPicture('jpeg', 300, 300);
    const { status, results, pictures } = await uploadTo(id, [
      await aFile('wide.png', 'png', 20_000, 10),
      await aFile('moving.gif', 'gif'),
      { name: 'broken.jpg', content: whole.subarray(0, whole.length / 2) },
      { name: 'text.jpg', content: Buffer.from('<svg onload="alert(1)">') },
      { name: 'empty.jpg', content: Buffer.alloc(0) },
      { name: 'large.jpg', content: Buffer.alloc(21 * 1024 * 1024) },
      { name: 'good.jpg', content: whole },
      { name: 'again.jpg', content: whole },
    ]);
    expect(status).toBe(200);
    expect(results.map(({ fileName, state, problem }) => [fileName, state, problem])).toEqual([
      ['wide.png', 'refused', '“wide.png” is 20,000 pixels wide: at most 12,000.'],
      ['moving.gif', 'refused', '“moving.gif” is a GIF. Please save it as JPEG, PNG or WebP.'],
      ['broken.jpg', 'refused', '“broken.jpg” cannot be read. It may be damaged: please open it, save it again and upload it.'],
      ['text.jpg', 'refused', '“text.jpg” is not a JPEG, PNG or WebP picture.'],
      ['empty.jpg', 'refused', '“empty.jpg” is empty.'],
      ['large.jpg', 'refused', '“large.jpg” is larger than 20 MB.'],
      ['good.jpg', 'added', null],
      ['again.jpg', 'present', 'The product has this picture already.'],
    ]);
    expect(pictures).toHaveLength(1);
    // Sending the same file again changes nothing.
    const repeated = await uploadTo(id, [{ name: 'good.jpg', content: whole }]);
    expect([repeated.results[0]?.state, repeated.pictures]).toEqual(['present', pictures]);
  });

  it('show what the query says', async () => {
    const { id, values } = await aProduct();
    const { results, pictures } = await uploadTo(id, [await aFile('a.jpg')], `?valueId=${values.get('Red')}&shows=detail`);
    expect(results[0]).toMatchObject({ state: 'added', value: { name: 'Red' }, shows: 'detail' });
    expect(pictures[0]).toMatchObject({ valueId: values.get('Red'), shows: 'detail' });
    const other = await aProduct();
    const refused = await uploadTo(id, [await aFile('a.jpg')], `?valueId=${other.values.get('Red')}`);
    expect([refused.status, refused.errors]).toEqual([422, { valueId: ['This is no colour of the product.'] }]);
  });

  it('take the right, a product that is seen, and no client of another brand', async () => {
    const shared = await aProduct({ organisationIds: [1, 2] });
    const foreign = await aProduct({ organisationIds: [2] });
    const files = [await aFile('a.jpg')];
    expect((await uploadTo(shared.id, files)).status).toBe(403);
    expect((await uploadTo(foreign.id, files)).status).toBe(404);
    expect((await change(shared.id, { pictures: [] })).status).toBe(403);
    const reader = await portal.asApiKey(['catalogue:read']);
    const own = await aProduct();
    expect((await upload(`/api/operator/products/${own.id}/pictures`, files, reader)).status).toBe(403);
    const key = await portal.asApiKey(['catalogue:write']);
    expect((await upload(`/api/operator/products/${own.id}/pictures`, files, key)).status).toBe(200);
  });
});

describe('pictures that are matched by name', () => {
  it('go to their products, and what matches nothing is said', async () => {
    const [one, two] = [await aProduct(), await aProduct({ organisationIds: [1, 2] })];
    const foreign = await aProduct({ organisationIds: [2] });
    // A name cannot have the slash of the SKU.
    const redSmall = one.combinations.get('Red, S')?.sku.replace('/', '_');
    const names = [`${redSmall}_front.jpg`, `${one.sku}_2.jpg`, `${two.sku}.jpg`, `${foreign.sku}.jpg`, 'IMG_1.jpg'];
    const { body } = await operator.post<'POST /api/operator/products/pictures/matches'>(
      '/api/operator/products/pictures/matches',
      { fileNames: names },
    );
    expect(body.matches.map(({ product, value, shows, number }) => [product?.id, value?.name, shows, number])).toEqual([
      [one.id, 'Red', 'front', null],
      [one.id, undefined, null, 2],
      [two.id, undefined, null, null],
      [undefined, undefined, null, null],
      [undefined, undefined, null, null],
    ]);
    expect(body.matches.map(({ problem }) => problem)).toEqual([
      null,
      null,
      expect.stringContaining('brands that you do not work for'),
      'The name does not begin with a SKU of the catalogue.',
      'The name does not begin with a SKU of the catalogue.',
    ]);
    const { results } = await upload(
      '/api/operator/products/pictures',
      await Promise.all(names.map((name, index) => aFile(name, 'jpeg', 50 + index, 50))),
    );
    expect(results.map(({ state }) => state)).toEqual(['added', 'added', 'refused', 'unmatched', 'unmatched']);
    expect((await shown(one.id)).combinations).toMatchObject({ 'Red, S': PHOTOGRAPH, 'Navy, S': PHOTOGRAPH });
    expect((await shown(two.id)).images).toEqual([expect.stringContaining('/garments/'), expect.stringContaining('/garments/')]);
  });
});

describe('the list of pictures', () => {
  const aPictured = async () => {
    const product = await aProduct();
    await uploadTo(product.id, [await aFile('navy.jpg'), await aFile('red.jpg', 'jpeg', 70), await aFile('c.jpg', 'jpeg', 80)]);
    const { body } = await operator.get<'GET /api/operator/products/:id'>(`/api/operator/products/${product.id}`);
    return { ...product, version: body.product.version, images: body.product.images };
  };

  it('is sorted, described, and shown to customers at once', async () => {
    const { id, version, images, values } = await aPictured();
    const [a, b, c] = images;
    const { status, list } = await change(id, {
      version,
      pictures: [
        { id: c?.id, altText: ' Seen from behind ', shows: 'back', valueId: values.get('Red') },
        { id: a?.id },
        { id: b?.id, valueId: null },
      ],
    });
    expect(status).toBe(200);
    expect(list.pictures.map(({ id: each, altText, shows }) => [each, altText, shows])).toEqual([
      [c?.id, 'Seen from behind', 'back'],
      [a?.id, null, null],
      [b?.id, null, null],
    ]);
    const now = await shown(id);
    expect(now.images).toEqual([c?.src, a?.src, b?.src]);
    expect(now.combinations).toMatchObject({ 'Red, S': c?.src, 'Navy, S': a?.src });
    const stale = await change(id, { version, pictures: [] });
    expect([stale.status, Object.keys(stale.errors)]).toEqual([409, ['product']]);
  });

  it('loses a picture, which can be put back, and whose file goes a day later', async () => {
    const { id, version, images } = await aPictured();
    const [a, b, c] = images;
    const removed = await change(id, { version, pictures: [{ id: a?.id }, { id: c?.id }] });
    expect(removed.list.pictures).toHaveLength(2);
    const back = await change(id, {
      version: removed.list.version,
      pictures: [{ id: a?.id }, { src: b?.src, valueId: b?.valueId ?? null }, { id: c?.id }],
    });
    expect(back.list.pictures.map(({ src }) => src)).toEqual(images.map(({ src }) => src));
    const none = await change(id, { version: back.list.version, pictures: [{ id: c?.id }] });
    const blobs = createBlobStore(storage);
    await deleteUnusedPictures({ db: portal.db, blobs });
    expect(isStored(b?.src ?? '')).toBe(true);
    await makeOld();
    await deleteUnusedPictures({ db: portal.db, blobs });
    expect([isStored(b?.src ?? ''), isStored(c?.src ?? '')]).toEqual([false, true]);
    const late = await change(id, { version: none.list.version, pictures: [{ id: c?.id }, { src: b?.src }] });
    expect([late.status, Object.keys(late.errors)]).toEqual([422, ['pictures']]);
    expect((await portal.app.inject({ url: b?.src ?? '' })).statusCode).toBe(404);
  });

  it('keeps the file of a picture that an order line shows', async () => {
    const { id, version, images } = await aPictured();
    await change(id, { version, pictures: [] });
    await sql`
      update order_line set image_src = ${images[0]?.src} where (organisation_id, id) in (select organisation_id, id from order_line order by id limit 1)`.execute(
      portal.db,
    );
    await makeOld();
    await deleteUnusedPictures({ db: portal.db, blobs: createBlobStore(storage) });
    expect([isStored(images[0]?.src ?? ''), isStored(images[1]?.src ?? '')]).toEqual([true, false]);
  });

  it('refuses pictures and colours of other products', async () => {
    const [one, two] = [await aPictured(), await aPictured()];
    const { status, errors } = await change(one.id, {
      version: one.version,
      pictures: [
        { id: two.images[0]?.id },
        { id: one.images[0]?.id, valueId: two.values.get('Red') },
        { src: '/garments/polo/112233-front.svg' },
      ],
    });
    expect([status, Object.keys(errors)]).toEqual([422, ['pictures[0].id', 'pictures[1].valueId', 'pictures[2].src']]);
  });
});

describe('pictures in an S3 bucket', () => {
  const other = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: s3.storage } }));

  it('are stored, served and deleted', async () => {
    const client = await other.asOperator({ brandIds: [1] });
    const { id } = await aCatalogueProduct(other.db);
    const response = await other.app.inject({
      method: 'POST',
      url: `/api/operator/products/${id}/pictures`,
      headers: { ...client.headers, 'content-type': MULTIPART_TYPE },
      payload: multipart([await aFile('s3.jpg', 'jpeg', 640, 500)]),
    });
    const { pictures } = response.json() as Added;
    const url = pictures[0]?.src ?? '';
    const reply = await other.app.inject({ url: url.replace('.webp', '-480.webp') });
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(480);
    await client.put(`/api/operator/products/${id}/pictures`, { pictures: [] });
    await sql`update picture set used_at = now() - interval '25 hours'`.execute(other.db);
    await deleteUnusedPictures({ db: other.db, blobs: createBlobStore(s3.storage) });
    expect((await other.app.inject({ url })).statusCode).toBe(404);
  });
});
