import type { JsonObject } from '#api/platform/db/types.ts';
import type { Db, Tx } from '../db/database.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ReasonWording, StoredReason } from '../reasons.ts';
import type { CallerContext } from './bulk-edit-store.queries.ts';

/** In whose name a batch is applied: the transaction, the person or operator who asked, and the request in which they did. */
export interface BulkEditContext<C extends CallerContext = RequestContext> {
  tx: Tx;
  context: C;
  requestId: string;
}

/** What a kind makes of a request. */
export interface BulkEditPlan<Payload> {
  /** What is done, in the words of the kind; shown by `describe`. */
  action: string;
  payload: Payload;
  /** In the order in which they are processed. */
  items: readonly PlannedItem[];
  /** Of an exclusive kind: of what one edit runs at a time, such as `wardrobe:7`; null for an edit that runs beside all others. Of everything unless given. */
  exclusiveKey?: string | null;
}

/** Why the rows of a kind are locked: for a batch, or to plan, stop, continue or undo an edit. */
export type BulkEditStep = 'plan' | 'batch' | 'stop' | 'continue' | 'undo';

export interface PlannedItem {
  /** The order in which items are processed; its place in the list unless given. */
  position?: number;
  /** Null for a record that does not exist yet. */
  subjectId: number | null;
  /** Version that the person who asked had loaded; `STALE_SINCE_SNAPSHOT` where it has changed since the list was read. */
  expectedVersion?: number | null | undefined;
}

/** A bulk edit as its handlers see it. */
export interface BulkEditRecord<Payload = JsonObject, Organisation extends number | null = number> {
  id: number;
  /** Null for an edit of the supplier. */
  organisationId: Organisation;
  /** A person of the organisation, or an operator or API key. */
  actorKind: string;
  actorId: number;
  /** Of an undo: the action that is undone. */
  action: string;
  payload: Payload;
  total: number;
  requestId: string;
  /** The bulk edit that this one undoes. */
  undoOfId: number | null;
}

/** An item that is still to be processed. */
export interface PendingItem {
  position: number;
  subjectId: number | null;
  expectedVersion: number | null;
}

/** An item of an undo, with what the original edit saved. */
export interface UndoItem extends PendingItem {
  before: JsonObject;
  after: JsonObject | null;
  /** Version of the record right after the original edit; null where its kind has none. */
  appliedVersion: number | null;
}

/** What happened to an item. */
export interface ItemResult {
  position: number;
  /** Set for records that the edit created. */
  subjectId?: number | null | undefined;
  outcome: 'changed' | 'unchanged' | 'refused' | 'conflict';
  /** Why it was left alone, or which parts of it were not applied; the kind words them. */
  reasons?: readonly StoredReason[] | undefined;
  /** What `undo` needs; an item without it cannot be undone. */
  before?: JsonObject | null | undefined;
  after?: JsonObject | null | undefined;
  /** Version of the record after the change. */
  version?: number | null | undefined;
}

/** A record as results name it. */
export interface BulkEditSubject {
  id: number;
  name: string;
  version: number;
}

/** Edits of people belong to their organisation, those of operators to the supplier. */
type OrganisationOf<C extends CallerContext> = C extends RequestContext ? number : null;

/** An edit of which no one who made it is left. */
type UnattendedEdit<Payload> = Pick<BulkEditRecord<Payload, number | null>, 'organisationId' | 'payload'>;

/**
 * What the engine needs to know of one kind of bulk edit. Batches, progress, stopping, continuing, undo and results are the
 * engine's; a kind plans, applies and undoes. Handlers write in the transaction that they are given and in a number of statements
 * that does not grow with the items. They check the rights of the caller for each record, since a job applies the later batches.
 *
 * @example
 * const orderKind: BulkEditKind<{ orderIds: number[] }, Record<string, never>> = {
 *   name: 'orders', subject: 'order', syncLimit: 100, batchSize: 50,
 *   findAccessBlocker: (caller) => (isApprover(caller) ? undefined : { kind: 'no_approver' }),
 *   wording: { no_approver: () => 'You no longer approve orders.', not_waiting: () => 'It is not waiting for approval.' },
 *   describe: (_action, total) => `Approved ${plural(total, 'order')}`,
 *   plan: async (_context, { orderIds }) => ({ action: 'approve', payload: {}, items: orderIds.map((id) => ({ subjectId: id })) }),
 *   apply: async ({ tx, context }, _edit, items) => {
 *     const approved = await approveOrders(tx, context.caller, subjectIds(items)); // one statement; Map of id to previous state
 *     return items.map(({ position, subjectId }) => approved.has(subjectId)
 *       ? { position, outcome: 'changed', before: { state: approved.get(subjectId) } }
 *       : { position, outcome: 'refused', reasons: [{ kind: 'not_waiting' }] });
 *   },
 *   undo: async ({ tx, context }, _edit, items) => restoreOrderStates(tx, context.caller, items),
 *   listSubjects: (db, scope, ids) => listOrderNames(db, scope, ids),
 * };
 */
