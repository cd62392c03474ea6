import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import pino from 'pino';
import { jobDefinitions } from '#api/jobs.ts';
import { continueImport } from '#api/people/import/continue-import.actions.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { TEST_KEY, type TestClient, type TestPortal } from './portal.ts';

export type PeopleImportReply = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
export type PeopleImportRowReply = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];
export type PeopleImportPreviewOptions = Partial<Omit<BodyOf<'POST /api/peopleimports/:id/preview'>, 'fields'>>;

/** Calls and jobs of imports of people. Jobs run when the test asks for it, so that it can stop one halfway. */
export async function createPeopleImportHarness(portal: TestPortal) {
  const jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const dependencies = { jobs, vault: createVaultFromKeys(TEST_KEY) };
  const failures: unknown[] = [];
  const log = { error: (...line: unknown[]) => void failures.push(line) };

  const harness = {
    failures,
    /** Uploads the bytes of a file as they are. */
    sendFile: async (admin: TestClient, content: string | Uint8Array, fileName = 'people.csv') => {
      const payload = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
      const response = await portal.app.inject({
        method: 'POST',
        url: `/api/peopleimports?fileName=${encodeURIComponent(fileName)}`,
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
    /** Runs the job of an import, all of it or a number of steps. */
    runJob: (admin: Pick<TestClient, 'organisationId'>, importId: number, steps?: number) =>
      continueImport(portal.db, dependencies, log, { organisationId: admin.organisationId, importId }, steps),
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
    requestRun: (admin: TestClient, id: number, confirmClosing?: number) =>
      admin.post<'POST /api/peopleimports/:id/run'>(`/api/peopleimports/${id}/run`, { confirmClosing }),
    /** Previews and runs an import; returns the import and its rows. */
    run: async (admin: TestClient, content: string | Uint8Array, options?: PeopleImportPreviewOptions) => {
      const { id, brake } = await harness.preview(admin, content, options);
      const response = await harness.requestRun(admin, id, brake.closing);
      if (response.status !== 200) throw new Error(`The import was refused: ${JSON.stringify(response.errors)}`);
      await harness.runJob(admin, id);
      return { done: await harness.get(admin, id), rows: await harness.rows(admin, id) };
    },
    undo: async (admin: TestClient, id: number) => {
      const response = await admin.post<'POST /api/peopleimports/:id/undo'>(`/api/peopleimports/${id}/undo`);
      if (response.status === 200) await harness.runJob(admin, id);
      return response;
    },
    close: () => jobs.close(),
  };
  return harness;
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
