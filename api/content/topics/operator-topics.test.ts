import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteUnusedPictures } from '#api/catalogue/pictures/stored-pictures.queries.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aPicture, MULTIPART_TYPE, multipart, type Upload, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

const folder = useDataFolder();
const storage = { kind: 'disk' as const, folder: join(folder.path, 'store') };
const portal = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: storage } }));
const [MERIDIAN, HALLAM, CORVANE] = [1, 2, 3];
const [SUNDIAL, ALDER] = [1, 2];
let operator: TestOperatorClient;
let ofSundial: TestOperatorClient;
let buyer: TestClient;

beforeAll(async () => {
  operator = await portal.asOperator();
  ofSundial = await portal.asOperator({ brandIds: [SUNDIAL] });
  buyer = await portal.as('buyer@meridian.example');
});

type Input = Partial<BodyOf<'PUT /api/operator/topics/:id'>>;
const aTitle = () => `Notice ${randomUUID().slice(0, 8)}`;
const post = (input: Input, client = operator) =>
  client.post<'POST /api/operator/topics'>('/api/operator/topics', {
    title: aTitle(),
    body: '<p>Text</p>',
    portalLocation: 'home',
    organisationIds: [MERIDIAN],
    ...input,
  });
const add = async (input: Input = {}, client = operator) => {
  const { status, body, errors } = await post(input, client);
  expect([status, errors]).toEqual([200, {}]);
  return body.topic;
};
const put = (id: number, input: Input, client = operator) =>
  client.put<'PUT /api/operator/topics/:id'>(`/api/operator/topics/${id}`, input);
const read = (id: number, client = operator) => client.get<'GET /api/operator/topics/:id'>(`/api/operator/topics/${id}`);
const list = async (query: string, client = operator) =>
  (await client.get<'GET /api/operator/topics'>(`/api/operator/topics?${query}`)).body;
const isShown = async (id: number) => (await buyer.get(`/api/topics/${id}`)).status === 200;

