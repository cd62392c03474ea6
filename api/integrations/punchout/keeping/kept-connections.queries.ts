import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ConnectionAttempt } from '../connections/attempts.queries.ts';
import type { Connection, Protocol } from '../connections/connection.queries.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** A connection in the list of operators. */
export interface ListedConnection extends Pick<Connection, 'id' | 'organisationId' | 'name' | 'protocol' | 'key' | 'isTest'> {
  organisationName: string;
  isActive: boolean;
  hasSecret: boolean;
  learntReturnOrigin: string | null;
  tripCount: number;
  /** As JSON: the time is a text. */
  lastAttempt: (ConnectionAttempt & { id: number; createdAt: string }) | null;
}

interface ConnectionFilters {
  organisationId: number | undefined;
  searchTerm: string | undefined;
  isActive: boolean | undefined;
}

/** A page of the connections of organisations of the operator's brands, by organisation and name. */
export async function listConnections(
  db: Db,
  { brandIds }: OperatorScope,
  { organisationId, searchTerm, isActive }: ConnectionFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ connections: ListedConnection[]; totalCount: number }> {
  const words = searchTerm?.trim() ? `%${escapeLike(searchTerm.trim())}%` : null;
  const from = sql`
    from punchout_connection n join organisation o on o.id = n.organisation_id
    where o.brand_id = any (${[...brandIds]}::bigint[])
      and (${organisationId ?? null}::bigint is null or n.organisation_id = ${organisationId ?? null})
      and (${isActive ?? null}::boolean is null or n.active = ${isActive ?? null})
      and (${words}::text is null or n.name ilike ${words} or n.key ilike ${words} or o.name ilike ${words})`;
  const { rows: connections } = await sql<ListedConnection>`
    select n.id, n.organisation_id as "organisationId", o.name as "organisationName", n.name, n.protocol, n.key, n.active as "isActive", n.is_test as "isTest",
      n.learnt_return_origin as "learntReturnOrigin",
      exists (select from punchout_secret s where s.organisation_id = n.organisation_id and s.connection_id = n.id and (s.expires_at is null or s.expires_at > now())) as "hasSecret",
      (select count(*)::int from punchout_trip t
        where t.organisation_id = n.organisation_id and t.connection_id = n.id and t.created_at > now() - interval '30 days') as "tripCount",
      (select json_build_object('id', a.id, 'createdAt', a.created_at, 'kind', a.kind, 'statusCode', a.status_code, 'outcome', a.outcome)
        from punchout_attempt a where a.organisation_id = n.organisation_id and a.connection_id = n.id order by a.id desc limit 1) as "lastAttempt"
    ${from} order by o.name, lower(n.name), n.id offset ${offset} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { connections, totalCount: counts[0]?.total ?? 0 };
}

/** The organisation of a connection, if it is one of the operator's brands. */
export async function findConnectionOwner(db: Db | Tx, { brandIds }: OperatorScope, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ organisationId: number }>`
    select n.organisation_id as "organisationId" from punchout_connection n join organisation o on o.id = n.organisation_id
    where n.id = ${id} and o.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0]?.organisationId;
}

/** Locks a connection against other changes until the transaction ends. */
export async function lockKeptConnection(tx: Tx, organisationId: number, id: number): Promise<void> {
  await sql`select from punchout_connection where organisation_id = ${organisationId} and id = ${id} for no key update`.execute(
    tx,
  );
}

