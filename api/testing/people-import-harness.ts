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

/** What an administrator does with files of people; the job is done by hand, so that a test can stop it half-way. */
export async function createPeopleImportHarness(portal: TestPortal) {
  const jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const post = { jobs, vault: createVaultFromKeys(TEST_KEY) };
  const failures: unknown[] = [];
  const log = { error: (...line: unknown[]) => void failures.push(line) };

  const desk = {
    failures,
    /** Sends the bytes of a file as they are. */
    sendFile: async (admin: TestClient, content: string | Uint8Array, fileName = 'people.csv') => {
      const payload = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
      const answer = await portal.app.inject({
        method: 'POST',
        url: `/api/peopleimports?fileName=${encodeURIComponent(fileName)}`,
        headers: { ...admin.headers, 'content-type': 'application/octet-stream' },
        payload,
      });
      const body = answer.json() as { peopleImport: PeopleImportReply; errors?: Record<string, string[]> };
      return { status: answer.statusCode, body: body.peopleImport, errors: body.errors ?? {} };
    },
    upload: async (admin: TestClient, content: string | Uint8Array, fileName?: string): Promise<PeopleImportReply> => {
      const { status, body, errors } = await desk.sendFile(admin, content, fileName);
      if (status !== 200) throw new Error(`The file is refused: ${JSON.stringify(errors)}`);
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
    /** Does the job of an import, all of it or some steps. */
    runJob: (admin: Pick<TestClient, 'organisationId'>, importId: number, steps?: number) =>
      continueImport(portal.db, post, log, { organisationId: admin.organisationId, importId }, steps),
    get: async (admin: TestClient, id: number) =>
      (await admin.get<'GET /api/peopleimports/:id'>(`/api/peopleimports/${id}`)).body.peopleImport,
    rows: async (admin: TestClient, id: number, outcome = ''): Promise<PeopleImportRowReply[]> =>
      (await admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${id}/rows?limit=250&outcome=${outcome}`)).body
        .rows,
    /** Reads a file with the columns as they are guessed and works out the preview. */
    preview: async (
      admin: TestClient,
      content: string | Uint8Array,
      options?: PeopleImportPreviewOptions,
    ): Promise<PeopleImportReply> => {
      const read = await desk.upload(admin, content);
      const asked = await desk.requestPreview(admin, read, options);
      if (asked.status !== 200) throw new Error(`There is no preview: ${JSON.stringify(asked.errors)}`);
      await desk.runJob(admin, read.id);
      return desk.get(admin, read.id);
    },
    requestRun: (admin: TestClient, id: number, confirmClosing?: number) =>
      admin.post<'POST /api/peopleimports/:id/run'>(`/api/peopleimports/${id}/run`, { confirmClosing }),
    /** Previews and carries out; answers the import and its rows. */
    run: async (admin: TestClient, content: string | Uint8Array, options?: PeopleImportPreviewOptions) => {
      const { id, brake } = await desk.preview(admin, content, options);
      const asked = await desk.requestRun(admin, id, brake.closing);
      if (asked.status !== 200) throw new Error(`It does not run: ${JSON.stringify(asked.errors)}`);
      await desk.runJob(admin, id);
      return { done: await desk.get(admin, id), rows: await desk.rows(admin, id) };
    },
    undo: async (admin: TestClient, id: number) => {
      const asked = await admin.post<'POST /api/peopleimports/:id/undo'>(`/api/peopleimports/${id}/undo`);
      if (asked.status === 200) await desk.runJob(admin, id);
      return asked;
    },
    close: () => jobs.close(),
  };
  return desk;
}

/** A workbook of rows. */
export const aWorkbook = (...rows: (string | number | boolean | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });

/** Somebody of Meridian as the tables say. */
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
