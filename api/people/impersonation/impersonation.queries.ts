import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * Starts impersonation of a person in a session, for the given number of minutes but not beyond the end of the session. Returns
 * when it ends; undefined when the session has ended or already impersonates someone.
 */
export async function startSessionImpersonation(
  tx: Tx,
  scope: Scope,
  sessionId: string,
  customerId: number,
  minutes: number,
): Promise<Date | undefined> {
  const started = await sql<{ impersonation_ends_at: Date }>`
    update session set impersonated_customer_id = ${customerId}, impersonation_ends_at = least(now() + make_interval(mins => ${minutes}), ends_at)
    where organisation_id = ${scope.organisationId} and id = ${sessionId} and customer_id = ${scope.customerId} and revoked_at is null
      and (impersonated_customer_id is null or impersonation_ends_at <= now())
    returning impersonation_ends_at`.execute(tx);
  return started.rows[0]?.impersonation_ends_at;
}

/** Ends a session's impersonation. Returns the id of the person who was impersonated until now; undefined when there was none. */
export async function endSessionImpersonation(tx: Tx, scope: Scope, sessionId: string): Promise<number | undefined> {
  const ended = await sql<{ impersonated_customer_id: number | null }>`
    with previous as (
      select id, impersonated_customer_id, impersonation_ends_at from session
      where organisation_id = ${scope.organisationId} and id = ${sessionId} and customer_id = ${scope.customerId} for update)
    update session set impersonated_customer_id = null, impersonation_ends_at = null from previous where session.id = previous.id
    returning case when previous.impersonation_ends_at > now() then previous.impersonated_customer_id end as impersonated_customer_id`.execute(
    tx,
  );
  return ended.rows[0]?.impersonated_customer_id ?? undefined;
}

/** Sets the delivery address of the person's cart; creates the cart when there is none. */
export async function setDeliveryAddress(tx: Tx, scope: Scope, addressId: number): Promise<void> {
  await sql`
    insert into cart (organisation_id, customer_id, shipping_address_id) values (${scope.organisationId}, ${scope.customerId}, ${addressId})
    on conflict on constraint cart_once_per_customer do update set shipping_address_id = excluded.shipping_address_id, updated_at = now()`.execute(
    tx,
  );
}
