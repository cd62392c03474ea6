import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestDocument, downloadDocument, uploadDocument } from '#api/testing/documents.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { useDataFolder } from '#api/testing/uploads.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { reportExpiringDocuments } from './document-expiry.actions.ts';
import { deleteExpiredDocumentFiles } from './document-files.queries.ts';

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
const mailJobs = useMailJobs(portal);
let admin: TestClient;
let north: TestClient;
let staff: TestClient;
let operator: TestOperatorClient;
const NORTH = 1;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  north = await portal.as('north.admin@meridian.example');
  staff = await portal.as('staff@meridian.example');
  operator = await portal.asOperator();
});

beforeEach(() =>
  sql`update publication set deleted_at = now() where kind = 'document' and deleted_at is null`.execute(portal.db),
);

const names = async (client: TestClient) =>
  (await client.get<'GET /api/documents'>('/api/documents')).body.documents.map(({ name }) => name);
const kept = async (client: TestClient) =>
  (await client.get<'GET /api/owndocuments'>('/api/owndocuments')).body.documents.map(({ name }) => name);

describe('documents of an administrator’s own organisation', () => {
  it('are read by its people, and kept by its administrators and the supplier’s operators', async () => {
    const document = await addTestDocument(portal, admin, { name: 'Policy', documentTypeId: 6 });
    expect(await names(staff)).toEqual(['Policy']);
    expect(await names(await portal.as('staff@hallam.example'))).toEqual([]);
    expect(await kept(admin)).toEqual(['Policy']);
    await downloadDocument(portal, staff, document.id);
    const path = `/api/owndocuments/${document.id}`;
    expect((await admin.get<'GET /api/owndocuments/:id'>(path)).body.document).toMatchObject({
      downloads: 1,
      organisationIds: [1],
    });
    expect(
      (await admin.get<'GET /api/owndocuments/:id/downloads'>(`/api/owndocuments/${document.id}/downloads`)).body.totalCount,
    ).toBe(1);
    expect((await operator.get(`/api/operator/documents/${document.id}`)).status).toBe(200);
    const { file } = await uploadDocument(portal, admin);
    const added = await admin.post<'POST /api/owndocuments/:id/versions'>(`${path}/versions`, { fileId: file.id });
    expect(added.body.document).toMatchObject({ currentVersion: 2, versions: [{ version: 2 }, { version: 1 }] });
    expect((await staff.post('/api/owndocuments/files')).status).toBe(403);
    const ofHallam = await portal.as('admin@hallam.example');
    for (const act of [
      () => ofHallam.get(path),
      () => ofHallam.put<'PUT /api/owndocuments/:id'>(path, { name: 'x' }),
      () => ofHallam.delete(path),
      () => ofHallam.post(`${path}/restore`),
      () => ofHallam.get(`/api/owndocuments/download/${document.id}`),
    ])
      expect((await act()).status).toBe(404);
    expect((await admin.delete<'DELETE /api/owndocuments/:id'>(path)).status).toBe(200);
    expect(await names(staff)).toEqual([]);
    expect((await admin.post(`/api/owndocuments/${document.id}/restore`)).status).toBe(200);
    expect(await names(staff)).toEqual(['Policy']);
  });

  it('are not the supplier’s, which administrators only read', async () => {
    const { id } = await addTestDocument(portal, operator);
    expect(await kept(admin)).toEqual([]);
    expect((await admin.put(`/api/owndocuments/${id}`, { name: 'x' })).status).toBe(404);
  });

  it('are for groups that the administrator administers, and no others', async () => {
    const { file } = await uploadDocument(portal, north);
    const body = { name: 'North', documentTypeId: 6, fileId: file.id, isPublished: true };
    const others = await sql<{
      id: number;
    }>`select id from organisation_group where organisation_id = 1 and id <> ${NORTH}`.execute(portal.db);
    expect(await north.post('/api/owndocuments', { ...body, groupIds: [others.rows[0]?.id] })).toMatchObject({
      status: 403,
      errors: { groupIds: [expect.any(String)] },
    });
    expect((await north.post<'POST /api/owndocuments'>('/api/owndocuments', body)).status).toBe(422);
    expect((await north.post('/api/owndocuments', { ...body, groupIds: [NORTH] })).status).toBe(200);
    const whole = await addTestDocument(portal, admin, { name: 'Whole' });
    expect(await kept(north)).toEqual(['North']);
    expect((await north.put(`/api/owndocuments/${whole.id}`, { name: 'x' })).status).toBe(404);
  });

  it('are for administrators to keep, and never for other organisations or brands', async () => {
    for (const path of ['/api/owndocuments', '/api/owndocuments/1']) expect((await staff.get(path)).status).toBe(403);
    expect((await portal.anonymous().get('/api/owndocuments')).status).toBe(401);
    const { file } = await uploadDocument(portal, admin);
    const body = { name: 'x', documentTypeId: 6, fileId: file.id };
    expect((await admin.post('/api/owndocuments', { ...body, organisationIds: [2] })).status).toBe(422);
    expect((await admin.post('/api/owndocuments', { ...body, brandIds: [1] })).status).toBe(422);
    expect((await operator.post('/api/operator/documents', { ...body, organisationIds: [1] })).status).toBe(404);
  });

  it('count against the storage of the organisation, until they are deleted', async () => {
    const stored = async () =>
      Number(
        (await sql<{ bytes: number }>`select stored_bytes as bytes from file_usage where organisation_id = 1`.execute(portal.db))
          .rows[0]?.bytes ?? 0,
      );
    const before = await stored();
    const { file } = await uploadDocument(portal, admin);
    expect(await stored()).toBe(before + file.sizeBytes);
    await uploadDocument(portal, operator);
    expect(await stored()).toBe(before + file.sizeBytes);
    await sql`update organisation set file_quota_bytes = ${before + file.sizeBytes} where id = 1`.execute(portal.db);
    const refused = await uploadDocument(portal, admin);
    expect([refused.status, refused.error]).toEqual([413, expect.stringContaining('storage of your organisation')]);
    await sql`update document_file set expires_at = now() - interval '2 minutes' where id = ${file.id}`.execute(portal.db);
    await deleteExpiredDocumentFiles({ db: portal.db, blobs: { delete: async () => {} } });
    expect(await stored()).toBe(before);
  });
});

