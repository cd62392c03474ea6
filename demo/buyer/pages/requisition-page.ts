import { type Html, html } from '#api/platform/mail/html.ts';
import { priceLine, sumLines } from '../amounts.ts';
import type { Buyer } from '../buyer.ts';
import type { Requisition, RequisitionLine, SentOrder, ShopTrip } from '../requisitions.ts';
import { drawDocuments } from './documents-pages.ts';
import { drawFacts, drawFindings, drawLayout, drawNotice } from './layout.ts';

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function drawOrderOutcome({ orderId, type, answer }: SentOrder): Html {
  const done = { new: 'sent', update: 'changed', delete: 'cancelled' }[type];
  const said = `${answer.code} ${answer.text}`;
  return answer.code < 300
    ? drawNotice('good', `Order ${orderId} was ${done}. The supplier answered: ${said}`)
    : drawNotice('bad', `Order ${orderId} was not ${done}. The supplier answered: ${said}`);
}

function drawOutcome(visit: ShopTrip | undefined, shop: string): Html | null {
  if (!visit) return null;
  const { state, answer, findings } = visit;
  const because = answer ? ` (${answer.code} ${answer.text})` : '';
  const notice = {
    open: () => drawNotice('plain', html`${shop} is open. <a href="/visits/${visit.id}">Continue there</a>`),
    returned: () =>
      drawNotice('good', visit.asked?.name === 'VALIDATE' ? 'The price is that of today.' : 'The cart has been returned.'),
    unchanged: () => drawNotice('plain', `The shop was closed, and nothing has changed${because}.`),
    failed: () => drawNotice('bad', `${shop} did not open: ${answer?.code ?? ''} ${answer?.text ?? ''}`),
  }[state]();
  return html`${notice}${drawFindings(findings)}`;
}

const field = (name: string, label: string, value: string, width: string): Html =>
  html`<input class="${width}" name="${name}" aria-label="${label}" value="${value}" autocomplete="off">`;

function drawLine(line: RequisitionLine, isOci: boolean): Html {
  const { id, partId, auxiliaryId, shortName, description, changes, refusal } = line;
  const price = isOci ? html`<button class="link" form="validate-${id}">Ask for today’s price</button>` : null;
  return html`<tr${refusal === null ? null : html` class="refused"`}><td data-label="Item"><b>${shortName || description}</b>
<small>${shortName !== '' && description !== shortName ? description : ''}</small>
<small class="code">${partId} · ${auxiliaryId} · ${line.classification}</small>
${changes.map((text) => html`<small class="warning">${text}</small>`)}${refusal === null ? null : html`<small class="warning">${refusal}</small>`}${price}</td>
<td data-label="Quantity">${field(`quantity-${id}`, `Quantity of ${partId}`, line.quantity, 'short')}</td>
<td data-label="Unit">${field(`unit-${id}`, `Unit of ${partId}`, line.unit, 'short')}</td>
<td data-label="Price in ${line.currencyCode}">${field(`price-${id}`, `Price of ${partId}`, line.unitPrice, 'medium')}</td>
<td data-label="Total" class="number">${priceLine(line)}</td>
<td data-label="Leave out"><input type="checkbox" name="without-${id}" aria-label="Leave out ${partId}"></td></tr>`;
}

function drawSums({ lines, shipping, tax }: Requisition): Html {
  const currency = lines[0]?.currencyCode ?? '';
  const row = (name: string, amount: string) => html`<div><dt>${name}</dt><dd>${currency} ${amount}</dd></div>`;
  return html`<dl class="sums">${row('Total of the lines', sumLines(lines))}${shipping ? row(shipping.description || 'Delivery', shipping.amount) : null}${
    tax ? row(tax.description || 'Tax', tax.amount) : null
  }</dl>`;
}

function drawOrderForm(requisition: Requisition): Html {
  const { lines, orders, profile } = requisition;
  const hasOrder = orders.length > 0;
  return html`<form method="post" action="/requisitions/${requisition.id}/orders">
<table class="stacked lines"><thead><tr><th>Item</th><th>Quantity</th><th>Unit</th><th>Price</th><th>Total</th><th>Leave out</th></tr></thead>
<tbody>${lines.map((line) => drawLine(line, profile.protocol === 'oci'))}</tbody></table>
${drawSums(requisition)}
<div class="panel"><h2>Order</h2>
<p class="soft">Change a quantity, unit or price before you send the order to see how the supplier handles the difference.</p>
<div class="fields"><label>Comment<input name="comment" maxlength="200"></label>
<label class="check"><input type="checkbox" name="files"> Attach a picture and a PDF</label></div>
<div class="actions"><button class="main" name="type" value="new">${hasOrder ? 'Order again' : 'Order'}</button>
${hasOrder ? html`<button name="type" value="update">Change the order</button><button name="type" value="delete">Cancel the order</button>` : null}</div></div>
</form>${lines.map(({ id }) => html`<form id="validate-${id}" method="post" action="/requisitions/${requisition.id}/lines/${id}/validate"></form>`)}`;
}

function drawVisitButtons({ id, operationAllowed, lines, profile }: Requisition): Html {
  const hasLines = lines.length > 0 && profile.protocol === 'cxml';
  const canEdit = hasLines && operationAllowed === 'edit';
  const canInspect = hasLines && (canEdit || operationAllowed === 'inspect');
  return html`<form class="actions" method="post" action="/requisitions/${id}/visits">
${canEdit ? html`<button name="operation" value="edit">Edit in the shop</button>` : null}
${canInspect ? html`<button name="operation" value="inspect">Inspect</button>` : null}
<button name="operation" value="create">Shop again</button></form>`;
}

/** A requisition: what was returned, ordered and received since. */
export function drawRequisitionPage({ company, connection, procurement }: Buyer, requisition: Requisition): string {
  const { id, profile, user, lines, orders, visits, latest } = requisition;
  const lastOrder = orders.at(-1);
  const path = `/requisitions/${id}`;
  const content = html`<p class="back"><a href="/">Requisitions</a></p>
<h1>Requisition ${id}</h1>
${drawFacts([
  ['System', profile.name],
  ['User', `${user.firstName} ${user.lastName} (${user.email})`],
  ['Orders', orders.length === 0 ? 'None yet' : [...new Set(orders.map(({ orderId }) => orderId))].join(', ')],
])}
${lastOrder && latest === 'order' ? drawOrderOutcome(lastOrder) : drawOutcome(visits.at(-1), connection.name)}
<section><h2>${plural(lines.length, 'line')}</h2>${drawVisitButtons(requisition)}
${lines.length === 0 ? html`<p class="soft">Nothing has been returned from the shop yet.</p>` : drawOrderForm(requisition)}</section>
<section><h2>Documents</h2>${drawDocuments(procurement.documents.filter((document) => document.requisitionId === id))}</section>`;
  return drawLayout(company.name, `Requisition ${id}`, content, {
    watch: { url: `${path}/state`, state: procurement.describeState(id), target: path },
  });
}
