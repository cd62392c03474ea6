import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addTestDocument } from '#api/testing/documents.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
/** Hallam is a client of the second brand. */
const HALLAM = 2;
let operator: TestOperatorClient;

beforeAll(async () => {
  operator = await portal.asOperator();
});

const list = async (client = operator) =>
  (await client.get<'GET /api/operator/documenttypes'>('/api/operator/documenttypes')).body.documentTypes;
const add = (name: string) => operator.post<'POST /api/operator/documenttypes'>('/api/operator/documenttypes', { name });
const addOne = async (name: string) => (await add(name)).body.documentType.id;
const rename = (id: number, name: string, client = operator) =>
  client.put<'PUT /api/operator/documenttypes/:id'>(`/api/operator/documenttypes/${id}`, { name });
const remove = (id: number, client = operator) =>
  client.delete<'DELETE /api/operator/documenttypes/:id'>(`/api/operator/documenttypes/${id}`);

describe('types of documents', () => {
  it('are added by operators, each name once', async () => {
    expect((await add('Certificate')).body.documentType).toEqual({
      id: expect.any(Number),
      name: 'Certificate',
      documentCount: 0,
    });
    expect((await add('certificate')).status).toBe(409);
    expect((await add(' ')).status).toBe(422);
    expect((await list()).at(-1)).toMatchObject({ name: 'Certificate' });
  });

  it('are renamed: everyone reads the new name, and it is recorded', async () => {
    const id = await addOne('Sertificate of hygiene');
    await addTestDocument(portal, operator, { name: 'Hygiene', documentTypeId: id });

    expect((await rename(id, 'Certificate of hygiene')).body.documentType).toEqual({
      id,
      name: 'Certificate of hygiene',
      documentCount: 1,
    });
    const staff = await portal.as('staff@meridian.example');
    const { documents } = (await staff.get<'GET /api/documents'>(`/api/documents?documentType=${id}`)).body;
    expect(documents).toMatchObject([{ name: 'Hygiene', documentType: 'Certificate of hygiene' }]);
    const { rows } = await sql`
      select before, after from audit_event where action = 'document_type.renamed' and subject_id = ${String(id)}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ before: { name: 'Sertificate of hygiene' }, after: { name: 'Certificate of hygiene' } }]);

    expect((await rename(id, 'care')).errors).toEqual({ name: ['There is already a type with this name.'] });
    expect((await rename(id, 'CERTIFICATE OF HYGIENE')).status).toBe(200);
    expect((await rename(id, ' \u202e ')).status).toBe(422);
    expect((await rename(999_999, 'Other')).status).toBe(404);
  });

  it('are not renamed by operators of other brands than the documents are for, who are not told of these', async () => {
    const id = await addOne('Leaflet');
    await addTestDocument(portal, operator, { documentTypeId: id, organisationIds: [HALLAM] });
    const ofOneBrand = await portal.asOperator({ brandIds: [1] });

    expect((await rename(id, 'Flyer', ofOneBrand)).status).toBe(403);
    expect((await list(ofOneBrand)).find((type) => type.id === id)).toEqual({ id, name: 'Leaflet', documentCount: 0 });
    expect((await remove(id, ofOneBrand)).errors).toEqual({
      documentType: ['Documents for clients of brands that are not yours have this type.'],
    });
    expect((await rename(id, 'Flyer')).status).toBe(200);
  });

  it('are deleted when no document has them, not even a deleted one', async () => {
    const id = await addOne('Poster');
    const document = await addTestDocument(portal, operator, { documentTypeId: id });
    const reason = async () => (await remove(id)).errors?.documentType?.[0];

    expect(await reason()).toBe('1 document has this type. Give it another type first.');
    await operator.delete(`/api/operator/documents/${document.id}`);
    expect(await reason()).toMatch(/^Deleted documents that can still be put back/);
    await operator.post(`/api/operator/documents/${document.id}/restore`);
    await operator.put(`/api/operator/documents/${document.id}`, { documentTypeId: 1 });
    expect((await remove(id)).status).toBe(200);
    expect((await list()).map((type) => type.id)).not.toContain(id);
    expect((await remove(id)).status).toBe(404);
  });

  it('are not deleted while a document is being added to them', async () => {
    const id = await addOne('Banner');
    const results = await Promise.allSettled([
      addTestDocument(portal, operator, { documentTypeId: id }),
      remove(id),
      addTestDocument(portal, operator, { documentTypeId: id }),
    ]);
    const { rows } = await sql<{ types: number; documents: number }>`
      select (select count(*)::int from document_type where id = ${id}) as types,
        (select count(*)::int from document where document_type_id = ${id}) as documents`.execute(portal.db);
    const added = [results[0], results[2]].filter((result) => result?.status === 'fulfilled').length;
    expect(rows).toEqual([{ types: added > 0 ? 1 : 0, documents: added }]);
  });
});
