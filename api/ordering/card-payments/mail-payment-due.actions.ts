import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { mailOrderPeople } from '../mails/mail-order-people.actions.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { paymentDueMail, paymentReminderMail } from './card-payment-mails.ts';
import { readPayableOrder } from './payable-order.queries.ts';
import { formatMoment } from './payment-words.rules.ts';

const MAILS = { due: paymentDueMail, reminder: paymentReminderMail } as const;

/**
 * Mails the people of an order that waits for its payment what is to be paid until when, with a link to the order: no one else is asked to pay. With the same
 * `occasion` once. An order that waits for none is left out.
 */
export async function mailPaymentDue(
  tx: Tx,
  dependencies: MailDependencies,
  ref: OrderRef,
  occasion: string,
  kind: keyof typeof MAILS = 'due',
): Promise<void> {
  const order = await readPayableOrder(tx, ref);
  if (!order?.dueAt) return;
  const { cardMinor: amountMinor, currencyCode, dueAt, timeZone } = order;
  await mailOrderPeople(tx, dependencies, MAILS[kind], ref, {
    people: order,
    lines: [],
    occasion,
    toData: () => ({ amountMinor, currencyCode, dueOn: formatMoment(dueAt, timeZone) }),
  });
}
