import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestDocument, addTestVersion, downloadDocument, uploadDocument } from '#api/testing/documents.ts';
import { anOfficeFile } from '#api/testing/office-files.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aPdf, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
const [STAFF_ROLE, ADMIN_ROLE] = [34, 33];
const HALF_HOUR = 31 * 60 * 1000;
let operator: TestOperatorClient;
let staff: TestClient;
let admin: TestClient;
let other: TestClient;

beforeAll(async () => {
  operator = await portal.asOperator();
  staff = await portal.as('staff@meridian.example');
  admin = await portal.as('admin@meridian.example');
  other = await portal.as('staff@hallam.example');
});

// Each test has its own documents; those of the demonstration are not among them.
beforeEach(() =>
  sql`update publication set deleted_at = now() where kind = 'document' and deleted_at is null`.execute(portal.db),
);

const list = async (client: TestClient, query = '') => (await client.get<'GET /api/documents'>(`/api/documents${query}`)).body;
const names = async (client: TestClient, query = '') => (await list(client, query)).documents.map(({ name }) => name);
const add = (change: Parameters<typeof addTestDocument>[2] = {}, upload?: Parameters<typeof addTestDocument>[3]) =>
  addTestDocument(portal, operator, change, upload);
const groupsOf = async (client: TestClient) =>
  (
    await sql<{ id: number }>`
      select organisation_group_id as id from customer_group where organisation_id = ${client.organisationId} and customer_id = ${client.customerId}`.execute(
      portal.db,
    )
  ).rows.map(({ id }) => id);