/** An organisation of the operator's brands, as a connection needs it. */
export async function findBuyingOrganisation(
  db: Db | Tx,
  { brandIds }: OperatorScope,
  organisationId: number,
): Promise<{ brandId: number; name: string; currencyCode: string } | undefined> {
  const { rows } = await sql<{ brandId: number; name: string; currencyCode: string }>`
    select brand_id as "brandId", name, currency_code as "currencyCode" from organisation
    where id = ${organisationId} and brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** What the page of a connection shows besides its settings. Names of what is gone are left out. */
export interface ConnectionDetails {
  organisationName: string;
  origin: string;
  hasOutgoingSecret: boolean;
  sharedCustomer: { id: number; name: string; email: string } | null;
  roles: { id: number; name: string }[];
  groups: { id: number; name: string }[];
  collections: { id: number; name: string }[];
  categories: { id: number; name: string }[];
  shipTos: { code: string; addressId: number; address: string }[];
  /** As JSON: times are texts. */
  secrets: { id: number; createdAt: string; expiresAt: string | null }[];
  isUsed: boolean;
}

/** An address `a` of the organisation in one line, with its destination `r`, as SQL. */
const addressLine = sql`concat_ws(', ', r.name, nullif(a.company, ''), a.address1, nullif(a.address2, ''), a.city, a.zip_postal_code)`;

/** What the page of a connection shows besides its settings. */
export async function readConnectionDetails(db: Db | Tx, { organisationId, id }: Connection): Promise<ConnectionDetails> {
  const { rows } = await sql<ConnectionDetails>`
    select o.name as "organisationName", b.canonical_origin as origin, n.sealed_outgoing_secret is not null as "hasOutgoingSecret",
      (select json_build_object('id', c.id, 'name', c.first_name || ' ' || c.last_name, 'email', c.email) from customer c
        where c.organisation_id = n.organisation_id and c.id = n.shared_customer_id and c.deleted_at is null) as "sharedCustomer",
      (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id), '[]') from role r where r.id = any (n.created_role_ids)
        and (r.organisation_id is null or r.organisation_id = n.organisation_id)) as roles,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]') from organisation_group g
        where g.organisation_id = n.organisation_id and g.id = any (n.created_group_ids)) as groups,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from collection c
        where c.organisation_id = n.organisation_id and c.id = any (n.created_collection_ids)) as collections,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name)), '[]') from category c
        where c.id in (select (k.value ->> 'categoryId')::bigint from jsonb_array_elements(n.classifications) k)
          and exists (select from product_listing l where l.organisation_id = n.organisation_id and c.id = any (l.category_ids))) as categories,
      (select coalesce(json_agg(json_build_object('code', s.code, 'addressId', s.address_id, 'address', ${addressLine}) order by s.code), '[]')
        from punchout_ship_to s join address a on a.organisation_id = s.organisation_id and a.id = s.address_id
        left join resort r on r.organisation_id = a.organisation_id and r.id = a.resort_id
        where s.organisation_id = n.organisation_id and s.connection_id = n.id) as "shipTos",
      (select coalesce(json_agg(json_build_object('id', s.id, 'createdAt', s.created_at, 'expiresAt', s.expires_at) order by s.id desc), '[]')
        from punchout_secret s where s.organisation_id = n.organisation_id and s.connection_id = n.id and (s.expires_at is null or s.expires_at > now())
          and s.hash not like 'sha256:%') as secrets,
      exists (select from punchout_trip t where t.organisation_id = n.organisation_id and t.connection_id = n.id)
        or exists (select from purchase_order p where p.organisation_id = n.organisation_id and p.connection_id = n.id)
        or exists (select from punchout_message m where m.organisation_id = n.organisation_id and m.connection_id = n.id) as "isUsed"
    from punchout_connection n join organisation o on o.id = n.organisation_id join brand b on b.id = o.brand_id
    where n.organisation_id = ${organisationId} and n.id = ${id}`.execute(db);
  return rows[0] as ConnectionDetails;
}

const toJson = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

/** The columns of settings. */
const toColumns = (settings: ConnectionSettings) => ({
  name: settings.name,
  active: settings.active,
  is_test: settings.isTest,
  buyer_identities: toJson(settings.buyerIdentities),
  sender_identities: toJson(settings.senderIdentities),
  supplier_identity: settings.supplierIdentity === null ? null : toJson(settings.supplierIdentity),
  user_field: settings.userField,
  password_field: settings.passwordField,
  user_name: settings.userName,
  return_target: settings.returnTarget,
  dtd_version: settings.dtdVersion,
  form_encoding: settings.formEncoding,
  limits: settings.limits,
  units: toJson(settings.units),
  classifications: toJson(settings.classifications),
  material_groups: toJson(settings.materialGroups),
  custom_fields: toJson(settings.customFields),
  vendor_number: settings.vendorNumber,
  currency_code: settings.currencyCode,
  tax_mode: settings.taxMode,
  delivery_mode: settings.deliveryMode,
  charge_sku: settings.charge?.sku ?? null,
  charge_classification: settings.charge?.classification ?? null,
  charge_unit: settings.charge?.unit ?? null,
  frame_origins: [...settings.frameOrigins],
  return_origins: [...settings.returnOrigins],
  learnt_return_origin: settings.learntReturnOrigin,
  permits_http: settings.permitsHttp,
  permits_sapevent: settings.permitsSapevent,
  returns_cart_on_cancel: settings.returnsCartOnCancel,
  extrinsics: toJson(settings.extrinsics),
  user_policy: settings.userPolicy,
  shared_customer_id: settings.sharedCustomerId,
  created_role_ids: [...settings.createdRoleIds],
  created_group_ids: [...settings.createdGroupIds],
  created_collection_ids: [...settings.createdCollectionIds],
  allows_address_choice: settings.allowsAddressChoice,
  waives_terms: settings.waivesTerms,
  waives_approval: settings.waivesApproval,
  idle_minutes: settings.idleMinutes,
  price_days: settings.priceDays,
  outgoing_url: settings.outgoingUrl,
  outgoing_kinds: [...settings.outgoingKinds],
});

/** Adds a connection, and returns its id; undefined when its protocol has one with this key. */
export async function insertConnection(
  tx: Tx,
  { organisationId, protocol, key }: { organisationId: number; protocol: Protocol; key: string },
  settings: ConnectionSettings,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('punchout_connection')
    .values({ organisation_id: organisationId, protocol, key, ...toColumns(settings) })
    .onConflict((conflict) => conflict.constraint('punchout_connection_key_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Writes the settings of a connection that is locked. */
export async function updateConnection(tx: Tx, organisationId: number, id: number, settings: ConnectionSettings): Promise<void> {
  await tx
    .updateTable('punchout_connection')
    .set({ ...toColumns(settings), updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Whether the organisation has another connection of this name. */
export async function isConnectionNameTaken(
  tx: Tx,
  organisationId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from punchout_connection
    where organisation_id = ${organisationId} and lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Saves the encrypted secret of documents that the portal sends; null removes it. */
export async function saveOutgoingSecret(tx: Tx, organisationId: number, id: number, sealed: Buffer | null): Promise<void> {
  await sql`update punchout_connection set sealed_outgoing_secret = ${sealed}::bytea where organisation_id = ${organisationId} and id = ${id}`.execute(
    tx,
  );
}

/** Deletes a connection that was never used; false for one that was. */
export async function deleteConnection(tx: Tx, organisationId: number, id: number): Promise<boolean> {
  const deleted = await sql`
    delete from punchout_connection n where n.organisation_id = ${organisationId} and n.id = ${id}
      and not exists (select from punchout_trip t where t.organisation_id = n.organisation_id and t.connection_id = n.id)
      and not exists (select from purchase_order p where p.organisation_id = n.organisation_id and p.connection_id = n.id)
      and not exists (select from punchout_message m where m.organisation_id = n.organisation_id and m.connection_id = n.id)
    returning n.id`.execute(tx);
  return deleted.rows.length > 0;
}

/** Replaces the ship-to addresses of a connection. */
export async function replaceShipTos(
  tx: Tx,
  organisationId: number,
  id: number,
  shipTos: readonly { code: string; addressId: number }[],
): Promise<void> {
  await sql`delete from punchout_ship_to where organisation_id = ${organisationId} and connection_id = ${id}`.execute(tx);
  await sql`
    insert into punchout_ship_to (organisation_id, connection_id, code, address_id)
    select ${organisationId}, ${id}, s.code, s.address_id
    from unnest(${shipTos.map(({ code }) => code)}::text[], ${shipTos.map(({ addressId }) => addressId)}::bigint[]) as s (code, address_id)`.execute(
    tx,
  );
}
