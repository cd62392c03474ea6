import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { brandsConcerned } from '../publications/publications.queries.ts';
import type { ExpiringDocument } from './document-expiry-mails.ts';
import { isCurrent } from './documents.queries.ts';

/** A version that expires, and the brands whose people read it. */
export interface ExpiringVersion extends ExpiringDocument {
  id: number;
  brandIds: number[];
}

/** Locks the current versions of the supplier's published documents that are valid until this day at the latest, and of which no one has been told. */
export async function lockExpiringVersions(tx: Tx, lastDay: string): Promise<ExpiringVersion[]> {
  const { rows } = await sql<ExpiringVersion>`
    select v.id, d.name, t.name as "documentType", v.valid_until_on::text as "validUntil", array(${brandsConcerned} order by 1) as "brandIds"
    from document_version v join publication p on p.id = v.publication_id join document d on d.publication_id = p.id
    join document_type t on t.id = d.document_type_id
    where v.valid_until_on <= ${lastDay}::date and v.expiry_reported_at is null and ${isCurrent}
      and p.organisation_id is null and p.is_published and p.deleted_at is null
    order by v.valid_until_on, v.id for update of v skip locked`.execute(tx);
  return rows;
}

/** Notes that the supplier has been told. */
export async function markExpiryReported(tx: Tx, versionIds: readonly number[]): Promise<void> {
  await sql`update document_version set expiry_reported_at = now() where id = any (${[...versionIds]}::bigint[])`.execute(tx);
}
