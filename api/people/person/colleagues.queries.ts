import { sql } from 'kysely';
import { type ActorRow, actorColumns, actorTables, mayBeLoggedIn, toActor } from '#api/identity/sessions/access.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Actor, Scope } from '#api/platform/http/scope.ts';

/** A person of the scope's organisation, including deleted people and people who may not log in; undefined when there is none. */
export async function findColleague(db: Db, scope: Scope, customerId: number): Promise<Colleague | undefined> {
  const found = await sql<ActorRow & { active: boolean; is_deleted: boolean; impersonation_notice: boolean }>`
    select ${actorColumns}, ${mayBeLoggedIn} as active, c.deleted_at is not null as is_deleted, o.impersonation_notice
    from ${actorTables} where c.organisation_id = ${scope.organisationId} and c.id = ${customerId}`.execute(db);
  const row = found.rows[0];
  return (
    row && {
      actor: toActor(row),
      isActive: row.active,
      isDeleted: row.is_deleted,
      receivesImpersonationNotice: row.impersonation_notice,
    }
  );
}

/** A person of the organisation, whether or not they may log in. */
export interface Colleague {
  actor: Actor;
  /** Whether they may be logged in. */
  isActive: boolean;
  isDeleted: boolean;
  /** Whether the organisation tells its people by email when someone impersonates them. */
  receivesImpersonationNotice: boolean;
}