export interface BulkEditKind<Request, Payload, C extends CallerContext = RequestContext> {
  name: string;
  /** Which records the items are about, as the audit log names them: `customer`. */
  subject: string;
  /** Up to this many items are processed within the request, in one transaction; more by a job. */
  syncLimit: number;
  /** Items in each transaction of a job. */
  batchSize: number;
  /** How many of the next items, at least one, are processed in one transaction; all of the batch unless given. For items of very different sizes. */
  limitBatch?(tx: Tx, edit: BulkEditRecord<Payload, OrganisationOf<C>>, items: readonly PendingItem[]): Promise<number>;
  /** At most one runs at a time in an organisation, or of the supplier; the message refuses another one. */
  exclusive?: { message: string };
  /** Why this person cannot run edits of this kind; asked again before every batch. */
  findAccessBlocker(caller: C['caller']): StoredReason | undefined;
  /** How the reasons of its items, and why someone cannot run it, are worded. */
  wording: ReasonWording;
  /** Taken first in every transaction, where edits of this kind must not run beside other changes. */
  lock?(tx: Tx, caller: C['caller'], step: BulkEditStep): Promise<unknown>;
  /** The edit in a few words: "Wardrobes of 12 people". */
  describe(action: string, total: number): string;
  /** Decides which records a request is about and what is done to them. Throws 4xx. */
  plan(context: BulkEditContext<C>, request: Request): Promise<BulkEditPlan<Payload>>;
  /** Changes the records of a batch and answers one result for each item. */
  apply(
    context: BulkEditContext<C>,
    edit: BulkEditRecord<Payload, OrganisationOf<C>>,
    items: readonly PendingItem[],
  ): Promise<readonly ItemResult[]>;
  /** Restores what `apply` saved, except where someone has changed it since; one result for each item. */
  undo(
    context: BulkEditContext<C>,
    edit: BulkEditRecord<Payload, OrganisationOf<C>>,
    items: readonly UndoItem[],
  ): Promise<readonly ItemResult[]>;
  /**
   * Of a kind whose edits change something once, which its items then follow: changes that back and answers the items that follow it. They go
   * through `apply`, and `undo` is not called.
   */
  planUndo?(
    context: BulkEditContext<C>,
    edit: Pick<BulkEditRecord<Payload, OrganisationOf<C>>, 'id' | 'organisationId' | 'action' | 'payload'>,
  ): Promise<readonly PlannedItem[]>;
  /**
   * Of a kind whose edits are to reach everyone also when whoever made one has no account any more: the rest is then processed in the name of no one, and without
   * `finish`. `lock` is taken first, in place of that of the kind. Edits of other kinds end, and the rest is refused.
   */
  unattended?: {
    lock(tx: Tx, edit: UnattendedEdit<Payload>): Promise<unknown>;
    apply(tx: Tx, edit: UnattendedEdit<Payload>, items: readonly PendingItem[]): Promise<readonly ItemResult[]>;
  };
  /** Called in the transaction of the last batch, when every item has been processed. */
  finish?(context: BulkEditContext<C>, edit: BulkEditRecord<Payload, OrganisationOf<C>>): Promise<void>;
  /**
   * Called instead of `finish` when the edit ends before it has reached all items: it is being undone, or the person who asked for
   * it has lost the rights. The engine has refused the remaining items for this reason.
   */
  refuseRest?(tx: Tx, edit: BulkEditRecord<Payload, OrganisationOf<C>>, reason: StoredReason): Promise<void>;
  /** Why an edit cannot be undone or continued, beside the reasons that hold for every kind. */
  findBlocker?(
    db: Db,
    scope: C['caller'],
    edit: Pick<BulkEditRecord<Payload, OrganisationOf<C>>, 'id' | 'action' | 'payload'>,
    step: 'undo' | 'continue',
  ): Promise<string | undefined>;
  /** Names and versions of the records that the caller can see. */
  listSubjects(db: Db, scope: C['caller'], ids: readonly number[]): Promise<readonly BulkEditSubject[]>;
}

/** A kind of which the engine knows neither request nor payload. */
// biome-ignore lint/suspicious/noExplicitAny: the engine stores payloads as JSON and hands them back to the kind that wrote them.
export type AnyBulkEditKind = BulkEditKind<any, any, any>;
