import { type Html, html } from '#api/platform/mail/html.ts';
import { sumLines } from '../amounts.ts';
import { RECEIVING_MODES, type Receiving, type ReceivingMode } from '../behaviour.ts';
import type { Buyer } from '../buyer.ts';
import { OPENINGS, type Opening, PROFILE_IDS, PROFILES } from '../profiles.ts';
import type { Requisition } from '../requisitions.ts';
import { drawLayout } from './layout.ts';

const OPENING_LABELS: Readonly<Record<Opening, string>> = {
  window: 'This window',
  new: 'A new window',
  frame: 'A frame',
  sandbox: 'A sandboxed frame',
};

const MODE_LABELS: Readonly<Record<ReceivingMode, string>> = {
  ok: 'Received and answered',
  down: 'Not reachable',
  error: 'Answered with HTTP 500',
  slow: 'Answered slowly',
  html: 'Answered with an HTML page',
  refuse: 'Refused with HTTP 404',
};

const option = (value: string | number, label: string, isSelected = false): Html =>
  html`<option value="${value}"${isSelected ? html` selected` : null}>${label}</option>`;

function drawNew({ company, connection }: Buyer): Html {
  const profiles = PROFILE_IDS.map((id, place) => {
    const { name, protocol, dtdVersion } = PROFILES[id];
    const label = protocol === 'oci' ? 'OCI 4.0' : `cXML ${dtdVersion}`;
    return html`<label class="choice"><input type="radio" name="profile" value="${id}"${place === 0 ? html` checked` : null}><span><b>${name}</b>${label}</span></label>`;
  });
  return html`<form class="panel" method="post" action="/requisitions"><h2>New requisition</h2>
<fieldset><legend>Procurement system</legend><div class="choices">${profiles}</div></fieldset>
<div class="fields"><label>User<select name="user">${company.users.map((user, place) =>
    option(place, `${user.firstName} ${user.lastName} (${user.email})`),
  )}</select></label>
<label>The shop opens in<select name="opening">${option('', 'As the system does')}${OPENINGS.map((opening) =>
    option(opening, OPENING_LABELS[opening]),
  )}</select></label></div>
<div class="actions"><button class="main">Shop at ${connection.name}</button></div></form>`;
}

function drawRow({ id, profile, user, lines, orders }: Requisition): Html {
  const currency = lines[0]?.currencyCode ?? '';
  return html`<tr><td data-label="Requisition"><a href="/requisitions/${id}">Requisition ${id}</a><small>${user.firstName} ${user.lastName}</small></td>
<td data-label="System">${profile.name}</td><td data-label="Lines">${lines.length}</td>
<td data-label="Total" class="number">${lines.length === 0 ? '–' : `${currency} ${sumLines(lines)}`}</td><td data-label="Order">${orders.at(-1)?.orderId ?? 'Not ordered'}</td></tr>`;
}

function drawReceiving({ mode }: Receiving): Html {
  return html`<form class="panel" method="post" action="/receiving"><h2>Documents of the supplier</h2>
<p class="soft">Choose how this system takes confirmations, shipping notices and invoices.</p>
<div class="fields"><label>Received documents are<select name="mode">${RECEIVING_MODES.map((each) => option(each, MODE_LABELS[each], each === mode))}</select></label></div>
<div class="actions"><button>Save</button></div></form>`;
}

/** Where everything begins. */
export function drawHomePage(buyer: Buyer, receiving: Receiving): string {
  const { company, procurement } = buyer;
  const requisitions = [...procurement.requisitions.values()].toReversed();
  const list =
    requisitions.length === 0
      ? html`<p class="soft">There are no requisitions yet. Shop at a supplier to begin one.</p>`
      : html`<table class="stacked"><thead><tr><th>Requisition</th><th>System</th><th>Lines</th><th>Total</th><th>Order</th></tr></thead>
<tbody>${requisitions.map(drawRow)}</tbody></table>`;
  return drawLayout(
    company.name,
    'Requisitions',
    html`<h1>Requisitions</h1>
<p class="soft intro">This program plays the procurement system of a buyer. It keeps everything in memory: when it stops, all is forgotten.</p>
<div class="columns"><div>${drawNew(buyer)}</div><div>${drawReceiving(receiving)}</div></div>
<section><h2>All requisitions</h2>${list}</section>`,
  );
}
