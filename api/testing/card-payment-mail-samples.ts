import {
  paymentDueMail,
  paymentExpiredMail,
  paymentNotTakenMail,
  paymentReminderMail,
} from '#api/ordering/card-payments/card-payment-mails.ts';
import { rejectedPaymentMail } from '#api/ordering/card-payments/operators/rejected-payment-mail.ts';
import { receiptMail } from '#api/ordering/card-payments/receipts/receipt-mails.ts';
import { disputeMail } from '#api/ordering/card-payments/refunds/dispute-mails.ts';
import { aSample } from './mail-sample.ts';

const ORDER = { orderId: 10482, firstName: 'Amara', personName: null };
const AMOUNT = { amountMinor: 2400, currencyCode: 'GBP' };

/** A sample of every kind of mail about payments by card. */
export const CARD_PAYMENT_MAIL_SAMPLES = {
  'payment-not-taken': aSample(paymentNotTakenMail, { data: { ...ORDER, ...AMOUNT, isCancelled: true }, secrets: undefined }),
  'payment-due': aSample(paymentDueMail, {
    data: { ...ORDER, ...AMOUNT, dueOn: '3 December 2026 at 17:05' },
    secrets: undefined,
  }),
  'payment-reminder': aSample(paymentReminderMail, {
    data: { ...ORDER, ...AMOUNT, dueOn: '3 December 2026 at 17:05' },
    secrets: undefined,
  }),
  'payment-expired': aSample(paymentExpiredMail, { data: { ...ORDER, personName: 'Zoë Quinn-Okafor' }, secrets: undefined }),
  'payment-rejected': aSample(rejectedPaymentMail, {
    data: { ...ORDER, ...AMOUNT, reason: 'The amount is not that of the order.', isCancelled: true },
    secrets: undefined,
  }),
  receipt: aSample(receiptMail, {
    data: {
      ...{ kind: 'refund', number: 'SUN-RCP-000012', orderId: 10482, firstName: 'Amara', currencyCode: 'GBP' },
      ...{ totalMinor: 2400, reason: 'Return R50001' },
    },
    secrets: undefined,
  }),
  'card-dispute': aSample(disputeMail, {
    data: {
      ...{ name: 'Olive Operator', orderId: 10482, paymentId: 7, state: 'open', ...AMOUNT },
      ...{ reason: 'Product not received', paymentReference: 'pay_000012' },
    },
    secrets: undefined,
  }),
};
