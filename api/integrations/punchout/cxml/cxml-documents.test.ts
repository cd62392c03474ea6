import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXmlDocument, UnreadableXmlError } from '../xml/read-xml.ts';
import { toAscii } from '../xml/write-xml.ts';
import { findChild } from '../xml/xml-element.ts';
import { DTD_VERSIONS, findDtdFaults } from './dtds.ts';
import { readEnvelope } from './envelope.rules.ts';
import { readOrderRequest } from './order-request.rules.ts';
import { findUserEmail, readSetupRequest } from './setup-request.rules.ts';
import { STATUS_TEXTS, type StatusCode } from './statuses.rules.ts';
import { writeProfileResponse, writeSetupResponse } from './write-answers.rules.ts';
import { type ReturnedCart, type ReturnedLine, writeCart } from './write-cart.rules.ts';
import { createPayloadId, type DocumentFacts, writeMessage, writeResponse } from './write-envelope.rules.ts';

const AT = new Date('2026-11-20T10:15:31.250Z');
const facts = (dtdVersion: string): DocumentFacts => ({ payloadId: createPayloadId(AT, 'portal.example'), at: AT, dtdVersion });
const PARTIES = { from: { domain: 'DUNS', identity: '123456789' }, to: { domain: 'NetworkID', identity: 'AN01-T' } };

const LINE: ReturnedLine = {
  quantity: 5,
  sku: 'POLO-L',
  auxiliaryId: 'Q7XK2M9T4V',
  unitPrice: '24.95',
  shortName: 'Polo, yellow, L',
  description: 'Polo shirt, yellow, L, logo on the left chest',
  unitOfMeasure: 'EA',
  classification: '46181531',
  manufacturer: { partId: 'HV-1', name: 'Example Mills' },
  leadDays: 5,
  extrinsics: { Wearer: 'Ann Example' },
};

const CART: ReturnedCart = {
  buyerCookie: 'bc-1',
  operationAllowed: 'edit',
  currencyCode: 'GBP',
  total: '124.75',
  shipTo: undefined,
  shipping: { amount: '6.00', description: 'Standard delivery' },
  tax: { amount: '26.15', description: 'VAT 20%' },
  lines: [LINE],
};

/** A setup request with this inside `PunchOutSetupRequest`. */
const setup = (inside: string, operation = 'create') =>
  Buffer.from(`<cXML payloadID="1" timestamp="2026-01-01T00:00:00Z"><Header><From><Credential domain="NetworkId"><Identity>
    AN01-T </Identity></Credential></From><To><Credential domain="DUNS"><Identity>1</Identity></Credential></To><Sender><Credential domain="DUNS">
    <Identity>net</Identity><SharedSecret>
    s3cret </SharedSecret></Credential><UserAgent>Buyer</UserAgent></Sender></Header><Request deploymentMode="test">
    <PunchOutSetupRequest operation="${operation}">${inside}</PunchOutSetupRequest></Request></cXML>`);

const readEnvelopeOf = (bytes: Uint8Array) => {
  const envelope = readEnvelope(readXmlDocument(bytes));
  if (typeof envelope === 'string') throw new Error(envelope);
  return envelope;
};
const readSetup = (bytes: Uint8Array) => readSetupRequest(readEnvelopeOf(bytes).request);

describe('every document that we write is valid in each generation of its type', () => {
  it.each(DTD_VERSIONS.cXML)('%s', (version) => {
    const of = facts(version);
    const start = writeSetupResponse('https://portal.example/login?auto=1&x=<2>');
    const documents = [
      ...Object.keys(STATUS_TEXTS).map((code) =>
        writeResponse(of, { code: Number(code) as StatusCode, text: 'Please <wait> & try again' }, start),
      ),
      writeResponse(of, { code: 200, text: '' }, writeProfileResponse(AT, 'https://portal.example/punchout/cxml/1')),
      writeMessage(of, PARTIES, true, writeCart(CART)),
      writeMessage(of, PARTIES, false, writeCart({ ...CART, lines: [], shipping: undefined, tax: undefined }), {
        code: 204,
        text: '',
      }),
      writeMessage(
        of,
        PARTIES,
        false,
        writeCart({ ...CART, lines: [{ ...LINE, manufacturer: undefined, leadDays: undefined, extrinsics: {} }] }),
      ),
    ];
    expect(documents.flatMap((document) => findDtdFaults(document, 'cXML', version))).toEqual([]);
    // An answer that is no success has its status alone.
    for (const document of documents.slice(3, 14)) expect(document).not.toContain('StartPage');
  });

  it('and a document that is not is found', () => {
    const invalid = writeMessage(facts('1.2.014'), PARTIES, false, writeCart(CART)).replace(
      '<UnitOfMeasure>EA</UnitOfMeasure>',
      '',
    );
    expect(findDtdFaults(invalid, 'cXML', '1.2.014')[0]).toContain('UnitOfMeasure');
  });
});

