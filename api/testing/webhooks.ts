import { sql } from 'kysely';
import { issueSecret } from '#api/integrations/webhooks/secrets.ts';
import type { SendingDependencies } from '#api/integrations/webhooks/send-delivery.actions.ts';
import type { WebhookTransport } from '#api/integrations/webhooks/webhook-transport.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { ORGANISATION_EVENT_TYPES } from '#contract/integrations/webhooks/webhook-events.ts';
import type { MailJobsHarness } from './mail-jobs-harness.ts';
import { TEST_KEY, type TestPortal } from './portal.ts';

const vault = createVaultFromKeys(TEST_KEY);

/** An endpoint that a test has added. */
export interface TestEndpoint {
  id: number;
  secret: string;
}

/** Adds an endpoint of an organisation, or of a brand of the supplier. */
export async function anEndpoint(
  { db }: Pick<TestPortal, 'db'>,
  {
    url,
    eventTypes = [...ORGANISATION_EVENT_TYPES],
    ...owner
  }: { url: string; eventTypes?: string[]; organisationId?: number; brandId?: number },
): Promise<TestEndpoint> {
  const next = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('webhook_endpoint', 'id')) as id`.execute(db);
  const id = next.rows[0]?.id as number;
  const { secret, sealed } = issueSecret(vault, id);
  await sql`insert into webhook_endpoint (id, organisation_id, brand_id, url, event_types, sealed_secret)
    values (${id}, ${owner.organisationId ?? null}::bigint, ${owner.brandId ?? null}::bigint, ${url}, ${eventTypes}, ${sealed})`.execute(
    db,
  );
  return { id, secret };
}

/** A delivery as stored. */
export interface StoredDelivery {
  id: number;
  endpointId: number;
  organisationId: number | null;
  eventId: string;
  eventType: string;
  sequence: number;
  data: Record<string, unknown>;
  attempts: number;
  sent: boolean;
  failed: boolean;
  failure: StoredReason | null;
}

/** The deliveries of an endpoint, the oldest first. */
export async function deliveriesOf({ db }: Pick<TestPortal, 'db'>, endpointId: number): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select id, endpoint_id as "endpointId", organisation_id as "organisationId", event_id as "eventId", event_type as "eventType", sequence, data, attempts,
      sent_at is not null as sent, failed_at is not null as failed, failure
    from webhook_delivery where endpoint_id = ${endpointId} order by id`.execute(db);
  return rows;
}

/** Lets time pass for webhooks: the database has its own clock, so their times are moved back instead. */
export async function passTime({ db }: Pick<TestPortal, 'db'>, interval: string): Promise<void> {
  await sql`
    with endpoints as (
      update webhook_endpoint set failing_since_at = failing_since_at - ${interval}::interval, paused_at = paused_at - ${interval}::interval,
        last_success_at = last_success_at - ${interval}::interval, last_failure_at = last_failure_at - ${interval}::interval,
        previous_secret_expires_at = previous_secret_expires_at - ${interval}::interval)
    update webhook_delivery set due_at = due_at - ${interval}::interval, next_attempt_at = next_attempt_at - ${interval}::interval,
      claimed_at = claimed_at - ${interval}::interval,
      last_attempt_at = last_attempt_at - ${interval}::interval`.execute(db);
}

/** What sending webhooks needs, for a test portal. */
export const sendingFor = (
  portal: Pick<TestPortal, 'db' | 'clock'>,
  { jobs }: Pick<MailJobsHarness, 'jobs'>,
  transport: WebhookTransport,
): SendingDependencies => ({ db: portal.db, vault, jobs, clock: portal.clock, transport, log: { warn: () => {} } });
