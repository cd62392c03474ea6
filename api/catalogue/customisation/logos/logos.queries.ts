import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** Whose logos are read or changed: an organisation that was found through the scope of a person or of an operator. */
export interface LogoOwner {
  organisationId: number;
}

/** A file for production beside a logo. */
export interface ProductionFileRow {
  id: number;
  name: string;
  size: number;
  createdAt: Date;
}

/** A logo with how it is used. */
export interface LogoRow {
  id: number;
  name: string;
  storageKey: string;
  widthPx: number;
  heightPx: number;
  isApproved: boolean;
  designCount: number;
  orderCount: number;
  createdAt: Date;
  version: number;
  files: ProductionFileRow[];
}

/** An organisation of the operator's brands; undefined when there is none. */
export async function findClient(
  db: Db,
  { brandIds }: OperatorScope,
  id: number,
): Promise<{ id: number; brandId: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; brandId: number; name: string }>`
    select id, brand_id as "brandId", name from organisation where id = ${id} and brand_id = any (${[...brandIds]}::bigint[])`.execute(
    db,
  );
  return rows[0];
}

/** The logos of an organisation by name, without archived ones; with `id` that one, also an archived one. */
export async function listLogos(db: Db, { organisationId }: LogoOwner, id: number | null = null): Promise<LogoRow[]> {
  const { rows } = await sql<
    Omit<LogoRow, 'files'> & { files: (Omit<ProductionFileRow, 'createdAt'> & { createdAt: string })[] }
  >`
    with ordered as (
      select c.logo_id, count(distinct l.order_id)::int as orders
      from order_line_customisation c join order_line l on l.organisation_id = c.organisation_id and l.id = c.order_line_id
      where c.organisation_id = ${organisationId} and c.logo_id is not null group by 1),
    designed as (
      select logo_id, count(*)::int as designs from garment_design
      where organisation_id = ${organisationId} and archived_at is null and logo_id is not null group by 1)
    select g.id, g.name, f.storage_key as "storageKey", g.width_px as "widthPx", g.height_px as "heightPx", g.created_at as "createdAt", g.version,
      exists (select from proof_request r where r.organisation_id = g.organisation_id and r.logo_id = g.id and r.approved_at is not null) as "isApproved",
      coalesce(designed.designs, 0) as "designCount", coalesce(ordered.orders, 0) as "orderCount",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.file_name, 'size', p.size_bytes, 'createdAt', lf.created_at) order by lf.created_at, p.id)
        from logo_file lf join stored_file p on p.organisation_id = lf.organisation_id and p.id = lf.file_id
        where lf.organisation_id = g.organisation_id and lf.logo_id = g.id), '[]') as files
    from logo g join stored_file f on f.organisation_id = g.organisation_id and f.id = g.file_id
    left join ordered on ordered.logo_id = g.id left join designed on designed.logo_id = g.id
    where g.organisation_id = ${organisationId} and (g.id = ${id}::bigint or ${id}::bigint is null and g.archived_at is null)
    order by lower(g.name), g.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    files: row.files.map((file) => ({ ...file, createdAt: new Date(file.createdAt) })),
  }));
}

/** Locks the logos of an organisation against others that are added, and counts those that are not archived. */
export async function lockAndCountLogos(tx: Tx, { organisationId }: LogoOwner): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404068))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from logo where organisation_id = ${organisationId} and archived_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface NewLogo {
  name: string;
  fileId: number;
  widthPx: number;
  heightPx: number;
  createdByKind: 'customer' | 'operator' | 'api_key';
  createdById: number;
}

/** Adds a logo whose files are kept. Returns its id. */
export async function insertLogo(tx: Tx, { organisationId }: LogoOwner, logo: NewLogo): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into logo (organisation_id, name, file_id, width_px, height_px, created_by_kind, created_by_id)
    values (${organisationId}, ${logo.name}, ${logo.fileId}, ${logo.widthPx}, ${logo.heightPx}, ${logo.createdByKind}, ${logo.createdById})
    returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** A logo that is about to be changed, locked; undefined when the organisation has none with this id. */
export async function lockLogo(
  tx: Tx,
  { organisationId }: LogoOwner,
  id: number,
): Promise<{ name: string; version: number; isArchived: boolean } | undefined> {
  const { rows } = await sql<{ name: string; version: number; isArchived: boolean }>`
    select name, version, archived_at is not null as "isArchived" from logo where organisation_id = ${organisationId} and id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Changes the name of a logo, or whether it is archived. */
export async function updateLogo(
  tx: Tx,
  { organisationId }: LogoOwner,
  id: number,
  { name, isArchived }: { name?: string; isArchived?: boolean },
): Promise<void> {
  await sql`
    update logo set version = version + 1, name = coalesce(${name ?? null}, name),
      archived_at = case ${isArchived ?? null}::boolean when true then now() when false then null else archived_at end
    where organisation_id = ${organisationId} and id = ${id}`.execute(tx);
}

/** Puts a kept file beside a logo. */
export async function insertLogoFile(tx: Tx, { organisationId }: LogoOwner, logoId: number, fileId: number): Promise<void> {
  await sql`insert into logo_file (organisation_id, logo_id, file_id) values (${organisationId}, ${logoId}, ${fileId})`.execute(
    tx,
  );
}

/** Takes a file from a logo. Returns whether it was there. */
export async function deleteLogoFile(tx: Tx, { organisationId }: LogoOwner, logoId: number, fileId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from logo_file where organisation_id = ${organisationId} and logo_id = ${logoId} and file_id = ${fileId}`.execute(tx);
  return numAffectedRows > 0n;
}

/** A stored file as it is sent. */
export interface SentFile {
  id: number;
  storage_key: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
}

/** A file for production of a logo; undefined when there is none. */
export async function findProductionFile(
  db: Db,
  { organisationId }: LogoOwner,
  logoId: number,
  fileId: number,
): Promise<SentFile | undefined> {
  const { rows } = await sql<SentFile>`
    select f.id, f.storage_key, f.file_name, f.content_type, f.size_bytes
    from logo_file l join stored_file f on f.organisation_id = l.organisation_id and f.id = l.file_id
    where l.organisation_id = ${organisationId} and l.logo_id = ${logoId} and l.file_id = ${fileId}
      and f.purpose = 'production' and f.stored_at is not null and f.expires_at is null`.execute(db);
  return rows[0];
}

/** The picture of a logo, also an archived one, by the key in its address; undefined when there is none. */
export async function findLogoPicture(db: Db, key: string): Promise<SentFile | undefined> {
  const { rows } = await sql<SentFile>`
    select f.id, f.storage_key, f.file_name, f.content_type, f.size_bytes from stored_file f
    where f.storage_key = ${key}::uuid and f.purpose = 'garmentLogo' and f.stored_at is not null and f.expires_at is null`.execute(
    db,
  );
  return rows[0];
}
