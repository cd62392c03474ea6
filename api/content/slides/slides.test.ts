import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteUnusedPictures } from '#api/catalogue/pictures/stored-pictures.queries.ts';
import { createBlobStore, pathOfKey } from '#api/platform/files/blob-store.ts';
import { placeCut } from '#api/platform/files/reencode-image.ts';
import { type TestClient, type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { aPicture, MULTIPART_TYPE, multipart, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const folder = useDataFolder();
const storage = { kind: 'disk' as const, folder: join(folder.path, 'store') };
const portal = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: storage } }));
const [SUNDIAL] = [1];
const [MERIDIAN, HALLAM] = [1, 2];
const PATH = '/api/operator/slides';
let operator: TestOperatorClient;
let staff: TestClient;
let hallam: TestClient;
let src: string;

beforeAll(async () => {
  operator = await portal.asOperator();
  staff = await portal.as('staff@meridian.example');
  hallam = await portal.as('staff@hallam.example');
  src = (await upload(await aPicture('jpeg', 1000, 700))).src;
});

async function upload(content: Buffer | string, { query = '', name = 'slide.jpg', client = operator } = {}) {
  const response = await portal.app.inject({
    method: 'POST',
    url: `/api/operator/slides/pictures?${query}`,
    headers: { ...client.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart([{ name, content: Buffer.from(content) }]),
  });
  const body = response.json() as { src: string; errors?: Record<string, string[]> };
  return { status: response.statusCode, ...body };
}
const send = (input: Partial<BodyOf<'POST /api/operator/slides'>> = {}, client = operator) =>
  client.post<'POST /api/operator/slides'>(PATH, {
    ...{ src, text: 'The new suit', link: '/index/products', altText: 'Navy jacket' },
    ...{ organisationIds: [MERIDIAN], isPublished: true },
    ...input,
  });
async function add(input: Partial<BodyOf<'POST /api/operator/slides'>> = {}) {
  const { status, body, errors } = await send(input);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return body.slide;
}
const shown = async (client: TestClient) =>
  (await client.get<'GET /api/organisations/slider'>('/api/organisations/slider')).body.sliderImages;
const contentOf = async (address: string) =>
  sharp((await portal.app.inject({ url: address, headers: { host: 'localhost' } })).rawPayload);

describe('the slides of Home', () => {
  it('are those of the demonstration, in their order, with the fields of the wire alone', async () => {
    const images = await shown(staff);

    expect(images.map(({ text }) => text)).toEqual([
      'The new front desk suit is here: washable, in three lengths',
      'Winter layers for grounds and poolside',
      'Chef jackets that stay cool at the pass',
    ]);
    expect(Object.keys(images[0] ?? {})).toEqual(['id', 'src', 'text', 'link', 'altText', 'displayOrder']);
    expect((await shown(hallam)).filter(({ id }) => images.some((image) => image.id === id))).toEqual([]);
  });

  it('are the first five, in the order that an operator gives them', async () => {
    const made = [];
    for (let index = 0; index < 4; index += 1) made.push(await add({ text: `Slide ${index}`, displayOrder: 20 + index }));
    expect(await shown(staff)).toHaveLength(5);

    const order = [made[3], made[0]].map((slide) => slide?.id as number);
    expect((await operator.put<'PUT /api/operator/slides/order'>(`${PATH}/order`, { slideIds: order })).status).toBe(200);
    const [first, second] = (await shown(staff)).filter(({ id }) => order.includes(id));
    expect([first?.id, second?.id]).toEqual(order);
    expect((await operator.put(`${PATH}/order`, { slideIds: [...order, 999_999] })).status).toBe(404);
  });

  it('are put in order only by operators of all brands that see them', async () => {
    const sundial = await portal.asOperator({ brandIds: [SUNDIAL] });
    const shared = await add({ organisationIds: [MERIDIAN, HALLAM], displayOrder: 90 });

    expect((await sundial.put(`${PATH}/order`, { slideIds: [shared.id] })).status).toBe(403);
    const foreign = await add({ organisationIds: [HALLAM] });
    expect((await sundial.put(`${PATH}/order`, { slideIds: [foreign.id] })).status).toBe(404);
  });
});

describe('a slide', () => {
  it('needs an alternative text, a picture that was uploaded, and a link that is safe', async () => {
    const refusals = [
      [{ altText: '' }, 'altText'],
      [{ altText: '\u200b' }, 'altText'],
      [{ src: 'data:image/png;base64,AAAA' }, 'src'],
      [{ src: 'https://evil.example/x.png' }, 'src'],
      [{ src: `/pictures/${'0'.repeat(40)}.webp` }, 'src'],
      [{ src: src.replace('.webp', '-480.webp') }, 'src'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ link: '//evil.example' }, 'link'],
      [{ text: 'x'.repeat(121) }, 'text'],
    ] as const;
    for (const [input, field] of refusals) {
      const { status, errors } = await send(input);
      expect([input, status, Object.keys(errors)]).toEqual([input, 422, [field]]);
    }
  });

  it('is changed, deleted, put back and copied like an announcement', async () => {
    const slide = await add({ displayOrder: 90 });
    const change = (body: object) => operator.put<'PUT /api/operator/slides/:id'>(`${PATH}/${slide.id}`, body);
    const { body } = await change({ text: '', link: 'https://supplier.example/', version: slide.version });
    expect(body.slide).toMatchObject({ text: null, link: 'https://supplier.example/', altText: 'Navy jacket', src, version: 2 });
    expect(toRefusal(await change({ text: 'x', version: slide.version }))).toEqual([
      409,
      { slide: [expect.stringMatching(/^Text: someone else/), 'Text is now empty.'] },
    ]);

    await operator.delete<'DELETE /api/operator/slides/:id'>(`${PATH}/${slide.id}`);
    expect((await operator.get<'GET /api/operator/slides/:id'>(`${PATH}/${slide.id}`)).status).toBe(404);
    await operator.post<'POST /api/operator/slides/:id/restore'>(`${PATH}/${slide.id}/restore`);
    const list = await operator.get<'GET /api/operator/slides'>(`${PATH}?organisationId=${MERIDIAN}&limit=100`);
    expect(list.body.slides.map(({ id }) => id)).toContain(slide.id);
    const copies = await operator.post<'POST /api/operator/slides/:id/copies'>(`${PATH}/${slide.id}/copies`, {
      organisationIds: [HALLAM],
    });
    expect(copies.body.slides).toMatchObject([{ src, audience: 'Hallam Hotels', isPublished: false }]);
  });
});

