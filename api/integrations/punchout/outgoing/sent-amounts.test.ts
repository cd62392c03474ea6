import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { ADDRESS, DOCUMENT_PROFILES } from '#api/testing/punchout-documents.ts';
import { DTD_VERSIONS, findDtdFaults } from '../cxml/dtds.ts';
import type { Invoice } from '../cxml/write-invoice.rules.ts';
import { writeSentDocument } from '../cxml/write-sent-document.rules.ts';
import { type ShippedPortion, writeShipNotice } from '../cxml/write-ship-notice.rules.ts';
import { readXmlDocument } from '../xml/read-xml.ts';
import { writeXml } from '../xml/write-xml.ts';
import { findChild, listChildren, readChildText, type XmlElement } from '../xml/xml-element.ts';
import { type BuyersOrder, type DocumentedLine, planInvoice } from './plan-invoice.rules.ts';

const runs = { numRuns: Number(process.env.PUNCHOUT_RUNS ?? 100) };
const AT = new Date('2026-11-20T10:15:31Z');
const orderedBy = (id: number) => ({ orderId: `PO-${id}`, orderDate: undefined, payloadId: `${id}@buyer.example` });

it('P6: a ship notice has each order and each line once, and never an order without pieces', () => {
  const line = fc.record({
    lineNumber: fc.integer({ min: 1, max: 4 }),
    quantity: fc.integer({ min: 0, max: 3 }),
    unitOfMeasure: fc.constant('EA'),
  });
  const portion = fc.record({ order: fc.integer({ min: 1, max: 3 }).map(orderedBy), lines: fc.array(line, { maxLength: 5 }) });
  const piecesOf = (portions: readonly ShippedPortion[]) => {
    const pieces = new Map<string, number>();
    for (const { order, lines } of portions)
      for (const { lineNumber, quantity } of lines.filter((each) => each.quantity > 0))
        pieces.set(`${order.orderId}/${lineNumber}`, (pieces.get(`${order.orderId}/${lineNumber}`) ?? 0) + quantity);
    return pieces;
  };
  fc.assert(
    fc.property(fc.array(portion, { maxLength: 5 }), (portions) => {
      const written = writeShipNotice({
        id: 'S-1',
        at: AT,
        replaces: undefined,
        shippedAt: AT,
        arrivesOn: undefined,
        service: 'Standard',
        isComplete: false,
        supplierName: 'Example',
        carrier: undefined,
        trackingNumber: undefined,
        trackingUrl: undefined,
        portions,
      });
      const expected = piecesOf(portions);
      expect(written === undefined).toBe(expected.size === 0);
      if (!written) return;
      const sent = listChildren(readXmlDocument(Buffer.from(writeXml(written, 'x'))), 'ShipNoticePortion');
      const named = sent.flatMap((each) => {
        const items = listChildren(each, 'ShipNoticeItem');
        expect(items.length).toBeGreaterThan(0);
        return items.map(({ attributes }): [string, number] => [
          `${findChild(each, 'OrderReference')?.attributes.orderID}/${attributes.lineNumber}`,
          Number(attributes.quantity),
        ]);
      });
      expect(new Set(sent.map((each) => findChild(each, 'OrderReference')?.attributes.orderID)).size).toBe(sent.length);
      expect(named.length).toBe(expected.size);
      expect(new Map(named)).toEqual(expected);
    }),
    runs,
  );
});

