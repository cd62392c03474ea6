import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Data of the mail about a receipt. */
export interface ReceiptMailData {
  kind: 'payment' | 'refund';
  number: string;
  orderId: number;
  firstName: string;
  currencyCode: string;
  /** In minor units, including tax, positive. */
  totalMinor: number;
  /** Why it was refunded; null for a payment. */
  reason: string | null;
}

/** Says that a payment by card has arrived, or was refunded, with a link to the order, which has the receipt. */
export const receiptMail = defineMail<ReceiptMailData>({
  name: 'receipt',
  compose: ({ data: { kind, number, orderId, firstName, currencyCode, totalMinor, reason }, link }) => {
    const amount = formatMoney(totalMinor, currencyCode);
    const isPayment = kind === 'payment';
    const what = isPayment ? `You have paid ${amount} by card.` : `We have refunded ${amount} to your card.`;
    return {
      subject: isPayment ? `Receipt ${number} for order ${orderId}` : `Refund for order ${orderId}: ${amount}`,
      preview: what,
      title: isPayment ? 'Thank you for your payment' : 'Your refund',
      blocks: [
        greeting(firstName),
        paragraph(
          isPayment
            ? `${what} It pays for order ${orderId}. Your receipt with VAT is ${number}.`
            : `${what} It is for order ${orderId}. Your bank can take a few days to show it. The receipt of the refund is ${number}.`,
        ),
        ...(reason ? [paragraph(`Reason: ${reason}.`)] : []),
        paragraph('You can save the receipt as PDF on the page of the order.'),
        button('View order', link(`/index/orders/${orderId}`)),
      ],
    };
  },
});
