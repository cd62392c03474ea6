import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { findFile, type StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isOfQuote } from '../quote-files.queries.ts';
import type { QuoteRef } from '../quote-steps.queries.ts';
import type { LineAnswer } from './answer.rules.ts';

/** A quote of a client of the operator's brands. */
export interface ClientQuoteRef extends QuoteRef {
  brandId: number;
}

/** Condition that a quote `q` is of an organisation `g` of the operator's brands. */
export const ofBrands = ({ brandIds }: OperatorScope) => sql`g.brand_id = any (${[...brandIds]}::bigint[])`;

/** A quote of the operator's brands; undefined when there is none. */
export async function findClientQuote(db: Db, operator: OperatorScope, id: number): Promise<ClientQuoteRef | undefined> {
  const { rows } = await sql<ClientQuoteRef>`
    select q.organisation_id as "organisationId", q.id as "quoteId", g.brand_id as "brandId"
    from quote q join organisation g on g.id = q.organisation_id where q.id = ${id} and ${ofBrands(operator)}`.execute(db);
  return rows[0];
}

/** What a draft says to the whole quote. */
export interface DraftValues {
  version: number;
  currencyCode: string;
  /** `2026-12-30`; null: 30 days from the day on which it is sent. */
  validUntilOn: string | null;
  notes: string | null;
  terms: string | null;
}

/** Writes the draft of an answer, by whom, and counts that it was saved. The quote must be locked. */
export async function putDraft(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  { kind, id }: Pick<OperatorScope, 'kind' | 'id'>,
  { version, currencyCode, validUntilOn, notes, terms }: DraftValues,
): Promise<void> {
  await sql`
    insert into quote_version (organisation_id, quote_id, version, currency_code, valid_until_on, notes, terms, actor_kind, actor_id)
    values (${organisationId}, ${quoteId}, ${version}, ${currencyCode}, ${validUntilOn}::date, ${notes}, ${terms}, ${kind}, ${id})
    on conflict on constraint quote_version_pkey do update set currency_code = excluded.currency_code, valid_until_on = excluded.valid_until_on,
      notes = excluded.notes, terms = excluded.terms, actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, saves = quote_version.saves + 1
    where quote_version.sent_at is null`.execute(tx);
}

/** A line that the supplier adds to a quote. */
export interface AddedItem {
  /** The requested line that it stands for. */
  alternativeToId: number | null;
  productId: number;
  combinationId: number | null;
  quantity: number;
}

/** Adds lines to a locked quote, after its others, and returns their ids in the same order. They have the names of today. */
export async function insertAddedItems(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  items: readonly AddedItem[],
): Promise<number[]> {
  if (items.length === 0) return [];
  const rows = items.map(({ alternativeToId, productId, combinationId, quantity }, place) => ({
    place: place + 1,
    alternative_to_id: alternativeToId,
    product_id: productId,
    combination_id: combinationId,
    quantity,
  }));
  const added = await sql<{ id: number; displayOrder: number }>`
    insert into quote_item (organisation_id, quote_id, display_order, alternative_to_id, is_requested, product_id, combination_id, name, sku, attribute_description, quantity)
    select ${organisationId}, ${quoteId},
      (select coalesce(max(display_order), 0) from quote_item where organisation_id = ${organisationId} and quote_id = ${quoteId}) + i.place,
      i.alternative_to_id, false, p.id, c.id, left(coalesce(po.name, p.name), 400), coalesce(c.sku, po.organisation_sku, p.sku), nullif(c.description, ''), i.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i (place int, alternative_to_id bigint, product_id bigint, combination_id bigint, quantity int)
    join product p on p.id = i.product_id
    left join product_organisation po on po.organisation_id = ${organisationId} and po.product_id = p.id
    left join combination c on c.id = i.combination_id
    order by i.place returning id, display_order as "displayOrder"`.execute(tx);
  return added.rows.toSorted((a, b) => a.displayOrder - b.displayOrder).map(({ id }) => id);
}

/** Writes what the draft of a locked quote says to its lines, in the place of what it said before, and deletes added lines that no version has. */
export async function putDraftLines(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  version: number,
  lines: readonly (LineAnswer & { itemId: number })[],
): Promise<void> {
  const rows = lines.map((line) => ({
    item_id: line.itemId,
    is_offered: line.isOffered,
    product_id: line.productId,
    combination_id: line.combinationId,
    quantity: line.quantity,
    unit_price_minor: line.isOffered ? line.unitPriceMinor : null,
    setup_minor: line.isOffered ? line.setupMinor : 0,
    lead_time_days: line.leadTimeDays,
    answer: line.answer,
  }));
  await sql`
    delete from quote_version_item i using quote_version v
    where i.organisation_id = ${organisationId} and i.quote_id = ${quoteId} and i.version = ${version}
      and v.organisation_id = i.organisation_id and v.quote_id = i.quote_id and v.version = i.version and v.sent_at is null`.execute(
    tx,
  );
  await sql`
    insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor,
      setup_minor, lead_time_days, answer)
    select ${organisationId}, ${quoteId}, ${version}, i.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (item_id bigint, is_offered boolean, product_id bigint, combination_id bigint, quantity int,
      unit_price_minor bigint, setup_minor bigint, lead_time_days int, answer text)`.execute(tx);
  await sql`
    delete from quote_item i
    where i.organisation_id = ${organisationId} and i.quote_id = ${quoteId} and not i.is_requested
      and not exists (select from quote_version_item v where v.organisation_id = i.organisation_id and v.quote_item_id = i.id)`.execute(
    tx,
  );
}

/** Added lines of a quote that an earlier version has, so that a draft can have them again. */
export async function listAddedItems(db: Db, { organisationId, quoteId }: QuoteRef): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from quote_item where organisation_id = ${organisationId} and quote_id = ${quoteId} and not is_requested`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Makes the draft of a locked quote an answer that was sent, which never changes afterwards. False when it has no such draft. */
export async function sealDraft(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  { kind, id }: Pick<OperatorScope, 'kind' | 'id'>,
  { version, validUntilOn }: Pick<DraftValues, 'version'> & { validUntilOn: string },
): Promise<boolean> {
  const { rows } = await sql`
    update quote_version set sent_at = now(), valid_until_on = ${validUntilOn}::date, actor_kind = ${kind}, actor_id = ${id}
    where organisation_id = ${organisationId} and quote_id = ${quoteId} and version = ${version} and sent_at is null returning version`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Writes the note for operators. */
export async function setInternalNote(tx: Tx, { organisationId, quoteId }: QuoteRef, note: string | null): Promise<void> {
  await sql`update quote set internal_note = ${note} where organisation_id = ${organisationId} and id = ${quoteId}`.execute(tx);
}

/** Writes which operator answers a quote. */
export async function setTaker(tx: Tx, { organisationId, quoteId }: QuoteRef, operatorId: number): Promise<void> {
  await sql`update quote set taken_by_id = ${operatorId} where organisation_id = ${organisationId} and id = ${quoteId}`.execute(
    tx,
  );
}

/** A file of a quote; undefined when it has no such file. */
export const findQuoteFile = (db: Db, { organisationId, quoteId }: QuoteRef, fileId: number): Promise<StoredFile | undefined> =>
  findFile(db, { organisationId }, fileId, isOfQuote(sql`q.id = ${quoteId}`));
