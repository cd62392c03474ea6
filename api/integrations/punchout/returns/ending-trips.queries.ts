import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Credential } from '../cxml/envelope.rules.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';
import type { Fields } from '../oci/call-up.rules.ts';
import type { ReturnForm } from '../oci/return-form.rules.ts';
import type { TripOutcome } from '../trips/trips.queries.ts';

/** A trip as far as it is needed to end it. */
export interface EndingTrip {
  organisationId: number;
  id: string;
  connectionId: number;
  operation: 'create' | 'edit' | 'inspect';
  isTest: boolean;
  buyerCookie: string;
  buyerCookieIsXml: boolean;
  buyerIdentity: Credential | null;
  returnUrl: string;
  returnTarget: string | null;
  /** OCI: fields that go back with the cart. */
  returnFields: Fields;
  /** OCI: the encoding of the answer. */
  charset: string | null;
  shipTo: SentAddress | null;
  /** Of an edit: what its cart began with. */
  editedItems: readonly { auxiliaryId: string; quantity: number }[];
  /** Lines of the buyer's cart that are not available any more. */
  missingItems: readonly unknown[];
  /** The form with which it has ended; null before, and for one that has ended without. */
  returnForm: ReturnForm | null;
  outcome: TripOutcome | null;
  /** Whether its time is over, or its user has not asked for anything for too long. */
  isExpired: boolean;
}

/** Of a trip `t` of the connection `n`. Whoever logs out is not gone for too long. */
const isExpired = sql<boolean>`t.ends_at <= now() or t.begun_at is not null and not exists (
  select from session s where s.organisation_id = t.organisation_id and s.trip_id = t.id and (s.revoked_reason = 'logged_out'
    or s.revoked_at is null and s.ends_at > now() and s.last_seen_at > now() - make_interval(mins => n.idle_minutes)))`;

const columns = sql`
  t.organisation_id as "organisationId", t.id, t.connection_id as "connectionId", t.operation, t.is_test as "isTest", t.buyer_cookie as "buyerCookie", t.buyer_cookie_is_xml as "buyerCookieIsXml",
  t.buyer_identity as "buyerIdentity", t.return_url as "returnUrl", t.return_target as "returnTarget", t.return_fields as "returnFields", t.charset,
  t.ship_to as "shipTo", t.edited_items as "editedItems", t.missing_items as "missingItems", t.return_form as "returnForm", t.outcome, ${isExpired} as "isExpired"`;

/** Locks a trip until the transaction ends; undefined when there is none. Whoever ends one locks it before its cart. */
export async function lockTrip(tx: Tx, tripId: string): Promise<EndingTrip | undefined> {
  const { rows } = await sql<EndingTrip>`
    select ${columns} from punchout_trip t join punchout_connection n on n.organisation_id = t.organisation_id and n.id = t.connection_id
    where t.id = ${tripId}::uuid for no key update of t`.execute(tx);
  return rows[0];
}

/** Whether there is a trip with this id, whose brand is the given one. */
export async function existsTrip(db: Db, brandId: number, tripId: string): Promise<boolean> {
  const { rows } = await sql`
    select from punchout_trip t join organisation o on o.id = t.organisation_id
    where t.id = ${tripId}::uuid and o.brand_id = ${brandId}`.execute(db);
  return rows.length > 0;
}

/** Keeps the form that a trip ends with, so that it can be posted again. */
export async function saveReturnForm(tx: Tx, { organisationId, id }: EndingTrip, form: ReturnForm): Promise<void> {
  await sql`
    update punchout_trip set return_form = ${JSON.stringify(form)}::jsonb where organisation_id = ${organisationId} and id = ${id}`.execute(
    tx,
  );
}

/** Notes that the form of a trip was shown; false when it has been before. */
export async function markFormShown(tx: Tx, { organisationId, id }: EndingTrip): Promise<boolean> {
  const marked = await sql`
    update punchout_trip set return_shown_at = now()
    where organisation_id = ${organisationId} and id = ${id} and return_shown_at is null`.execute(tx);
  return marked.numAffectedRows === 1n;
}
