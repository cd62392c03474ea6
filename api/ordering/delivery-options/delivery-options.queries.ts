import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { DELIVERY_KINDS } from '#contract/ordering/delivery-options.ts';

/** A way of delivery of an organisation. Money in minor units, excluding tax. */
export interface DeliveryOption {
  id: number;
  name: string;
  description: string | null;
  rateMinor: number;
  freeFromMinor: number | null;
  transitDays: number | null;
  kind: (typeof DELIVERY_KINDS)[number];
  /** Local time, `14:00`. */
  cutOff: string | null;
  collectFrom: string | null;
  openingHours: string | null;
  /** Empty: everyone. */
  roleIds: number[];
  isDefault: boolean;
  isOffered: boolean;
  version: number;
}

/** An organisation with its ways of delivery, also those that are no longer offered. */
export interface DeliveryOptions {
  organisationId: number;
  brandId: number;
  organisationName: string;
  currencyCode: string;
  roles: { id: number; name: string }[];
  options: DeliveryOption[];
}

/** The ways of delivery of an organisation of the operator's brands, in the order in which they are offered; undefined for any other. */
export async function findDeliveryOptions(
  db: Db | Tx,
  { brandIds }: OperatorScope,
  organisationId: number,
): Promise<DeliveryOptions | undefined> {
  const { rows } = await sql<DeliveryOptions>`
    select o.id as "organisationId", o.brand_id as "brandId", o.name as "organisationName", o.currency_code as "currencyCode", (
        select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.organisation_id nulls first, r.id), '[]')
        from role r where r.active and r.id >= 33 and (r.organisation_id is null or r.organisation_id = o.id)) as roles, (
        select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'rateMinor', s.rate_minor,
          'freeFromMinor', s.free_from_minor, 'transitDays', s.transit_days, 'kind', s.kind, 'cutOff', left(s.cut_off::text, 5), 'collectFrom', s.collect_from,
          'openingHours', s.opening_hours, 'roleIds', s.role_ids, 'isDefault', s.is_default, 'isOffered', s.active,
          'version', s.version) order by s.is_default desc, s.display_order, s.rate_minor, s.id), '[]')
        from shipping_option s where s.organisation_id = o.id) as options
    from organisation o where o.id = ${organisationId} and o.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** Lets changes of the ways of delivery of an organisation wait for each other, until the transaction ends. */
export async function lockDeliveryOptions(tx: Tx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404039))`.execute(tx);
}

/** Adds a way of delivery after the others, and returns its id. */
export async function insertDeliveryOption(
  tx: Tx,
  organisationId: number,
  option: Omit<DeliveryOption, 'id' | 'version'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into shipping_option (organisation_id, name, description, rate_minor, free_from_minor, transit_days, kind, cut_off, collect_from, opening_hours, role_ids,
      is_default, active, display_order)
    select ${organisationId}, ${option.name}, ${option.description}, ${option.rateMinor}, ${option.freeFromMinor}::bigint, ${option.transitDays}::int,
      ${option.kind}, ${option.cutOff}::time, ${option.collectFrom}, ${option.openingHours}, ${option.roleIds}::bigint[], ${option.isDefault}, ${option.isOffered},
      (select coalesce(max(s.display_order), 0) + 1 from shipping_option s where s.organisation_id = ${organisationId})
    returning id`.execute(tx);
  return rows[0]?.id as number;
}

/** Writes a way of delivery as it is now. */
export async function updateDeliveryOption(tx: Tx, organisationId: number, option: DeliveryOption): Promise<void> {
  await sql`
    update shipping_option set description = ${option.description}, rate_minor = ${option.rateMinor}, free_from_minor = ${option.freeFromMinor}::bigint,
      transit_days = ${option.transitDays}::int, kind = ${option.kind}, cut_off = ${option.cutOff}::time, collect_from = ${option.collectFrom},
      opening_hours = ${option.openingHours}, role_ids = ${option.roleIds}::bigint[], is_default = ${option.isDefault}, active = ${option.isOffered},
      version = version + 1
    where organisation_id = ${organisationId} and id = ${option.id}`.execute(tx);
}

/** Takes the default from whichever way of delivery has it. */
export async function clearDefaultDelivery(tx: Tx, organisationId: number): Promise<void> {
  await sql`
    update shipping_option set is_default = false, version = version + 1
    where organisation_id = ${organisationId} and is_default`.execute(tx);
}