/** The amount within an element, in hundredths; 0 where there is none. */
const amountIn = (holder: XmlElement | undefined, ...path: string[]): number => {
  const text = readChildText(holder, ...path, 'Money');
  if (text === undefined) return 0;
  expect(text).toMatch(/^-?\d+(?:\.\d\d)?$/);
  return Math.round(Number(text) * 100);
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const taxesIn = (holder: XmlElement | undefined) =>
  sum(listChildren(findChild(holder, 'Tax'), 'TaxDetail').map((each) => amountIn(each, 'TaxAmount')));

/** Every amount of a document is compared with those that it is made of, as a buyer's system adds them up. Returns what is due. */
function checkSums(request: XmlElement | undefined, taxAt: Invoice['taxAt']): number {
  const orders = [...listChildren(request, 'InvoiceDetailOrder'), ...listChildren(request, 'InvoiceDetailHeaderOrder')];
  const lines = orders.flatMap((each) => [
    ...listChildren(each, 'InvoiceDetailItem'),
    ...listChildren(each, 'InvoiceDetailOrderSummary'),
  ]);
  const numbers = lines.map(({ attributes }) => attributes.invoiceLineNumber);
  expect(new Set(numbers).size).toBe(lines.length);
  for (const line of lines) {
    const subtotal = amountIn(line, 'SubtotalAmount');
    if (line.name === 'InvoiceDetailItem') expect(Number(line.attributes.quantity) * amountIn(line, 'UnitPrice')).toBe(subtotal);
    expect(findChild(line, 'Tax') !== undefined).toBe(taxAt === 'line');
    expect(taxesIn(line)).toBe(amountIn(line, 'Tax'));
    expect(amountIn(line, 'GrossAmount')).toBe(subtotal + amountIn(line, 'Tax'));
    expect(amountIn(line, 'NetAmount')).toBe(amountIn(line, 'GrossAmount'));
  }
  const summary = findChild(request, 'InvoiceDetailSummary');
  const [subtotal, tax, handling, delivery] = ['SubtotalAmount', 'Tax', 'SpecialHandlingAmount', 'ShippingAmount'].map((name) =>
    amountIn(summary, name),
  ) as [number, number, number, number];
  expect(subtotal).toBe(sum(lines.map((line) => amountIn(line, 'SubtotalAmount'))));
  expect(tax).toBe(taxesIn(summary) + sum(lines.map((line) => amountIn(line, 'Tax'))));
  expect(amountIn(summary, 'GrossAmount')).toBe(subtotal + tax + handling + delivery);
  expect(amountIn(summary, 'NetAmount')).toBe(amountIn(summary, 'GrossAmount'));
  return amountIn(summary, 'DueAmount');
}

/** Orders 1 to 3: goods in the first four lines, a set-up charge in the fifth, delivery in the sixth of the second order. */
const ORDERS: BuyersOrder[] = [1, 2, 3].map((orderId) => ({
  orderId,
  order: orderedBy(orderId),
  lines: [1, 2, 3, 4, 5, ...(orderId === 2 ? [6] : [])].map((lineNumber) => ({
    lineNumber,
    unitOfMeasure: 'EA',
    sku: `SKU-${lineNumber}`,
    auxiliaryId: undefined,
    orderLineIds: lineNumber < 5 ? [orderId * 10 + lineNumber] : [],
    orderChargeIds: lineNumber === 5 ? [orderId * 10] : [],
    isDelivery: lineNumber === 6,
  })),
}));

const chargedLine = (currencyCode: string): fc.Arbitrary<DocumentedLine> =>
  fc
    .record({
      kind: fc.constantFrom('goods', 'goods', 'goods', 'delivery', 'fee', 'setup', 'question'),
      orderId: fc.integer({ min: 1, max: 3 }),
      place: fc.integer({ min: 1, max: 5 }),
      pieces: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1, max: 99_999 }),
      taxRate: fc.constantFrom(0, 0.05, 0.175, 0.2, 0.255),
      isCheaper: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
    })
    .map(({ kind, orderId, place, pieces, price, taxRate, isCheaper }) => {
      const quantity = kind === 'goods' ? pieces : 1;
      const unitPriceMinor = currencyCode === 'JPY' ? price * 100 : price;
      return {
        kind,
        orderId,
        // The fifth is a line of ours that the buyer has not ordered.
        orderLineId: kind === 'goods' ? orderId * 10 + place : null,
        orderChargeId: kind === 'setup' ? orderId * 10 : kind === 'question' ? orderId * 10 + 1 : null,
        name: 'Polo <L>',
        description: 'yellow',
        quantity,
        unitPriceMinor,
        creditedPriceMinor: isCheaper ? unitPriceMinor + 1 : unitPriceMinor,
        netMinor: quantity * unitPriceMinor,
        taxMinor: calculateTax(quantity * unitPriceMinor, taxRate),
        taxRate,
      };
    });

