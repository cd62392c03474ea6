import { describe, expect, it } from 'vitest';
import { hasPdfReaders, readPdf } from '../../testing/pdf-reader.ts';
import { type DeliveryNote, renderDeliveryNotes } from './delivery-note.ts';
import { type InvoiceDocument, type InvoiceDocumentLine, renderInvoice } from './invoice-document.ts';
import { renderPickList } from './pick-list.ts';
import { type ReturnLabel, renderReturnInstructions, renderReturnLabel } from './return-label.ts';
import { renderStatement } from './statement-document.ts';

const input = { brand: { name: 'sundial', companyName: 'Sundial Uniforms' }, createdAt: new Date('2026-11-23T10:00:00Z') };
const shirt = { productName: 'Oxford shirt', description: 'White', size: '16', sku: 'MER-OX-16', quantity: 2 };
const jacket = { productName: 'Two-button jacket', description: 'Navy', size: '42 Long', sku: 'HAR-J-42L', quantity: 1 };
const destination = { name: 'Torbay Heights', lines: ['12 Sea View Road', 'Torquay', 'TQ1 2AB'] };
const supplier = { name: 'Sundial Returns', lines: ['Unit 4, Weaver Park', 'Bolton', 'BL1 4QR'] };
const linesOf = (page = '') => page.split('\n').filter(Boolean);

describe.skipIf(!hasPdfReaders)('a pick list', () => {
  it('names shelf, garment, size and quantity of each line, order by order', async () => {
    const { pages, faults, objects } = await readPdf(
      renderPickList(input, {
        destinationName: 'Torbay Heights',
        organisationName: 'Meridian Resorts',
        printedOn: '2026-11-24',
        orders: [
          {
            orderNumber: 'SUN-11463',
            wearerName: 'Niamh Dlamini',
            note: 'Leave at reception',
            delivery: 'Next working day: to be sent on 24 November 2026, cut-off 14:00',
            lines: [{ ...shirt, shelf: 'A-12-1' }],
          },
          {
            orderNumber: 'SUN-11464',
            wearerName: null,
            note: null,
            delivery: 'Collect from the depot',
            lines: [{ ...jacket, size: null, shelf: null }],
          },
        ],
      }),
    );

    expect(faults).toBe('');
    expect(objects).toContain('/Alt (Barcode of order SUN-11464)');
    expect(linesOf(pages[0])).toEqual([
      'Pick list for Torbay Heights',
      'Organisation',
      'Meridian Resorts',
      'Printed on',
      '24 November 2026',
      'Orders',
      '2',
      'To pick',
      '3 pieces',
      'Order SUN-11463',
      'Next working day: to be sent on 24',
      'November 2026, cut-off 14:00',
      'Niamh Dlamini · 2 pieces',
      '“Leave at reception”',
      'SUN-11463',
      'Shelf Garment Size Quantity Picked',
      'A-12-1 Oxford shirt',
      'White · MER-OX-16',
      '16 2',
      'Order SUN-11464',
      'Collect from the depot',
      '1 piece',
      'SUN-11464',
      'Shelf Garment Size Quantity Picked',
      '– Two-button jacket',
      'Navy · HAR-J-42L',
      '– 1',
      'Picked by Date and time',
      'Page 1 of 1',
    ]);
  });
});

