import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import { findFile, type StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import type { Finding } from './differences.rules.ts';
import type { PurchaseOrder } from './purchase-orders.queries.ts';

/** An order of a buyer's system in the list of operators. */
export interface ListedPurchaseOrder
  extends Pick<PurchaseOrder, 'id' | 'number' | 'organisationId' | 'state' | 'isTest' | 'receivedAt' | 'orderId'> {
  organisationName: string;
  connectionName: string;
  currencyCode: string;
  /** As it was sent; null where it has none. */
  total: string | null;
  lineCount: number;
  findings: Finding[];
}

const columns = sql`
  p.id, p.number, p.organisation_id as "organisationId", p.state, p.is_test as "isTest", p.received_at as "receivedAt", p.order_id as "orderId", o.name as "organisationName",
  n.name as "connectionName", o.currency_code as "currencyCode", p.document #>> '{total,amount}' as total, jsonb_array_length(p.document -> 'lines') as "lineCount", p.findings`;

const tables = sql`
  purchase_order p join organisation o on o.id = p.organisation_id
  join punchout_connection n on n.organisation_id = p.organisation_id and n.id = p.connection_id`;

const ofBrands = ({ brandIds }: OperatorScope) => sql`o.brand_id = any (${[...brandIds]}::bigint[])`;

/** A page of the orders of the operator's brands, with their number and that of all that wait. Those that wait are listed oldest first, others newest first. */
export async function listPurchaseOrders(
  db: Db,
  operator: OperatorScope,
  query: QueryOf<'GET /api/operator/punchout/orders'>,
): Promise<{ orders: ListedPurchaseOrder[]; totalCount: number; waitingCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const matching = sql`
    ${ofBrands(operator)} and (${query.state ?? null}::text is null or p.state = ${query.state ?? null})
    and (${query.organisationId ?? null}::bigint is null or p.organisation_id = ${query.organisationId ?? null})
    and ${matchesWords(sql`searchable_text(p.number || ' ' || o.name)`, query.searchTerm)}`;
  const isAscending = query.state === 'waiting';
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<ListedPurchaseOrder>`
      select ${columns} from ${tables} where ${matching}
      order by ${isAscending ? sql`p.received_at, p.id` : sql`p.received_at desc, p.id desc`} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ totalCount: number; waitingCount: number }>`
      select (select count(*)::int from ${tables} where ${matching}) as "totalCount",
        (select count(*)::int from purchase_order p join organisation o on o.id = p.organisation_id where p.state = 'waiting' and ${ofBrands(operator)}) as "waitingCount"`.execute(
      db,
    ),
  ]);
  return { orders: rows, ...(counts[0] as { totalCount: number; waitingCount: number }) };
}

/** A file that came with an order. */
export interface PurchaseOrderFile {
  id: number;
  fileName: string;
  contentType: string;
  size: number;
}

/** An order of the operator's brands with everything that is shown of it. */
export interface ReadPurchaseOrder extends ListedPurchaseOrder {
  connectionId: number;
  /** As `SentOrder`, without what the document did not have. */
  document: unknown;
  isChange: boolean;
  reason: string | null;
  decidedAt: Date | null;
  version: number;
  files: PurchaseOrderFile[];
}

/** An order of the operator's brands; undefined for any other. */
export async function readPurchaseOrder(db: Db, operator: OperatorScope, id: number): Promise<ReadPurchaseOrder | undefined> {
  const { rows } = await sql<ReadPurchaseOrder>`
    select ${columns}, p.connection_id as "connectionId", p.document, p.replaced is not null as "isChange", p.reason, p.decided_at as "decidedAt", p.version, (
      select coalesce(json_agg(json_build_object('id', f.id, 'fileName', x.file_name, 'contentType', x.content_type, 'size', f.size_bytes) order by f.id), '[]')
      from purchase_order_file x join stored_file f on f.organisation_id = x.organisation_id and f.id = x.file_id
      where x.organisation_id = p.organisation_id and x.purchase_order_id = p.id) as files
    from ${tables} where p.id = ${id} and ${ofBrands(operator)}`.execute(db);
  return rows[0];
}

/** The organisation and connection of an order of the operator's brands, which is locked until the transaction ends; undefined for any other. */
export async function lockPurchaseOrderOfBrands(
  tx: Tx,
  operator: OperatorScope,
  id: number,
): Promise<{ organisationId: number; brandId: number; connectionId: number; number: string } | undefined> {
  const { rows } = await sql<{ organisationId: number; brandId: number; connectionId: number; number: string }>`
    select p.organisation_id as "organisationId", o.brand_id as "brandId", p.connection_id as "connectionId", p.number
    from purchase_order p join organisation o on o.id = p.organisation_id where p.id = ${id} and ${ofBrands(operator)} for update of p`.execute(
    tx,
  );
  return rows[0];
}

/** A file of an order; undefined when there is none. */
export const findPurchaseOrderFile = (
  db: Db,
  { organisationId, id }: Pick<PurchaseOrder, 'organisationId' | 'id'>,
  fileId: number,
): Promise<StoredFile | undefined> =>
  findFile(
    db,
    { organisationId },
    fileId,
    sql`f.purpose = 'purchaseOrder' and exists (
      select from purchase_order_file x where x.organisation_id = f.organisation_id and x.file_id = f.id and x.purchase_order_id = ${id})`,
  );
