import { findActors } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import { enqueueMails, type MailDependencies, type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { OrderMailRecipient, WornLine } from './order-mail-recipient.rules.ts';
import { listWearerIds } from './order-wearers.queries.ts';

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
  /** Whose order it is, where the recipient placed it for them or only wears lines of it; null for the person's own. */
  personName: string | null;
  /** The recipient only wears lines of the order, and the mail is about these. Absent in mails of earlier versions. */
  isWearer?: boolean;
}

/** A mail to the people of an order. `toData` says what only this mail contains. With the same `occasion` it reaches no one twice. */
export interface OrderMail<Data extends OrderMailData> {
  people: OrderPeople;
  /** The lines that the mail is about, whose wearers get it too; of all lines of the order where they are left out. */
  lines?: readonly WornLine[];
  occasion: string;
  toData: (recipient: OrderMailRecipient) => Omit<Data, keyof OrderMailData>;
}

/**
 * Mails the order's person, who placed it for them if someone else did, and the wearers of the lines that the mail is about; those who can no longer log
 * in are left out.
 */
export async function mailOrderPeople<Data extends OrderMailData>(
  tx: Tx,
  dependencies: MailDependencies,
  definition: MailDefinition<Data>,
  ref: OrderRef,
  { people: { customerId, placedById, personName }, lines, occasion, toData }: OrderMail<Data>,
): Promise<void> {
  const { organisationId, orderId } = ref;
  const wearerIds = lines ? lines.flatMap(({ wearerId }) => wearerId ?? []) : await listWearerIds(tx, ref);
  const ids = [...new Set([customerId, placedById, ...wearerIds])];
  const recipients = (await findActors(tx, organisationId, ids)).sort(
    (one, other) => ids.indexOf(one.customerId) - ids.indexOf(other.customerId),
  );
  const queued: QueuedMail[] = recipients.map((actor) => {
    const { customerId: id, firstName } = actor;
    const isWearer = id !== customerId && id !== placedById;
    const recipient: OrderMailRecipient = {
      ...actor,
      isWearer,
      select: (all) => all.filter(({ wearerId }) => !isWearer || wearerId === id),
    };
    const common: OrderMailData = {
      ...{ orderId, firstName },
      personName: id === customerId ? null : personName,
      ...(isWearer && { isWearer }),
    };
    return toQueuedMail(definition, {
      organisationId,
      brandId: actor.brandId,
      recipient: actor.email,
      data: { ...common, ...toData(recipient) } as Data,
      dedupeKey: `${definition.name}:${orderId}:${occasion}:${id}`,
    });
  });
  if (queued.length > 0) await enqueueMails(tx, dependencies, queued);
}
