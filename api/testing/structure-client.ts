import { sql } from 'kysely';
import type { Call, ReplyOf } from '#contract/index.ts';
import type { TestClient, TestPortal, TestResponse } from './portal.ts';

/** An item of an organisation's structure as the lists return it, whatever its kind. */
export interface StructureItemReply {
  id: number;
  name: string;
  version: number;
  isCurrent?: boolean;
}

export interface StructureEndpoint {
  path: string;
  /** The root of its bodies and errors. */
  root: string;
  list: string;
  label: string;
  /** Its name in the audit log. */
  auditName: string;
}

/** The kinds of structure items, with the names that their calls use. */
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

/** The dates of a season that needs some. */
export const SEASON_DATES = { startDateUtc: '2031-01-01', endDateUtc: '2031-06-30' };

let nameCount = 0;
export const aUniqueName = (what = 'Item') => {
  nameCount += 1;
  return `${what} ${nameCount}`;
};

const toRecord = ({ body }: { body: unknown }) => body as Record<string, unknown>;

/** The item in a response, alone or in a list of one. */
export const readStructureItem = ({ root, list }: StructureEndpoint, response: { body: unknown }) =>
  (toRecord(response)[root] ?? (toRecord(response)[list] as unknown[] | undefined)?.[0]) as StructureItemReply;

/** The calls of structure items, by default as the administrator. */
export function createStructureClient(admin: TestClient) {
  type AnyResponse = Promise<TestResponse<unknown>>;
  const add = (kind: StructureEndpoint, input: object = {}, person = admin): AnyResponse =>
    person.post<Call>(kind.path, { [kind.root]: { name: aUniqueName(), ...(kind === SEASONS ? SEASON_DATES : {}), ...input } });
  return {
    add,
    /** Adds an item; throws when it is refused. */
    addOrThrow: async (kind: StructureEndpoint, input: object = {}): Promise<StructureItemReply> => {
      const response = await add(kind, input);
      if (response.status !== 200) throw new Error(`${kind.path}: ${JSON.stringify(response.errors)}`);
      return readStructureItem(kind, response);
    },
    list: async (kind: StructureEndpoint, person = admin) =>
      toRecord(await person.get<Call>(kind.path))[kind.list] as StructureItemReply[],
    change: (kind: StructureEndpoint, id: number, input: object, person = admin): AnyResponse =>
      person.put<Call>(`${kind.path}/${id}`, { [kind.root]: input }),
    usage: (
      kind: StructureEndpoint,
      id: number,
      person = admin,
    ): Promise<TestResponse<ReplyOf<'GET /api/organisationgroups/:id/usage'>>> =>
      person.get<'GET /api/organisationgroups/:id/usage'>(`${kind.path}/${id}/usage`),
    remove: (kind: StructureEndpoint, id: number, moveToId?: number, person = admin): AnyResponse =>
      person.delete<Call>(`${kind.path}/${id}${moveToId ? `?moveToId=${moveToId}` : ''}`),
  };
}

/** Meridian's audit events about an item. */
export async function listAuditEventsFor({ db }: TestPortal, action: string, id: number) {
  const { rows } = await sql<{ actor_id: number; before: object | null; after: object | null }>`
    select actor_id, before, after from audit_event
    where organisation_id = 1 and action = ${action} and subject_id = ${String(id)} order by id`.execute(db);
  return rows;
}
