import type { LightMyRequestResponse } from 'fastify';
import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { findChild, readChildText } from '#api/integrations/punchout/xml/xml-element.ts';
import type { TestClient, TestPortal, TestServer } from './portal.ts';

/** Corvane's connection in the demonstration. */
export const CORVANE = {
  id: 1,
  organisationId: 3,
  host: 'brackwell.localhost',
  key: 'corvane-demo',
  domain: 'DUNS',
  buyerIdentity: '555000111',
  supplierIdentity: '555999000',
  sharedSecret: 'demo-secret',
  /** What its system that speaks OCI sends, with the shared secret as the password. */
  userName: 'corvane',
} as const;

/** What of a document of Corvane's procurement system a test chooses. */
export interface DocumentChoices {
  payloadId?: string;
  from?: { domain: string; identity: string };
  secret?: string;
  deploymentMode?: 'test' | 'production';
  prolog?: string;
}

/** A document of Corvane's procurement system with this request in it. */
export function aDocument(
  request: string,
  {
    payloadId = `${crypto.randomUUID()}@buyer.example`,
    from = { domain: CORVANE.domain, identity: CORVANE.buyerIdentity },
    secret = CORVANE.sharedSecret,
    deploymentMode = 'production',
    prolog = '',
  }: DocumentChoices = {},
): string {
  const party = `<Credential domain="${from.domain}"><Identity>\n${from.identity}\n</Identity></Credential>`;
  return `<?xml version="1.0" encoding="UTF-8"?>${prolog}<cXML payloadID="${payloadId}" timestamp="2026-11-20T10:15:30+00:00"><Header><From>${party}</From>
    <To><Credential domain="DUNS"><Identity>${CORVANE.supplierIdentity}</Identity></Credential></To><Sender><Credential domain="${from.domain}"><Identity>${from.identity}</Identity>
    <SharedSecret>${secret}</SharedSecret></Credential><UserAgent>Buyer 1.0</UserAgent></Sender></Header><Request deploymentMode="${deploymentMode}">${request}</Request></cXML>`;
}

/** What of a setup request a test chooses. `items` are elements. */
export interface SetupChoices {
  operation?: string;
  cookie?: string;
  email?: string;
  returnUrl?: string;
  items?: string;
  shipTo?: string;
  more?: string;
}

/** A setup request. */
export const aSetup = ({
  operation = 'create',
  cookie = 'cookie-1',
  email = 'buyer@corvane.example',
  returnUrl = 'https://buyer.example/return?id=2&amp;t=9f',
  items = '',
  shipTo = '',
  more = '',
}: SetupChoices = {}): string =>
  `<PunchOutSetupRequest operation="${operation}"><BuyerCookie>${cookie}</BuyerCookie><Extrinsic name="UserEmail">${email}</Extrinsic>
    <BrowserFormPost><URL>\n${returnUrl}\n</URL></BrowserFormPost>${shipTo}${more}${items}</PunchOutSetupRequest>`;

/** A line of the buyer's cart. */
export const anItem = (auxiliaryId: string, quantity: number | string, partId = 'PART'): string =>
  `<ItemOut quantity="${quantity}" lineNumber="1"><ItemID><SupplierPartID>${partId}</SupplierPartID><SupplierPartAuxiliaryID>${auxiliaryId}</SupplierPartAuxiliaryID></ItemID></ItemOut>`;

/** An answer of the endpoint, checked to be one of cXML: HTTP 200, XML, one status, and more only after success. */
export interface CxmlAnswer {
  code: number;
  text: string;
  /** Where the user begins; undefined when nothing begins. */
  startUrl: string | undefined;
  /** The names of the requests that are offered. */
  offered: string[];
  body: string;
}

/** Reads an answer of the endpoint. Throws when it is no answer of cXML. */
export function readAnswer({ statusCode, headers, body }: LightMyRequestResponse): CxmlAnswer {
  if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/xml'))
    throw new Error(`HTTP ${statusCode}: ${body}`);
  const response = findChild(readXmlDocument(Buffer.from(body)), 'Response');
  const [status, ...others] = response?.children ?? [];
  if (status?.name !== 'Status' || others.length > 1) throw new Error(`No answer of cXML: ${body}`);
  const code = Number(status.attributes.code);
  if (code >= 300 && others.length > 0) throw new Error(`More than a status: ${body}`);
  return {
    code,
    text: status.text.trim(),
    startUrl: readChildText(response, 'PunchOutSetupResponse', 'StartPage', 'URL'),
    offered: findChild(response, 'ProfileResponse')?.children.map(({ attributes }) => attributes.requestName ?? '') ?? [],
    body,
  };
}

/** Sends a document to the endpoint of Corvane's connection, or to another address. */
export async function sendDocument(
  { app }: Pick<TestServer, 'app'>,
  payload: string | Buffer,
  { url = `/punchout/cxml/${CORVANE.key}`, contentType = 'text/xml; charset=UTF-8', host = CORVANE.host as string } = {},
): Promise<CxmlAnswer> {
  return readAnswer(await app.inject({ method: 'POST', url, headers: { host, 'content-type': contentType }, payload }));
}

/** Logs in with the key of a StartPage, as the browser does. */
export async function openStartPage({ app }: Pick<TestServer, 'app'>, startUrl: string | undefined) {
  const auto = new URL(startUrl ?? 'https://none.invalid').searchParams.get('auto') ?? '';
  const response = await app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { host: CORVANE.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', auto }).toString(),
  });
  return { status: response.statusCode, token: response.json<{ access_token?: string }>().access_token };
}

/** Opens a StartPage and returns the client of the session that begins; throws when none does. */
export async function beginTrip(
  portal: Pick<TestPortal, 'app' | 'withSession'>,
  startUrl: string | undefined,
): Promise<TestClient> {
  const { status, token } = await openStartPage(portal, startUrl);
  if (token === undefined) throw new Error(`The StartPage cannot be opened: ${status}`);
  const headers = { host: CORVANE.host, authorization: `Bearer ${token}` };
  return portal.withSession({ headers, customerId: 0, organisationId: CORVANE.organisationId } as unknown as TestClient);
}

/** The address of a place of the buyer, as a setup request sends it. */
export const aShipTo = ({ code = '', street = '1 Harbour Street', city = 'Leeds', country = 'GB' } = {}): string =>
  `<ShipTo><Address addressID="${code}" isoCountryCode="${country}"><Name xml:lang="en">Corvane Depot</Name><PostalAddress><DeliverTo>Ann Example</DeliverTo>
    <Street>${street}</Street><City>${city}</City><PostalCode>LS1 4AP</PostalCode><Country isoCountryCode="${country}">x</Country></PostalAddress></Address></ShipTo>`;