const day = (days: number) => new Date(portal.clock.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('reading documents', () => {
  it('answers every field of the specification', async () => {
    const added = await add(
      { name: 'Care of shirts', description: 'Wash at 40 °C.', documentTypeId: 2, validUntil: day(100) },
      { name: 'Care of shirts.docx', content: aPdf() },
    );

    const { documents, totalCount } = await list(staff);

    expect(totalCount).toBe(1);
    expect(documents).toEqual([
      {
        id: added.id,
        name: 'Care of shirts',
        description: 'Wash at 40 °C.',
        documentTypeId: 2,
        documentType: 'Care',
        filename: 'Care of shirts.pdf',
        contentType: 'application/pdf',
        sizeBytes: expect.any(Number),
        version: 1,
        validUntilUtc: `${day(100)}T00:00:00Z`,
        validUntil: day(100),
        isExpired: false,
        isNew: true,
        productIds: [],
        createdOnUtc: expect.stringMatching(/Z$/),
        updatedOnUtc: expect.stringMatching(/Z$/),
      },
    ]);
    const fields = await list(staff, '?fields=id,name');
    expect(fields.documents).toEqual([{ id: added.id, name: 'Care of shirts' }]);
  });

  it('pages from 0, filters by type and finds words', async () => {
    for (const [index, name] of ['Gloves', 'Boots', 'Helmets'].entries())
      await add({ name, documentTypeId: index === 0 ? 1 : 2, description: `Of category ${index}` });

    expect(await names(staff)).toEqual(['Helmets', 'Boots', 'Gloves']);
    expect(await names(staff, '?limit=2&page=1')).toEqual(['Gloves']);
    expect((await list(staff, '?limit=2&page=5')).totalCount).toBe(3);
    expect(await names(staff, '?documentType=2')).toEqual(['Helmets', 'Boots']);
    expect(await names(staff, '?documentType=0&keyword=category%201')).toEqual(['Boots']);
    expect(await names(staff, '?keyword=declaration')).toEqual(['Gloves']);
    expect(await names(staff, '?keyword=%25')).toEqual([]);
    expect((await staff.get('/api/documents?page=-1')).status).toBe(400);
    expect((await staff.get('/api/documents?limit=0')).status).toBe(400);
    const types = (await staff.get<'GET /api/documenttypes'>('/api/documenttypes')).body.documentTypes;
    expect(types.slice(0, 2)).toEqual([
      { id: 1, name: 'Declaration of conformity' },
      { id: 2, name: 'Care' },
    ]);
  });

  it.each([
    ['everyone at the organisation', () => ({}), true, true, false],
    ['one role', () => ({ roleIds: [ADMIN_ROLE] }), false, true, false],
    ['the role of wearers', () => ({ roleIds: [STAFF_ROLE] }), true, false, false],
    ['a draft', () => ({ isPublished: false }), false, false, false],
    ['tomorrow', () => ({ fromDate: day(2) }), false, false, false],
    ['until yesterday', () => ({ untilDate: day(-2) }), false, false, false],
    ['another organisation', () => ({ organisationIds: [2] }), false, false, true],
    ['a brand', () => ({ organisationIds: [], brandIds: [2] }), false, false, true],
  ])('for %s: staff, their administrator and another organisation', async (_, change, ofStaff, ofAdmin, ofOther) => {
    const { id } = await add(change());

    for (const [client, sees] of [
      [staff, ofStaff],
      [admin, ofAdmin],
      [other, ofOther],
    ] as const) {
      expect(await names(client)).toEqual(sees ? ['Gloves'] : []);
      expect((await downloadDocument(portal, client, id)).statusCode).toBe(sees ? 200 : 404);
      expect((await client.get(`/api/documents/${id}/versions`)).status).toBe(sees ? 200 : 404);
    }
  });

  it('for groups: those who are in them, and those who administer them', async () => {
    const [own] = await groupsOf(staff);
    const all = await sql<{ id: number }>`select id from organisation_group where organisation_id = 1 and id <> ${own}`.execute(
      portal.db,
    );
    await add({ name: 'Own', groupIds: [own ?? 0] });
    await add({ name: 'Others', groupIds: all.rows.map(({ id }) => id) });

    expect(await names(staff)).toEqual(['Own']);
    expect(await names(admin)).toEqual(['Others', 'Own']);
  });

  it('about products: only those who see one of them, and names no other product', async () => {
    const rows = await sql<{ id: number; seen: boolean }>`
      select p.id, exists (select from product_organisation po where po.organisation_id = 1 and po.product_id = p.id) as seen
      from product p order by 1`.execute(portal.db);
    const seen = rows.rows.filter((row) => row.seen).map(({ id }) => id);
    const unseen = rows.rows.filter((row) => !row.seen).map(({ id }) => id);
    await add({ name: 'Seen', productIds: [seen[0] ?? 0, unseen[0] ?? 0], organisationIds: [1, 2, 3] });
    const { id } = await add({ name: 'Unseen', productIds: [unseen[0] ?? 0] });

    const { documents } = await list(admin);
    expect(documents.map(({ name, productIds }) => [name, productIds])).toEqual([['Seen', [seen[0]]]]);
    expect((await downloadDocument(portal, admin, id)).statusCode).toBe(404);
    expect(await names(admin, `?productId=${seen[0]}`)).toEqual(['Seen']);
    expect(await names(admin, `?productId=${unseen[0]}`)).toEqual([]);
    expect(await names(admin, `?productId=${seen[1]}`)).toEqual([]);

    // Found by the names of the products that the person sees, which can be other names than the supplier's.
    const found = (word: string) => names(admin, `?keyword=${word}`);
    await sql`update product_listing set name = 'Zephyrcoat' where organisation_id = 1 and product_id = ${seen[0]}`.execute(
      portal.db,
    );
    await sql`update product set name = 'Quillcape' where id = ${unseen[0]}`.execute(portal.db);
    expect([await found('zephyrcoat%20seen'), await found('quillcape')]).toEqual([['Seen'], []]);
    const kept = await operator.get<'GET /api/operator/documents'>('/api/operator/documents?keyword=quillcape');
    expect(kept.body.documents.map(({ name }) => name)).toEqual(['Unseen', 'Seen']);

    // No one reads it when its products are gone.
    await sql`delete from document_product where publication_id = ${id}`.execute(portal.db);
    expect(await names(admin)).toEqual(['Seen']);
  });

  it('is for people with a session', async () => {
    const { id } = await add();
    const anonymous = portal.anonymous();
    for (const path of ['/api/documents', '/api/documenttypes', `/api/documents/download/${id}`, `/api/documents/${id}/versions`])
      expect((await anonymous.get(path)).status, path).toBe(401);
  });

  it('is not of those that were deleted, until they are put back', async () => {
    const { id } = await add();
    await operator.delete<'DELETE /api/operator/documents/:id'>(`/api/operator/documents/${id}`);
    expect(await names(staff)).toEqual([]);
    expect((await downloadDocument(portal, staff, id)).statusCode).toBe(404);
    await operator.post(`/api/operator/documents/${id}/restore`);
    expect(await names(staff)).toEqual(['Gloves']);
  });

  it('marks what has expired by the day of the reader, who still downloads it', async () => {
    const { id } = await add({ name: 'Yesterday', validUntil: day(-2) });
    await add({ name: 'Today', validUntil: day(0) });

    const { documents } = await list(staff);
    expect(documents.map(({ name, isExpired }) => [name, isExpired])).toEqual([
      ['Today', false],
      ['Yesterday', true],
    ]);
    expect((await downloadDocument(portal, staff, id)).statusCode).toBe(200);
  });
});

describe('downloading', () => {
  it('sends the current version, and older ones by their own ids, as attachments under their names', async () => {
    const { id } = await add({}, { name: 'Glöves.pdf', content: aPdf('one') });
    await addTestVersion(
      portal,
      operator,
      id,
      { name: 'Gloves 2.docx', content: await anOfficeFile('docx') },
      { validUntil: day(10) },
    );

    const current = await downloadDocument(portal, staff, id);
    expect(current.statusCode).toBe(200);
    expect(current.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'x-filename': 'Gloves%202.docx',
      'content-disposition': `attachment; filename="Gloves 2.docx"; filename*=UTF-8''Gloves%202.docx`,
      'x-content-type-options': 'nosniff',
      'content-length': String(current.rawPayload.length),
    });
    const { versions } = (await staff.get<'GET /api/documents/:id/versions'>(`/api/documents/${id}/versions`)).body;
    expect(versions.map(({ version, filename, isCurrent, validUntil }) => [version, filename, isCurrent, validUntil])).toEqual([
      [2, 'Gloves 2.docx', true, day(10)],
      [1, 'Glöves.pdf', false, null],
    ]);
    const old = await downloadDocument(portal, staff, versions[1]?.id ?? 0);
    expect(old.headers['x-filename']).toBe('Gl%C3%B6ves.pdf');
    expect(old.rawPayload.equals(current.rawPayload)).toBe(false);
    expect((await list(staff)).documents[0]).toMatchObject({ version: 2, filename: 'Gloves 2.docx' });
    expect((await downloadDocument(portal, other, versions[1]?.id ?? 0)).statusCode).toBe(404);
  });

  it('is recorded with who, when and which version, and counted; a HEAD request and keepers are not', async () => {
    const { id } = await add();
    await downloadDocument(portal, staff, id);
    await downloadDocument(portal, admin, id);
    await addTestVersion(portal, operator, id, { name: 'b.pdf', content: aPdf('b') });
    await downloadDocument(portal, staff, id);
    await downloadDocument(portal, other, id);
    await portal.app.inject({ method: 'HEAD', url: `/api/documents/download/${id}`, headers: staff.headers });
    expect((await operator.get(`/api/operator/documents/download/${id}`)).status).toBe(200);

    const { document } = (await operator.get<'GET /api/operator/documents/:id'>(`/api/operator/documents/${id}`)).body;
    expect(document.downloads).toBe(3);
    expect(document.versions.map(({ version, downloads }) => [version, downloads])).toEqual([
      [2, 1],
      [1, 2],
    ]);
    const log = (await operator.get<'GET /api/operator/documents/:id/downloads'>(`/api/operator/documents/${id}/downloads`)).body;
    expect(log.totalCount).toBe(3);
    expect(log.downloads.map(({ version }) => version)).toEqual([2, 1, 1]);
    expect(log.downloads[0]).toMatchObject({ organisation: 'Meridian Resorts', by: expect.stringMatching(/\w \w/) });
    const ofOthers = await portal.asOperator({ brandIds: [2] });
    expect((await ofOthers.get(`/api/operator/documents/${id}/downloads`)).status).toBe(404);
  });

  it('delivers a version whole that is replaced and deleted meanwhile', async () => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = portal.app.server.address() as AddressInfo;
    const content = await anOfficeFile('pptx', { 'ppt/media/image1.jpeg': randomBytes(20_000_000) });
    const { id } = await add({}, { name: 'large.pptx', content });
    const sent = request({ host: '127.0.0.1', port, path: `/api/documents/download/${id}`, headers: staff.headers });
    const response = new Promise<IncomingMessage>((resolve) => sent.on('response', resolve));
    sent.end();
    const received = await response;
    received.pause();

    await addTestVersion(portal, operator, id, { name: 'b.pdf', content: aPdf('b') });
    await operator.delete(`/api/operator/documents/${id}`);

    expect((await buffer(received)).equals(content)).toBe(true);
  });
});