it('texts and the cookie of the buyer come back as they were, in both encodings', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(...'<>&"\'é€漢😀\n\t]'), fc.string({ unit: 'binary', maxLength: 1 })),
    maxLength: 60,
  });
  const isXml = (sent: string) => !/(?![\t\n\r\x7F-\x9F])[\p{Cc}\uFFFE\uFFFF]/u.test(sent) && sent.isWellFormed();
  fc.assert(
    fc.property(text.filter(isXml), text.filter(isXml), (buyerCookie, wearer) => {
      const xml = writeMessage(
        facts('1.2.014'),
        PARTIES,
        false,
        writeCart({ ...CART, buyerCookie, lines: [{ ...LINE, extrinsics: { [`${wearer}x`]: wearer } }] }),
      );
      expect(toAscii(xml)).toMatch(/^[\n\r\t -~]*$/);
      for (const encoded of [xml, toAscii(xml)]) {
        const message = findChild(readXmlDocument(Buffer.from(encoded)), 'Message', 'PunchOutOrderMessage');
        expect(findChild(message, 'BuyerCookie')?.text).toBe(buyerCookie);
        const extrinsic = findChild(message, 'ItemIn', 'ItemDetail', 'Extrinsic');
        expect([extrinsic?.text, extrinsic?.attributes.name]).toEqual([wearer, `${wearer}x`]);
      }
    }),
  );
});

describe('a setup request', () => {
  it('is read in whatever order it comes, with spaces around its values but not around the cookie', () => {
    const bytes = setup(`<Contact role="endUser"><Name>Ann</Name><Email> ann@buyer.example </Email></Contact><BuyerCookie> a
 b </BuyerCookie><Unknown/><BrowserFormPost><URL>
      https://buyer.example/return?a=1&amp;b=2
    </URL></BrowserFormPost><SelectedItem><ItemID><SupplierPartID>
      POLO </SupplierPartID></ItemID></SelectedItem><ItemOut quantity="2.0"><ItemID><SupplierPartID>A</SupplierPartID></ItemID></ItemOut><ItemOut quantity="1.5"/>`);
    const { from, sender, isTest, payloadId } = readEnvelopeOf(bytes);
    expect([from, sender, isTest, payloadId]).toEqual([
      [{ domain: 'NetworkId', identity: 'AN01-T' }],
      [{ domain: 'DUNS', identity: 'net', secret: 's3cret' }],
      true,
      '1',
    ]);
    const read = readSetup(bytes);
    expect(read).toMatchObject({
      buyerCookie: ' a\n b ',
      returnUrl: 'https://buyer.example/return?a=1&b=2',
      selectedItem: { partId: 'POLO', auxiliaryId: undefined },
      items: [{ partId: 'A', quantity: 2 }, { quantity: undefined }],
    });
    expect(read && findUserEmail(read)).toBe('ann@buyer.example');
  });

  it.each([
    [
      'UserEmail, before all others',
      '<Extrinsic name="UserEmail">1@b.example</Extrinsic><Contact><Email>2@b.example</Email></Contact>',
    ],
    [
      'the address',
      '<ShipTo><Address><Name/><Email>1@b.example</Email></Address></ShipTo><Contact><Email>2@b.example</Email></Contact>',
    ],
    ['a user name that is one', '<Extrinsic name="UniqueName">1@b.example</Extrinsic>'],
    ['no user name that is none', '<Extrinsic name="User">ann</Extrinsic><Extrinsic name="Email">1@b.example</Extrinsic>'],
  ])('names the email address of its user in %s', (_where, inside) => {
    const read = readSetup(setup(inside));
    expect(read && findUserEmail(read)).toBe('1@b.example');
  });

  it('without an operation that exists is none', () => {
    expect(readSetup(setup('', 'remove'))).toBeUndefined();
  });
});

it('an order is read with its addresses, amounts, comments and files', () => {
  const bytes =
    Buffer.from(`<cXML><Header/><Request><OrderRequest><OrderRequestHeader orderID=" PO-1 " type="update" orderVersion="2"><Total><Money currency="gbp"> 12.50 </Money></Total>
    <ShipTo><Address addressID="D7"><Name>Depot</Name><PostalAddress><DeliverTo>Ann</DeliverTo><Street>8 Kingsway</Street><City>Manchester</City><PostalCode>M2</PostalCode>
    <Country isoCountryCode="gb">UK</Country></PostalAddress><Phone><TelephoneNumber><CountryCode>44</CountryCode><AreaOrCityCode>161</AreaOrCityCode><Number>1234</Number></TelephoneNumber></Phone></Address></ShipTo>
    <Comments>Ring the bell<Attachment><URL>cid:1@buyer</URL></Attachment></Comments></OrderRequestHeader>
    <ItemOut quantity="5"><ItemID><SupplierPartID>POLO</SupplierPartID><SupplierPartAuxiliaryID>Q7</SupplierPartAuxiliaryID></ItemID><ItemDetail><UnitPrice><Money currency="GBP">2.5</Money></UnitPrice>
    <Description><ShortName>Polo</ShortName></Description><UnitOfMeasure>EA</UnitOfMeasure></ItemDetail></ItemOut></OrderRequest></Request></cXML>`);
  const order = readOrderRequest(readEnvelopeOf(bytes).request);
  expect(order).toMatchObject({
    orderId: 'PO-1',
    type: 'update',
    version: '2',
    total: { amount: '12.50', currencyCode: 'GBP' },
    shipTo: { id: 'D7', streets: ['8 Kingsway'], countryCode: 'GB', phone: '+44 161 1234' },
    comments: ['Ring the bell'],
    attachments: ['cid:1@buyer'],
    lines: [
      {
        lineNumber: 1,
        quantity: '5',
        partId: 'POLO',
        auxiliaryId: 'Q7',
        unitPrice: { amount: '2.5' },
        description: 'Polo',
        unitOfMeasure: 'EA',
      },
    ],
  });
});

