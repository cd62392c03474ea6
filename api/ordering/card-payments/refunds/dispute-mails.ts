import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** What has happened to a dispute, as a title and a sentence. */
function describeDispute({ state, orderId }: { state: string; orderId: number }, amount: string) {
  if (state === 'won')
    return {
      title: `The dispute about order ${orderId} is won`,
      sentence: `The bank has decided for you: ${amount} stays with you.`,
    };
  if (state === 'lost')
    return {
      title: `The dispute about order ${orderId} is lost`,
      sentence: `The bank has decided for the holder of the card: ${amount} has gone back to them. Nothing has been changed in the order.`,
    };
  return {
    title: `A payment for order ${orderId} is disputed`,
    sentence: `The holder of the card has disputed ${amount} with their bank. Answer the dispute at the provider before its deadline, or the money goes back.`,
  };
}

/** Tells operators that a payment by card is disputed, or how a dispute has ended. */
export const disputeMail = defineMail<{
  name: string;
  orderId: number;
  paymentId: number;
  state: 'open' | 'won' | 'lost';
  /** In minor units. */
  amountMinor: number;
  currencyCode: string;
  /** In the words of the provider; null where there are none. */
  reason: string | null;
  paymentReference: string | null;
}>({
  name: 'card-dispute',
  compose: ({ data, link }) => {
    const amount = formatMoney(data.amountMinor, data.currencyCode);
    const { title, sentence } = describeDispute(data, amount);
    return {
      subject: title,
      preview: sentence,
      title,
      blocks: [
        greeting(data.name),
        paragraph(sentence),
        ...(data.reason ? [paragraph(`Reason given by the provider: ${data.reason}.`)] : []),
        ...(data.paymentReference ? [paragraph(`Payment at the provider: ${data.paymentReference}.`)] : []),
        button('Open payment', link(`/operator/card-payments/${data.paymentId}`)),
      ],
    };
  },
});
