import { describe, expect, it } from 'vitest';
import { DOCUMENT_PROFILES, type DocumentProfile, ORDER, writeEveryDocument } from '#api/testing/punchout-documents.ts';
import { toDecimalAmount } from '../texts/decimal-amount.rules.ts';
import { readXmlDocument } from '../xml/read-xml.ts';
import { findChild, type XmlElement } from '../xml/xml-element.ts';
import { DTD_VERSIONS, findDtdFaults, findDtdVersion } from './dtds.ts';
import { type Confirmation, writeConfirmation } from './write-confirmation.rules.ts';
import { type Invoice, writeInvoice } from './write-invoice.rules.ts';
import { toNoon, toZonedTimestamp } from './write-parts.rules.ts';

// `npm run report:punchout` has the same for the others.
const documents = writeEveryDocument(DOCUMENT_PROFILES[0] as DocumentProfile);

const listAll = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(listAll)];

describe('C1: every document that we send is valid in each generation of its type', () => {
  const kinds = Map.groupBy(documents, ({ kind }) => kind);

  it.each([...kinds])('%s', (_kind, ofKind) => {
    const faults = ofKind.flatMap(({ variant, dtd, xml }) =>
      DTD_VERSIONS[dtd].flatMap((version) => findDtdFaults(xml, dtd, version).map((fault) => `${variant}, ${version}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });

  it('there are more than 200, of every kind', () => {
    expect(documents.length).toBeGreaterThan(200);
    expect([...kinds.keys()]).toMatchInlineSnapshot(`
      [
        "answer to a setup",
        "answer to an order",
        "answer to a profile request",
        "cart",
        "cart in ASCII",
        "cart without lines",
        "cart that was not changed",
        "status update",
        "confirmation",
        "ship notice",
        "invoice",
        "credit note",
      ]
    `);
  });

  it.each([
    ['confirmation', '<ConfirmationHeader ', '<ConfirmationHeader reason="x" '],
    ['ship notice', /<UnitOfMeasure>.*?<\/UnitOfMeasure>/, ''],
    ['invoice', / xml:lang="en-GB">VAT/, '>VAT'],
    ['credit note', '<TaxDetail ', '<TaxDetail exemptDetail="zeroRated" '],
    ['status update', '<Status ', '<Status lang="en" '],
  ])('and a %s that is not is found', (kind, part, replacement) => {
    const found = kinds.get(kind)?.find(({ xml }) => xml.search(part) >= 0);
    if (!found) throw new Error(`There is no ${kind} with ${part}.`);
    const oldest = DTD_VERSIONS[found.dtd][0] as string;
    expect(findDtdFaults(found.xml.replace(part, replacement), found.dtd, oldest)).not.toEqual([]);
  });
});

it('C5: every moment has a numeric offset, every document an identifier of its own, and every text its language', () => {
  const identifiers = new Set<string | undefined>();
  for (const { xml } of documents) {
    const elements = listAll(readXmlDocument(Buffer.from(xml)));
    identifiers.add(elements[0]?.attributes.payloadID);
    for (const { name, attributes } of elements) {
      if (/^(?:cXML|Description|Comments|Name|ServiceLevel)$/.test(name)) expect(attributes['xml:lang']).toBe('en-GB');
      for (const [attribute, value] of Object.entries(attributes))
        if (attribute === 'timestamp' || attribute.endsWith('Date'))
          expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    }
  }
  expect(identifiers.size).toBe(documents.length);
});

it.each([
  ['2026-11-20T10:20:00Z', '2026-11-20T10:20:00+00:00'],
  [' 2026-11-20T10:20:00.123-08:00\n', '2026-11-20T10:20:00.123-08:00'],
  ['Fri, 20 Nov 2026 10:20:00 +0100', '2026-11-20T09:20:00+00:00'],
  ['2026-11-20T10:20:00', undefined],
  ['yesterday Z', undefined],
  [undefined, undefined],
])('C5: the date of an order, %j, is repeated as %j', (sent, repeated) => {
  expect(toZonedTimestamp(sent)).toBe(repeated);
});

it('a document names the version of its own type that suits the connection', () => {
  const versions = ['1.2.008', '1.2.014', '1.2.045', '1.2.050', '1.2.071', '1.2.080'];
  expect(versions.map((version) => findDtdVersion('cXML', version))).toEqual([
    '1.2.014',
    '1.2.014',
    '1.2.020',
    '1.2.020',
    '1.2.071',
    '1.2.071',
  ]);
  expect(versions.map((version) => findDtdVersion('InvoiceDetail', version))).toEqual([
    '1.2.020',
    '1.2.020',
    '1.2.037',
    '1.2.037',
    '1.2.071',
    '1.2.071',
  ]);
});

it('amounts have the decimals of their currency, and days stay the same day in other time zones', () => {
  expect([0, 5, -5, 123_450, -250].map((minor) => toDecimalAmount(minor, 'GBP'))).toEqual([
    '0.00',
    '0.05',
    '-0.05',
    '1234.50',
    '-2.50',
  ]);
  expect([0, 123_400, -100, 3330].map((minor) => toDecimalAmount(minor, 'JPY'))).toEqual(['0', '1234', '-1', '33.30']);
  const at = new Date(toNoon('2026-12-08'));
  for (const timeZone of ['America/Los_Angeles', 'Asia/Tokyo'])
    expect(at.toLocaleDateString('en-CA', { timeZone })).toBe('2026-12-08');
});

const CONFIRMATION: Confirmation = {
  id: 'C-1',
  at: new Date(0),
  replaces: undefined,
  order: ORDER,
  currencyCode: 'GBP',
  type: 'except',
  lines: [{ lineNumber: 1, quantity: 5, unitOfMeasure: 'EA', portions: [{ type: 'backordered', quantity: 5 }] }],
};

it.each<[string, Partial<Confirmation>]>([
  ['fewer pieces than were ordered', { lines: [{ ...CONFIRMATION.lines[0], quantity: 6 } as Confirmation['lines'][number]] }],
  ['a line twice', { lines: [...CONFIRMATION.lines, ...CONFIRMATION.lines] }],
  ['lines of a rejected order', { type: 'reject' }],
  ['back-ordered pieces of an accepted order', { type: 'accept' }],
  ['exceptions without any', { lines: [] }],
  [
    'changes without any',
    { lines: [{ lineNumber: 1, quantity: 5, unitOfMeasure: 'EA', portions: [{ type: 'detail', quantity: 5 }] }] },
  ],
])('P6: a confirmation with %s is not written', (_what, wrong) => {
  expect(() => writeConfirmation({ ...CONFIRMATION, ...wrong })).toThrow(/^Confirmation C-1: /);
  expect(() => writeConfirmation(CONFIRMATION)).not.toThrow();
});

it('a credit note of lines without its invoice is not written', () => {
  const invoice = { purpose: 'lineLevelCreditMemo', number: 'CN-1', currencyCode: 'GBP', orders: [], credited: undefined };
  expect(() => writeInvoice(invoice as unknown as Invoice)).toThrow('CN-1');
});

it('a request says whether it is a test, and names the secret to the receiver alone', () => {
  const [status] = documents.filter(({ kind }) => kind === 'status update');
  const root = readXmlDocument(Buffer.from(status?.xml ?? ''));
  expect(findChild(root, 'Request')?.attributes.deploymentMode).toMatch(/^(?:test|production)$/);
  expect(findChild(root, 'Header', 'Sender', 'Credential', 'SharedSecret')?.text).toBe('s3cret <test>');
  expect(documents.filter(({ kind, xml }) => kind.startsWith('cart') && xml.includes('s3cret'))).toEqual([]);
});