describe('bytes', () => {
  it.each([
    ['nothing', ''],
    ['JSON', '{"cXML": 1}'],
    ['a page', '<!doctype html><p>'],
    ['an entity', '<!DOCTYPE cXML [<!ENTITY a SYSTEM "file:///etc/passwd">]><cXML>&a;</cXML>'],
    [
      'an entity after a comment',
      '<?xml version="1.0"?><!-- > --><?p [ ?><!DOCTYPE cXML SYSTEM "[" [<!ENTITY a "b">]><cXML>&a;</cXML>',
    ],
    ['elements that do not end', '<cXML><Request>'],
    ['a thousand levels', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
    ['a prolog that does not end', `<!--${' '.repeat(20_000)}`],
    ['an unusual encoding', '<?xml version="1.0" encoding="UTF-7"?><cXML/>'],
  ])('with %s are refused', (_what, text) => {
    expect(() => readXmlDocument(Buffer.from(text))).toThrow(UnreadableXmlError);
  });

  it.each(['utf8', 'utf16le', 'latin1'] as const)('in %s are read', (encoding) => {
    const name = { utf8: 'UTF-8', utf16le: 'UTF-16', latin1: 'ISO-8859-1' }[encoding];
    const mark = { utf8: [0xef, 0xbb, 0xbf], utf16le: [0xff, 0xfe], latin1: [] }[encoding];
    const text = `<?xml version="1.0" encoding="${name}"?><!DOCTYPE cXML SYSTEM "http://attacker.invalid/cXML.dtd"><cXML>Größe</cXML>`;
    expect(readXmlDocument(Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)])).text).toBe('Größe');
  });

  it('in UTF-16 with declarations of their own are refused', () => {
    const text = '<!DOCTYPE cXML [<!ENTITY a "b">]><cXML>&a;</cXML>';
    expect(() => readXmlDocument(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))).toThrow(/declares/);
    expect(() => readXmlDocument(Buffer.from(text, 'utf16le'))).toThrow(/declares/);
  });

  it('of an entity that is declared elsewhere stand for nothing', () => {
    expect(readXmlDocument(Buffer.from('<!DOCTYPE cXML SYSTEM "file:///etc/passwd"><cXML>a&b;c</cXML>')).text).toBe('ac');
  });
});

it('the document types are those of cxml.org, with their licence', () => {
  const folder = join(import.meta.dirname, 'dtd');
  const sums = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}`,
    );
  expect(sums).toMatchInlineSnapshot(`
    [
      "87072178811f1c39bdb2d4dce3455a19a3e185ea8e3e761df2de1d55e54590e0  1.2.014-cXML.dtd",
      "9507e7a4fa456bc8241fe6031775b3d4e2985b4261f065cd1dc5fc0cd99e164f  1.2.020-InvoiceDetail.dtd",
      "eb7a5a6140829fe5f499bf43c8a40c625c0e65e495cd56250c10b97e3e7a1066  1.2.020-cXML.dtd",
      "70387a6bd52c638eaa677ba7e6f8ea0cdc7410b1396b1dd5e3eabcb120622f0d  1.2.037-InvoiceDetail.dtd",
      "1e83951d1db42d2822a2c0b1d16c35443a973e20b30da0e179f31ed13da094e4  1.2.050-Fulfill.dtd",
      "68360a9b1008577fa5a6da8f84bd9cc4998a38891b9a44a5ac632fe18d5b6fbf  1.2.063-Fulfill.dtd",
      "1bdb5394eac2ea243dcb124e7cb149603a53848a75d89018ee06bdc6e699d21c  1.2.071-Fulfill.dtd",
      "4351e2b54d919e8b89c5e1dd6791347649334acec4ec3e0b31180b17163336c1  1.2.071-InvoiceDetail.dtd",
      "d267ad7b19cbd6608b972821daacab0f4d94a8ec78610b7127dba23222198a64  1.2.071-cXML.dtd",
      "727663912eca0b99c1e95a60cd1112efd2851478610cf256940241d759751338  LICENSE-cXML.txt",
    ]
  `);
});

it('identifiers of documents are unique', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => createPayloadId(AT, 'portal.example'))).size).toBe(10_000);
});
