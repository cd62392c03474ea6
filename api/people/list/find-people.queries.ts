import { sql } from 'kysely';
import { type ActorRow, actorColumns, actorTables, toActor } from '#api/identity/sessions/access.queries.ts';
import { canAdminister } from '#api/identity/sessions/access.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { findImpersonationBlocker } from '../person/impersonation-blocker.rules.ts';
import { listAccessCondition, listedGroups } from './people-filters.queries.ts';
import { searchPeople } from './people-list.queries.ts';
import { parsePeopleSort } from './people-sort.queries.ts';

/** A person as a search shows them: enough to tell namesakes apart. */
interface FoundPerson {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  employeeNumber: string | null;
  jobRole: string | null;
  destination: string | null;
  active: boolean;
  /** Whether the caller can order for them, and whether they can send them an invitation to set a password. */
  canOrderFor: boolean;
  canInvite: boolean;
}

type FoundRow = Omit<FoundPerson, 'canOrderFor' | 'canInvite'> &
  ActorRow & { has_password: boolean; has_left: boolean; has_opted_out: boolean };

/**
 * The first people of the list of people with this search, by name, preceded by those whose email address or employee number is exactly the text; and
 * whether the list has more.
 */
export async function findPeople(
  tx: Tx,
  scope: Scope,
  query: string,
  limit: number,
): Promise<{ results: FoundPerson[]; hasMore: boolean }> {
  const [exact, page] = await Promise.all([
    findExactPeople(tx, scope, query),
    searchPeople(tx, scope, { query, page: 0, limit }, parsePeopleSort(undefined, scope)),
  ]);
  const ids = [...new Set([...exact, ...page.ids])].slice(0, limit);
  return { results: await readFoundPeople(tx, scope, ids), hasMore: page.matching > ids.length };
}

/** As many of the people who match are looked at for what can be done with them. */
const MAX_CONSIDERED = 100;

/** The first people of such a search for whom the caller can order, or whom they can invite; and whether others match who are not among them. */
export async function findPeopleFor(
  tx: Tx,
  scope: Scope,
  query: string,
  { peopleFor, limit }: { peopleFor: 'order' | 'invite'; limit: number },
): Promise<{ results: FoundPerson[]; hasMore: boolean }> {
  const { results, hasMore } = await findPeople(tx, scope, query, MAX_CONSIDERED);
  const able = results.filter(({ canOrderFor, canInvite }) => (peopleFor === 'order' ? canOrderFor : canInvite));
  return { results: able.slice(0, limit), hasMore: hasMore || able.length > limit };
}

async function findExactPeople(tx: Tx, scope: Scope, query: string): Promise<number[]> {
  const isListed =
    listedGroups(scope) === null
      ? sql`true`
      : sql`exists (select from uniform_status s where s.organisation_id = c.organisation_id and s.season_id = 0
          and s.customer_id = c.id and ${listAccessCondition(scope)})`;
  const inOrganisation = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null and ${isListed}`;
  const { rows } = await sql<{ id: number }>`
    select c.id from customer c where c.brand_id = ${scope.brandId} and lower(c.email) = lower(${query}) and ${inOrganisation}
    union select c.id from customer c where employee_key(c.employee_number) = employee_key(${query}) and ${inOrganisation}
    order by id limit 5`.execute(tx);
  return rows.map(({ id }) => id);
}

async function readFoundPeople(tx: Tx, caller: Scope, ids: readonly number[]): Promise<FoundPerson[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.employee_number as "employeeNumber", j.name as "jobRole",
      r.name as destination, c.active, c.password_hash is not null as has_password, c.wardrobe_opt_out_at is not null as has_opted_out,
      coalesce(c.ends_on < (now() at time zone o.time_zone)::date, false) as has_left, ${actorColumns}
    from ${actorTables}
    left join job_role j on j.organisation_id = c.organisation_id and j.id = c.job_role_id
    left join resort r on r.organisation_id = c.organisation_id and r.id = c.resort_id
    where c.organisation_id = ${caller.organisationId} and c.id = any (${[...ids]}::bigint[])`.execute(tx);
  return rows.map((row) => toFoundPerson(row, caller)).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function toFoundPerson(row: FoundRow, caller: Scope): FoundPerson {
  const actor = toActor(row);
  const { id, firstName, lastName, email, employeeNumber, jobRole, destination, active } = row;
  const blocker = findImpersonationBlocker(caller, {
    actor,
    isActive: active,
    hasLeft: row.has_left,
    hasOptedOut: row.has_opted_out,
  });
  // Buyers order for others in the ad hoc list; Admins and Sales in their place.
  const isInPlace = isAdmin(caller) || hasRole(caller, 'OrganisationSales');
  const isBuyersWearer = !isInPlace && hasRole(caller, 'OrganisationBuyer') && active && !row.has_left;
  return {
    ...{ id, firstName, lastName, email, employeeNumber, jobRole, destination, active },
    canOrderFor: blocker === null || isBuyersWearer,
    canInvite: isAdmin(caller) && active && !row.has_left && !row.has_password && canAdminister(caller, actor),
  };
}
