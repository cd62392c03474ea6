import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { KeptGarment } from '../carts/garment.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { KeptAmount, ReturnedBefore } from './kept-line.rules.ts';

type ConnectionRef = Pick<Connection, 'organisationId' | 'id'>;

/** A line as it is returned, with what leads back to it. Money in hundredths, without tax. */
export interface NewReturnedLine {
  auxiliaryId: string;
  kind: ReturnedBefore['kind'];
  /** Null for amounts beside the goods. */
  productId: number | null;
  combinationId: number | null;
  quantity: number;
  garment: KeptGarment | KeptAmount;
  sku: string;
  description: string;
  unit: string;
  classification: string;
  unitPriceMinor: number;
}

/** Keeps the lines that a trip returns, in their order. */
export async function insertReturnedLines(
  tx: Tx,
  { organisationId, id: connectionId }: ConnectionRef,
  tripId: string,
  lines: readonly NewReturnedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into punchout_line (organisation_id, trip_id, connection_id, place, auxiliary_id, kind, product_id, combination_id, quantity, garment, sku, description, unit,
      classification, unit_price_minor)
    select ${organisationId}, ${tripId}::uuid, ${connectionId}, l.place, l."auxiliaryId", l.kind, l."productId", l."combinationId", l.quantity, l.garment, l.sku, l.description,
      l.unit, l.classification, l."unitPriceMinor"
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ ...line, place: index + 1 })))}::jsonb) as l (place int, "auxiliaryId" text, kind text, "productId" bigint, "combinationId" bigint,
      quantity int, garment jsonb, sku text, description text, unit text, classification text, "unitPriceMinor" bigint)`.execute(
    tx,
  );
}

/**
 * What was returned to the connection under these auxiliary ids, the newest return of each, followed by the amounts beside the goods that were returned with them, the
 * newest first.
 */
export async function findReturnedBefore(
  tx: Tx,
  { organisationId, id }: ConnectionRef,
  auxiliaryIds: readonly string[],
): Promise<ReturnedBefore[]> {
  if (auxiliaryIds.length === 0) return [];
  const columns = sql`l.auxiliary_id as "auxiliaryId", l.kind, l.combination_id as "combinationId", l.garment`;
  const ofConnection = sql`l.organisation_id = ${organisationId} and l.connection_id = ${id}`;
  const { rows } = await sql<ReturnedBefore>`
    with newest as (
      select distinct on (l.auxiliary_id) ${columns}, l.trip_id, l.returned_at from punchout_line l
      where ${ofConnection} and l.auxiliary_id = any (${[...auxiliaryIds]}::text[])
      order by l.auxiliary_id, l.returned_at desc)
    select "auxiliaryId", kind, "combinationId", garment from (
      select "auxiliaryId", kind, "combinationId", garment, returned_at from newest
      union all
      select ${columns}, l.returned_at from punchout_line l
      where ${ofConnection} and l.kind <> 'goods' and l.trip_id in (select trip_id from newest)) l
    order by kind = 'goods' desc, returned_at desc`.execute(tx);
  return rows;
}

/** A line as it was sent last, to send it again as it was. */
export interface LastSentLine {
  auxiliaryId: string;
  sku: string;
  description: string;
  unit: string;
  classification: string;
  unitPriceMinor: number;
}

/** What was returned last to the connection under these auxiliary ids, by id. */
export async function listSentLines(
  db: Db,
  { organisationId, id }: ConnectionRef,
  auxiliaryIds: readonly string[],
): Promise<Map<string, LastSentLine>> {
  if (auxiliaryIds.length === 0) return new Map();
  const { rows } = await sql<LastSentLine>`
    select distinct on (auxiliary_id) auxiliary_id as "auxiliaryId", sku, description, unit, classification, unit_price_minor as "unitPriceMinor" from punchout_line
    where organisation_id = ${organisationId} and connection_id = ${id} and auxiliary_id = any (${[...auxiliaryIds]}::text[])
    order by auxiliary_id, returned_at desc`.execute(db);
  return new Map(rows.map((row) => [row.auxiliaryId, row]));
}
