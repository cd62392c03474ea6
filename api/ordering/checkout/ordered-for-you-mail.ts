import { type Actor, seesCharges } from '#api/platform/http/scope.ts';
import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { type OrderTable, orderTable } from '../mails/order-table.ts';
import { nameLine } from '../order-states/line-names.rules.ts';

/** Garments that someone ordered for the recipient; the lines are those for the recipient alone. */
interface OrderedForYou extends OrderTable {
  orderId: number;
  firstName: string;
  /** Who ordered. */
  orderedBy: string;
  requiresApproval: boolean;
}

/** Tells the wearers of an order's lines what was ordered for them, or that it is waiting for approval. */
export const orderedForYouMail = defineMail<OrderedForYou>({
  name: 'ordered-for-you',
  compose: ({ data, link }) => {
    const nextStep = data.requiresApproval
      ? 'The order is now waiting for approval. We will email you when a decision has been made.'
      : 'We will email you again when it is on its way.';
    return {
      subject: `${data.orderedBy} has ordered for you: order ${data.orderId}`,
      preview: nextStep,
      title: `${data.orderedBy} has ordered for you`,
      blocks: [
        greeting(data.firstName),
        paragraph(`${data.orderedBy} has ordered these garments for you in order ${data.orderId}. ${nextStep}`),
        orderTable(data),
        button('View order', link(`/index/orders/${data.orderId}`)),
      ],
    };
  },
});

/** A line of an order that has just been placed. Amounts in minor units. */
interface PlacedLine {
  productName: string;
  description: string;
  /** The wearer; null when it is not for one person. */
  entitledId: number | null;
  quantity: number;
  sku: string;
  inclTaxMinor: number;
  exclTaxMinor: number;
}

/** The mail to one wearer of an order's lines, with the amounts that they see. */
export function toOrderedForYou(
  wearer: Actor,
  {
    orderId,
    lines,
    ...order
  }: Pick<OrderedForYou, 'currencyCode' | 'orderedBy' | 'orderId' | 'requiresApproval'> & { lines: readonly PlacedLine[] },
): QueuedMail {
  const charges = seesCharges(wearer);
  return toQueuedMail(orderedForYouMail, {
    organisationId: wearer.organisationId,
    brandId: wearer.brandId,
    recipient: wearer.email,
    data: {
      ...order,
      orderId,
      firstName: wearer.firstName,
      lines: lines
        .filter(({ entitledId }) => entitledId === wearer.customerId)
        .map((line) => ({
          quantity: line.quantity,
          name: nameLine(line),
          sku: line.sku,
          inclTaxMinor: charges ? line.inclTaxMinor : null,
          ...(wearer.pricesVisible && !charges && { exclTaxMinor: line.exclTaxMinor }),
        })),
      totalMinor: null,
    },
    dedupeKey: `order-placed:${orderId}:${wearer.customerId}`,
  });
}
