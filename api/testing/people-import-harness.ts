import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { jobDefinitions } from '#api/jobs.ts';
import { previewNextBatch } from '#api/people/import/preview.actions.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { ImportKind } from '#contract/people/import.ts';
import { bulkEditCalls, createBulkEditRunner } from './bulk-edit-client.ts';
import type { TestClient, TestPortal } from './portal.ts';

export type PeopleImportReply = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
export type PeopleImportRowReply = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];
export type PeopleImportHarness = Awaited<ReturnType<typeof createPeopleImportHarness>>;
export type PeopleImportPreviewOptions = Partial<Omit<BodyOf<'POST /api/peopleimports/:id/preview'>, 'fields'>>;

/** Calls and jobs of imports of people, or of their opening balances. Jobs run when the test asks for it, so that it can stop one halfway. */
export async function createPeopleImportHarness(portal: TestPortal, kind: ImportKind = 'people') {
  const jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const runBulkEdit = createBulkEditRunner(portal, jobs);

  const harness = {
    /** Uploads the bytes of a file as they are. */
    sendFile: async (admin: TestClient, content: string | Uint8Array, fileName = 'people.csv') => {
      const payload = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
      const response = await portal.app.inject({
        method: 'POST',
        url: `/api/peopleimports?kind=${kind}&fileName=${encodeURIComponent(fileName)}`,
        headers: { ...admin.headers, 'content-type': 'application/octet-stream' },
        payload,
      });
      const body = response.json() as { peopleImport: PeopleImportReply; errors?: Record<string, string[]> };
      return { status: response.statusCode, body: body.peopleImport, errors: body.errors ?? {} };
    },
    upload: async (admin: TestClient, content: string | Uint8Array, fileName?: string): Promise<PeopleImportReply> => {
      const { status, body, errors } = await harness.sendFile(admin, content, fileName);
      if (status !== 200) throw new Error(`The file was refused: ${JSON.stringify(errors)}`);
      return body;
    },
    requestPreview: (
      admin: TestClient,
      { id, columns }: PeopleImportReply,
      options: PeopleImportPreviewOptions & { fields?: (string | null)[] } = {},
    ) =>
      admin.post<'POST /api/peopleimports/:id/preview'>(`/api/peopleimports/${id}/preview`, {
        fields: columns.map(({ field }) => field),
        ...options,
      }),
    /** Runs the job of an import – of its preview, or of its bulk edit – to the end or for some batches, as a process would that is killed then. */
    runJob: async (
      { organisationId }: Pick<TestClient, 'organisationId'>,
      importId: number,
      batches = Number.POSITIVE_INFINITY,
    ) => {
      const { rows } = await sql<{ state: string; bulk_edit_id: number }>`
        select i.state, coalesce(undo.id, i.bulk_edit_id) as bulk_edit_id from people_import i
        left join bulk_edit undo on undo.organisation_id = i.organisation_id and undo.undo_of_id = i.bulk_edit_id
        where i.organisation_id = ${organisationId} and i.id = ${importId}`.execute(portal.db);
      const [found] = rows;
      if (found?.state === 'started') return runBulkEdit(found.bulk_edit_id, batches, organisationId);
      for (let batch = 0; batch < batches; batch += 1)
        if (!(await previewNextBatch(portal.db, { organisationId, importId }))) return;
    },
    get: async (admin: TestClient, id: number) =>
      (await admin.get<'GET /api/peopleimports/:id'>(`/api/peopleimports/${id}`)).body.peopleImport,
    rows: async (admin: TestClient, id: number, outcome = ''): Promise<PeopleImportRowReply[]> =>
      (await admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${id}/rows?limit=250&outcome=${outcome}`)).body
        .rows,
    /** Uploads a file and runs the preview with the suggested columns. */
    preview: async (
      admin: TestClient,
      content: string | Uint8Array,
      options?: PeopleImportPreviewOptions,
    ): Promise<PeopleImportReply> => {
      const uploaded = await harness.upload(admin, content);
      const response = await harness.requestPreview(admin, uploaded, options);
      if (response.status !== 200) throw new Error(`The preview was refused: ${JSON.stringify(response.errors)}`);
      await harness.runJob(admin, uploaded.id);
      return harness.get(admin, uploaded.id);
    },
    requestRun: (admin: TestClient, id: number, confirmClosing?: number, confirmed?: Partial<PeopleImportReply['findings']>) =>
      admin.post<'POST /api/peopleimports/:id/run'>(`/api/peopleimports/${id}/run`, {
        confirmClosing,
        ...(confirmed && { confirmed }),
      }),
    /** Previews and runs an import, with all that has to be confirmed or `confirmed`; returns the import and its rows. */
    run: async (
      admin: TestClient,
      content: string | Uint8Array,
      options?: PeopleImportPreviewOptions,
      confirmed?: Partial<PeopleImportReply['findings']>,
    ) => {
      const { id, deactivation, findings } = await harness.preview(admin, content, options);
      const response = await harness.requestRun(admin, id, deactivation.closing, confirmed ?? findings);
      if (response.status !== 200) throw new Error(`The import was refused: ${JSON.stringify(response.errors)}`);
      await harness.runJob(admin, id);
      return { done: await harness.get(admin, id), rows: await harness.rows(admin, id) };
    },
    /** The bulk edit that runs an import or undoes it. */
    getBulkEdit: async (admin: TestClient, id: number) => {
      const { bulkEditId } = await harness.get(admin, id);
      return bulkEditCalls.look(admin, bulkEditId ?? 0);
    },
    /** Undoes an import that has been run. */
    undo: async (admin: TestClient, { id, bulkEditId }: PeopleImportReply) => {
      const response = await bulkEditCalls.undo(admin, bulkEditId ?? 0);
      if (response.status === 200) await harness.runJob(admin, id);
      return response;
    },
    close: () => jobs.close(),
  };
  return harness;
}

/** The imports of a test portal, for the tests of one file. */
export function usePeopleImports(portal: TestPortal, kind?: ImportKind): PeopleImportHarness {
  const imports = {} as PeopleImportHarness;
  beforeAll(async () => {
    Object.assign(imports, await createPeopleImportHarness(portal, kind));
  });
  afterAll(() => imports.close?.());
  return imports;
}

/** An Excel workbook with one sheet of rows. */
export const aWorkbook = (...rows: (string | number | boolean | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });

/** A person of Meridian as stored in the database. */
export async function findPersonRecord({ db }: TestPortal, what: 'email' | 'employee_number', value: string) {
  const { rows } = await sql<{
    id: number;
    email: string;
    first_name: string;
    employee_number: string | null;
    resort_id: number | null;
    active: boolean;
    version: number;
    starts_on: string | null;
    po_number: string | null;
    weekly_hours: number | null;
    groups: number[];
    roles: number[];
    seasons: number[];
    collections: number[];
    departments: string[];
  }>`
    select c.*, array(select organisation_group_id from customer_group g where g.customer_id = c.id order by 1) as groups,
      array(select role_id from customer_role r where r.customer_id = c.id order by 1) as roles,
      array(select season_id from customer_season r where r.customer_id = c.id order by 1) as seasons,
      array(select collection_id from customer_collection r where r.customer_id = c.id order by 1) as collections,
      array(select d.name from customer_department x join department d on d.id = x.department_id where x.customer_id = c.id order by 1) as departments
    from customer c where c.organisation_id = 1 and ${sql.ref(what)} = ${value} and c.deleted_at is null`.execute(db);
  return rows[0];
}
