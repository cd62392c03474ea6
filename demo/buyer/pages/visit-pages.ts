import { type Html, html } from '#api/platform/mail/html.ts';
import type { Buyer } from '../buyer.ts';
import type { Requisition, ShopTrip } from '../requisitions.ts';
import { drawLayout, drawNotice } from './layout.ts';

/** Everything but leading the whole window away. */
const SANDBOX = 'allow-scripts allow-forms allow-same-origin';

/** How the browser goes to the shop: by a link over cXML, by a form over OCI. */
function drawDoor({ startUrl, callUp }: ShopTrip, label: string, target: string, isAutomatic: boolean): Html {
  const auto = isAutomatic ? html` data-auto` : null;
  if (callUp)
    return html`<form method="post" action="${callUp.action}" target="${target}"${auto}>${callUp.fields.map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<button class="main">${label}</button></form>`;
  return html`<a class="button main" href="${startUrl}" target="${target}"${auto}>${label}</a>`;
}

/** The page that shows the shop, or leads there. */
export function drawVisitPage({ company, connection }: Buyer, requisition: Requisition, visit: ShopTrip): string {
  const { id, opening } = requisition;
  const target = `/requisitions/${id}`;
  const back = html`<p class="back"><a href="${target}">Requisition ${id}</a></p>`;
  const options = { watch: { url: `/visits/${visit.id}/state`, state: visit.state, target } };
  const { name } = connection;
  if (opening === 'window')
    return drawLayout(
      company.name,
      name,
      html`${back}<h1>Going to ${name}</h1><div class="actions">${drawDoor(visit, `Continue to ${name}`, '_self', visit.state === 'open')}</div>`,
    );
  if (opening === 'new')
    return drawLayout(
      company.name,
      name,
      html`${back}<h1>Shop in a new window</h1>
<p class="soft">This page goes on when the cart has been returned.</p>
<div class="actions">${drawDoor(visit, `Open ${name}`, '_blank', false)}</div>`,
      options,
    );
  const sandbox = opening === 'sandbox' ? html` sandbox="${SANDBOX}"` : null;
  const frame = visit.startUrl
    ? html`<iframe name="shop" title="${name}" src="${visit.startUrl}"${sandbox}></iframe>`
    : html`<iframe name="shop" title="${name}"${sandbox}></iframe><div class="door">${drawDoor(visit, `Open ${name}`, 'shop', true)}</div>`;
  return drawLayout(company.name, name, html`<div class="shop">${back}${frame}</div>`, options);
}

/** What a frame or a window of its own shows after the return. */
export const drawReceivedPage = ({ company }: Buyer, requisition: Requisition, visit: ShopTrip): string =>
  drawLayout(
    company.name,
    'Received',
    html`<h1>${visit.state === 'returned' ? 'The cart has been received' : 'The shop is closed'}</h1>
<p class="soft">${requisition.opening === 'new' ? 'You can close this window.' : 'This system goes on by itself.'}</p>
<div class="actions"><a class="button main" target="_top" href="/requisitions/${requisition.id}">Show the requisition</a></div>`,
    { isBare: true },
  );

/** A page that says what is wrong. */
export const drawErrorPage = ({ company }: Buyer, title: string, text: string): string =>
  drawLayout(company.name, title, html`<h1>${title}</h1>${drawNotice('bad', text)}<p><a href="/">Go to the requisitions</a></p>`);