describe.skipIf(!hasPdfReaders)('a delivery note', () => {
  const note: DeliveryNote = {
    deliveryNumber: 'D-70012',
    organisationName: 'Meridian Resorts',
    sender: supplier,
    destination,
    delivery: { method: 'Next working day', collect: null },
    collectedBy: null,
    shippedOn: '2026-11-24',
    carrier: 'Royal Mail',
    trackingNumber: 'AB123456789GB',
    parcel: { number: 2, of: 3 },
    orders: [
      { orderNumber: 'SUN-11463', wearerName: 'Niamh Dlamini', poNumber: '4711', lines: [shirt] },
      { orderNumber: 'SUN-11464', wearerName: null, poNumber: null, lines: [jacket] },
    ],
  };

  it('says what the parcel delivers to whom, without prices, and where to sign', async () => {
    const { pages, faults } = await readPdf(renderDeliveryNotes(input, [note]));
    const text = linesOf(pages[0]).join('|');

    expect(faults).toBe('');
    expect(text).toContain('Deliver to|Torbay Heights|12 Sea View Road|Torquay|TQ1 2AB|From|Sundial Returns');
    expect(text).toContain('Parcel|2 of 3|Contents|3 pieces|Carrier|Royal Mail|Tracking number|AB123456789GB');
    expect(text).toContain('Order SUN-11463 · Niamh Dlamini · PO 4711|Garment Size Quantity|Oxford shirt|White · MER-OX-16|16 2');
    expect(text).toContain('Order SUN-11464|Garment Size Quantity|Two-button jacket');
    expect(text).toContain('Received by (name) Signature Date');
    expect(text).not.toContain('£');
  });

  it('says who has collected the pieces, and where', async () => {
    const delivery = { method: 'Collect from the depot', collect: { from: 'Counter, Preston', openingHours: 'From 8 am' } };
    const collected = { ...note, delivery, collectedBy: 'Ann Ash', carrier: null, trackingNumber: null, parcel: null };
    const text = linesOf((await readPdf(renderDeliveryNotes(input, [collected]))).pages[0]).join('|');

    expect(text).toContain('Collect from the depot|Collect from|Counter, Preston|From 8 am');
    expect(text).toContain('Handed over on|24 November 2026|Collected by|Ann Ash');
    expect(text).not.toContain('Torbay Heights');
  });

  it('goes on with the number of the parcel at the top of further pages', async () => {
    const order = { orderNumber: 'SUN-1', wearerName: 'Ann', poNumber: null, lines: Array.from({ length: 60 }, () => shirt) };
    const { pages } = await readPdf(renderDeliveryNotes(input, [{ ...note, orders: [order] }]));

    expect(pages.length).toBeGreaterThan(2);
    expect(pages.slice(1).every((page) => page.includes('Delivery note D-70012 · Sundial Uniforms'))).toBe(true);
    expect(pages.join('').match(/Oxford shirt/g)).toHaveLength(60);
  });
});

describe.skipIf(!hasPdfReaders)('a return label', () => {
  const item = { returnNumber: 'R50001', productName: 'Oxford shirt', size: '16', quantity: 1, action: 'Exchange for 17' };
  const label: ReturnLabel = {
    orderNumber: 'SUN-11463',
    to: supplier,
    from: { name: 'Niamh Dlamini', lines: destination.lines },
    sendBy: '2026-12-07',
    items: [item],
  };

  it('is addressed to the supplier and has the number of the return as a barcode', async () => {
    const { pages, faults, objects, info } = await readPdf(renderReturnLabel(input, label));

    expect(faults).toBe('');
    expect(info).toContain('Title:           Return label R50001');
    expect(objects).toContain('/Alt (Barcode of return R50001)');
    expect(linesOf(pages[0])).toEqual([
      'RETURN',
      'To',
      'Sundial Returns',
      'Unit 4, Weaver Park',
      'Bolton',
      'BL1 4QR',
      'R50001',
      'From',
      'Niamh Dlamini',
      ...destination.lines,
      'Order SUN-11463 · 1 piece',
    ]);
  });

  it('is one of several, each with the address, for many returns', async () => {
    const items = Array.from({ length: 13 }, (_, index) => ({ ...item, returnNumber: `R5000${index}` }));
    const { pages } = await readPdf(renderReturnLabel(input, { ...label, items }));

    expect(pages.map((page) => page.match(/R5000\d+/g)?.length)).toEqual([6, 6, 1]);
    expect(pages.every((page) => page.includes('To\nSundial Returns'))).toBe(true);
  });

  it('comes on A4 with instructions', async () => {
    const { pages, faults } = await readPdf(renderReturnInstructions(input, label));
    const text = linesOf(pages[0]).join('|');

    expect(faults).toBe('');
    expect(text).toContain('Send your return|Order SUN-11463 · 1 piece|Return Garment Size Quantity What happens next');
    expect(text).toContain('R50001 Oxford shirt 16 1 Exchange for 17');
    expect(text).toContain('Send the parcel by 7 December 2026, and keep the receipt.');
    expect(text.indexOf('RETURN|To|Sundial Returns')).toBeGreaterThan(text.indexOf('We will email you'));
  });
});

