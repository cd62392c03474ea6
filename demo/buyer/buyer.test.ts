import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StatusCode } from '#api/integrations/punchout/cxml/statuses.rules.ts';
import { writeSetupResponse } from '#api/integrations/punchout/cxml/write-answers.rules.ts';
import { writeCart } from '#api/integrations/punchout/cxml/write-cart.rules.ts';
import { writeMessage, writeRequest, writeResponse } from '#api/integrations/punchout/cxml/write-envelope.rules.ts';
import { element, toAscii } from '#api/integrations/punchout/xml/write-xml.ts';
import { PROFILE_IDS } from './profiles.ts';
import type { ShopTrip } from './requisitions.ts';
import { type BuyerProgram, startBuyer } from './server.ts';

const AT = new Date('2026-11-20T10:15:31Z');
const facts = (payloadId = 'm@portal.example') => ({ payloadId, at: AT, dtdVersion: '1.2.014' });
const SUPPLIER = { domain: 'DUNS', identity: '555999000' };
const BUYER = { domain: 'DUNS', identity: '555000111' };

const LINE = {
  quantity: 5,
  sku: 'POLO-HV-YEL-L',
  auxiliaryId: 'Q7XK2M9T4V',
  unitPrice: '24.95',
  shortName: 'Polo, L',
  description: 'Polo “Größe” L 漢 🦺',
  unitOfMeasure: 'EA',
  classification: '46181531',
  manufacturer: undefined,
  leadDays: 5,
  extrinsics: {},
};

const cart = (buyerCookie: string, lines: readonly (typeof LINE)[] = [LINE], status?: { code: StatusCode; text: string }) =>
  writeMessage(
    facts(),
    { from: SUPPLIER, to: BUYER },
    false,
    writeCart({
      buyerCookie,
      operationAllowed: 'edit',
      currencyCode: 'GBP',
      total: '124.75',
      shipTo: undefined,
      shipping: undefined,
      tax: undefined,
      lines,
    }),
    status,
  );

const base64 = (xml: string) => ({ 'cXML-Base64': Buffer.from(xml).toString('base64') });
const urlencoded = (xml: string) => ({ 'CXML-urlencoded': toAscii(xml) });

let program: BuyerProgram;
/** What the portal answers, and what it was sent. */
let answer: { code: StatusCode; text: string };
let sent: { contentType: string; body: string }[];

beforeEach(async () => {
  answer = { code: 200, text: 'Welcome' };
  sent = [];
  program = await startBuyer({
    now: () => AT,
    send: async (_url, contentType, body) => {
      sent.push({ contentType, body: body.toString('latin1') });
      const content = writeSetupResponse('http://brackwell.localhost:3000/login?auto=1');
      return { status: 200, contentType: 'text/xml', body: Buffer.from(writeResponse(facts(), answer, content)) };
    },
  });
});

afterEach(() => program.close());

