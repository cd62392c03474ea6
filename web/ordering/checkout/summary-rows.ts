import type { Amount } from '#web/ui/content/amounts.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { listChargeRows } from '../charge-rows.ts';
import { isPaidFromEntitlement, type Summary } from './checkout-choices.ts';

const TAX_INCLUSIVE = 0;

/**
 * The amounts of a checkout, as rows that add up. If prices include tax, the tax is shown within the total. What the entitlement covers is
 * taken off the total. Without `seesCharges` they are those of the garments alone: the organisation pays the rest.
 */
export function summaryRows(summary: Summary, seesCharges = true): Amount[] {
  const money = (amount: number | null) => formatMoney(amount ?? 0, summary.currencyCode);
  if (!seesCharges)
    return [
      ...(summary.subTotal === null ? [] : [{ label: 'Garments', value: money(summary.subTotal), strong: true }]),
      ...(isPaidFromEntitlement(summary) ? [{ label: 'Paid from your entitlement', value: money(summary.subTotal) }] : []),
      ...listParts(summary),
    ];
  const including = summary.taxDisplayType === TAX_INCLUSIVE;
  const deduction = (label: string, amount: number | null): Amount[] =>
    (amount ?? 0) > 0 ? [{ label, value: `−${money(amount)}` }] : [];
  const taxes = summary.taxRates.filter(({ value }) => value > 0);
  const tax: Amount[] =
    taxes.length > 1
      ? taxes.map(({ rate, value }) => ({ label: `Tax ${rate}%`, value: money(value) }))
      : [{ label: taxes[0] ? `Tax ${taxes[0].rate}%` : 'Tax', value: money(summary.tax) }];
  return [
    { label: including ? 'Subtotal incl. tax' : 'Subtotal excl. tax', value: money(summary.subTotal) },
    ...listChargeRows(summary.charges, { including, currencyCode: summary.currencyCode }),
    ...deduction('Discount', summary.subTotalDiscount),
    ...(summary.requiresShipping
      ? [
          {
            label: 'Delivery',
            value: summary.shipping === null ? 'Not chosen yet' : summary.shipping === 0 ? 'Free' : money(summary.shipping),
          },
        ]
      : []),
    ...((summary.paymentMethodAdditionalFee ?? 0) > 0
      ? [{ label: 'Payment fee', value: money(summary.paymentMethodAdditionalFee) }]
      : []),
    ...(including ? [] : tax),
    ...deduction('Order discount', summary.orderDiscount),
    { label: including ? 'Total' : 'Total incl. tax', value: money(summary.orderTotal), strong: true },
    ...(summary.cardPart
      ? listParts(summary)
      : (summary.entitlementValue ?? 0) > 0
        ? [
            ...deduction('Covered by entitlement', summary.entitlementValue),
            { label: 'To pay', value: money(summary.payableValue), strong: true },
          ]
        : []),
    ...(including ? tax.map((row) => ({ ...row, label: `of which ${row.label.toLowerCase()}`, quiet: true })) : []),
  ];
}

/** Who pays what, of an order with a part by card. */
function listParts({ cardPart, currencyCode }: Pick<Summary, 'cardPart' | 'currencyCode'>): Amount[] {
  if (!cardPart) return [];
  const { payer, amount, organisationAmount } = cardPart;
  if (payer === 'organisation') return [{ label: 'To pay by card', value: formatMoney(amount, currencyCode), strong: true }];
  return [
    ...(organisationAmount ? [{ label: 'Paid by your organisation', value: formatMoney(organisationAmount, currencyCode) }] : []),
    { label: 'You pay by card, incl. tax', value: formatMoney(amount, currencyCode), strong: true },
  ];
}

/** The previous quantity and price of a line, as "was quantity 2, £10.00 each"; undefined if nothing changed. */
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