describe.skipIf(!hasPdfReaders)('an invoice', () => {
  const line: InvoiceDocumentLine = {
    orderNumber: 'SUN-11463',
    name: 'Oxford shirt',
    sku: 'MER-OX-16',
    description: 'White, 16',
    quantity: 3,
    unitPriceMinor: 2_499,
    netMinor: 7_497,
    taxRate: 0.2,
    taxMinor: 1_499,
  };
  const zeroRated = { ...line, name: 'Safety helmet', sku: null, quantity: 1, netMinor: 2_499, taxRate: 0, taxMinor: 0 };
  const invoice: InvoiceDocument = {
    number: 'SUN-INV-000123',
    issuedOn: '2026-11-30',
    taxPointOn: '2026-11-24',
    seller: {
      name: 'Sundial Uniforms Ltd',
      address: ['Weaver Park', 'Bolton', 'BL1 4QR'],
      vatNumber: 'GB 123 4567 89',
      companyNumber: '01234567',
      bankName: 'Example Bank',
      bankIban: 'GB29NWBK60161331926819',
      bankBic: null,
    },
    buyer: { name: 'Meridian Resorts', address: ['1 Harbour Street', 'Plymouth'], vatNumber: null },
    orders: [{ orderNumber: 'SUN-11463', poNumber: '4711' }],
    currencyCode: 'GBP',
    lines: [line, zeroRated],
    kind: { name: 'invoice', dueOn: '2026-12-30', paymentTermDays: 30 },
  };

  it('shows all that a UK VAT invoice must show, and how to pay', async () => {
    const { pages, faults } = await readPdf(renderInvoice(input, invoice));

    expect(faults).toBe('');
    expect(linesOf(pages[0])).toEqual([
      'Invoice',
      'SUN-INV-000123',
      'From',
      'Sundial Uniforms Ltd',
      'Weaver Park',
      'Bolton',
      'BL1 4QR',
      'VAT number GB 123 4567 89',
      'Bill to',
      'Meridian Resorts',
      '1 Harbour Street',
      'Plymouth',
      'Invoice number',
      'SUN-INV-000123',
      'Invoice date',
      '30 November 2026',
      'Tax point',
      '24 November 2026',
      'Payment due',
      '30 December 2026',
      'Order',
      'SUN-11463',
      'PO number',
      '4711',
      'Description Quantity Unit price VAT rate Net amount',
      'Oxford shirt',
      'White, 16 · MER-OX-16',
      '3 £24.99 20% £74.97',
      'Safety helmet',
      'White, 16',
      '1 £24.99 0% £24.99',
      'Net total £99.96',
      'VAT 20% on £74.97 £14.99',
      'No VAT on £24.99 £0.00',
      'Total to pay £114.95',
      'How to pay',
      'Please pay within 30 days, by 30 December 2026, and give the invoice number as reference.',
      'Account name',
      'Sundial Uniforms Ltd',
      'Bank',
      'Example Bank',
      'IBAN',
      'GB29 NWBK 6016 1331 9268 19',
      'Payment reference',
      'SUN-INV-000123',
      'Sundial Uniforms Ltd, Weaver Park, Bolton, BL1 4QR · Company number 01234567 · VAT number GB 123 4567 89 Page 1 of 1',
    ]);
  });

  it('names order and PO number with each line when it covers several orders, and adds up over pages', async () => {
    const orders = [
      { orderNumber: 'SUN-11463', poNumber: '4711' },
      { orderNumber: 'SUN-11464', poNumber: '4712' },
    ];
    const lines = Array.from({ length: 120 }, (_, index) => ({ ...line, orderNumber: orders[index % 2]?.orderNumber ?? '' }));
    const { pages, faults } = await readPdf(renderInvoice(input, { ...invoice, orders, lines }));
    const text = pages.join('');

    expect(faults).toBe('');
    expect(text.match(/White, 16 · MER-OX-16 · Order SUN-11464 · PO 4712/g)).toHaveLength(60);
    expect(pages[0]).not.toContain('PO number');
    expect(text).toContain('Net total £8,996.40');
    expect(text).toContain('VAT 20% on £8,996.40 £1,798.80');
    expect(text).toContain('Total to pay £10,795.20');
    expect(pages.every((page, index) => page.includes(`Page ${index + 1} of ${pages.length}`))).toBe(true);
    expect(pages.every((page) => page.includes('VAT number GB 123 4567 89 Page'))).toBe(true);
  });

  it('is as a credit note without payment details, and names its invoice and reason', async () => {
    const { pages, info } = await readPdf(
      renderInvoice(input, {
        ...invoice,
        number: 'SUN-CN-000004',
        lines: [line],
        kind: { name: 'creditNote', invoiceNumber: 'SUN-INV-000123', invoiceIssuedOn: '2026-11-30', reason: 'Return R50001' },
      }),
    );
    const text = linesOf(pages[0]).join('|');

    expect(info).toContain('Title:           Credit note SUN-CN-000004');
    expect(text).toContain('Credits invoice|SUN-INV-000123 of 30|November 2026');
    expect(text).toContain('Reason|Return R50001');
    expect(text).toContain(
      'Total credited £89.96|This amount is credited against invoice SUN-INV-000123. There is nothing to pay.',
    );
    expect(text).not.toMatch(/Payment|Bank|IBAN|to pay £/);
  });
});

