import { type RawBuilder, sql } from 'kysely';
import { uniformStatusColumns, uniformStatusJoin } from '#api/entitlement/uniform-status.queries.ts';
import { type ActorRow, actorColumns, actorTables, toActor } from '#api/identity/sessions/access.queries.ts';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { hasRole, isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { redactPerson } from './field-visibility.rules.ts';
import { findImpersonationBlocker } from './impersonation-blocker.rules.ts';
import { type ProfileRow, profileColumns, toProfile } from './profile.queries.ts';

export type Customer = ReplyOf<'GET /api/customers'>['customers'][number];

/**
 * The people whom the caller may open. Sales may open everyone, an Admin the people of the groups administered (everyone when
 * there are none), and anyone themselves.
 */
function visiblePerson(scope: Scope): RawBuilder<unknown> {
  const inOrganisation = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  const isCaller = sql`c.id = ${scope.customerId}`;
  if (hasRole(scope, 'OrganisationSales') || isOrganisationAdmin(scope)) return inOrganisation;
  if (!isAdmin(scope)) return sql`${inOrganisation} and ${isCaller}`;
  return sql`${inOrganisation} and (${isCaller} or ${administeredPeople(scope)})`;
}

/** A person's progress in a season; all null when they do not take part in it. */
interface UniformStatusRow {
  ordering_status: number | null;
  measuring_status: number | null;
  pieces_due: number | null;
  pieces_fulfilled: number | null;
  pieces_ordered: number | null;
  open_choices: number | null;
}

export type PersonListRow = ProfileRow & ActorRow & UniformStatusRow & { has_left: boolean };

/** The columns of `toCustomer`, selected from the tables of `actorColumns` and `profileColumns` with `uniformStatusJoin`. */
export const personListColumns = sql`
  ${profileColumns}, ${actorColumns}, ${uniformStatusColumns},
  coalesce(c.ends_on < (now() at time zone o.time_zone)::date, false) as has_left`;

/** A person as the API returns them, without the fields that the viewer may not see. */
export function toCustomer(row: PersonListRow, viewer: Scope): Customer {
  const actor = toActor(row);
  return redactPerson(
    {
      ...toProfile(row, actor),
      orderingStatusId: row.ordering_status,
      orderingBodiMeStatusId: row.measuring_status,
      orderingProgress:
        row.ordering_status === null
          ? null
          : {
              owed: row.pieces_due ?? 0,
              counted: row.pieces_fulfilled ?? 0,
              ordered: row.pieces_ordered ?? 0,
              openChoices: row.open_choices ?? 0,
            },
      impersonationBlocker: findImpersonationBlocker(viewer, {
        actor,
        isActive: row.active,
        hasLeft: row.has_left,
        hasOptedOut: row.wardrobe_opt_out_at !== null,
      }),
    },
    viewer,
  );
}

/** One person whom the caller may see; undefined when there is none. */
export async function findCustomer(db: Db, scope: Scope, customerId: number): Promise<Customer | undefined> {
  const found = await sql<PersonListRow>`
    select ${personListColumns} from ${actorTables} join brand b on b.id = o.brand_id
    left join ${uniformStatusJoin(scope, undefined)}
    where ${visiblePerson(scope)} and c.id = ${customerId}`.execute(db);
  return found.rows[0] && toCustomer(found.rows[0], scope);
}
