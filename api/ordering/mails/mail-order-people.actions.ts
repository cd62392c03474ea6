import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Actor } from '#api/platform/http/scope.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
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

/**
 * Mails the order's person and, if someone else placed it for them, that person too; those who can no longer log in are left out. `toData` says what only
 * this mail contains. A mail with the same `occasion` reaches no one twice.
 */
export async function mailOrderPeople<Data extends OrderMailData>(
  tx: Tx,
  dependencies: MailDependencies,
  mail: MailDefinition<Data>,
  { organisationId, orderId }: OrderRef,
  { customerId, placedById, personName }: OrderPeople,
  { occasion, toData }: { occasion: string; toData: (recipient: Actor) => Omit<Data, keyof OrderMailData> },
): Promise<void> {
  for (const id of new Set([customerId, placedById])) {
    const recipient = await findActor(tx, organisationId, id);
    if (!recipient) continue;
    const common: OrderMailData = {
      orderId,
      firstName: recipient.firstName,
      personName: id === customerId ? null : personName,
    };
    await enqueueMail(tx, dependencies, mail, {
      organisationId,
      brandId: recipient.brandId,
      recipient: recipient.email,
      data: { ...common, ...toData(recipient) } as Data,
      dedupeKey: `${mail.name}:${orderId}:${occasion}:${id}`,
    });
  }
}
