import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { PURCHASE_ORDER_STATES } from '#contract/integrations/punchout/purchase-orders.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { Status } from '../cxml/statuses.rules.ts';
import type { Finding } from './differences.rules.ts';
import type { SentOrder } from './sent-order.rules.ts';

type ConnectionRef = Pick<Connection, 'organisationId' | 'id'>;

/** A document of the buyer's system as it is kept. */
export interface ArrivedDocument {
  payloadId: string;
  /** Without secrets. */
  body: string;
  isTest: boolean;
  /** Of what it asks for. */
  fingerprint: Buffer;
}

/**
 * Records a document that arrives. One with the same payload id that is being answered is waited for; where it has been answered, the answer is returned and
 * nothing is recorded. `isRepeated` says whether that was the same document.
 */
export async function insertMessage(
  tx: Tx,
  { organisationId, id }: ConnectionRef,
  { payloadId, body, isTest, fingerprint }: ArrivedDocument,
): Promise<{ id: number } | { status: Status; isRepeated: boolean }> {
  const inserted = await sql<{ id: number }>`
    insert into punchout_message (organisation_id, connection_id, direction, kind, payload_id, body, is_test, fingerprint)
    values (${organisationId}, ${id}, 'in', 'OrderRequest', ${payloadId}, ${body}, ${isTest}, ${fingerprint})
    on conflict on constraint punchout_message_once do nothing returning id`.execute(tx);
  if (inserted.rows[0]) return inserted.rows[0];
  const { rows } = await sql<Status & { isRepeated: boolean }>`
    select coalesce(status_code, 409) as code, coalesce(answer, '') as text, fingerprint is not distinct from ${fingerprint} and status_code is not null as "isRepeated"
    from punchout_message
    where organisation_id = ${organisationId} and connection_id = ${id} and direction = 'in' and payload_id = ${payloadId}`.execute(
    tx,
  );
  const { isRepeated, ...status } = rows[0] as Status & { isRepeated: boolean };
  return { status, isRepeated };
}

/** Records how a document was answered, and the order that it is about. */
export async function saveDocumentAnswer(
  tx: Tx,
  organisationId: number,
  messageId: number,
  {
    status,
    purchaseOrderId,
    orderId,
    findings,
  }: { status: Status; purchaseOrderId: number | null; orderId: number | null; findings: readonly Finding[] },
): Promise<void> {
  await sql`
    update punchout_message set status_code = ${status.code}, answer = ${status.text}, purchase_order_id = ${purchaseOrderId}, order_id = ${orderId},
      findings = ${JSON.stringify(findings.map(({ text }) => text))}::jsonb
    where organisation_id = ${organisationId} and id = ${messageId}`.execute(tx);
}

/**
 * Records what was decided of an order whose documents were answered with 201: the buyer's system is owed this status for each of them, also for those that a
 * later one has replaced. Once decided, it stays.
 */
export async function oweStatus(
  tx: Tx,
  { organisationId, id }: Pick<PurchaseOrder, 'organisationId' | 'id'>,
  { code, text }: Status,
): Promise<void> {
  await sql`
    update punchout_message set decided_code = ${code}, decided_text = ${text}, decided_at = now()
    where organisation_id = ${organisationId} and purchase_order_id = ${id} and direction = 'in' and status_code = 201 and decided_at is null`.execute(
    tx,
  );
}

type PurchaseOrderState = (typeof PURCHASE_ORDER_STATES)[number];

/** What an accepted order was before a change of it that waits. */
export interface ReplacedOrder {
  document: SentOrder;
  fingerprint: string;
  payloadId: string;
  revision: string | null;
  findings: Finding[];
}

/** An order of a buyer's system. */
export interface PurchaseOrder {
  organisationId: number;
  id: number;
  connectionId: number;
  number: string;
  revision: string | null;
  payloadId: string;
  fingerprint: Buffer;
  isTest: boolean;
  state: PurchaseOrderState;
  document: SentOrder;
  findings: Finding[];
  /** The order that it has become; with a change that waits, as it was before. */
  orderId: number | null;
  /** As it was before a change that waits; null otherwise. */
  replaced: ReplacedOrder | null;
  reason: string | null;
  receivedAt: Date;
  decidedAt: Date | null;
  version: number;
}

/** A row of `columns`. What is kept as JSON is without what the document did not have. */
type PurchaseOrderRow = Omit<PurchaseOrder, 'document' | 'replaced'> & { document: unknown; replaced: unknown };

const columns = sql`
  p.organisation_id as "organisationId", p.id, p.connection_id as "connectionId", p.number, p.revision, p.payload_id as "payloadId", p.fingerprint, p.is_test as "isTest",
  p.state, p.document, p.findings, p.order_id as "orderId", p.replaced, p.reason, p.received_at as "receivedAt", p.decided_at as "decidedAt", p.version`;

/** What of an order is new. */
export interface NewPurchaseOrder
  extends Pick<PurchaseOrder, 'number' | 'revision' | 'payloadId' | 'fingerprint' | 'isTest' | 'document'> {}

/**
 * Inserts an order that waits, or locks the one with its number. Of two that arrive at once, the second waits for the first. `isNew` says which it was.
 */
