import type { ReplyOf } from '#contract/index.ts';
import { formatMoney } from '#web/ui/format/format.ts';

type Reply = ReplyOf<'POST /api/operator/payments'>;
/** An entry of the list of payments. */
export type Payment = Reply['payments'][number];

/** What `describePaymentResult` needs of a reply. */
export type PaymentResult = Pick<Reply, 'paidOrderIds' | 'completedOrderIds' | 'reopenedOrderIds'> & {
  payments: readonly Pick<Payment, 'allocations' | 'unallocated' | 'currencyCode'>[];
};

/** `Invoice A`, `Invoices A and B`, `Invoices A, B and C` */
function nameAll(one: string, names: readonly (string | number)[]): string {
  const last = names.at(-1);
  return names.length === 1 ? `${one} ${last}` : `${one}s ${names.slice(0, -1).join(', ')} and ${last}`;
}

const isOrAre = (names: readonly unknown[]) => (names.length === 1 ? 'is' : 'are');

/** What a payment did to invoices and orders, in sentences. */
export function describePaymentResult({ payments, paidOrderIds, completedOrderIds, reopenedOrderIds }: PaymentResult): string[] {
  const [payment] = payments;
  if (!payment) return [];
  const money = (amount: number) => formatMoney(amount, payment.currencyCode);
  const paid = payment.allocations.filter(({ openAmount }) => openAmount === 0).map(({ invoiceNumber }) => invoiceNumber);
  const onlyPaid = paidOrderIds.filter((id) => !completedOrderIds.includes(id));
  return [
    ...(paid.length > 0 ? [`${nameAll('Invoice', paid)} ${isOrAre(paid)} paid.`] : []),
    ...payment.allocations
      .filter(({ openAmount }) => openAmount > 0)
      .map(
        ({ invoiceNumber, amount, openAmount }) =>
          `${money(amount)} of invoice ${invoiceNumber} is paid; ${money(openAmount)} is still open.`,
      ),
    ...(onlyPaid.length > 0 ? [`${nameAll('Order', onlyPaid)} ${isOrAre(onlyPaid)} paid.`] : []),
    ...(completedOrderIds.length > 0
      ? [`${nameAll('Order', completedOrderIds)} ${isOrAre(completedOrderIds)} paid and complete.`]
      : []),
    ...(reopenedOrderIds.length > 0
      ? [`${nameAll('Order', reopenedOrderIds)} ${isOrAre(reopenedOrderIds)} waiting for payment again.`]
      : []),
    ...(payment.unallocated > 0
      ? [`${money(payment.unallocated)} covers no invoice yet and is credit for the organisation.`]
      : []),
  ];
}
