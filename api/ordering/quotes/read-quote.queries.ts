import { type RawBuilder, sql } from 'kysely';
import type { DesignRow } from '#api/catalogue/customisation/design-options.rules.ts';
import { designsOfQuoteItem } from '#api/catalogue/customisation/design-rows.queries.ts';
import { loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { toPricedDesigns, withMandatory } from '#api/catalogue/customisation/priced-design.rules.ts';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import { mayBeLoggedIn } from '#api/identity/sessions/access.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { acceptedPieces } from '../cart/quoted-lines.queries.ts';
import type { QuoteItemRecord, QuoteMessageRecord, QuoteRecord, QuoteVersionRecord } from './quote-record.ts';
import type { QuoteRef } from './quote-steps.queries.ts';
import { visibleQuotes } from './quote-visibility.queries.ts';

/** Which version of the answer is read: by default the one that the customer sees. */
export interface QuoteReading {
  /** A version that was sent, or the draft. */
  version?: number | 'draft' | undefined;
  /** For whom it is said whether products are available; without, whether the client's range has them. */
  viewer?: Scope;
}

/** Columns of a quote `q` that lists show, with `quoteOwner`. */
export const quoteListColumns = sql`
  q.id, q.quote_number as "quoteNumber", q.title, q.quote_state_id as "stateId",
  json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email) as customer,
  not ${mayBeLoggedIn} as "customerHasLeft", q.created_at as "createdAt", q.updated_at as "updatedAt", q.required_by_on as "requiredByOn",
  q.valid_until_at as "validUntilAt", q.total_minor as "totalMinor", q.currency_code as "currencyCode"`;

/** Joins person `c` of a quote `q`, and their organisation `o`. */
export const quoteOwner = sql`
  join organisation o on o.id = q.organisation_id
  join customer c on c.organisation_id = q.organisation_id and c.id = q.customer_id`;

/** The quote that a person may see; undefined when there is none, or not this version of it. */
export const readVisibleQuote = (db: Db, scope: Scope, id: number, version?: number): Promise<QuoteRecord | undefined> =>
  readQuote(db, sql`${visibleQuotes(scope)} and q.id = ${id}`, { version, viewer: scope });

/** A quote of an organisation, for the calls that have just locked it. */
export const readQuoteOf = (
  db: Db,
  { organisationId, quoteId }: QuoteRef,
  reading?: QuoteReading,
): Promise<QuoteRecord | undefined> => readQuote(db, sql`q.organisation_id = ${organisationId} and q.id = ${quoteId}`, reading);

/**
 * The quote that meets a condition on `q` (with its organisation `g`), with all its lines, in three statements whatever their number; undefined when
 * there is none, or when it has no such version.
 */
export async function readQuote(
  db: Db,
  condition: RawBuilder<unknown>,
  { version, viewer }: QuoteReading = {},
): Promise<QuoteRecord | undefined> {
  const head = await findHead(db, condition);
  if (!head) return undefined;
  const shown =
    version === 'draft'
      ? head.versions.find(({ sentAt }) => sentAt === null)
      : head.versions.find((each) => each.sentAt !== null && each.version === (version ?? head.version));
  if (!shown && (version !== undefined || head.version > 0)) return undefined;
  const [items, rest] = await Promise.all([
    listItems(db, head, { version: shown?.version ?? 0, viewer }),
    readCorrespondence(db, head),
  ]);
  return { ...head, shown: shown ?? null, items, ...rest };
}

type Head = Omit<QuoteRecord, 'files' | 'items' | 'messages' | 'orderIds' | 'shown' | 'unsentFiles'>;
type VersionJson = Omit<QuoteVersionRecord, 'sentAt'> & { sentAt: string | null };

/** Name of an operator or API key. */
const nameOfSupplier = (kind: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
  case ${kind} when 'operator' then (select p.name from operator p where p.id = ${id}) when 'api_key' then (select k.name from api_key k where k.id = ${id}) end`;

/** The sum of a version `v`: of offered lines with a price that are no alternatives. */
const totalOfVersion = sql`(
  select coalesce(sum(a.unit_price_minor * a.quantity), 0) from quote_version_item a
  join quote_item i on i.organisation_id = a.organisation_id and i.id = a.quote_item_id
  where a.organisation_id = v.organisation_id and a.quote_id = v.quote_id and a.version = v.version and a.is_offered and i.alternative_to_id is null)`;

async function findHead(db: Db, condition: RawBuilder<unknown>): Promise<Head | undefined> {
  const { rows } = await sql<Omit<Head, 'versions'> & { versions: VersionJson[] }>`
    select ${quoteListColumns}, q.organisation_id as "organisationId", g.name as "organisationName", g.brand_id as "brandId", b.company_name as "supplierName",
      g.time_zone as "timeZone", g.currency_code as "organisationCurrency", q.version, q.description, q.internal_note as "internalNote",
      (select json_build_object('id', p.id, 'name', p.name) from operator p where p.id = q.taken_by_id) as "takenBy",
      q.decline_reason as "declineReason", q.declined_by as "declinedBy",
      coalesce((
        select json_agg(json_build_object('version', v.version, 'sentAt', v.sent_at, 'currencyCode', coalesce(v.currency_code, q.currency_code), 'validUntilOn', v.valid_until_on, 'notes', v.notes, 'terms', v.terms,
          'saves', v.saves, 'savedBy', ${nameOfSupplier(sql`v.actor_kind`, sql`v.actor_id`)}, 'totalMinor', ${totalOfVersion}) order by v.version desc)
        from quote_version v where v.organisation_id = q.organisation_id and v.quote_id = q.id), '[]') as versions
    from quote q
    join organisation g on g.id = q.organisation_id
    join brand b on b.id = g.brand_id
    ${quoteOwner}
    where ${condition}`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...row,
      versions: row.versions.map((each) => ({ ...each, sentAt: each.sentAt === null ? null : new Date(each.sentAt) })),
    }
  );
}

type ItemRow = Omit<QuoteItemRecord, 'designs'> & { designs: DesignRow[] | null };

/** The lines of a quote with what a version says to them; without a version (0), those of the request alone. */
async function listItems(
  db: Db,
  { organisationId, id, organisationCurrency }: Head,
  { version, viewer }: { version: number; viewer: Scope | undefined },
): Promise<QuoteItemRecord[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.alternative_to_id as "alternativeToId", i.is_requested as "isRequested",
      json_build_object('productId', i.product_id, 'combinationId', i.combination_id, 'name', i.name, 'sku', i.sku,
        'attributeDescription', i.attribute_description, 'quantity', i.quantity, 'comments', i.comments) as requested,
      case when a.quote_item_id is not null then json_build_object('isOffered', a.is_offered, 'productId', a.product_id, 'combinationId', a.combination_id,
        'name', case when a.product_id is null or a.product_id = i.product_id then i.name else coalesce(po.name, p.name) end,
        'sku', coalesce(k.sku, po.organisation_sku, p.sku, i.sku),
        'attributeDescription', case when a.product_id is null then i.attribute_description else nullif(k.description, '') end,
        'quantity', a.quantity, 'unitPriceMinor', a.unit_price_minor, 'setupMinor', a.setup_minor, 'leadTimeDays', a.lead_time_days,
        'answer', a.answer) end as answered,
      shown.product_id is null or (not coalesce(k.discontinued, false) and exists (
        select from product_listing pl where pl.organisation_id = i.organisation_id and pl.product_id = shown.product_id
          and ${viewer ? visibleTo(viewer, 'pl') : sql`true`})) as "isAvailable",
      -- The drawing is in the colour that was chosen.
      coalesce(k.image_src, (
        select coalesce(case when pl.images -> 0 ->> 'src' like '/garments/%' then (
            select drawing_url(p.garment_type, p.drawing_features, v.colour_rgb, v.accent_rgb, 'front')
            from product_attribute_value v where v.id = any (k.value_ids) and v.colour_rgb is not null limit 1) end, pl.images -> 0 ->> 'src')
        from product_listing pl where pl.organisation_id = i.organisation_id and pl.product_id = shown.product_id)) as "imageSrc",
      ${acceptedPieces} as "acceptedQuantity",
      case when shown.product_id is not null then
        ${designsOfQuoteItem({ organisationId, currencyCode: organisationCurrency }, { id: sql`i.id`, productId: sql`shown.product_id` })} end as designs,
      case when a.is_offered and shown.combination_id is null then coalesce((
        select json_agg(json_build_object('combinationId', each.id, 'description', each.description, 'attributes', coalesce((
            select json_agg(json_build_object('id', v.product_attribute_id, 'value', v.id::text) order by array_position(each.value_ids, v.id))
            from product_attribute_value v where v.id = any (each.value_ids)), '[]')) order by each.display_order, each.id)
        from combination each where each.product_id = shown.product_id and not each.discontinued), '[]') else '[]' end as choices
    from quote_item i
    left join quote_item parent on parent.organisation_id = i.organisation_id and parent.id = i.alternative_to_id
    left join quote_version_item a on a.organisation_id = i.organisation_id and a.quote_id = i.quote_id and a.version = ${version} and a.quote_item_id = i.id
    cross join lateral (
      select coalesce(a.product_id, i.product_id) as product_id, case when a.product_id is null then i.combination_id else a.combination_id end as combination_id) shown
    left join product p on p.id = shown.product_id
    left join product_organisation po on po.organisation_id = i.organisation_id and po.product_id = shown.product_id
    left join combination k on k.id = shown.combination_id
    where i.organisation_id = ${organisationId} and i.quote_id = ${id} and (i.is_requested or a.quote_item_id is not null)
    order by coalesce(parent.display_order, i.display_order), i.alternative_to_id is not null, i.display_order, i.id`.execute(db);
  const fonts = rows.some(({ designs }) => designs !== null) ? await loadFonts() : undefined;
  return rows.map((row) => ({ ...row, designs: fonts ? withMandatory(toPricedDesigns(row.designs, fonts)) : [] }));
}

/** A file as JSON of the database has it. */
type FileJson = Omit<StoredFile, 'created_at'> & { created_at: string; messageId: number | null };
type MessageJson = Omit<QuoteMessageRecord, 'createdAt' | 'files'> & { createdAt: string };

async function readCorrespondence(
  db: Db,
  { organisationId, id, supplierName }: Head,
): Promise<Pick<QuoteRecord, 'files' | 'messages' | 'orderIds' | 'unsentFiles'>> {
  const { rows } = await sql<{ files: FileJson[]; messages: MessageJson[]; orderIds: number[]; unsentFiles: number }>`
    select
      coalesce((
        select json_agg(json_build_object('id', f.id, 'organisation_id', f.organisation_id, 'storage_key', f.storage_key, 'file_name', f.file_name,
          'content_type', f.content_type, 'size_bytes', f.size_bytes, 'created_at', f.created_at, 'messageId', qf.message_id) order by f.id)
        from quote_file qf join stored_file f on f.organisation_id = qf.organisation_id and f.id = qf.file_id
        where qf.organisation_id = ${organisationId} and qf.quote_id = ${id} and (f.expires_at is null or f.expires_at > now())), '[]') as files,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'fromSupplier', m.from_supplier, 'text', m.text, 'createdAt', m.created_at, 'name', case m.actor_kind
          when 'customer' then (select w.first_name || ' ' || w.last_name from customer w where w.organisation_id = m.organisation_id and w.id = m.actor_id)
          when 'operator' then (select p.name from operator p where p.id = m.actor_id) else ${supplierName} end) order by m.id)
        from quote_message m where m.organisation_id = ${organisationId} and m.quote_id = ${id}), '[]') as messages,
      array(
        select distinct l.order_id from quote_item i join order_line l on l.organisation_id = i.organisation_id and l.quote_item_id = i.id
        where i.organisation_id = ${organisationId} and i.quote_id = ${id} order by l.order_id) as "orderIds",
      (select count(*)::int from quote_file qf
        where qf.organisation_id = ${organisationId} and qf.quote_id = ${id} and not qf.from_supplier and qf.notified_at is null) as "unsentFiles"`.execute(
    db,
  );
  const { files, messages, orderIds, unsentFiles } = rows[0] as (typeof rows)[number];
  const stored = files.map(({ messageId, ...file }) => ({ messageId, file: { ...file, created_at: new Date(file.created_at) } }));
  const filesOf = (messageId: number | null) => stored.flatMap((each) => (each.messageId === messageId ? [each.file] : []));
  return {
    files: filesOf(null),
    messages: messages.map((each) => ({ ...each, createdAt: new Date(each.createdAt), files: filesOf(each.id) })),
    orderIds,
    unsentFiles,
  };
}
