import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Credential } from '../cxml/envelope.rules.ts';

export type Protocol = 'cxml' | 'oci';

/** A buyer's procurement system, with everything in which it differs from others. Ids and codes are those of its organisation. */
export interface Connection {
  organisationId: number;
  brandId: number;
  id: number;
  /** What people are told it is: the name of the buyer or of its system. */
  name: string;
  protocol: Protocol;
  key: string;
  active: boolean;
  isTest: boolean;
  buyerIdentities: readonly Credential[];
  senderIdentities: readonly Credential[];
  supplierIdentity: Credential | null;
  userField: string | null;
  passwordField: string | null;
  userName: string | null;
  dtdVersion: string;
  formEncoding: 'urlencoded' | 'base64';
  returnTarget: '_self' | '_top' | '_parent' | null;
  limits: 'general' | 'ariba' | 'coupa' | 'jaggaer' | 'oracle' | 'sap_srm';
  /** The code of each of our units; a unit without one cannot be returned. */
  units: Readonly<Partial<Record<'piece' | 'pair' | 'set' | 'pack', string>>>;
  classifications: readonly { categoryId: number; code: string }[];
  materialGroups: readonly { classification: string; group: string }[];
  customFields: Readonly<Record<string, string>>;
  vendorNumber: string | null;
  currencyCode: string;
  taxMode: 'none' | 'header' | 'line';
  deliveryMode: 'none' | 'header' | 'line';
  /** The line for set-up charges; null where carts with such charges cannot be returned. */
  charge: { sku: string; classification: string; unit: string } | null;
  frameOrigins: readonly string[];
  returnOrigins: readonly string[];
  learntReturnOrigin: string | null;
  permitsHttp: boolean;
  permitsSapevent: boolean;
  returnsCartOnCancel: boolean;
  extrinsics: Readonly<Record<string, string>>;
  userPolicy: 'shared' | 'email' | 'create';
  sharedCustomerId: number | null;
  createdRoleIds: readonly number[];
  createdGroupIds: readonly number[];
  createdCollectionIds: readonly number[];
  allowsAddressChoice: boolean;
  waivesTerms: boolean;
  waivesApproval: boolean;
  idleMinutes: number;
  priceDays: number;
  outgoingUrl: string | null;
  outgoingKinds: readonly ('status' | 'confirmation' | 'shipNotice' | 'invoice')[];
  version: number;
}

const columns = sql`
  n.organisation_id as "organisationId", o.brand_id as "brandId", n.id, n.name, n.protocol, n.key, n.active, n.is_test as "isTest",
  n.buyer_identities as "buyerIdentities", n.sender_identities as "senderIdentities", n.supplier_identity as "supplierIdentity", n.user_field as "userField",
  n.password_field as "passwordField", n.user_name as "userName", n.dtd_version as "dtdVersion", n.form_encoding as "formEncoding",
  n.return_target as "returnTarget", n.limits, n.units, n.classifications, n.material_groups as "materialGroups", n.custom_fields as "customFields",
  n.vendor_number as "vendorNumber", n.currency_code as "currencyCode", n.tax_mode as "taxMode", n.delivery_mode as "deliveryMode",
  case when n.charge_sku is not null then
    json_build_object('sku', n.charge_sku, 'classification', n.charge_classification, 'unit', n.charge_unit) end as charge,
  n.frame_origins as "frameOrigins", n.return_origins as "returnOrigins", n.learnt_return_origin as "learntReturnOrigin", n.permits_http as "permitsHttp",
  n.permits_sapevent as "permitsSapevent", n.returns_cart_on_cancel as "returnsCartOnCancel", n.extrinsics, n.user_policy as "userPolicy",
  n.shared_customer_id as "sharedCustomerId", n.created_role_ids as "createdRoleIds", n.created_group_ids as "createdGroupIds",
  n.created_collection_ids as "createdCollectionIds", n.allows_address_choice as "allowsAddressChoice", n.waives_terms as "waivesTerms",
  n.waives_approval as "waivesApproval", n.idle_minutes as "idleMinutes", n.price_days as "priceDays", n.outgoing_url as "outgoingUrl",
  n.outgoing_kinds as "outgoingKinds", n.version`;

const tables = sql`punchout_connection n join organisation o on o.id = n.organisation_id`;

/** The connection that an address names, whether it is active or not, with the hashes of its secrets that are valid now; undefined when there is none. */
export async function findConnectionByKey(
  db: Db,
  protocol: Protocol,
  key: string,
): Promise<{ connection: Connection; secretHashes: string[] } | undefined> {
  const { rows } = await sql<Connection & { secretHashes: string[] }>`
    select ${columns}, array(
      select s.hash from punchout_secret s
      where s.organisation_id = n.organisation_id and s.connection_id = n.id and (s.expires_at is null or s.expires_at > now())
      order by s.id desc) as "secretHashes"
    from ${tables} where n.protocol = ${protocol} and n.key = ${key}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { secretHashes, ...connection } = row;
  return { connection, secretHashes };
}

/** A connection of an organisation; undefined when there is none with this id. */
export async function findConnection(db: Db, organisationId: number, id: number): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    select ${columns} from ${tables} where n.organisation_id = ${organisationId} and n.id = ${id}`.execute(db);
  return rows[0];
}

/** The connection of a trip; undefined when there is no such trip. */
export async function findConnectionOfTrip(db: Db, organisationId: number, tripId: string): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    select ${columns} from ${tables} join punchout_trip t on t.organisation_id = n.organisation_id and t.connection_id = n.id
    where t.organisation_id = ${organisationId} and t.id = ${tripId}`.execute(db);
  return rows[0];
}