it('P6: the sums of invoices and credit notes are right, with tax at lines or at the total', () => {
  const drawn = fc.constantFrom('GBP', 'JPY', 'EUR').chain((currencyCode) =>
    fc.record({
      currencyCode: fc.constant(currencyCode),
      taxAt: fc.constantFrom('line', 'total'),
      kind: fc.constantFrom('invoice', 'creditNote'),
      isSent: fc.boolean(),
      lines: fc.array(chargedLine(currencyCode), { minLength: 1, maxLength: 12 }),
    }),
  );
  const purposes = new Set<string>();
  const [profile] = DOCUMENT_PROFILES;
  const parties = { from: { domain: 'DUNS', identity: '1' }, to: { domain: 'DUNS', identity: '2' } };
  const party = { address: ADDRESS, vatNumber: undefined };
  fc.assert(
    fc.property(drawn, ({ kind, lines, isSent, currencyCode, taxAt }) => {
      const payloadId = isSent ? 'i-1@portal.example' : undefined;
      const planned = planInvoice(kind, lines, ORDERS, payloadId);
      if (!planned) throw new Error('It has lines of other orders.');
      purposes.add(planned.purpose);
      const content: Invoice = {
        ...planned,
        number: 'INV-1',
        issuedAt: AT,
        currencyCode,
        taxAt,
        paymentTermDays: 30,
        seller: party,
        buyer: party,
        shipping: undefined,
        credited: kind === 'invoice' ? undefined : { number: 'INV-0', issuedAt: AT, payloadId },
        reason: undefined,
      };
      const facts = { payloadId: '1@portal.example', at: AT, dtdVersion: profile?.dtdVersion ?? '' };
      const xml = writeSentDocument(facts, parties, true, { kind: 'invoice', content })?.xml ?? '';
      expect(DTD_VERSIONS.InvoiceDetail.flatMap((version) => findDtdFaults(xml, 'InvoiceDetail', version))).toEqual([]);
      const due = checkSums(findChild(readXmlDocument(Buffer.from(xml)), 'Request', 'InvoiceDetailRequest'), taxAt);
      const ours = sum(lines.map(({ netMinor, taxMinor }) => netMinor + taxMinor));
      expect(due).toBe(kind === 'invoice' ? ours : -ours);
    }),
    runs,
  );
  expect(purposes).toEqual(new Set(['standard', 'creditMemo', 'lineLevelCreditMemo']));
});

const CHARGED: DocumentedLine = {
  kind: 'goods',
  orderId: 1,
  orderLineId: 11,
  orderChargeId: null,
  name: 'Polo',
  description: 'yellow, L',
  quantity: 2,
  unitPriceMinor: 2495,
  creditedPriceMinor: 2495,
  netMinor: 4990,
  taxMinor: 998,
  taxRate: 0.2,
};

it('lines of an invoice are those of the buyer’s order, once each; what the buyer did not order as a line is charged beside them', () => {
  const setup = { ...CHARGED, kind: 'setup', orderLineId: null, quantity: 1 } as const;
  const planned = planInvoice(
    'invoice',
    [
      CHARGED,
      { ...CHARGED, taxMinor: 997 },
      { ...CHARGED, orderLineId: 99 },
      { ...setup, orderChargeId: 10, name: 'Set-up' },
      { ...setup, orderChargeId: 12, name: 'Other set-up', description: '' },
      { ...setup, kind: 'delivery', name: 'Delivery', description: '' },
      { ...setup, kind: 'delivery', orderId: 2, name: 'Delivery', description: '' },
    ],
    ORDERS,
    undefined,
  );
  expect(planned).toMatchObject({
    purpose: 'standard',
    orders: [
      {
        order: { orderId: 'PO-1' },
        items: [
          { lineNumber: 1, quantity: 4, netMinor: 9980, taxMinor: 1995, sku: 'SKU-1', description: 'Polo, yellow, L' },
          { lineNumber: 5, quantity: 1 },
        ],
        charges: [
          { kind: 'handling', description: '2 × Polo, yellow, L' },
          { kind: 'handling', description: 'Other set-up' },
          { kind: 'delivery', description: 'Delivery' },
        ],
      },
      { order: { orderId: 'PO-2' }, items: [{ lineNumber: 6 }], charges: [] },
    ],
  });
});

it('what is credited by line was invoiced to the system at that price', () => {
  const purposeOf = (line: Partial<DocumentedLine>, payloadId: string | undefined = 'i-1') =>
    planInvoice('creditNote', [{ ...CHARGED, ...line }], ORDERS, payloadId)?.purpose;
  expect(purposeOf({})).toBe('lineLevelCreditMemo');
  expect(planInvoice('creditNote', [CHARGED], ORDERS, undefined)?.purpose).toBe('creditMemo');
  expect(purposeOf({ creditedPriceMinor: 2500 })).toBe('creditMemo');
  expect(purposeOf({ kind: 'delivery', orderLineId: null })).toBe('creditMemo');
  expect(purposeOf({ orderId: 7 })).toBeUndefined();
});