describe('a picture that is uploaded', () => {
  it('is cut to the part that was chosen, in the ratio of the frame', async () => {
    // The left half is red, the right half blue.
    const halves = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#ff0000' } })
      .composite([{ input: { create: { width: 1000, height: 1000, channels: 3, background: '#0000ff' } }, left: 1000, top: 0 }])
      .png()
      .toBuffer();
    const { status, src: address } = await upload(halves, { query: 'left=0.5&top=0.25&width=0.5&height=0.5' });
    expect(status).toBe(200);
    const { dominant } = await (await contentOf(address)).stats();
    const { width, height } = await (await contentOf(address)).metadata();

    expect([width, height]).toEqual([1000, 500]);
    expect([dominant.r < 30, dominant.b > 200]).toEqual([true, true]);
  });

  it('is turned upright before it is cut', async () => {
    const portrait = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#00ff00' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { src: address } = await upload(portrait);
    const { width, height } = await (await contentOf(address)).metadata();

    expect([width, height]).toEqual([800, 400]);
  });

  it('is refused where it is none, empty, too small or too large', async () => {
    const huge = await sharp({ create: { width: 12_001, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>';
    const cases: [string, Buffer | string, string?][] = [
      ['not a JPEG', 'no picture'],
      ['not a JPEG', svg],
      ['is empty', ''],
      ['pixels wide', huge],
      ['too small', await aPicture('png', 400, 300)],
      ['too small', await aPicture('png', 1000, 1000), 'left=0.9&top=0&width=0.1&height=0.1'],
    ];
    for (const [reason, content, query] of cases) {
      const { status, errors } = await upload(content, { query: query ?? '' });
      expect([reason, status, errors?.file?.[0]]).toEqual([reason, 422, expect.stringContaining(reason)]);
    }
    expect((await upload(await aPicture('png', 900, 900), { query: 'left=2' })).status).toBe(400);
  });

  it('is stored while a slide shows it, and for a day otherwise', async () => {
    const lost = (await upload(await aPicture('png', 901, 900))).src;
    const used = (await upload(await aPicture('png', 902, 900))).src;
    await add({ src: used, displayOrder: 90 });
    await sql`update picture set used_at = now() - interval '25 hours'`.execute(portal.db);
    await deleteUnusedPictures({ db: portal.db, blobs: createBlobStore(storage) });
    const isStored = (address: string) => existsSync(join(storage.folder, pathOfKey(address.slice(10, 50))));

    expect([isStored(lost), isStored(used)]).toEqual([false, true]);
    expect((await send({ src: lost })).status).toBe(422);
  });
});

it.each([
  [
    { left: 0, top: 0, width: 1, height: 1 },
    { left: 0, top: 250, width: 1000, height: 500 },
  ],
  [
    { left: 0.5, top: 0.5, width: 0.5, height: 0.25 },
    { left: 500, top: 500, width: 500, height: 250 },
  ],
  [
    { left: 1, top: 1, width: 1, height: 1 },
    { left: 999, top: 999, width: 1, height: 1 },
  ],
  [
    { left: 0.9, top: 0.9, width: 1, height: 1 },
    { left: 900, top: 925, width: 100, height: 50 },
  ],
])('the part %j of a square of 1,000 pixels is %j', (part, pixels) => {
  expect(placeCut({ width: 1000, height: 1000 }, { ...part, ratio: 2 })).toEqual(pixels);
});
