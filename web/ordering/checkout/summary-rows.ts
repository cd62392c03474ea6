import type { Amount } from '#web/ui/content/amounts.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import type { Summary } from './checkout-choices.ts';

const inclusive = 0;

/** The amounts of an order as they add up; whoever sees prices with tax is told the tax, others see it added. */
export function summaryRows(summary: Summary): Amount[] {
  const money = (amount: number) => formatMoney(amount, summary.currencyCode);
  const including = summary.taxDisplayType === inclusive;
  const less = (label: string, amount: number): Amount[] => (amount > 0 ? [{ label, value: `−${money(amount)}` }] : []);
  const taxes = summary.taxRates.filter(({ value }) => value > 0);
  const tax: Amount[] =
    taxes.length > 1
      ? taxes.map(({ rate, value }) => ({ label: `Tax ${rate} %`, value: money(value) }))
      : [{ label: taxes[0] ? `Tax ${taxes[0].rate} %` : 'Tax', value: money(summary.tax) }];
  return [
    { label: including ? 'Subtotal incl. tax' : 'Subtotal excl. tax', value: money(summary.subTotal) },
    ...less('Discount', summary.subTotalDiscount),
    ...(summary.requiresShipping
      ? [
          {
            label: 'Delivery',
            value: summary.shipping === null ? 'not chosen yet' : summary.shipping === 0 ? 'Free' : money(summary.shipping),
          },
        ]
      : []),
    ...(summary.paymentMethodAdditionalFee > 0
      ? [{ label: 'Payment fee', value: money(summary.paymentMethodAdditionalFee) }]
      : []),
    ...(including ? [] : tax),
    ...less('Order discount', summary.orderDiscount),
    { label: including ? 'Total' : 'Total incl. tax', value: money(summary.orderTotal), strong: true },
    ...(including ? tax.map((row) => ({ ...row, label: `of which ${row.label.toLowerCase()}`, quiet: true })) : []),
  ];
}

/** What was different about a line when it was last looked at; undefined when it is the same. */
export function describeLineChange(line: Summary['items'][number], before: Summary | undefined): string | undefined {
  if (!before) return undefined;
  const old = before.items.find(({ id }) => id === line.id);
  if (!old) return 'new in the cart';
  const was = [
    old.quantity !== line.quantity && `quantity ${old.quantity}`,
    old.unitPrice !== line.unitPrice && old.unitPrice !== null && `${formatMoney(old.unitPrice, before.currencyCode)} each`,
  ].filter(Boolean);
  return was.length > 0 ? `was ${was.join(', ')}` : undefined;
}
