import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Actor } from '#api/platform/http/scope.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import { enqueueMails, type MailDependencies, type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';

/** The person of an order and who placed it. */
export interface OrderPeople {
  customerId: number;
  placedById: number;
  personName: string;
}

/** What every mail to the people of an order says. */
export interface OrderMailData {
  orderId: number;
  firstName: string;
  /** Whose order it is, where the recipient placed it for them; null for the person's own. */
  personName: string | null;
}

/** A mail to the people of an order. `toData` says what only this mail contains. With the same `occasion` it reaches no one twice. */
export interface OrderMail<Data extends OrderMailData> {
  people: OrderPeople;
  occasion: string;
  toData: (recipient: Actor) => Omit<Data, keyof OrderMailData>;
}

/** Mails the order's person and, if someone else placed it for them, that person too; those who can no longer log in are left out. */
export async function mailOrderPeople<Data extends OrderMailData>(
  tx: Tx,
  dependencies: MailDependencies,
  definition: MailDefinition<Data>,
  { organisationId, orderId }: OrderRef,
  { people: { customerId, placedById, personName }, occasion, toData }: OrderMail<Data>,
): Promise<void> {
  const queued: QueuedMail[] = [];
  for (const id of new Set([customerId, placedById])) {
    const recipient = await findActor(tx, organisationId, id);
    if (!recipient) continue;
    const common: OrderMailData = {
      orderId,
      firstName: recipient.firstName,
      personName: id === customerId ? null : personName,
    };
    queued.push(
      toQueuedMail(definition, {
        organisationId,
        brandId: recipient.brandId,
        recipient: recipient.email,
        data: { ...common, ...toData(recipient) } as Data,
        dedupeKey: `${definition.name}:${orderId}:${occasion}:${id}`,
      }),
    );
  }
  if (queued.length > 0) await enqueueMails(tx, dependencies, queued);
}
