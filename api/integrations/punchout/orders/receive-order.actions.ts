import { createHash, randomUUID } from 'node:crypto';
import type { CheckoutDependencies, PlacedOrder } from '#api/ordering/checkout/insert-checked-order.actions.ts';
import type { ChangeDependencies } from '#api/ordering/order-changes/record-change.actions.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { CxmlEnvelope } from '../cxml/envelope.rules.ts';
import { type OrderType, readOrderRequest } from '../cxml/order-request.rules.ts';
import type { Status } from '../cxml/statuses.rules.ts';
import {
  type AttachmentDependencies,
  attachKept,
  type KeptAttachments,
  keepAttachments,
  type OrderFile,
} from './attachments.actions.ts';
import { type Finding, isDoubtful } from './differences.rules.ts';
import { NO_ADDITIONS } from './draft-order.actions.ts';
import { cancelPlacedOrder, preparePurchaseOrder, REPLACED } from './place-order.actions.ts';
import {
  insertMessage,
  insertOrLockPurchaseOrder,
  lockPurchaseOrderByNumber,
  oweStatus,
  type PurchaseOrder,
  saveDocumentAnswer,
  savePurchaseOrder,
} from './purchase-orders.queries.ts';
import { fingerprintOrder, listRefusals, type SentOrder, toSentOrder } from './sent-order.rules.ts';

/** Dependencies of taking orders of buyers' systems. */
export type PurchaseOrderDependencies = CheckoutDependencies & ChangeDependencies & AttachmentDependencies & { db: Db };

/** A document with an order as it has arrived, from a connection that has proved itself. */
export interface ReceivedOrder {
  connection: Connection;
  envelope: Pick<CxmlEnvelope, 'payloadId' | 'request'>;
  /** Whether the document, the connection or the account says so. */
  isTest: boolean;
  /** The document without secrets, to be kept. */
  body: string;
  /** The parts that came with it. */
  files: readonly OrderFile[];
  requestId: string;
}

/** What is in the document. */
interface Arrival extends Omit<ReceivedOrder, 'files'> {
  order: SentOrder;
  type: OrderType;
  fingerprint: Buffer;
  kept: KeptAttachments;
}

/** What was found out by an attempt that was rolled back. */
type Decided = { findings: Finding[] } | { refusal: Status };

/** Rolls an attempt back: the order waits for the supplier instead, or is refused. */
class NotPlaced extends Error {
  readonly decided: Decided;
  constructor(decided: Decided) {
    super('The order was not placed.');
    this.decided = decided;
  }
}

const answer = (code: Status['code'], text: string): Status => ({ code, text });
const REPEATED_PAYLOAD_ID = answer(409, 'This payloadID was used for another document. Send this one with an id of its own.');

/** What became of a document. */
interface Outcome {
  status: Status;
  order?: Pick<PurchaseOrder, 'id' | 'orderId'>;
  findings?: readonly Finding[];
}

/**
 * Takes an order of a buyer's system: a new one, a change, or its cancellation. A document that has arrived before is answered as it was then. An order that
 * differs from the returned cart in a way that costs someone money, or that cannot be placed as it is, waits for the supplier (201).
 */
export async function receiveOrder(dependencies: PurchaseOrderDependencies, received: ReceivedOrder): Promise<Status> {
  const { connection, envelope } = received;
  const request = readOrderRequest(envelope.request);
  if (!request) return answer(400, 'The order has no orderID. Send it again with one.');
  const { type } = request;
  const order = toSentOrder(request);
  const refusals = type === 'delete' ? [] : listRefusals(order, connection);
  if (refusals.length > 0) return answer(400, refusals.join(' ').slice(0, MAX_ANSWER));
  const kept =
    type === 'delete' ? { files: [], findings: [] } : await keepAttachments(dependencies, connection, order, received.files);
  const arrival: Arrival = { ...received, order, type, fingerprint: fingerprintOrder(order), kept };
  const take = (decided?: Decided) => runInTransaction(dependencies.db, (tx) => takeOrder(tx, dependencies, arrival, decided));
  return take().catch((error) => {
    if (error instanceof NotPlaced) return take(error.decided);
    throw error;
  });
}

/** The most characters of an answer. */
const MAX_ANSWER = 1000;

/** Records the document, and what becomes of it. */
async function takeOrder(
  tx: Tx,
  dependencies: PurchaseOrderDependencies,
  arrival: Arrival,
  decided: Decided | undefined,
): Promise<Status> {
  const { connection, envelope, body, isTest, type, fingerprint } = arrival;
  const message = await insertMessage(tx, connection, {
    payloadId: envelope.payloadId.slice(0, MAX_PAYLOAD_ID) || `without:${randomUUID()}`,
    ...{ body, isTest },
    fingerprint: createHash('sha256').update(type).update(fingerprint).digest(),
  });
  if ('status' in message) return message.isRepeated ? message.status : REPEATED_PAYLOAD_ID;
  const take = type === 'delete' ? cancelPurchaseOrder : placePurchaseOrder;
  const {
    status,
    order,
    findings = [],
  }: Outcome = decided && 'refusal' in decided
    ? { status: decided.refusal }
    : await take(tx, dependencies, arrival, decided?.findings);
  await saveDocumentAnswer(tx, connection.organisationId, message.id, {
    ...{ status, findings, purchaseOrderId: order?.id ?? null, orderId: order?.orderId ?? null },
  });
  return status;
}

const MAX_PAYLOAD_ID = 500;

