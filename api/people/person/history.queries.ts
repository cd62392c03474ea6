import { sql } from 'kysely';
import { readReferenceNames } from '#api/organisation/structure/reference-names.queries.ts';
import { type History, listHistory } from '#api/platform/audit/history.queries.ts';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { GENDERS, PERSON_HISTORY } from './history.rules.ts';

const PERSON_TABLES = [
  'resort',
  'business_area',
  'job_role',
  'cost_centre',
  'department',
  'organisation_group',
  'season',
  'collection',
  'role',
] as const;

/** The current names of everything that the history of a person can refer to, by kind and id. */
export const readPersonReferenceNames = async (db: Db, scope: Scope): Promise<ReferenceNames> => ({
  ...(await readReferenceNames(db, scope, PERSON_TABLES)),
  gender: GENDERS,
});

/** The audit events about a person, newest first. The caller of this function checks that the scope may see the person. */
export const listPersonHistory = (
  db: Db,
  scope: Scope,
  customerId: number,
  page: { offset: number; limit: number },
): Promise<History> =>
  listHistory(db, scope, {
    ...page,
    labels: PERSON_HISTORY,
    names: readPersonReferenceNames(db, scope),
    isAbout: sql`e.subject_id = ${String(customerId)}
      and e.subject_kind = 'customer' and e.action ~ '^(customer|impersonation|invitation|opt-out|password)[.]'`,
  });
