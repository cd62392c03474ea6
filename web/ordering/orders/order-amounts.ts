import type { Amount } from '#web/ui/content/amounts.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { listChargeRows } from '../charge-rows.ts';
import type { Order } from './timeline.ts';

const TAX_INCLUSIVE = 0;

/** The amounts of a placed order, as rows that add up. Shown including or excluding tax, as they were when it was placed. For people who see prices; without
 * `seesCharges` those of the garments alone. */
export function listOrderAmounts(order: Order, seesCharges = true): Amount[] {
  const money = (amount: number | null) => formatMoney(amount ?? 0, order.currencyCode);
  const including = order.customerTaxDisplayType === TAX_INCLUSIVE;
  const pick = (incl: number | null, excl: number | null) => (including ? incl : excl) ?? 0;
  if (!seesCharges) return listGarmentAmounts(order, money, pick);
  const deduction = (label: string, amount: number): Amount[] => (amount > 0 ? [{ label, value: `−${money(amount)}` }] : []);
  const fee = pick(order.paymentMethodAdditionalFeeInclTax, order.paymentMethodAdditionalFeeExclTax);
  const shipping = pick(order.orderShippingInclTax, order.orderShippingExclTax);
  const rates = order.taxRates.filter(({ value }) => value > 0);
  const taxes: Amount[] =
    rates.length > 0
      ? rates.map(({ rate, value }) => ({ label: `Tax ${rate}%`, value: money(value) }))
      : [{ label: 'Tax', value: money(order.orderTax) }];
  return [
    {
      label: including ? 'Subtotal incl. tax' : 'Subtotal excl. tax',
      value: money(pick(order.orderSubtotalInclTax, order.orderSubtotalExclTax)),
    },
    ...listChargeRows(order.charges, { including, currencyCode: order.currencyCode }),
    ...deduction('Discount', pick(order.orderSubTotalDiscountInclTax, order.orderSubTotalDiscountExclTax)),
    { label: 'Delivery', value: shipping === 0 ? 'Free' : money(shipping) },
    ...(fee > 0 ? [{ label: 'Payment fee', value: money(fee) }] : []),
    ...(including ? [] : taxes),
    ...deduction('Order discount', order.orderDiscount),
    { label: 'Total incl. tax and delivery', value: money(order.orderTotal), strong: true },
    ...(including ? taxes.map((row) => ({ ...row, label: `of which ${row.label.toLowerCase()}`, quiet: true })) : []),
    ...listCancelledAmounts(order, money),
    ...(order.refundedAmount ? [{ label: 'Refunded', value: money(order.refundedAmount), quiet: true }] : []),
  ];
}

/** What a wearer sees, whose organisation pays tax and delivery: the garments, as prices of theirs are shown. */
function listGarmentAmounts(
  order: Order,
  money: (amount: number | null) => string,
  pick: (incl: number | null, excl: number | null) => number,
): Amount[] {
  const garments = money(pick(order.orderSubtotalInclTax, order.orderSubtotalExclTax));
  const isCancelled = order.orderStatus === 'Cancelled' || order.orderStatus === 'Rejected';
  return [
    { label: 'Garments', value: garments, strong: true },
    ...(order.paymentMethodSystemName === 'Payments.Entitlement' && !isCancelled && !order.cancelledValue
      ? [{ label: 'Paid from your entitlement', value: garments }]
      : []),
    ...(isCancelled || !order.cancelledValue
      ? []
      : [
          { label: 'Cancelled', value: money(order.cancelledValue), quiet: true },
          { label: 'Remaining garments', value: money((order.totalValue ?? 0) - order.cancelledValue) },
        ]),
  ];
}

/** The totals are those of what was ordered: what was cancelled of it, what is left and what that costs are named below. */
function listCancelledAmounts(order: Order, money: (amount: number | null) => string): Amount[] {
  if (order.orderStatus === 'Cancelled' || order.orderStatus === 'Rejected')
    return order.paymentStatus === 'Voided' ? [{ label: 'To be charged', value: money(0), quiet: true }] : [];
  if (!order.cancelledValue) return [];
  return [
    { label: 'Goods cancelled, excl. tax', value: money(order.cancelledValue), quiet: true },
    { label: 'Goods to be sent, excl. tax', value: money(order.pendingValue), quiet: true },
    { label: 'To be charged, incl. tax and delivery', value: money(order.remainingTotal) },
  ];
}
