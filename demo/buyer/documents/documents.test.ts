import { expect, it } from 'vitest';
import { DTD_VERSIONS, findDtdFaults } from '#api/integrations/punchout/cxml/dtds.ts';
import { readEnvelope } from '#api/integrations/punchout/cxml/envelope.rules.ts';
import { readOrderRequest } from '#api/integrations/punchout/cxml/order-request.rules.ts';
import { findUserEmail, readSetupRequest } from '#api/integrations/punchout/cxml/setup-request.rules.ts';
import { readRelatedParts } from '#api/integrations/punchout/requests/multipart-related.rules.ts';
import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { DEMO_ATTACHMENTS } from '../attachments.ts';
import type { BuyerUser } from '../connection.ts';
import { DEMO_COMPANY, demoConnection } from '../demo-company.ts';
import { PROFILE_IDS, PROFILES, type ProfileId } from '../profiles.ts';
import type { RequisitionLine } from '../requisitions.ts';
import { writeBuyerRequest } from './buyer-envelope.ts';
import { writeBody } from './multipart.ts';
import { writeOrderRequest } from './order-request.ts';
import { writeSetupRequest } from './setup-request.ts';

const FACTS = { payloadId: '1@buyer.example', at: new Date('2026-11-20T10:15:31Z') };
const [USER] = DEMO_COMPANY.users as [BuyerUser];
const LINE: RequisitionLine = {
  id: 1,
  partId: 'POLO-L',
  auxiliaryId: 'Q7XK2M9T4V',
  quantity: '5',
  unitPrice: '24.95',
  currencyCode: 'GBP',
  shortName: 'Polo, L',
  description: 'Polo shirt, L',
  unit: 'EA',
  classificationDomain: 'UNSPSC',
  classification: '46181531',
  manufacturerPartId: '',
  manufacturerName: '',
  leadDays: '',
  changes: [],
  refusal: null,
};

const write = (id: ProfileId, content: Parameters<typeof writeBuyerRequest>[3]) =>
  writeBuyerRequest(FACTS, PROFILES[id], demoConnection('http://brackwell.localhost:3000'), content);

const writeSetup = (id: ProfileId, operation: 'create' | 'edit' = 'edit') =>
  write(
    id,
    writeSetupRequest(PROFILES[id], {
      operation,
      buyerCookie: ' <a>&"\u00e9 ',
      returnUrl: 'http://buyer.localhost:3003/punchback?id=1&x=2',
      user: USER,
      shipTo: DEMO_COMPANY.shipTo,
      selectedItem: undefined,
      lines: [LINE],
    }),
  );

const writeOrder = (id: ProfileId) =>
  write(
    id,
    writeOrderRequest({
      orderId: '4500001',
      at: FACTS.at,
      type: 'update',
      version: 2,
      previousPayloadId: '0@buyer.example',
      currencyCode: 'GBP',
      lines: [LINE, { ...LINE, quantity: '2', unitPrice: '0.125' }],
      shipping: { amount: '6.00', description: 'Delivery' },
      tax: undefined,
      user: USER,
      company: DEMO_COMPANY,
      comment: 'Dock 4',
      attachmentIds: ['logo@buyer.example'],
    }),
  );

const findFaults = (xml: string) => DTD_VERSIONS.cXML.flatMap((version) => findDtdFaults(xml, 'cXML', version));

const readRequest = (xml: string) => {
  const envelope = readEnvelope(readXmlDocument(Buffer.from(xml)));
  if (typeof envelope === 'string') throw new Error(envelope);
  return envelope;
};

it.each(PROFILE_IDS)('writes documents of %s that are valid, apart from those of old releases', (id) => {
  expect(findFaults(writeOrder(id))).toEqual([]);
  const faults = findFaults(writeSetup(id));
  if (id === 'coupa-old') expect(faults[0]).toContain('PunchOutSetupRequest');
  else expect(faults).toEqual([]);
});

it.each(PROFILE_IDS.filter((id) => id !== 'srm'))('says who shops, in the place of %s, and sends the cookie as it is', (id) => {
  const { request, sender, from } = readRequest(writeSetup(id));
  const setup = readSetupRequest(request);
  expect(setup && findUserEmail(setup)).toBe('buyer@corvane.example');
  expect(setup).toMatchObject({ buyerCookie: ' <a>&"\u00e9 ', returnUrl: 'http://buyer.localhost:3003/punchback?id=1&x=2' });
  expect(setup?.items).toEqual([{ partId: 'POLO-L', auxiliaryId: 'Q7XK2M9T4V', quantity: 5 }]);
  expect(sender[0]).toMatchObject({ identity: '555000111', secret: 'demo-secret' });
  expect(from.map(({ identity }) => identity)).toContain('555000111');
});

it('writes in the ways in which systems differ', () => {
  expect(writeSetup('oracle')).toMatch(/<URL>\s+http:/);
  expect(writeSetup('ariba')).toMatch(/version="1\.2\.045".*<Email>buyer@corvane\.example<\/Email><\/Address>/s);
  expect(writeSetup('coupa-old')).toMatch(/timestamp="Fri, 20 Nov 2026 10:15:31 GMT".*<\/Contact><BrowserFormPost>/s);
  expect(writeSetup('jaggaer')).toMatch(/Z" .*domain="duns"/s);
});

it('orders with the sum of its own lines', () => {
  const order = readOrderRequest(readRequest(writeOrder('coupa')).request);
  expect(order).toMatchObject({
    orderId: '4500001',
    type: 'update',
    version: '2',
    total: { amount: '125.00', currencyCode: 'GBP' },
    shipping: { amount: '6.00' },
    comments: ['Dock 4'],
    attachments: ['cid:logo@buyer.example'],
  });
});

it('sends files with an order, in base64 and as they are', () => {
  const { contentType, body } = writeBody('<cXML/>', DEMO_ATTACHMENTS, 'b-1');
  const { document, files } = readRelatedParts(body, contentType);
  expect(document.toString()).toBe('<cXML/>');
  expect(files).toEqual(
    DEMO_ATTACHMENTS.map(({ contentId, fileName, type, content }) => ({
      contentId,
      fileName,
      contentType: type,
      bytes: content,
    })),
  );
});
