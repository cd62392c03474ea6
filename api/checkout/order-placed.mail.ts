import type { PricedLine } from '../cart/cart.rules.ts';
import type { Brand } from '../http/hosts.ts';
import type { Scope } from '../http/scope.ts';
import { html, oneLine } from '../mail/html.ts';
import type { NewMail } from '../mail/mail.queries.ts';
import type { OrderTotals } from './checkout.rules.ts';

export interface PlacedOrderFacts {
  id: number;
  lines: readonly PricedLine[];
  totals: OrderTotals;
  requiresApproval: boolean;
}

/** Tells the person that the order has arrived, or that it waits for approval. Links start with the brand's own origin. */
export function orderPlacedMail(brand: Brand, scope: Scope, order: PlacedOrderFacts): NewMail {
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: scope.currencyCode });
  const link = `${brand.canonicalOrigin}/index/orders/${order.id}`;
  const state = order.requiresApproval
    ? 'It waits for approval. We will write again when it has been decided.'
    : 'We will write again when it is on its way.';
  const subject = order.requiresApproval ? `Order ${order.id} waits for approval` : `We have received your order ${order.id}`;
  const describe = ({ productName, description }: PricedLine) => (description ? `${productName}, ${description}` : productName);
  const body = html`<!doctype html><html lang="en"><body style="font-family:Arial,sans-serif;color:#22252a;max-width:560px;margin:0 auto;padding:24px">
<p style="font-weight:bold;font-size:18px">${brand.companyName}</p>
<p>Hello ${scope.firstName},</p><p>Thank you: your order ${order.id} has arrived. ${state}</p>
<table style="width:100%;border-collapse:collapse">${order.lines.map(
    (
      line,
    ) => html`<tr><td style="padding:6px 0;border-bottom:1px solid #e5e2dc">${line.quantity} × ${describe(line)}<br><span style="color:#6b6f76">${line.sku}</span></td>
<td style="padding:6px 0;border-bottom:1px solid #e5e2dc;text-align:right">${money.format(line.inclTaxMinor / 100)}</td></tr>`,
  )}<tr><td style="padding:10px 0;font-weight:bold">Total including tax and delivery</td><td style="padding:10px 0;text-align:right;font-weight:bold">${money.format(order.totals.totalMinor / 100)}</td></tr></table>
<p><a href="${link}">See the order</a></p></body></html>`;
  const plain = [
    `Hello ${scope.firstName},`,
    '',
    `Thank you: your order ${order.id} has arrived. ${state}`,
    '',
    ...order.lines.map((line) => `${line.quantity} x ${describe(line)} (${line.sku}): ${money.format(line.inclTaxMinor / 100)}`),
    `Total including tax and delivery: ${money.format(order.totals.totalMinor / 100)}`,
    '',
    link,
    '',
    brand.companyName,
  ].join('\n');
  return {
    organisationId: scope.organisationId,
    brandId: brand.id,
    recipient: oneLine(scope.email),
    template: 'order-placed',
    subject: oneLine(subject),
    html: body.text,
    plain,
    dedupeKey: `order-placed:${order.id}`,
  };
}
