import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aPdf, MULTIPART_TYPE, multipart, type Upload, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

const folder = useDataFolder();
const storage = { kind: 'disk', folder: `${folder.path}/files` } as const;
const portal = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: storage } }));
const PATH = '/api/customisationlogos';
/** Meridian's id. */
const MERIDIAN = 1;
const OPERATOR_PATH = `/api/operator/organisations/${MERIDIAN}/logos`;

type Logo = ReplyOf<'POST /api/customisationlogo'>['logo'];
type OperatorLogo = ReplyOf<'POST /api/operator/organisations/:id/logos'>['logo'];

let admin: TestClient;
let operator: TestOperatorClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  operator = await portal.asOperator();
});

const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${content}</svg>`);
const CIRCLE = svg('<circle cx="25" cy="25" r="20" fill="#008000"/>');

async function send(client: Pick<TestClient, 'headers'>, url: string, file: Upload, fields: Record<string, string> = {}) {
  const response = await portal.app.inject({
    method: 'POST',
    url,
    headers: { ...client.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart([file], fields),
  });
  const json = response.json() as { logo?: unknown; errors?: Record<string, string[]> };
  return { status: response.statusCode, logo: json.logo as Logo, errors: json.errors ?? {} };
}
const upload = (file: Upload, fields?: Record<string, string>, client: Pick<TestClient, 'headers'> = admin) =>
  send(client, '/api/customisationlogo', file, fields);
const list = async (client = admin) => (await client.get<'GET /api/customisationlogos'>(PATH)).body.logos;
const open = (url: string) => portal.app.inject({ method: 'GET', url, headers: { host: 'localhost' } });

describe('POST /api/customisationlogo', () => {
  it('draws an SVG, whose picture anyone with its address sees, and which is never served itself', async () => {
    const { status, logo } = await upload({ name: 'Blue_whale-crest.svg', content: CIRCLE });
    expect(status).toBe(200);
    expect(logo).toMatchObject({
      name: 'Blue whale crest',
      widthPx: 800,
      heightPx: 800,
      status: 'awaitingProof',
      designCount: 0,
      orderCount: 0,
      version: 1,
    });
    const picture = await open(logo.src);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
      'content-disposition': expect.stringMatching(/^attachment/),
    });
    const { info } = await sharp(picture.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 800, height: 800, channels: 4 });
    // The original has a key too, under which nothing is served.
    const keys = await sql<{ storage_key: string }>`
      select storage_key from stored_file where purpose = 'production' order by id desc limit 1`.execute(portal.db);
    expect((await open(`${PATH}/pictures/${keys.rows[0]?.storage_key}`)).statusCode).toBe(404);
    expect((await portal.anonymous().get<'GET /api/customisationlogos/pictures/:key'>(`${PATH}/pictures/7`)).status).toBe(400);
  });

  it('re-encodes a PNG, keeps its transparency and cuts off its margins', async () => {
    const inner = await sharp({ create: { width: 30, height: 10, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } })
      .png()
      .toBuffer();
    const png = await sharp({ create: { width: 60, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .composite([{ input: inner }])
      .png()
      .toBuffer();
    const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
    const { logo } = await upload({ name: 'x.png', content: polyglot }, { name: '  Crest \u202eon\u0007 navy ' });
    expect(logo).toMatchObject({ name: 'Crest on navy', widthPx: 30, heightPx: 10 });
    const { rawPayload } = await open(logo.src);
    expect(rawPayload.includes('script')).toBe(false);
    expect((await sharp(rawPayload).stats()).isOpaque).toBe(false);
  });

  it('takes 1 to 20,000 pixels', async () => {
    const wide = (width: number) =>
      sharp({ create: { width, height: 1, channels: 3, background: '#f00' } })
        .png()
        .toBuffer();
    expect((await upload({ name: 'x.png', content: await wide(1) })).logo).toMatchObject({ widthPx: 1, heightPx: 1 });
    expect((await upload({ name: 'x.png', content: await wide(20_000) })).logo).toMatchObject({ widthPx: 2000, heightPx: 1 });
    expect(await upload({ name: 'x.png', content: await wide(20_001) })).toMatchObject({ status: 422 });
  });

  it('refuses what is no logo with a sentence, and keeps nothing of it', async () => {
    const count = async () =>
      (await sql<{ files: number }>`select count(*)::int as files from stored_file`.execute(portal.db)).rows[0]?.files;
    const before = [await count(), (await list()).length];
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const refused: [string, Buffer, number, RegExp][] = [
      ['a.svg', svg('<script>alert(1)</script>'), 415, /“a\.svg” contains a script.+plain SVG/],
      ['a.png', svg('<text>x</text>'), 415, /convert texts to paths/],
      ['a.svg', svg(''), 422, /all of it is transparent/],
      ['a.svg', Buffer.from('<svg width="99999" height="9"/>'), 422, /1 to 20,000 pixels/],
      ['a.png', clear, 422, /all of it is transparent/],
      ['a.pdf', aPdf(), 415, /is not a PNG or SVG picture/],
      ['a.png', Buffer.from('hello'), 415, /is not an SVG that can be read/],
      ['a.svg', Buffer.alloc(2_000_001, ' '), 413, /larger than 2 MB/],
      ['a.png', Buffer.alloc(10_000_001), 413, /larger than 10 MB/],
      ['a.png', Buffer.alloc(0), 422, /is empty/],
    ];
    for (const [name, content, status, sentence] of refused)
      expect(await upload({ name, content }), name).toMatchObject({
        status,
        errors: { file: [expect.stringMatching(sentence)] },
      });
    expect([await count(), (await list()).length]).toEqual(before);
    const wearer = await portal.as('staff@meridian.example');
    expect((await upload({ name: 'x.svg', content: CIRCLE }, {}, wearer)).status).toBe(403);
  });

  it('counts against the files of the organisation', async () => {
    await sql`update organisation set file_quota_bytes = 10 where id = 1`.execute(portal.db);
    expect(await upload({ name: 'x.svg', content: CIRCLE })).toMatchObject({ status: 413 });
    await sql`update organisation set file_quota_bytes = 2000000000 where id = 1`.execute(portal.db);
  });
});

describe('logos of an organisation', () => {
  it('are renamed, archived and restored by administrators of the whole organisation', async () => {
    const { logo } = await upload({ name: 'x.svg', content: CIRCLE });
    const path = `${PATH}/${logo.id}`;
    const renamed = await admin.put<'PUT /api/customisationlogos/:id'>(path, { logo: { name: ' Crest ', version: 1 } });
    expect(renamed.body.logo).toMatchObject({ name: 'Crest', version: 2 });
    expect((await admin.put(path, { name: 'Other', version: 1 })).status).toBe(409);
    expect((await admin.put(path, { name: ' ' })).status).toBe(422);

    expect((await admin.delete<'DELETE /api/customisationlogos/:id'>(path)).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(200);
    expect((await list()).map(({ id }) => id)).not.toContain(logo.id);
    // Carts and orders with it still show it.
    expect((await open(logo.src)).statusCode).toBe(200);
    const restored = await admin.post<'POST /api/customisationlogos/:id/restore'>(`${path}/restore`);
    expect(restored.body.logo).toMatchObject({ id: logo.id, name: 'Crest', version: 4 });
    expect((await list()).map(({ id }) => id)).toContain(logo.id);

    const other = await portal.as('admin@corvane.example');
    for (const method of ['put', 'delete'] as const)
      expect((await other[method](path, method === 'put' ? { name: 'Mine' } : undefined)).status).toBe(404);
    expect((await other.post(`${path}/restore`)).status).toBe(404);
    const { rows } = await sql<{ action: string }>`
      select action from audit_event where subject_kind = 'logo' and subject_id = ${String(logo.id)} order by id`.execute(
      portal.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['logo.added', 'logo.renamed', 'logo.archived', 'logo.restored']);
  });

  it('are approved with a proof of them', async () => {
    const { logo } = await upload({ name: 'x.svg', content: CIRCLE });
    await sql`insert into proof_request (organisation_id, proof_key, design, logo_id, approved_at)
      values (1, ${`logo:${logo.id}:10:1`}, '{}', ${logo.id}, now())`.execute(portal.db);
    expect((await list()).find(({ id }) => id === logo.id)?.status).toBe('approved');
  });

  it('are at most 200', async () => {
    await sql`insert into logo (organisation_id, name, file_id, width_px, height_px, created_by_kind)
      select 1, 'Filler', (select max(file_id) from logo where organisation_id = 1), 1, 1, 'system'
      from generate_series(1, 200 - (select count(*)::int from logo where organisation_id = 1 and archived_at is null))`.execute(
      portal.db,
    );
    const { status, errors } = await upload({ name: 'x.svg', content: CIRCLE });
    expect([status, errors.logo?.[0]]).toEqual([409, expect.stringContaining('200 logos already')]);
    await sql`delete from logo where name = 'Filler'`.execute(portal.db);
  });
});

describe('logos as operators keep them', () => {
  const add = async (client = operator) => {
    const { logo, ...reply } = await send(client, OPERATOR_PATH, { name: 'Crest.svg', content: CIRCLE }, { name: 'Crest' });
    return { ...reply, logo: logo as OperatorLogo };
  };
  const addFile = async (logoId: number, file: Upload) => {
    const { logo, ...reply } = await send(operator, `${OPERATOR_PATH}/${logoId}/files`, file);
    return { ...reply, logo: logo as OperatorLogo };
  };

  it('have files for production, which are only downloaded', async () => {
    const { logo } = await add();
    expect(logo.files.map(({ filename }) => filename)).toEqual(['Crest.svg']);
    const content = Buffer.from('<html><script>alert(1)</script></html>');
    const added = await addFile(logo.id, { name: '../crest left.html', content, type: 'text/html' });
    expect(added.logo.files.map(({ filename }) => filename)).toEqual(['Crest.svg', 'crest left.html']);
    for (const [index, bytes] of [CIRCLE, content].entries()) {
      const file = await portal.app.inject({
        method: 'GET',
        url: `${OPERATOR_PATH}/${logo.id}/files/${added.logo.files[index]?.id}`,
        headers: operator.headers,
      });
      expect(file.rawPayload.equals(bytes)).toBe(true);
      expect(file.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^attachment/),
        'content-security-policy': expect.stringContaining('sandbox'),
      });
    }
    expect(await addFile(logo.id, { name: 'x.dst', content: Buffer.alloc(25_000_001) })).toMatchObject({ status: 413 });

    const file = `${OPERATOR_PATH}/${logo.id}/files/${added.logo.files[1]?.id}`;
    const removed = await operator.delete<'DELETE /api/operator/organisations/:id/logos/:logoId/files/:fileId'>(file);
    expect(removed.body.logo.files).toHaveLength(1);
    expect((await operator.get<'GET /api/operator/organisations/:id/logos/:logoId/files/:fileId'>(file)).status).toBe(404);
    // A picture is no file for production.
    expect((await operator.delete(file)).status).toBe(404);
    expect((await list()).find(({ id }) => id === logo.id)).not.toHaveProperty('files');
  });

  it('are renamed, archived and restored', async () => {
    const { logo } = await add();
    const path = `${OPERATOR_PATH}/${logo.id}`;
    const renamed = await operator.put<'PUT /api/operator/organisations/:id/logos/:logoId'>(path, { name: 'Anchor' });
    expect(renamed.body.logo).toMatchObject({ name: 'Anchor', files: [{ filename: 'Crest.svg' }] });
    await operator.delete<'DELETE /api/operator/organisations/:id/logos/:logoId'>(path);
    const listed = await operator.get<'GET /api/operator/organisations/:id/logos'>(OPERATOR_PATH);
    expect(listed.body.organisationName).toMatch(/^Meridian/);
    expect(listed.body.logos.map(({ id }) => id)).not.toContain(logo.id);
    const restored = await operator.post<'POST /api/operator/organisations/:id/logos/:logoId/restore'>(`${path}/restore`);
    expect(restored.body.logo.id).toBe(logo.id);
  });

  it('are those of the operator’s brands and of the organisation named', async () => {
    const { logo } = await add();
    const stranger = await portal.asOperator({ brandIds: [2] });
    expect((await add(stranger)).status).toBe(404);
    expect((await stranger.get(OPERATOR_PATH)).status).toBe(404);
    const elsewhere = `/api/operator/organisations/2/logos/${logo.id}`;
    expect((await operator.delete(elsewhere)).status).toBe(404);
    expect((await send(operator, `${elsewhere}/files`, { name: 'x.dst', content: Buffer.from('x') })).status).toBe(404);
    const reader = await portal.asApiKey(['catalogue:read']);
    expect((await add(reader)).status).toBe(403);
    expect((await add(await portal.asApiKey(['catalogue:write']))).status).toBe(200);
  });
});

/** Calls whose uploads are sent as forms: 'POST /api/customisationlogo', 'POST /api/operator/organisations/:id/logos', 'POST /api/operator/organisations/:id/logos/:logoId/files'. */
