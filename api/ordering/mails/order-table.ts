import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { MailBlock } from '#api/platform/mail/blocks.ts';
import { html, oneLine } from '#api/platform/mail/html.ts';
import { INK, MUTED, SANS } from '#api/platform/mail/mail-theme.ts';

/** Lines of an order in a mail. Amounts in minor units; null when they are hidden from the person. */
export interface OrderTable {
  currencyCode: string;
  /** With tax; for someone who sees prices without the tax that their organisation pays, `exclTaxMinor` instead. */
  lines: { quantity: number; name: string; sku: string; inclTaxMinor: number | null; exclTaxMinor?: number | null }[];
  /** Null when there is none to show. */
  totalMinor: number | null;
  /** What the entitlement covers of the garments, without tax, where that is all the person sees. */
  entitlementMinor?: number | null;
}

const TOTAL = 'Total including tax and delivery';
const FROM_ENTITLEMENT = 'Paid from your entitlement';

/** The lines of an order, and their total if the person sees amounts. */
export function orderTable({ lines, currencyCode, totalMinor, entitlementMinor = null }: OrderTable): MailBlock {
  const [label, sumMinor] = totalMinor === null ? [FROM_ENTITLEMENT, entitlementMinor] : [TOTAL, totalMinor];
  const amount = (minor: number | null) => (minor === null ? '' : formatMoney(minor, currencyCode));
  const cell = `padding:10px 0;font:400 15px/1.45 ${SANS};color:${INK};vertical-align:top`;
  return {
    html: (theme) =>
      html`<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;border-collapse:collapse;border-top:1px solid ${theme.line}">${lines.map(
        (
          line,
        ) => html`<tr><td class="ink line" style="${cell};border-bottom:1px solid ${theme.line}">${line.quantity} × ${oneLine(line.name)}<br><span class="muted" style="font-size:13px;color:${MUTED}">${oneLine(line.sku)}</span></td>
<td class="ink line" align="right" style="${cell};padding-left:16px;border-bottom:1px solid ${theme.line};white-space:nowrap">${amount(line.exclTaxMinor ?? line.inclTaxMinor)}</td></tr>`,
      )}${
        sumMinor === null
          ? ''
          : html`<tr><td class="ink" style="${cell};font-weight:600">${label}</td><td class="ink" align="right" style="${cell};padding-left:16px;font-weight:600;white-space:nowrap">${amount(sumMinor)}</td></tr>`
      }</table>`,
    text: [
      ...lines.map((line) =>
        oneLine(
          [`${line.quantity} x ${line.name} (${line.sku})`, amount(line.exclTaxMinor ?? line.inclTaxMinor)]
            .filter(Boolean)
            .join(': '),
        ),
      ),
      ...(sumMinor === null ? [] : ['', `${label}: ${amount(sumMinor)}`]),
    ].join('\n'),
  };
}