/** The answer to an order that we have already, as it is. */
function describeState({ state, number, orderId, reason }: PurchaseOrder): Status {
  if (state === 'waiting')
    return answer(201, `Order ${number} has arrived and waits for the supplier, who will send its status.`);
  if (state === 'accepted') return answer(200, `Order ${number} has been accepted as order ${orderId}.`);
  if (state === 'cancelled') return answer(409, `Order ${number} has been cancelled. Send a new order under another number.`);
  return answer(409, `Order ${number} was rejected: ${reason ?? ''} Send a new order under another number.`);
}

/** Places a new or changed order, or has it wait for the supplier. `waitingFor` are the findings of one that could not be placed at once. */
async function placePurchaseOrder(
  tx: Tx,
  dependencies: PurchaseOrderDependencies,
  arrival: Arrival,
  waitingFor: readonly Finding[] | undefined,
): Promise<Outcome> {
  const { connection, envelope, order, type, fingerprint, isTest, kept } = arrival;
  const number = order.orderId;
  const sent = { number, revision: order.version ?? null, payloadId: envelope.payloadId, fingerprint, isTest, document: order };
  const { order: found, isNew } =
    type === 'update'
      ? { order: await lockPurchaseOrderByNumber(tx, connection, number), isNew: false }
      : await insertOrLockPurchaseOrder(tx, connection, sent);
  if (!found)
    return { status: answer(400, `Order ${number} is not known here, so it cannot be changed. Send it with type="new".`) };
  if (!isNew) {
    if (found.fingerprint.equals(fingerprint) || !['waiting', 'accepted'].includes(found.state))
      return { status: describeState(found), order: found };
    if (type === 'new')
      return {
        status: answer(409, `Order ${number} has arrived before with other content. Send changes with type="update".`),
        order: found,
      };
  }
  const save = async (rest: Pick<PurchaseOrder, 'state' | 'findings' | 'orderId' | 'replaced'>): Promise<Outcome> => {
    const saved = { ...found, ...sent, ...rest, reason: null };
    await savePurchaseOrder(tx, saved);
    await attachKept(tx, connection, found, kept);
    const status = describeState(saved);
    if (status.code === 200) await oweStatus(tx, found, status);
    return { status, order: saved, findings: rest.findings };
  };
  if (waitingFor) {
    const replaced = found.state === 'accepted' ? toReplaced(found) : found.replaced;
    return save({ ...{ state: 'waiting', orderId: found.orderId, replaced }, findings: [...waitingFor, ...kept.findings] });
  }
  const { placed, findings } = await tryToPlace(tx, dependencies, arrival, found);
  return save({ ...{ state: 'accepted', orderId: placed.orderId, replaced: null }, findings: [...findings, ...kept.findings] });
}

/** Places an order in place of the one that it changes. Throws `NotPlaced` where the supplier decides on it, or it is too late. */
async function tryToPlace(
  tx: Tx,
  dependencies: PurchaseOrderDependencies,
  { connection, order, isTest, requestId }: Arrival,
  { organisationId, orderId }: PurchaseOrder,
): Promise<{ placed: PlacedOrder; findings: Finding[] }> {
  if (orderId !== null) {
    const refusal = await cancelPlacedOrder(tx, dependencies, { organisationId, orderId, reason: REPLACED, requestId });
    if (refusal !== undefined) throw new NotPlaced({ refusal: answer(409, refusal) });
  }
  const input = { ...{ connection, order, isTest, requestId, replacesOrderId: orderId }, additions: NO_ADDITIONS };
  const { findings, place } = await preparePurchaseOrder(tx, dependencies, input);
  if (!place || isDoubtful(findings)) throw new NotPlaced({ findings });
  const result = await place({ exceedsCredit: isTest });
  if ('refusals' in result) {
    const refused = result.refusals.map((text): Finding => ({ kind: 'notOrderable', lineNumber: null, isDoubtful: true, text }));
    throw new NotPlaced({ findings: [...findings, ...refused] });
  }
  return { placed: result, findings };
}

/** What is kept of an accepted order while a change of it waits. */
const toReplaced = ({ document, fingerprint, payloadId, revision, findings }: PurchaseOrder): PurchaseOrder['replaced'] => ({
  ...{ document, payloadId, revision, findings },
  fingerprint: fingerprint.toString('hex'),
});

/** Cancels an order that has arrived before, until its picking starts. */
async function cancelPurchaseOrder(
  tx: Tx,
  dependencies: PurchaseOrderDependencies,
  { connection, order, requestId }: Arrival,
): Promise<Outcome> {
  const number = order.orderId;
  const found = await lockPurchaseOrderByNumber(tx, connection, number);
  if (!found) return { status: answer(400, `Order ${number} is not known here, so it cannot be cancelled.`) };
  const status = answer(200, `Order ${number} is cancelled.`);
  if (found.state === 'cancelled' || found.state === 'rejected') return { status, order: found };
  const { organisationId, orderId } = found;
  if (orderId !== null) {
    const refusal = await cancelPlacedOrder(tx, dependencies, { organisationId, orderId, reason: CANCELLED, requestId });
    if (refusal !== undefined) throw new NotPlaced({ refusal: answer(409, refusal) });
  }
  await savePurchaseOrder(tx, { ...found, state: 'cancelled', replaced: null });
  await oweStatus(tx, found, status);
  return { status, order: found };
}

const CANCELLED = 'The purchasing system has cancelled the order.';
