import { describe, expect, it } from 'vitest';
import { hasPdfReaders, readPdf } from '../../testing/pdf-reader.ts';
import { type PackingSlip, renderPackingSlips } from './packing-slip.ts';

const input = { brand: { name: 'sundial', companyName: 'Sundial Uniforms' }, createdAt: new Date('2026-11-23T10:00:00Z') };
const shirt = { productName: 'Oxford shirt', description: 'White', size: '16', sku: 'MER-OX-16', quantity: 2 };
const jacket = { productName: 'Two-button jacket', description: 'Navy', size: '42 Long', sku: 'HAR-J-42L', quantity: 1 };
const slip: PackingSlip = {
  orderNumber: 'SUN-11463',
  organisationName: 'Meridian Resorts',
  wearer: { name: 'Niamh Dlamini', employeeNumber: '00712', department: null },
  destination: { name: 'Torbay Heights', lines: ['12 Sea View Road', '', 'Torquay', 'TQ1 2AB'] },
  delivery: { method: 'Next working day', collect: null },
  shippedOn: '2026-11-24',
  parcel: { number: 1, of: 2 },
  lines: [shirt, jacket],
  following: [{ ...jacket, expectedOn: '2026-12-09' }],
  returns: { until: '2026-12-24', host: 'sundial.example', hasOnlyIfFaulty: false },
  help: { email: 'help@sundial.example', phone: null },
};

describe.skipIf(!hasPdfReaders)('a packing slip', () => {
  it('says what is in the parcel, what follows and how to return, in reading order', async () => {
    const { pages, faults } = await readPdf(renderPackingSlips(input, [slip]));

    expect(faults).toBe('');
    expect(pages).toHaveLength(1);
    expect(pages[0]?.split('\n').filter(Boolean)).toEqual([
      'Packing slip',
      // The number below the barcode.
      'Order SUN-11463 SUN-11463',
      'Next working day',
      'Wearer',
      'Niamh Dlamini',
      'Employee number',
      '00712',
      'Organisation',
      'Meridian Resorts',
      'Sent on',
      '24 November 2026',
      'Parcel',
      '1 of 2',
      'Delivered to',
      'Torbay Heights',
      '12 Sea View Road',
      'Torquay',
      'TQ1 2AB',
      'In this parcel: 3 pieces',
      'Garment Size Quantity',
      'Oxford shirt',
      'White · MER-OX-16',
      '16 2',
      'Two-button jacket',
      'Navy · HAR-J-42L',
      '42 Long 1',
      'To follow: 1 piece',
      'Garment Size Quantity Expected',
      'Two-button jacket',
      'Navy',
      '42 Long 1 9 December 2026',
      'Does something not fit?',
      'Log in at sundial.example, open order SUN-11463 and select Return by 24 December 2026. You can',
      'exchange for another size. Print the return label and attach it to the parcel. Please send garments back',
      'unworn, with their labels.',
      'Questions? help@sundial.example',
      'Page 1 of 1',
    ]);
  });

  it('says that the order is complete, and what cannot be returned', async () => {
    const complete = { ...slip, following: [], returns: { ...slip.returns, until: null, hasOnlyIfFaulty: true } };
    const text = (await readPdf(renderPackingSlips(input, [complete]))).pages.join('');

    expect(text).toContain('Your order is complete with this parcel.');
    expect(text).not.toContain('To follow');
    expect(text).toContain('select Return. You can exchange');
    expect(text).toContain('Personalised and made-to-order garments can be returned only if they are faulty.');
  });

  it('begins on a page of its own for each wearer', async () => {
    const other = { ...slip, orderNumber: 'SUN-11464', wearer: { ...slip.wearer, name: 'Oluwaseun Adeyemi' } };
    const { pages, info } = await readPdf(renderPackingSlips(input, [slip, other]));

    expect(info).toContain('Title:           2 packing slips');
    expect(pages.map((page) => [/Wearer\n(.+)/.exec(page)?.[1], /Page .+/.exec(page)?.[0]])).toEqual([
      ['Niamh Dlamini', 'Page 1 of 1'],
      ['Oluwaseun Adeyemi', 'Page 1 of 1'],
    ]);
  });
});