describe.skipIf(!hasPdfReaders)('an entitlement statement', () => {
  const movements = [
    { day: '2026-11-19', text: 'Reserved: Ashdown tailored jacket, 14 Regular', amount: -8500, balance: 13_500 },
    { day: '2026-10-01', text: 'Granted for Winter 2026', amount: 22_000, balance: 22_000 },
  ];
  const statement = {
    personName: 'Charlotte Wolstenholme-Pryce',
    employeeNumber: null,
    organisationName: 'Hallam Hotels',
    printedOn: '2026-11-24',
    currencyCode: 'GBP',
    periods: [
      {
        wardrobeName: 'Guest services',
        seasonName: 'Winter 2026',
        startsOn: '2026-10-01',
        endsOn: '2027-03-31',
        accounts: [
          { label: 'Budget', unit: 'money' as const, granted: 22_000, reserved: 8500, used: 0, left: 13_500, movements },
          { label: 'Shirts', unit: 'pieces' as const, granted: null, reserved: 0, used: 2, left: null, movements: [] },
        ],
      },
    ],
  };

  it('says what was granted, what is left and what happened', async () => {
    const { pages, faults } = await readPdf(renderStatement(input, statement));
    const text = linesOf(pages[0]).join('|');

    expect(faults).toBe('');
    expect(text).toContain(
      'Guest services: Winter 2026, from 1 October 2026 to 31 March 2027|Budget|Granted|£220.00|Reserved by orders|£85.00',
    );
    expect(text).toContain(
      'Date What happened Change Balance|19 November 2026 Reserved: Ashdown tailored jacket, 14 Regular −£85.00 £135.00',
    );
    expect(text).toContain('1 October 2026 Granted for Winter 2026 +£220.00 £220.00');
    expect(text).toContain(
      'Shirts (pieces)|Granted|No limit|Reserved by orders|0|Used|2|Left|No limit|Date What happened Change Balance|',
    );
  });

  it('says so when nothing has been granted', async () => {
    const { pages } = await readPdf(renderStatement(input, { ...statement, periods: [] }));

    expect(pages[0]).toContain('No uniform has been granted yet.');
  });
});
