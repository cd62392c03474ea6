import { sql } from 'kysely';
import type { Call, ReplyOf } from '#contract/index.ts';
import type { Answer, Client, TestPortal } from './portal.ts';

/** A part of an organisation as its lists show it, whatever its kind. */
export interface Part {
  id: number;
  name: string;
  version: number;
  isCurrent?: boolean;
}

export interface PartKind {
  path: string;
  /** The root of its bodies and of its errors. */
  root: string;
  list: string;
  one: string;
  /** Its name in the audit trail. */
  audit: string;
}

/** The kinds of parts that an organisation is made of, as calls name them. */
export const GROUPS: PartKind = {
  path: '/api/organisationgroups',
  root: 'organisationGroup',
  list: 'organisationGroups',
  one: 'group',
  audit: 'group',
};
export const RESORTS: PartKind = {
  path: '/api/organisationresorts',
  root: 'organisationResort',
  list: 'organisationResorts',
  one: 'destination',
  audit: 'resort',
};
export const AREAS: PartKind = {
  path: '/api/organisationbusinessareas',
  root: 'organisationBusinessArea',
  list: 'organisationBusinessAreas',
  one: 'business area',
  audit: 'businessArea',
};
export const JOBS: PartKind = {
  path: '/api/organisationjobroles',
  root: 'organisationJobRole',
  list: 'organisationJobRoles',
  one: 'job role',
  audit: 'jobRole',
};
export const SEASONS: PartKind = {
  path: '/api/organisationseasons',
  root: 'organisationSeason',
  list: 'organisationSeasons',
  one: 'season',
  audit: 'season',
};
export const ROLES: PartKind = {
  path: '/api/customerroles',
  root: 'customerRole',
  list: 'customerRoles',
  one: 'role',
  audit: 'role',
};
export const PART_KINDS = [GROUPS, RESORTS, AREAS, JOBS, SEASONS, ROLES];

/** The days of a season that needs some. */
export const DAYS = { startDateUtc: '2031-01-01', endDateUtc: '2031-06-30' };

let made = 0;
export const aName = (what = 'Thing') => {
  made += 1;
  return `${what} ${made}`;
};

const loose = ({ body }: { body: unknown }) => body as Record<string, unknown>;

/** The part in an answer, alone or in a list of one. */
export const partOf = ({ root, list }: PartKind, answer: { body: unknown }) =>
  (loose(answer)[root] ?? (loose(answer)[list] as unknown[] | undefined)?.[0]) as Part;

/** What an administrator does to the parts of an organisation; somebody else where one is named. */
export function partsOf(admin: Client) {
  type Answered = Promise<Answer<unknown>>;
  const add = (kind: PartKind, sent: object = {}, person = admin): Answered =>
    person.post<Call>(kind.path, { [kind.root]: { name: aName(), ...(kind === SEASONS ? DAYS : {}), ...sent } });
  return {
    add,
    /** Adds one that is not refused. */
    make: async (kind: PartKind, sent: object = {}): Promise<Part> => {
      const answer = await add(kind, sent);
      if (answer.status !== 200) throw new Error(`${kind.path}: ${JSON.stringify(answer.errors)}`);
      return partOf(kind, answer);
    },
    list: async (kind: PartKind, person = admin) => loose(await person.get<Call>(kind.path))[kind.list] as Part[],
    change: (kind: PartKind, id: number, sent: object, person = admin): Answered =>
      person.put<Call>(`${kind.path}/${id}`, { [kind.root]: sent }),
    usage: (kind: PartKind, id: number, person = admin): Promise<Answer<ReplyOf<'GET /api/organisationgroups/:id/usage'>>> =>
      person.get<'GET /api/organisationgroups/:id/usage'>(`${kind.path}/${id}/usage`),
    remove: (kind: PartKind, id: number, moveToId?: number, person = admin): Answered =>
      person.delete<Call>(`${kind.path}/${id}${moveToId ? `?moveToId=${moveToId}` : ''}`),
  };
}

/** What the audit trail of Meridian says of a part. */
export async function trailOf({ db }: TestPortal, action: string, id: number) {
  const { rows } = await sql<{ actor_id: number; before: object | null; after: object | null }>`
    select actor_id, before, after from audit_entry
    where organisation_id = 1 and action = ${action} and subject_id = ${String(id)} order by id`.execute(db);
  return rows;
}
