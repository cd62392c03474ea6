import type { Clock } from '#api/platform/clock.ts';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { readCardPart } from '../card-payments/changes/card-change.queries.ts';
import { settleCardChange } from '../card-payments/changes/settle-card-change.actions.ts';
import { actAsSystem, recordAct } from '../order-acts/record-act.actions.ts';
import { cancelPieces, listPendingPieces } from '../order-lines/cancel-pieces.queries.ts';
import type { OrderEventCause } from '../order-states/order-events.rules.ts';
import { type OrderRef, takeStep } from '../order-states/order-steps.queries.ts';
import { approvalEscalatedMail, approvalExpiredMail, approvalReminderMail } from './approval-deadline-mails.ts';
import {
  listEscalationRecipients,
  listExpiredOrders,
  lockExpiredOrder,
  markEscalations,
  markReminders,
  type OrderRecipient,
  type WaitingOrder,
} from './approval-deadlines.queries.ts';
import { listDeciders } from './approvers.queries.ts';

/** What the jobs about deadlines need. */
export interface DeadlineDependencies extends MailDependencies {
  clock: Clock;
  log: { error(details: object, message: string): void };
}

const BATCH_SIZE = 100;
/** A mail lists no more orders than this. */
const MAX_LISTED = 20;

/** Mails each recipient once about all of their orders. */
async function mailAboutWaiting(
  tx: Tx,
  dependencies: MailDependencies,
  mail: typeof approvalReminderMail,
  waiting: readonly WaitingOrder[],
  listRecipients: (organisationId: number, orderIds: number[]) => Promise<OrderRecipient[]>,
): Promise<void> {
  const byOrganisation = Map.groupBy(waiting, ({ organisationId }) => organisationId);
  for (const [organisationId, orders] of byOrganisation) {
    const recipients = await listRecipients(
      organisationId,
      orders.map(({ orderId }) => orderId),
    );
    for (const [id, theirs] of Map.groupBy(recipients, (recipient) => recipient.id)) {
      const [{ brandId, email, firstName }] = theirs as [OrderRecipient];
      const ids = new Set(theirs.map(({ orderId }) => orderId));
      const listed = orders.filter(({ orderId }) => ids.has(orderId));
      await enqueueMail(tx, dependencies, mail, {
        organisationId,
        brandId,
        recipient: email,
        data: {
          firstName,
          orders: listed.slice(0, MAX_LISTED).map(({ orderId, personName, requestedOn, expiresOn }) => ({
            orderId,
            personName,
            requestedOn: formatDay(requestedOn),
            expiresOn: formatDay(expiresOn),
          })),
          count: listed.length,
        },
        dedupeKey: `${mail.name}:${listed[0]?.orderId}:${listed[0]?.requestedOn}:${id}`,
      });
    }
  }
}

/** Those who can decide on each of the orders, as recipients of a mail. */
const listReminded = async (tx: Tx, orders: Parameters<typeof listDeciders>[1]): Promise<OrderRecipient[]> =>
  (await listDeciders(tx, orders)).map(({ orderId, person: { customerId: id, organisationId, brandId, email, firstName } }) => ({
    orderId,
    id,
    organisationId,
    brandId,
    email,
    firstName,
  }));

/** On the working day after an order was placed, reminds those who can decide about it, once. Returns the number of orders. */
export const remindApprovers = (db: Db, dependencies: DeadlineDependencies): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const at = new Date(dependencies.clock.now());
      const waiting = await markReminders(tx, { at, limit: BATCH_SIZE });
      await mailAboutWaiting(tx, dependencies, approvalReminderMail, waiting, (organisationId, orderIds) =>
        listReminded(tx, { organisationId, orderIds, at }),
      );
      return waiting.length;
    }),
  );

/** Asks every administrator of the whole organisation once an order has waited for too long. Returns the number of orders. */
export const escalateApprovals = (db: Db, dependencies: DeadlineDependencies): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const waiting = await markEscalations(tx, { at: new Date(dependencies.clock.now()), limit: BATCH_SIZE });
      await mailAboutWaiting(tx, dependencies, approvalEscalatedMail, waiting, (organisationId, orderIds) =>
        listEscalationRecipients(tx, organisationId, orderIds),
      );
      return waiting.length;
    }),
  );

/**
 * Cancels an order on which no one has decided in time: its stock and entitlement are given back, and its person and who placed it are mailed.
 * Returns false when someone has decided, or is just deciding.
 */
async function expireOrder(tx: Tx, order: OrderRef, at: Date, dependencies: MailDependencies): Promise<boolean> {
  const people = await lockExpiredOrder(tx, order, at);
  const acting = actAsSystem(dependencies);
  const card = people && (await readCardPart(tx, order));
  if (!people || !(await takeStep(tx, order, 'expire', { actor: acting.actor }))) return false;
  if (!(await cancelPieces(tx, order, await listPendingPieces(tx, order), acting.actor)))
    throw new Error(`The pending pieces of order ${order.orderId} cannot be cancelled.`);
  if (card)
    await settleCardChange(tx, dependencies, order, card, { actor: acting.actor, reason: 'The order was not approved in time' });
  await recordAct(
    tx,
    acting,
    { ...order, brandId: people.brandId },
    {
      events: [{ kind: 'note', data: { cause: { kind: 'approval_expired' } satisfies OrderEventCause } }],
      audits: [{ action: 'order.approval-expired', subjectId: String(order.orderId) }],
      mail: { definition: approvalExpiredMail, people, occasion: 'expiry', toData: () => ({}) },
    },
  );
  return true;
}

/**
 * Cancels the orders on which no one has decided in time, each in its own transaction. An order that someone has locked is left for the next run,
 * one that fails does not stop the others. Returns how many were cancelled; throws when one has failed.
 */
export async function expireApprovals(db: Db, dependencies: DeadlineDependencies): Promise<number> {
  const at = new Date(dependencies.clock.now());
  let expired = 0;
  let failed = 0;
  let afterId = 0;
  await repeatInBatches(BATCH_SIZE, async () => {
    const orders = await listExpiredOrders(db, { at, afterId, limit: BATCH_SIZE });
    for (const order of orders)
      try {
        if (await runInTransaction(db, (tx) => expireOrder(tx, order, at, dependencies))) expired += 1;
      } catch (error) {
        failed += 1;
        dependencies.log.error({ err: error, orderId: order.orderId }, 'an order could not expire');
      }
    afterId = orders.at(-1)?.orderId ?? afterId;
    return orders.length;
  });
  if (failed > 0) throw new Error(`Orders that could not expire: ${failed}.`);
  return expired;
}
