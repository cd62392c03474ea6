import { sql } from 'kysely';
import { insertSession } from '#api/identity/sessions/access.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** What of a connection a test chooses, as its columns have it. */
export interface ConnectionOverrides {
  organisationId?: number;
  protocol?: 'cxml' | 'oci';
  limits?: string;
  units?: Record<string, string>;
  currencyCode?: string;
  taxMode?: string;
  deliveryMode?: string;
  formEncoding?: 'urlencoded' | 'base64';
  dtdVersion?: string;
  hasChargeLine?: boolean;
  allowsAddressChoice?: boolean;
  returnsCartOnCancel?: boolean;
  frameOrigins?: string[];
  customFields?: Record<string, string>;
}

const UNITS = { piece: 'EA', pair: 'PR', set: 'SET', pack: 'PK' };
const ISO_UNITS = { ...UNITS, piece: 'PCE' };

let connections = 0;

/** A connection of Meridian to a buyer's system that is called “Orinoco 1”, “Orinoco 2” and so on; its key and id. */
export async function aConnection(
  db: Db,
  overrides: ConnectionOverrides = {},
): Promise<{ id: number; organisationId: number; name: string }> {
  const { organisationId = 1, protocol = 'cxml' } = overrides;
  connections += 1;
  const name = `Orinoco ${connections}`;
  const charge =
    overrides.hasChargeLine === false ? [null, null, null] : ['SETUP', '73141700', protocol === 'oci' ? 'PCE' : 'EA'];
  const { rows } = await sql<{ id: number }>`
    insert into punchout_connection (organisation_id, name, protocol, key, is_test, buyer_identities, supplier_identity, dtd_version, form_encoding, limits, units,
      custom_fields, vendor_number, currency_code, tax_mode, delivery_mode, charge_sku, charge_classification, charge_unit, frame_origins, return_origins,
      returns_cart_on_cancel, allows_address_choice, permits_http)
    values (${organisationId}, ${name}, ${protocol}, ${`orinoco-${connections}`}, false, ${JSON.stringify([{ domain: 'DUNS', identity: '555000111' }])}::jsonb,
      ${JSON.stringify({ domain: 'DUNS', identity: '123456789' })}::jsonb, ${overrides.dtdVersion ?? '1.2.014'}, ${overrides.formEncoding ?? 'urlencoded'},
      ${overrides.limits ?? 'general'}, ${JSON.stringify(overrides.units ?? (protocol === 'oci' ? ISO_UNITS : UNITS))}::jsonb,
      ${JSON.stringify(overrides.customFields ?? {})}::jsonb, '4711', ${overrides.currencyCode ?? 'GBP'}, ${overrides.taxMode ?? 'none'},
      ${overrides.deliveryMode ?? 'none'}, ${charge[0]}, ${charge[1]}, ${charge[2]}, ${overrides.frameOrigins ?? []}, ${['https://buyer.example']},
      ${overrides.returnsCartOnCancel ?? false}, ${overrides.allowsAddressChoice ?? false}, true) returning id`.execute(db);
  return { id: (rows[0] as { id: number }).id, organisationId, name };
}

/** What of a trip a test chooses. */
export interface TripOverrides {
  operation?: 'create' | 'edit' | 'inspect';
  buyerCookie?: string;
  returnUrl?: string;
  returnTarget?: string;
  returnFields?: [string, string][];
  charset?: string;
  addressId?: number;
  editedItems?: { auxiliaryId: string; quantity: number }[];
  missingItems?: object[];
}

/** A trip of a person that has just begun, with the client of its session. */
export type TestTrip = TestClient & { tripId: string };

/** Begins a trip of a person, as the buyer's system does, without anything in its cart. */
export async function aTrip(
  portal: Pick<TestPortal, 'db' | 'withSession'>,
  connection: { id: number; organisationId: number },
  customerId: number,
  trip: TripOverrides = {},
): Promise<TestTrip> {
  const { db } = portal;
  const { rows } = await sql<{ id: string; brandId: number; host: string }>`
    with person as (
      select c.organisation_id, c.id, c.brand_id, (select min(host) from brand_host h where h.brand_id = c.brand_id) as host from customer c
      where c.organisation_id = ${connection.organisationId} and c.id = ${customerId}),
    trip as (
      insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, buyer_cookie, return_url, return_target, return_fields, charset, address_id,
        edited_items, missing_items, ends_at)
      select organisation_id, ${connection.id}, id, ${trip.operation ?? 'create'}, false, ${trip.buyerCookie ?? 'cookie'},
        ${trip.returnUrl ?? 'https://buyer.example/return?session=1&x=%20'}, ${trip.returnTarget ?? null}, ${JSON.stringify(trip.returnFields ?? [])}::jsonb,
        ${trip.charset ?? null}, ${trip.addressId ?? null}, ${JSON.stringify(trip.editedItems ?? [])}::jsonb, ${JSON.stringify(trip.missingItems ?? [])}::jsonb,
        now() + interval '12 hours' from person returning id)
    select trip.id, person.brand_id as "brandId", person.host from trip, person`.execute(db);
  const { id: tripId, brandId, host } = rows[0] as (typeof rows)[number];
  const access = newToken();
  await insertSession(db, {
    customerId,
    organisationId: connection.organisationId,
    brandId,
    accessHash: access.hash,
    refreshHash: newToken().hash,
    accessSeconds: 3600,
    lifeSeconds: 3600,
    userAgent: 'test',
    rehashedPassword: null,
    tripId,
  });
  const headers = { host, authorization: `Bearer ${access.secret}` };
  const client = portal.withSession({ headers, customerId, organisationId: connection.organisationId } as unknown as TestClient);
  return { ...client, tripId };
}

/** Gives products the UNSPSC that buyers' systems want, and what else a line is made of. */
export const makeReturnable = (db: Db, productIds: readonly number[]) =>
  sql`update product set unspsc_code = '53102700' where id = any (${[...productIds]}::bigint[])`.execute(db);
