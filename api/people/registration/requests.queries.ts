import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import { createFingerprint } from '#api/platform/http/fingerprint.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { visibleRegistrationLinks } from './links.queries.ts';
import {
  type RegistrationTarget,
  type RegistrationTargetRow,
  registrationTargetColumns,
  toRegistrationTarget,
} from './open-link.queries.ts';
import { type Registrant, type RegistrationOption, toShownRegistration } from './registration.rules.ts';

export type RegistrationRequest = ReplyOf<'GET /api/registrationrequests'>['registrationRequests'][number];

interface RequestRow {
  id: number;
  state: RegistrationRequest['state'];
  first_name: string;
  last_name: string;
  email: string;
  employee_number: string | null;
  po_number: string | null;
  gender: number;
  resort: RegistrationOption | null;
  departments: RegistrationOption[];
  business_area: RegistrationOption | null;
  collections: RegistrationOption[];
  organisation_group: RegistrationOption | null;
  roles: RegistrationOption[];
  link_id: number;
  link_name: string;
  customer_id: number | null;
  created_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  reject_reason: string | null;
}

const reference = (table: string, id: string) => sql`
  (select json_build_object('id', t.id, 'name', t.name) from ${sql.table(table)} t
   where t.organisation_id = r.organisation_id and t.id = ${sql.ref(id)})`;

const references = (table: string, choices: string, column: string) => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name), '[]')
   from ${sql.table(choices)} c join ${sql.table(table)} t on t.organisation_id = c.organisation_id and t.id = c.${sql.ref(column)}
   where c.organisation_id = r.organisation_id and c.registration_id = r.id)`;

const requestColumns = sql`
  r.id, r.state, r.first_name, r.last_name, r.email, r.employee_number, r.po_number, r.gender, r.link_id, l.name as link_name, r.customer_id,
  r.created_at, r.decided_at, r.reject_reason,
  ${reference('resort', 'r.resort_id')} as resort, ${reference('business_area', 'r.business_area_id')} as business_area,
  ${reference('organisation_group', 'l.organisation_group_id')} as organisation_group,
  ${references('department', 'registration_department', 'department_id')} as departments,
  ${references('collection', 'registration_collection', 'collection_id')} as collections,
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name), '[]')
   from registration_link_role c join role t on t.id = c.role_id where c.organisation_id = l.organisation_id and c.link_id = l.id) as roles,
  (select concat_ws(' ', d.first_name, d.last_name) from customer d where d.organisation_id = r.organisation_id and d.id = r.decided_by_id) as decided_by`;

const requestTables = sql`registration r join registration_link l on l.organisation_id = r.organisation_id and l.id = r.link_id`;

type UnmarkedRequest = Omit<RegistrationRequest, 'fingerprint'>;

function toRequest(row: RequestRow): RegistrationRequest {
  const request = toUnmarkedRequest(row);
  return { ...request, fingerprint: createFingerprint(toShownRegistration(request)) };
}

const toUnmarkedRequest = (row: RequestRow): UnmarkedRequest => ({
  id: row.id,
  state: row.state,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  employeeNumber: row.employee_number,
  poNumber: row.po_number,
  gender: row.gender,
  resort: row.resort,
  departments: row.departments,
  businessArea: row.business_area,
  collections: row.collections,
  organisationGroup: row.organisation_group,
  roles: row.roles,
  link: { id: row.link_id, name: row.link_name },
  customerId: row.customer_id,
  createdOnUtc: row.created_at.toISOString(),
  decidedOnUtc: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by,
  rejectReason: row.reject_reason,
});

/** Registrations in scope, newest first, filtered by state and by text in name, email address or employee number. */
export async function listRegistrationRequests(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/registrationrequests'>,
): Promise<{ requests: RegistrationRequest[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const found = await sql<RequestRow>`
    select ${requestColumns} from ${requestTables} where ${matchesQuery(scope, query)} order by r.created_at desc, r.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return { requests: found.rows.map(toRequest), totalCount: await countRegistrationRequests(db, scope, query) };
}

type RequestFilters = Pick<QueryOf<'GET /api/registrationrequests'>, 'query' | 'state'>;