describe('what cannot be done', () => {
  it('to use the file of someone else, one twice, or one that is not there', async () => {
    const { file } = await uploadDocument(portal, operator);
    const colleague = await portal.asOperator();
    const body = { name: 'Gloves', documentTypeId: 1, fileId: file.id, organisationIds: [1] };
    expect((await colleague.post('/api/operator/documents', body)).errors).toHaveProperty('fileId');
    expect((await operator.post<'POST /api/operator/documents'>('/api/operator/documents', body)).status).toBe(200);
    expect(await operator.post('/api/operator/documents', body)).toMatchObject({
      status: 404,
      errors: { fileId: [expect.any(String)] },
    });
    expect(await operator.post('/api/operator/documents', { ...body, fileId: 999_999 })).toMatchObject({ status: 404 });
  });

  it('to save what someone else has changed, or a document for other brands', async () => {
    const document = await add();
    const path = `/api/operator/documents/${document.id}`;
    expect(
      (await operator.put<'PUT /api/operator/documents/:id'>(path, { name: 'Boots', version: document.version })).status,
    ).toBe(200);
    expect(await operator.put(path, { name: 'Hats', version: document.version })).toMatchObject({ status: 409 });
    const { file } = await uploadDocument(portal, operator);
    expect(
      await operator.post<'POST /api/operator/documents/:id/versions'>(`${path}/versions`, {
        fileId: file.id,
        version: document.version,
      }),
    ).toMatchObject({
      status: 409,
    });
    const shared = await add({ organisationIds: [1, 2] });
    const ofOne = await portal.asOperator({ brandIds: [1] });
    expect((await ofOne.put(`/api/operator/documents/${shared.id}`, { name: 'Boots' })).status).toBe(403);
    const { documents } = (await ofOne.get<'GET /api/operator/documents'>('/api/operator/documents')).body;
    expect(documents.find(({ id }) => id === shared.id)).toMatchObject({ organisationIds: [1], refusal: expect.any(String) });
    expect(
      (await ofOne.post('/api/operator/documents', { name: 'x', documentTypeId: 1, fileId: file.id, organisationIds: [2] }))
        .status,
    ).toBe(422);
  });

  it('to name what does not exist', async () => {
    const { file } = await uploadDocument(portal, operator);
    const body = { name: 'Gloves', documentTypeId: 1, fileId: file.id, organisationIds: [1] };
    const errors = async (change: object) => (await operator.post('/api/operator/documents', { ...body, ...change })).errors;
    expect(await errors({ documentTypeId: 999 })).toHaveProperty('documentTypeId');
    expect(await errors({ productIds: [999_999] })).toHaveProperty('productIds');
    expect(await errors({ name: ' \u202e ' })).toHaveProperty('name');
    expect(await errors({ organisationIds: [] })).toHaveProperty('organisationIds');
    expect(await errors({ validUntil: 'soon' })).toHaveProperty('validUntil');
    expect((await operator.post('/api/operator/documents/files')).status).toBe(415);
  });
});