describe('keeping a topic', () => {
  it('adds a draft, publishes it, and says what was left out', async () => {
    const { body } = await post({
      title: 'Deliveries at Christmas',
      body: '<h1>Dates</h1><p style="color:red">Last day: <a href="javascript:alert(1)">23 December</a></p><script>x</script>',
    });
    expect(body.leftOut).toEqual([
      'Scripts were left out.',
      'Fonts, colours and sizes were left out. The text is shown in the look of the portal.',
    ]);
    expect(body.topic).toMatchObject({
      title: 'Deliveries at Christmas',
      systemName: 'deliveries-at-christmas',
      seName: 'deliveries-at-christmas',
      body: '<h2>Dates</h2><p>Last day: 23 December</p>',
      isPublished: false,
      audience: 'Meridian Resorts',
      refusal: null,
    });
    expect(await isShown(body.topic.id)).toBe(false);
    await put(body.topic.id, { isPublished: true });
    expect(await isShown(body.topic.id)).toBe(true);
    expect((await post({ title: 'Deliveries at Christmas' })).body.topic.systemName).toBe('deliveries-at-christmas-2');
  });

  it('refuses what cannot be, in words', async () => {
    const refusal = async (input: Input) => {
      const { status, errors } = await post(input);
      return [status, errors];
    };
    expect(await refusal({ body: `<p>${'Long text. '.repeat(18_200)}</p>` })).toEqual([
      422,
      { body: ['The text has 201 KB. A topic can have 100 KB at most: please shorten it, or publish it as a document.'] },
    ]);
    expect((await refusal({ body: 'x'.repeat(500_001) }))[0]).toBe(422);
    expect(await refusal({ body: '<b>'.repeat(30_000) })).toEqual([
      422,
      { body: ['The text has too much formatting to be read. Please paste it without formatting.'] },
    ]);
    expect(await refusal({ organisationIds: [] })).toEqual([422, { organisationIds: ['Choose at least one brand or client.'] }]);
    expect(await refusal({ portalLocation: 'login' })).toMatchObject([422, { organisationIds: [expect.any(String)] }]);
    expect(await refusal({ portalLocation: 'login', organisationIds: [], brandIds: [SUNDIAL], roleIds: [33] })).toMatchObject([
      422,
      { roleIds: [expect.any(String)] },
    ]);
    expect(await refusal({ portalLocation: null, isPublished: true })).toMatchObject([
      422,
      { portalLocation: ['Please choose a place, or the information menu.'] },
    ]);
    expect(await refusal({ title: null, body: '<script>x</script>', isPublished: true })).toMatchObject([
      422,
      { body: [expect.any(String)] },
    ]);
    expect(await refusal({ portalLocation: 'nowhere' as never })).toMatchObject([422, { portalLocation: [expect.any(String)] }]);
    expect(await refusal({ fromDate: '2026-12-02', untilDate: '2026-12-01' })).toMatchObject([
      422,
      { untilDate: [expect.any(String)] },
    ]);
    const { systemName } = await add({ systemName: 'Twice' });
    expect(systemName).toBe('Twice');
    expect(await refusal({ systemName: 'tWICE' })).toEqual([
      422,
      { systemName: ['Another topic has this system name. Please choose another one.'] },
    ]);
  });

  it('reduces what was pasted from a word processor, however long its formatting is', async () => {
    const style = `<style>${'p.MsoNormal {mso-style-name:Normal; font-size:11.0pt} '.repeat(4000)}</style>`;
    const item = (text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='font-family:Symbol'>·<span>&nbsp;&nbsp; </span></span>${text}<o:p></o:p></p>`;
    const { status, body } = await post({
      body: `<html><head>${style}<!--[if gte mso 9]><xml><o:x>1</o:x></xml><![endif]--></head><body lang=EN-GB><p class=MsoNormal>Please bring:<o:p></o:p></p>${item('your old jacket')}${item('a form')}</body></html>`,
    });
    expect(status).toBe(200);
    expect(body.topic.body?.replaceAll(/\s+</g, '<')).toBe(
      '<p>Please bring:</p><ul><li>your old jacket</li><li>a form</li></ul>',
    );
  });

  it('refuses the second of two editors, and says nothing was saved', async () => {
    const { id, version } = await add();
    expect((await put(id, { title: 'First', version })).status).toBe(200);
    const second = await put(id, { title: 'Second', version });
    expect([second.status, second.errors]).toEqual([
      409,
      {
        topic: [
          'Title: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
          'Title is now “First”.',
        ],
      },
    ]);
    expect((await read(id)).body.topic.title).toBe('First');
    const together = await Promise.all([
      put(id, { title: 'A', version: version + 1 }),
      put(id, { title: 'B', version: version + 1 }),
    ]);
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('shows what would be kept of a text, and saves nothing', async () => {
    const { body } = await operator.post<'POST /api/operator/topics/preview'>('/api/operator/topics/preview', {
      body: '<h1>Hi</h1><iframe></iframe>',
    });
    expect(body).toEqual({ body: '<h2>Hi</h2>', leftOut: ['Embedded pages, videos and sounds were left out.'] });
  });

  it('adds it once when the request is repeated', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { title: aTitle(), portalLocation: 'home', organisationIds: [MERIDIAN] };
    const [first, second] = [
      await operator.post<'POST /api/operator/topics'>('/api/operator/topics', body, key),
      await operator.post<'POST /api/operator/topics'>('/api/operator/topics', body, key),
    ];
    expect(second.body.topic.id).toBe(first.body.topic.id);
  });

  it('deletes it, and puts it back as it was', async () => {
    const { id } = await add({ isPublished: true });
    expect((await operator.delete<'DELETE /api/operator/topics/:id'>(`/api/operator/topics/${id}`)).status).toBe(200);
    expect([await isShown(id), (await read(id)).status, (await operator.delete(`/api/operator/topics/${id}`)).status]).toEqual([
      false,
      404,
      404,
    ]);
    const restored = await operator.post<'POST /api/operator/topics/:id/restore'>(`/api/operator/topics/${id}/restore`);
    expect([restored.status, restored.body.topic.isPublished, await isShown(id)]).toEqual([200, true, true]);
    expect((await operator.post(`/api/operator/topics/${id}/restore`)).status).toBe(200);
  });

  it('is recorded, with what it was before', async () => {
    const { id } = await add({ title: 'Before', body: '<p>Old &amp; tried</p>' });
    await put(id, { title: 'After', body: '<p>New</p>', organisationIds: [MERIDIAN, CORVANE] });
    await put(id, { title: 'After' });
    await operator.delete(`/api/operator/topics/${id}`);
    await operator.post(`/api/operator/topics/${id}/restore`);
    const { body } = await operator.get<'GET /api/operator/topics/:id/history'>(`/api/operator/topics/${id}/history`);
    expect(body.history.map(({ what }) => what)).toEqual([
      'Put the topic back',
      'Deleted the topic',
      'Changed the topic',
      'Added the topic',
    ]);
    expect(body.history[2]?.changes.toSorted((x, y) => x.field.localeCompare(y.field))).toEqual([
      { field: 'Clients', before: 'Meridian Resorts', after: 'Meridian Resorts, Corvane Rail' },
      { field: 'Text', before: 'Old & tried', after: 'New' },
      { field: 'Title', before: 'Before', after: 'After' },
    ]);
  });
});

describe('the list of topics', () => {
  it('can be narrowed by place, client, brand, draft and words', async () => {
    const word = randomUUID().slice(0, 8);
    const { id: cart } = await add({ title: `Cart ${word}`, portalLocation: 'cart', isPublished: true });
    const { id: menu } = await add({ title: `Menu ${word}`, portalLocation: null, includeInInformationMenu: true });
    const { id: brand } = await add({ title: `Brand ${word}`, organisationIds: [], brandIds: [ALDER] });
    const ids = async (query: string) =>
      (await list(`searchTerm=${word}&limit=50${query}`)).topics.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await ids('')).toEqual([cart, menu, brand].toSorted());
    expect(await ids('&location=cart')).toEqual([cart]);
    expect(await ids('&location=none')).toEqual([menu]);
    expect(await ids('&isPublished=true')).toEqual([cart]);
    expect(await ids('&isPublished=false')).toEqual([menu, brand].toSorted());
    expect(await ids(`&organisationId=${MERIDIAN}`)).toEqual([cart, menu].toSorted());
    expect(await ids(`&brandId=${ALDER}`)).toContain(brand);
    const page = await list(`searchTerm=${word}&limit=2&page=1`);
    expect([page.topics.length, page.totalCount]).toEqual([1, 3]);
    expect(page.topics.every((topic) => !('body' in topic))).toBe(true);
    expect((await list('searchTerm=%25%5F%5C')).totalCount).toBe(0);
  });

  it('can be put in order', async () => {
    const topics = [
      await add({ portalLocation: 'help' }),
      await add({ portalLocation: 'help' }),
      await add({ portalLocation: 'help' }),
    ];
    const [a, b, c] = topics.map(({ id }) => id) as [number, number, number];
    const order = (ids: number[], location: string | null = 'help') =>
      operator.put<'PUT /api/operator/topics/order'>('/api/operator/topics/order', { location, ids });
    expect((await order([c, a, b])).body.topics.map(({ id }) => id)).toEqual([c, a, b]);
    const shown = (await list('location=help&limit=250')).topics.map(({ id }) => id).filter((id) => [a, b, c].includes(id));
    expect(shown).toEqual([c, a, b]);
    expect((await order([a, b], 'cart')).status).toBe(422);
    expect((await order([a, a])).status).toBe(422);
    expect((await order([a, 99_999_999])).status).toBe(404);
  });

  it('is copied as drafts, one for each client and brand', async () => {
    const source = await add({
      title: aTitle(),
      isPublished: true,
      roleIds: [33],
      body: '<p>Copy me</p>',
      fromDate: '2026-12-01',
    });
    const copy = (body: object) =>
      operator.post<'POST /api/operator/topics/:id/copies'>(`/api/operator/topics/${source.id}/copies`, body);
    const { status, body } = await copy({ organisationIds: [HALLAM, CORVANE], brandIds: [ALDER] });
    expect(status).toBe(200);
    expect(body.topics).toMatchObject([
      { brandIds: [ALDER], organisationIds: [], isPublished: false, systemName: `${source.systemName}-2` },
      { brandIds: [], organisationIds: [HALLAM], isPublished: false, roleIds: [33], fromDate: '2026-12-01' },
      { brandIds: [], organisationIds: [CORVANE], title: source.title },
    ]);
    expect((await read(body.topics[1]?.id ?? 0)).body.topic.body).toBe('<p>Copy me</p>');
    expect((await copy({})).status).toBe(422);
    expect((await copy({ organisationIds: [99_999_999] })).status).toBe(422);
  });
});

describe('an operator of one brand', () => {
  it('sees what is for it, and changes only what is for no other', async () => {
    const own = await add({});
    const shared = await add({ organisationIds: [MERIDIAN, HALLAM] });
    const foreign = await add({ organisationIds: [HALLAM] });
    expect((await read(own.id, ofSundial)).body.topic.refusal).toBeNull();
    expect((await put(own.id, { title: 'Changed' }, ofSundial)).status).toBe(200);
    const seen = await read(shared.id, ofSundial);
    expect(seen.body.topic).toMatchObject({
      organisationIds: [MERIDIAN],
      audience: 'Meridian Resorts',
      refusal: expect.any(String),
    });
    expect((await put(shared.id, { title: 'Changed' }, ofSundial)).status).toBe(403);
    expect((await ofSundial.delete(`/api/operator/topics/${shared.id}`)).status).toBe(403);
    expect((await ofSundial.put('/api/operator/topics/order', { location: 'home', ids: [shared.id] })).status).toBe(403);
    for (const path of ['', '/history'])
      expect((await ofSundial.get(`/api/operator/topics/${foreign.id}${path}`)).status).toBe(404);
    expect((await put(foreign.id, { title: 'Changed' }, ofSundial)).status).toBe(404);
    expect((await ofSundial.delete(`/api/operator/topics/${foreign.id}`)).status).toBe(404);
    await operator.delete(`/api/operator/topics/${foreign.id}`);
    expect((await ofSundial.post(`/api/operator/topics/${foreign.id}/restore`)).status).toBe(404);
    expect((await ofSundial.post(`/api/operator/topics/${shared.id}/copies`, { organisationIds: [MERIDIAN] })).status).toBe(200);
    expect((await post({ organisationIds: [HALLAM] }, ofSundial)).status).toBe(422);
    const found = (await list('limit=250', ofSundial)).topics.map(({ id }) => id);
    expect([found.includes(own.id), found.includes(shared.id), found.includes(foreign.id)]).toEqual([true, true, false]);
  });

  it('chooses from the brands, clients, roles and groups that are theirs', async () => {
    const { body } = await ofSundial.get<'GET /api/operator/content/audiences'>('/api/operator/content/audiences');
    expect(body.brands.map(({ id }) => id)).toEqual([SUNDIAL]);
    expect(body.brands[0]?.organisations.find(({ id }) => id === MERIDIAN)?.groups.length).toBeGreaterThan(0);
    expect(body.roles.map(({ id }) => id)).toEqual(expect.arrayContaining([33, 34, 35, 36]));
    const all = await operator.get<'GET /api/operator/content/audiences'>('/api/operator/content/audiences');
    expect(all.body.brands.length).toBe(3);
  });

  it('needs the right to keep content, and neither customers nor other keys have it', async () => {
    const other = await portal.asOperator({ rights: ['warehouse'] });
    expect((await other.get('/api/operator/topics')).status).toBe(403);
    expect((await buyer.get('/api/operator/topics')).status).toBe(401);
  });
});

describe('pictures of topics', () => {
  const upload = async (files: readonly Upload[]) => {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/operator/content/pictures',
      headers: { ...operator.headers, 'content-type': MULTIPART_TYPE },
      payload: multipart(files),
    });
    return (response.json() as ReplyOf<'POST /api/operator/content/pictures'>).results;
  };
  const get = (url: string) => portal.app.inject({ method: 'GET', url });
  const makeOld = () => sql`update picture set used_at = now() - interval '25 hours'`.execute(portal.db);
  const clean = () => deleteUnusedPictures({ db: portal.db, blobs: createBlobStore(storage) });

  it('are uploaded, shown without a token, and kept as long as something shows them', async () => {
    const [used, unused, bad] = await upload([
      { name: 'shop.png', content: await aPicture('png', 80, 60) },
      { name: 'other.png', content: await aPicture('png', 81, 60) },
      { name: 'drawing.svg', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') },
    ]);
    expect(used).toEqual({ fileName: 'shop.png', src: expect.stringMatching(/^\/pictures\/[0-9a-f]{40}\.webp$/), problem: null });
    expect(bad).toMatchObject({ src: null, problem: '“drawing.svg” is not a JPEG, PNG or WebP picture.' });
    const { id } = await add({ body: `<p><img src="${used?.src}" alt="The shop" onload="alert(1)"></p>` });
    const { body } = (await read(id)).body.topic;
    expect(body).toBe(`<p><img src="${used?.src}" alt="The shop" loading="lazy" /></p>`);
    const shown = await get(used?.src ?? '');
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['content-security-policy']]).toEqual([
      200,
      'image/webp',
      "default-src 'none'; sandbox",
    ]);
    await makeOld();
    await clean();
    expect([(await get(used?.src ?? '')).statusCode, (await get(unused?.src ?? '')).statusCode]).toEqual([200, 404]);
    await operator.delete(`/api/operator/topics/${id}`);
    await makeOld();
    await clean();
    expect((await get(used?.src ?? '')).statusCode).toBe(200);
    await operator.post(`/api/operator/topics/${id}/restore`);
    await put(id, { body: '<p>No picture</p>' });
    await clean();
    expect((await get(used?.src ?? '')).statusCode).toBe(200);
    await makeOld();
    await clean();
    expect((await get(used?.src ?? '')).statusCode).toBe(404);
    expect(await put(id, { body: `<p><img src="${used?.src}" alt=""></p>` })).toMatchObject({
      status: 422,
      errors: { body: ['A picture in the text is not stored, or is no longer stored. Please remove it and upload it again.'] },
    });
  });
});