/** How many registrations in scope match the filters of their list. */
export async function countRegistrationRequests(db: Db, scope: Scope, query: RequestFilters): Promise<number> {
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from ${requestTables} where ${matchesQuery(scope, query)}`.execute(db);
  return counted.rows[0]?.n ?? 0;
}

function matchesQuery(scope: Scope, query: RequestFilters): RawBuilder<unknown> {
  return sql`${visibleRegistrationLinks(scope)} and (${query.state ?? null}::text is null or r.state = ${query.state ?? null})
    and ${matchesWords(sql`searchable_text(concat_ws(' ', r.first_name, r.last_name, r.email, r.employee_number))`, query.query)}`;
}

/** A registration in scope; undefined when there is no such registration. */
export async function findRegistrationRequest(db: Db, scope: Scope, requestId: number): Promise<RegistrationRequest | undefined> {
  const found = await sql<RequestRow>`
    select ${requestColumns} from ${requestTables} where ${visibleRegistrationLinks(scope)} and r.id = ${requestId}`.execute(db);
  return found.rows[0] && toRequest(found.rows[0]);
}

/** A request on which an administrator has decided, and the organisation that the applicant joins. */
export interface DecidedRegistration {
  target: RegistrationTarget;
  registrant: Registrant;
}

/**
 * Decides a waiting request in scope. This is one conditional update, so that only one of several concurrent decisions succeeds.
 * Undefined when the request has been decided already, or does not exist.
 */
export async function decideRegistrationRequest(
  tx: Tx,
  scope: Scope,
  requestId: number,
  decision: { state: 'approved' } | { state: 'rejected'; reason: string },
): Promise<DecidedRegistration | undefined> {
  const reason = decision.state === 'rejected' ? decision.reason : null;
  const decided = await sql<
    RegistrationTargetRow & {
      brand_id: number;
      email: string;
      first_name: string;
      last_name: string;
      employee_number: string | null;
      po_number: string | null;
      gender: 0 | 10 | 20;
      resort_id: number | null;
      business_area_id: number | null;
      department_ids: number[];
      collection_ids: number[];
    }
  >`
    update registration r set state = ${decision.state}, decided_at = now(), decided_by_id = ${scope.customerId}, reject_reason = ${reason}
    from registration_link l join organisation o on o.id = l.organisation_id
    where ${visibleRegistrationLinks(scope)} and r.id = ${requestId} and r.state = 'waiting' and l.organisation_id = r.organisation_id and l.id = r.link_id
    returning ${registrationTargetColumns}, r.brand_id, r.email, r.first_name, r.last_name, r.employee_number,
      r.po_number, r.gender, r.resort_id, r.business_area_id,
      array(select department_id from registration_department d where d.organisation_id = r.organisation_id and d.registration_id = r.id) as department_ids,
      array(select collection_id from registration_collection c where c.organisation_id = r.organisation_id and c.registration_id = r.id) as collection_ids`.execute(
    tx,
  );
  const row = decided.rows[0];
  return (
    row && {
      target: toRegistrationTarget(row, row.brand_id),
      registrant: {
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        employeeNumber: row.employee_number,
        poNumber: row.po_number,
        gender: row.gender,
        resortId: row.resort_id,
        departmentIds: row.department_ids,
        businessAreaId: row.business_area_id,
        collectionIds: row.collection_ids,
      },
    }
  );
}

/** Records the person who was added for an approved request. */
export async function linkRequestToPerson(tx: Tx, scope: Scope, requestId: number, customerId: number): Promise<void> {
  await sql`
    update registration set customer_id = ${customerId} where organisation_id = ${scope.organisationId} and id = ${requestId}`.execute(
    tx,
  );
}

/** Deletes rejected requests 90 days after the decision. */
export const deleteExpiredRejectedRequests = (db: Db): Promise<number> =>
  deleteInBatches(db, 'registration', sql`state = 'rejected' and decided_at < now() - interval '90 days'`);

export const retention: RetentionTask[] = [
  { name: 'rejected-registrations', run: ({ db }) => deleteExpiredRejectedRequests(db) },
];