// Last, because sessions end while the clock runs.
describe('what is new', () => {
  it('is what appeared since the visit before this one, whatever of the list is read meanwhile', async () => {
    const reader = await portal.as('buyer@meridian.example');
    const marks = async (query = '') =>
      Object.fromEntries((await list(reader, query)).documents.map(({ name, isNew }) => [name, isNew]));
    await add({ name: 'First' });
    const { id: old } = await add({ name: 'Old' });
    await sql`update document_version set created_at = now() - interval '40 days' where publication_id = ${old}`.execute(
      portal.db,
    );
    await sql`update document set published_at = now() - interval '40 days' where publication_id = ${old}`.execute(portal.db);
    expect(await marks()).toEqual({ First: true, Old: false });
    expect(await marks()).toEqual({ First: true, Old: false });
    await operator.delete(`/api/operator/documents/${old}`);
    portal.clock.advance(HALF_HOUR);
    expect(await marks()).toEqual({ First: false });

    await sql`update document_visit set visited_at = now() - interval '2 days', previous_visit_at = now() - interval '4 days'`.execute(
      portal.db,
    );
    const { id } = await add({ name: 'Second' });
    await sql`update document_version set created_at = now() - interval '3 days' from document d
      where d.publication_id = document_version.publication_id and d.name = 'First'`.execute(portal.db);
    await sql`update document set published_at = now() - interval '3 days' where name = 'First'`.execute(portal.db);
    expect(await marks()).toEqual({ First: false, Second: true });
    expect(await marks('?keyword=second')).toEqual({ Second: true });

    // A product page is no visit.
    const seen = await sql<{
      visited_at: Date;
    }>`select visited_at from document_visit where customer_id = ${reader.customerId}`.execute(portal.db);
    await list(reader, '?productId=1');
    const after = await sql<{
      visited_at: Date;
    }>`select visited_at from document_visit where customer_id = ${reader.customerId}`.execute(portal.db);
    expect(after.rows).toEqual(seen.rows);

    // A new version is new, and so is what is published later than it was uploaded.
    await sql`update document_visit set visited_at = now() - interval '1 minute', previous_visit_at = now() - interval '1 minute'
      where customer_id = ${reader.customerId}`.execute(portal.db);
    await sql`update document_version set created_at = now() - interval '3 days'`.execute(portal.db);
    await sql`update document set published_at = now() - interval '3 days'`.execute(portal.db);
    await operator.put(`/api/operator/documents/${id}`, { isPublished: false });
    await operator.put(`/api/operator/documents/${id}`, { isPublished: true });
    const first = (await list(reader)).documents.find(({ name }) => name === 'First');
    await addTestVersion(portal, operator, first?.id ?? 0, { name: 'b.pdf', content: aPdf('b') });
    const rows = await list(reader, '?productId=0');
    expect(Object.fromEntries(rows.documents.map(({ name, isNew }) => [name, isNew]))).toMatchObject({
      First: true,
      Second: true,
    });
  });
});
