import { sql } from 'kysely';
import { isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { listCodesOf } from '#contract/scanned-codes.ts';
import { skuKey } from './stock.queries.ts';

/** A garment that a code names. */
export interface FoundCode {
  /** The code in the form in which codes are compared. */
  code: string;
  combinationId: number;
}

/**
 * The garments with these SKUs or barcodes whose stock the operator sees. A code can be what a scanner types, a GS1 string for example. The barcode of a product
 * counts for those of its combinations that have none.
 */
export async function findCodes(db: Db | Tx, operator: OperatorScope, codes: readonly string[]): Promise<FoundCode[]> {
  const forms = [...new Set(codes)].flatMap((code) =>
    listCodesOf(code).map((form) => ({ code: skuKey(code), form: skuKey(form) })),
  );
  const { rows } = await sql<FoundCode>`
    with form as (select * from unnest(${forms.map(({ code }) => code)}::text[], ${forms.map(({ form }) => form)}::text[]) as f (code, form)),
    hit as (
      select f.code, c.id from form f join combination c on lower(c.sku) = f.form or c.gtin = f.form
      union
      select f.code, c.id from form f join product owner on owner.gtin = f.form join combination c on c.product_id = owner.id and c.gtin is null)
    select hit.code, c.id as "combinationId"
    from hit join combination c on c.id = hit.id join product p on p.id = c.product_id
    where ${isVisibleTo(operator)}`.execute(db);
  return rows;
}

/** Records a delivery; false when one with this reference has been recorded. */
export async function insertReceipt(
  tx: Tx,
  operator: OperatorScope,
  { reference, requestHash }: { reference: string; requestHash: Buffer },
): Promise<{ id: number; isNew: boolean; isSame: boolean }> {
  const { rows } = await sql<{ id: number }>`
    insert into stock_receipt (reference, request_hash, actor_kind, actor_id) values (${reference}, ${requestHash}, ${operator.kind}, ${operator.id})
    on conflict on constraint stock_receipt_reference_key do nothing returning id`.execute(tx);
  if (rows[0]) return { id: rows[0].id, isNew: true, isSame: true };
  const found = await sql<{ id: number; isSame: boolean }>`
    select id, request_hash = ${requestHash} as "isSame" from stock_receipt where reference = ${reference}`.execute(tx);
  return { ...(found.rows[0] as { id: number; isSame: boolean }), isNew: false };
}

/** Pieces of a garment. */
export interface ReceivedPieces {
  combinationId: number;
  quantity: number;
}

/** Adds pieces to the stock on hand, in sorted order, and takes them off the deliveries that are expected, the earliest first. */
export async function receivePieces(
  tx: Tx,
  operator: OperatorScope,
  receiptId: number,
  pieces: readonly ReceivedPieces[],
): Promise<void> {
  const ids = pieces.map(({ combinationId }) => combinationId);
  const quantities = pieces.map(({ quantity }) => quantity);
  await sql`
    with received as (select * from unnest(${ids}::bigint[], ${quantities}::int[]) as r (combination_id, quantity)),
    locked as materialized (
      select s.combination_id from stock_level s join received using (combination_id) order by s.combination_id for update of s),
    entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, stock_receipt_id, actor_kind, actor_id)
      select combination_id, 'receipt', quantity, ${receiptId}::bigint, ${operator.kind}, ${operator.id}::bigint from received)
    update stock_level s set on_hand = s.on_hand + r.quantity, version = s.version + 1
    from received r join locked using (combination_id) where s.combination_id = r.combination_id`.execute(tx);
  await sql`
    with received as (select * from unnest(${ids}::bigint[], ${quantities}::int[]) as r (combination_id, quantity)),
    expected as (
      select i.id, i.quantity, r.quantity - (sum(i.quantity) over (partition by i.combination_id order by i.due_on, i.id) - i.quantity) as arrived
      from stock_incoming i join received r using (combination_id)),
    complete as (delete from stock_incoming i using expected e where i.id = e.id and e.arrived >= e.quantity)
    update stock_incoming i set quantity = i.quantity - e.arrived, version = i.version + 1 from expected e where i.id = e.id and e.arrived > 0 and e.arrived < e.quantity`.execute(
    tx,
  );
}

/** Garments with what the warehouse has of them. */
export async function listStockedGarments(db: Db, combinationIds: readonly number[]): Promise<StockedGarment[]> {
  const { rows } = await sql<StockedGarment>`
    select c.id, p.name as "productName", c.sku, c.description as "attributeDescription", s.shelf, s.on_hand as "onHand"
    from combination c join product p on p.id = c.product_id join stock_level s on s.combination_id = c.id
    where c.id = any (${[...combinationIds]}::bigint[]) order by c.id`.execute(db);
  return rows;
}

/** A garment with its stock. */
export interface StockedGarment {
  /** Of the combination. */
  id: number;
  productName: string;
  sku: string;
  attributeDescription: string;
  shelf: string | null;
  onHand: number;
}

/** A garment of a delivery, with the stock on hand now. */
export interface ReceivedGarment extends Omit<StockedGarment, 'id'> {
  combinationId: number;
  received: number;
}

/** What was received with a delivery, with the stock on hand now. */
export async function listReceived(tx: Tx, receiptId: number): Promise<ReceivedGarment[]> {
  const { rows } = await sql<ReceivedGarment>`
    select c.id as "combinationId", c.sku, p.name as "productName", c.description as "attributeDescription", s.shelf, e.on_hand_delta as received,
      s.on_hand as "onHand"
    from stock_entry e join combination c on c.id = e.combination_id join product p on p.id = c.product_id join stock_level s on s.combination_id = c.id
    where e.stock_receipt_id = ${receiptId} order by e.id`.execute(tx);
  return rows;
}