export async function insertOrLockPurchaseOrder(
  tx: Tx,
  { organisationId, id }: ConnectionRef,
  arrived: NewPurchaseOrder,
): Promise<{ order: PurchaseOrder; isNew: boolean }> {
  const inserted = await sql<PurchaseOrderRow>`
    insert into purchase_order as p (organisation_id, connection_id, number, revision, payload_id, fingerprint, is_test, state, document)
    values (${organisationId}, ${id}, ${arrived.number}, ${arrived.revision}, ${arrived.payloadId}, ${arrived.fingerprint}, ${arrived.isTest}, 'waiting', ${JSON.stringify(arrived.document)}::jsonb)
    on conflict on constraint purchase_order_once do nothing returning ${columns}`.execute(tx);
  if (inserted.rows[0]) return { order: inserted.rows[0] as PurchaseOrder, isNew: true };
  const order = await lockPurchaseOrderByNumber(tx, { organisationId, id }, arrived.number);
  return { order: order as PurchaseOrder, isNew: false };
}

/** The order with a number, locked until the transaction ends; undefined when there is none. */
export async function lockPurchaseOrderByNumber(
  tx: Tx,
  { organisationId, id }: ConnectionRef,
  number: string,
): Promise<PurchaseOrder | undefined> {
  const { rows } = await sql<PurchaseOrderRow>`
    select ${columns} from purchase_order p
    where p.organisation_id = ${organisationId} and p.connection_id = ${id} and p.number = ${number} for update of p`.execute(tx);
  return rows[0] as PurchaseOrder | undefined;
}

/** Writes a locked order. Whoever decides on it sees by its version that it has changed. */
export async function savePurchaseOrder(
  tx: Tx,
  order: Omit<PurchaseOrder, 'connectionId' | 'number' | 'receivedAt' | 'version' | 'decidedAt'>,
): Promise<void> {
  await sql`
    update purchase_order set revision = ${order.revision}, payload_id = ${order.payloadId}, fingerprint = ${order.fingerprint}, is_test = ${order.isTest},
      state = ${order.state}, document = ${JSON.stringify(order.document)}::jsonb, findings = ${JSON.stringify(order.findings)}::jsonb, order_id = ${order.orderId},
      replaced = ${order.replaced === null ? null : JSON.stringify(order.replaced)}::jsonb, reason = ${order.reason},
      decided_at = case when ${order.state} = 'waiting' then null else now() end, version = version + 1
    where organisation_id = ${order.organisationId} and id = ${order.id}`.execute(tx);
}

/** Files that came with an order, which `keepFiles` keeps, in place of those of an earlier version of it. Returns the ids of the files that are replaced. */
export async function replaceFiles(
  tx: Tx,
  { organisationId, id }: Pick<PurchaseOrder, 'organisationId' | 'id'>,
  files: readonly { contentId: string; fileName: string; contentType: string; fileId: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ fileId: number }>`
    delete from purchase_order_file where organisation_id = ${organisationId} and purchase_order_id = ${id} returning file_id as "fileId"`.execute(
    tx,
  );
  await sql`
    insert into purchase_order_file (organisation_id, purchase_order_id, content_id, file_name, content_type, file_id)
    select ${organisationId}, ${id}, f."contentId", f."fileName", f."contentType", f."fileId"
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f ("contentId" text, "fileName" text, "contentType" text, "fileId" bigint)`.execute(
    tx,
  );
  return rows.map(({ fileId }) => fileId);
}

/** Whose order of the portal it is, and its state; undefined when there is none. */
export async function findPlacedOrder(
  tx: Tx,
  organisationId: number,
  orderId: number,
): Promise<{ stateId: number; customerId: number } | undefined> {
  const { rows } = await sql<{ stateId: number; customerId: number }>`
    select order_state_id as "stateId", customer_id as "customerId" from orders where organisation_id = ${organisationId} and id = ${orderId}`.execute(
    tx,
  );
  return rows[0];
}

/**
 * The cart in which an order is put together: that of a visit which begins and ends at once, so that it meets no other cart. It lasts as long as the transaction:
 * `dropWorkingCart` deletes it.
 */
export async function insertWorkingTrip(tx: Tx, { organisationId, id }: ConnectionRef, customerId: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, ends_at, ended_at, outcome)
    values (${organisationId}, ${id}, ${customerId}, 'edit', true, '', now(), now(), 'cancelled') returning id`.execute(tx);
  return (rows[0] as { id: string }).id;
}

/** The id of the cart of such a visit, and the key of its checkout. */
export async function findWorkingCart(
  tx: Tx,
  organisationId: number,
  tripId: string,
): Promise<{ id: number; checkoutId: string } | undefined> {
  const { rows } = await sql<{ id: number; checkoutId: string }>`
    select id, checkout_id as "checkoutId" from cart where organisation_id = ${organisationId} and trip_id = ${tripId}`.execute(
    tx,
  );
  return rows[0];
}

/** Deletes such a visit with its cart. */
export async function dropWorkingTrip(tx: Tx, organisationId: number, tripId: string): Promise<void> {
  await sql`delete from cart where organisation_id = ${organisationId} and trip_id = ${tripId}`.execute(tx);
  await sql`delete from punchout_trip where organisation_id = ${organisationId} and id = ${tripId}`.execute(tx);
}