/** Posts a form as the user's browser does. Browsers find `buyer.localhost`; programs use `localhost`. */
const post = (url: string, fields: Record<string, string> | string) =>
  fetch(url.replace(program.origin, program.url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const requisitionOf = ({ requisitionId }: ShopTrip) => {
  const found = program.buyer.procurement.requisitions.get(requisitionId);
  if (!found) throw new Error('There is no such requisition.');
  return found;
};

it('reads a cart from both encodings, base64 first, whatever the case of the name', async () => {
  const visit = await program.buyer.shop({ profile: 'coupa', buyerCookie: ' <é>&" ' });
  expect(visit).toMatchObject({ state: 'open', startUrl: 'http://brackwell.localhost:3000/login?auto=1' });
  const xml = cart(' <é>&" ');
  const response = await post(visit.returnUrl, { ...urlencoded(cart('another')), ...base64(xml) });
  expect(response.headers.get('location')).toBe(`/requisitions/${visit.requisitionId}`);
  await post(visit.returnUrl, urlencoded(xml));
  const { lines } = requisitionOf(visit);
  expect(lines.map(({ description, quantity, unitPrice }) => ({ description, quantity, unitPrice }))).toEqual([
    { description: LINE.description, quantity: '5', unitPrice: '24.95' },
    { description: LINE.description, quantity: '5', unitPrice: '24.95' },
  ]);
  expect(visit.findings).toEqual([]);
});

it('refuses a cart with another cookie, encoded twice or that is none', async () => {
  const visit = await program.buyer.shop({ profile: 'coupa' });
  const read = async (fields: Record<string, string>) => (await post(visit.returnUrl, fields)).text();
  expect(await read(base64(cart('another')))).toContain('Token expired');
  expect(await read({ 'cxml-urlencoded': encodeURIComponent(cart(visit.buyerCookie)) })).toContain('encoded twice');
  expect(await read({ cart: 'x' })).toContain('neither');
  expect(visit.state).toBe('open');
});

it('names what is wrong with a cart: its document type, a secret, characters beyond ASCII', async () => {
  const visit = await program.buyer.shop({ profile: 'coupa' });
  const xml = cart(visit.buyerCookie)
    .replace('</Identity></Credential><UserAgent>', '</Identity><SharedSecret>x</SharedSecret></Credential><UserAgent>')
    .replace('<UnitOfMeasure>EA</UnitOfMeasure>', '');
  await post(visit.returnUrl, { 'cxml-urlencoded': xml });
  expect(visit.findings.join('\n')).toMatch(/ASCII[\s\S]*ItemDetail[\s\S]*secret/);
});

it('edits: lines take the place of what was there, none delete it, and a status leaves it', async () => {
  const visit = await program.buyer.shop({ profile: 'ariba' });
  await post(visit.returnUrl, base64(cart(visit.buyerCookie)));
  const requisition = requisitionOf(visit);
  const edit = async (lines: readonly (typeof LINE)[], status?: { code: StatusCode; text: string }) => {
    const again = await program.buyer.visit(requisition, { operation: 'edit' });
    expect(sent.at(-1)?.body).toContain('<SupplierPartAuxiliaryID>Q7XK2M9T4V</SupplierPartAuxiliaryID>');
    const response = await post(again.returnUrl, base64(cart(again.buyerCookie, lines, status)));
    expect(response.headers.get('location')).toBe(`/visits/${again.id}/received`);
    return requisition.lines.map(({ quantity }) => quantity);
  };
  expect(await edit([{ ...LINE, quantity: 7 }])).toEqual(['7']);
  expect(await edit([], { code: 204, text: '' })).toEqual(['7']);
  const inspection = await program.buyer.visit(requisition, { operation: 'inspect' });
  await post(inspection.returnUrl, base64(cart(inspection.buyerCookie, [])));
  expect(requisition.lines).toHaveLength(1);
  expect(await edit([])).toEqual([]);
});

it('does to lines what the systems do, without a word to the supplier', async () => {
  const returnTo = async (profile: 'jaggaer' | 'oracle' | 'coupa') => {
    const visit = await program.buyer.shop({ profile });
    const line = { ...LINE, sku: 'POLO-HV-YELLOW-LARGE-LEFT-CHEST', unitOfMeasure: 'BAG' };
    await post(visit.returnUrl, base64(cart(visit.buyerCookie, [line])));
    return requisitionOf(visit);
  };
  expect((await returnTo('jaggaer')).lines[0]).toMatchObject({ unit: 'EA', changes: ['The unit BAG became EA.'] });
  const oracle = await returnTo('oracle');
  expect(oracle.lines[0]).toMatchObject({
    partId: 'POLO-HV-YELLOW-LARGE-LEFT',
    refusal: expect.stringContaining('BAG') as string,
  });
  expect((await program.buyer.order(oracle)).lines).toEqual([]);
});

it('reads a form of OCI strictly, in the encoding that was asked for', async () => {
  const visit = await program.buyer.shop({ profile: 'srm' });
  expect(Object.fromEntries(visit.callUp?.fields ?? [])).toMatchObject({
    USERNAME: 'corvane',
    PASSWORD: 'demo-secret',
    HOOK_URL: `${program.origin}/hook?sap-client=100&visit=${visit.id}`,
    '~CALLER': 'CTLG',
  });
  const line = (place: number, unit: string) =>
    `NEW_ITEM-DESCRIPTION[${place}]=Gr%F6%DFe+L&NEW_ITEM-QUANTITY[${place}]=5.000&NEW_ITEM-UNIT[${place}]=${unit}&NEW_ITEM-PRICE[${place}]=24.95&NEW_ITEM-CURRENCY[${place}]=GBP&NEW_ITEM-LONGTEXT_${place}:132[]=Long+${place}`;
  const hook = `sap-client=100&visit=${visit.id}&~CALLER=CTLG`;
  const send = (body: string) =>
    fetch(`${program.url}/hook`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await send(`${hook}&${line(1, 'PCE')}&${line(3, 'EA')}`)).status).toBe(303);
  expect(requisitionOf(visit).lines).toMatchObject([
    { shortName: 'Größe L', description: 'Long 1', unit: 'PCE', quantity: '5.000' },
  ]);
  expect(visit.findings).toEqual([
    'Line 3 comes where line 2 is expected.',
    'Unit of measure EA is not an ISO code. Line 3 is not transferred.',
  ]);
  expect(await (await send(`visit=${visit.id}&${line(1, 'PCE')}`)).text()).toContain('HOOK_URL');
});

it('says why the shop does not open: a status, or no cXML at all', async () => {
  answer = { code: 401, text: 'Unknown sender.' };
  expect(await program.buyer.shop({ profile: 'coupa' })).toMatchObject({
    state: 'failed',
    answer: { code: 401, text: 'Unknown sender.' },
  });
  const other = await startBuyer({ send: async () => ({ status: 200, contentType: 'text/html', body: Buffer.from('<p>') }) });
  const visit = await other.buyer.shop({ profile: 'coupa' });
  await other.close();
  expect(visit.answer?.text).toContain('text/html');
});

it('orders with changes and files, changes and deletes the order, and sends it again as it was', async () => {
  const visit = await program.buyer.shop({ profile: 'coupa' });
  await post(visit.returnUrl, base64(cart(visit.buyerCookie, [LINE, { ...LINE, sku: 'CAP' }])));
  const [polo, cap] = requisitionOf(visit).lines;
  const path = `${program.url}/requisitions/${visit.requisitionId}/orders`;
  await post(path, { type: 'new', [`quantity-${polo?.id}`]: '9', [`without-${cap?.id}`]: 'on', files: 'on' });
  expect(sent.at(-1)).toMatchObject({ contentType: expect.stringMatching(/^multipart\/related/) as string });
  expect(sent.at(-1)?.body).toMatch(/type="new" orderVersion="1".*224\.55.*quantity="9"/s);
  expect(sent.at(-1)?.body).not.toContain('CAP');
  await post(path, { type: 'delete' });
  const { orders } = requisitionOf(visit);
  expect(orders.map(({ type, version }) => ({ type, version }))).toEqual([
    { type: 'new', version: 1 },
    { type: 'delete', version: 2 },
  ]);
  expect(orders[1]?.orderId).toBe(orders[0]?.orderId);
  const document = program.buyer.procurement.documents.at(-1);
  await post(`${program.url}/documents/${document?.id}/again`, {});
  expect(sent.at(-1)?.body).toBe(sent.at(-2)?.body);
});

const statusUpdate = (secret: string, reference: string) =>
  writeRequest(
    facts('s1@portal.example'),
    { from: SUPPLIER, to: BUYER, secret },
    'cXML',
    false,
    element(
      'StatusUpdateRequest',
      {},
      element('DocumentReference', { payloadID: reference }),
      element('Status', { code: 200, text: 'OK' }, 'Accepted'),
    ),
  );

const receive = async (xml: string) => (await fetch(`${program.url}/cxml`, { method: 'POST', body: xml })).text();

it('keeps a document of the supplier once, with its order, and refuses one of anyone else', async () => {
  const visit = await program.buyer.shop({ profile: 'coupa' });
  await post(visit.returnUrl, base64(cart(visit.buyerCookie)));
  const { payloadId, orderId } = await program.buyer.order(requisitionOf(visit));
  expect(await receive(statusUpdate('wrong', payloadId))).toContain('code="401"');
  expect(await receive('<p>')).toContain('code="406"');
  expect(await receive(statusUpdate('demo-secret', payloadId))).toContain('code="200"');
  expect(await receive(statusUpdate('demo-secret', payloadId))).toContain('code="200"');
  expect(program.buyer.procurement.documents.at(-1)).toMatchObject({
    kind: 'StatusUpdateRequest',
    orderId,
    requisitionId: visit.requisitionId,
    summary: '200, Accepted',
    copies: 2,
    findings: [],
  });
});

it('can be told to fail, and counts', async () => {
  const control = async (path: string, body?: object) => {
    const response = await fetch(`${program.url}/control/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer demo-secret' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const xml = statusUpdate('demo-secret', '1');
  const send = () => fetch(`${program.url}/cxml`, { method: 'POST', body: xml }).then(({ status }) => status);
  await control('receiving', { mode: 'down', times: 1 });
  await expect(send()).rejects.toThrow();
  await control('receiving', { mode: 'error', status: 503, times: 1 });
  expect([await send(), await send()]).toEqual([503, 200]);
  await control('receiving', { mode: 'html' });
  expect(await receive(xml)).toContain('<h1>');
  expect(await control('receiving')).toMatchObject({ count: 4 });
  const { documents } = await control('documents');
  expect(documents).toMatchObject([{ kind: 'StatusUpdateRequest', copies: 1 }]);
  expect((await fetch(`${program.url}/control/documents`)).status).toBe(401);
});

it('draws its pages, without secrets', async () => {
  for (const profile of PROFILE_IDS) await post(`${program.url}/requisitions`, { profile, opening: 'frame', user: '0' });
  const visits = [...program.buyer.procurement.visits.values()];
  const paths = ['/', '/documents', '/documents/state', ...visits.map(({ id }) => `/visits/${id}`)];
  for (const { id } of program.buyer.procurement.documents) paths.push(`/documents/${id}`);
  for (const { requisitionId } of visits) paths.push(`/requisitions/${requisitionId}`);
  const pages = await Promise.all(paths.map((path) => fetch(`${program.url}${path}`)));
  expect(pages.map(({ status }) => status)).toEqual(paths.map(() => 200));
  const documentPage = await (await fetch(`${program.url}/documents/${program.buyer.procurement.documents[0]?.id}`)).text();
  expect(documentPage).toContain('PunchOutSetupRequest');
  expect(documentPage).not.toContain('demo-secret');
  expect((await fetch(`${program.url}/visits/unknown`)).status).toBe(404);
});
