import { sql } from 'kysely';
import type { Call, ReplyOf } from '#contract/index.ts';
import type { TestClient, TestPortal, TestResponse } from './portal.ts';

/** A part of an organisation as its lists show it, whatever its kind. */
export interface StructureItemReply {
  id: number;
  name: string;
  version: number;
  isCurrent?: boolean;
}

export interface StructureEndpoint {
  path: string;
  /** The root of its bodies and of its errors. */
  root: string;
  list: string;
  label: string;
  /** Its name in the audit trail. */
  auditName: string;
}

/** The kinds of parts that an organisation is made of, as calls name them. */
export const GROUPS: StructureEndpoint = {
  path: '/api/organisationgroups',
  root: 'organisationGroup',
  list: 'organisationGroups',
  label: 'group',
  auditName: 'group',
};
export const RESORTS: StructureEndpoint = {
  path: '/api/organisationresorts',
  root: 'organisationResort',
  list: 'organisationResorts',
  label: 'destination',
  auditName: 'resort',
};
export const AREAS: StructureEndpoint = {
  path: '/api/organisationbusinessareas',
  root: 'organisationBusinessArea',
  list: 'organisationBusinessAreas',
  label: 'business area',
  auditName: 'businessArea',
};
export const JOB_ROLES: StructureEndpoint = {
  path: '/api/organisationjobroles',
  root: 'organisationJobRole',
  list: 'organisationJobRoles',
  label: 'job role',
  auditName: 'jobRole',
};
export const SEASONS: StructureEndpoint = {
  path: '/api/organisationseasons',
  root: 'organisationSeason',
  list: 'organisationSeasons',
  label: 'season',
  auditName: 'season',
};
export const ROLES: StructureEndpoint = {
  path: '/api/customerroles',
  root: 'customerRole',
  list: 'customerRoles',
  label: 'role',
  auditName: 'role',
};
export const STRUCTURE_ENDPOINTS = [GROUPS, RESORTS, AREAS, JOB_ROLES, SEASONS, ROLES];

/** The days of a season that needs some. */
export const SEASON_DATES = { startDateUtc: '2031-01-01', endDateUtc: '2031-06-30' };

let made = 0;
export const aUniqueName = (what = 'Thing') => {
  made += 1;
  return `${what} ${made}`;
};

const loose = ({ body }: { body: unknown }) => body as Record<string, unknown>;

/** The part in an answer, alone or in a list of one. */
export const readStructureItem = ({ root, list }: StructureEndpoint, answer: { body: unknown }) =>
  (loose(answer)[root] ?? (loose(answer)[list] as unknown[] | undefined)?.[0]) as StructureItemReply;

/** What an administrator does to the parts of an organisation; somebody else where one is named. */
export function createStructureClient(admin: TestClient) {
  type Answered = Promise<TestResponse<unknown>>;
  const add = (kind: StructureEndpoint, sent: object = {}, person = admin): Answered =>
    person.post<Call>(kind.path, { [kind.root]: { name: aUniqueName(), ...(kind === SEASONS ? SEASON_DATES : {}), ...sent } });
  return {
    add,
    /** Adds one that is not refused. */
    addOrThrow: async (kind: StructureEndpoint, sent: object = {}): Promise<StructureItemReply> => {
      const answer = await add(kind, sent);
      if (answer.status !== 200) throw new Error(`${kind.path}: ${JSON.stringify(answer.errors)}`);
      return readStructureItem(kind, answer);
    },
    list: async (kind: StructureEndpoint, person = admin) =>
      loose(await person.get<Call>(kind.path))[kind.list] as StructureItemReply[],
    change: (kind: StructureEndpoint, id: number, sent: object, person = admin): Answered =>
      person.put<Call>(`${kind.path}/${id}`, { [kind.root]: sent }),
    usage: (
      kind: StructureEndpoint,
      id: number,
      person = admin,
    ): Promise<TestResponse<ReplyOf<'GET /api/organisationgroups/:id/usage'>>> =>
      person.get<'GET /api/organisationgroups/:id/usage'>(`${kind.path}/${id}/usage`),
    remove: (kind: StructureEndpoint, id: number, moveToId?: number, person = admin): Answered =>
      person.delete<Call>(`${kind.path}/${id}${moveToId ? `?moveToId=${moveToId}` : ''}`),
  };
}

/** What the audit trail of Meridian says of a part. */
export async function listAuditEventsFor({ db }: TestPortal, action: string, id: number) {
  const { rows } = await sql<{ actor_id: number; before: object | null; after: object | null }>`
    select actor_id, before, after from audit_event
    where organisation_id = 1 and action = ${action} and subject_id = ${String(id)} order by id`.execute(db);
  return rows;
}