describe('documents that expire', () => {
  const day = (days: number) => new Date(portal.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const mails = async () =>
    (
      await sql<{ recipient: string; names: string[] }>`
        select recipient, array(select d ->> 'name' from jsonb_array_elements(data -> 'documents') d order by 1) as names
        from mail_outbox where template = 'document-expiry' order by created_at, recipient`.execute(portal.db)
    ).rows;

  it('are reported to the administrators of their brands 30 days before, once for each version', async () => {
    await sql`delete from operator_brand`.execute(portal.db).catch(() => {});
    const first = await portal.asOperator({ brandIds: [1], rights: ['administrator'] });
    const both = await portal.asOperator({ brandIds: [1, 2], rights: ['administrator'] });
    const keeper = await portal.asOperator({ brandIds: [1, 2], rights: ['catalogue'] });
    const emails = await sql<{ id: number; email: string }>`select id, email from operator`.execute(portal.db);
    const emailOf = (id: number) => emails.rows.find((row) => row.id === id)?.email;
    const gloves = await addTestDocument(portal, keeper, { name: 'Gloves', validUntil: day(31) });
    await addTestDocument(portal, keeper, { name: 'Boots', validUntil: day(31), organisationIds: [2] });
    await addTestDocument(portal, keeper, { name: 'Draft', validUntil: day(31), isPublished: false });
    await addTestDocument(portal, admin, { name: 'Own', validUntil: day(1) });
    const report = () => reportExpiringDocuments(portal.db, mailJobs, portal.clock);
    expect(await report()).toBe(0);

    portal.clock.advance(86_400_000);
    expect(await report()).toBe(2);
    expect(await report()).toBe(0);
    const expected = [
      { recipient: emailOf(first.id), names: ['Gloves'] },
      { recipient: emailOf(both.id), names: ['Boots', 'Gloves'] },
    ];
    expect(await mails()).toHaveLength(2);
    expect(await mails()).toEqual(expect.arrayContaining(expected));

    // Another day is reported anew, the same one is not.
    const fresh = await portal.asOperator({ brandIds: [1, 2], rights: ['catalogue'] });
    const path = `/api/operator/documents/${gloves.id}`;
    await fresh.put(path, { validUntil: gloves.validUntil });
    expect(await report()).toBe(0);
    await fresh.put(path, { validUntil: day(3) });
    expect(await report()).toBe(2);
  });
});
