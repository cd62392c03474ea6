import { describe, expect, it } from 'vitest';
import { hasPdfReaders, readPdf } from '../../testing/pdf-reader.ts';
import { type QuoteDocument, type QuoteDocumentLine, renderQuote } from './quote-document.ts';

const input = { brand: { name: 'sundial', companyName: 'Sundial Uniforms' }, createdAt: new Date('2026-11-30T10:00:00Z') };
const aLine = (line: Partial<QuoteDocumentLine> = {}): QuoteDocumentLine => ({
  place: '1',
  alternativeTo: null,
  name: 'Softshell jacket',
  attributeDescription: 'Navy, M',
  sku: 'HSJ-NVY-M',
  designs: ['Left chest: logo Meridian, embroidered'],
  quantity: 250,
  isOffered: true,
  unitMinor: 4150,
  setupMinor: 3500,
  leadTimeDays: 21,
  comments: '=1+1 <b>lined</b>',
  answer: 'In stock.',
  ...line,
});
const QUOTE: QuoteDocument = {
  number: 'Q70012',
  title: 'Softshells',
  version: 2,
  status: 'Quoted',
  requestedOn: '2026-11-24',
  answeredOn: '2026-11-30',
  requiredOn: '2027-03-01',
  validUntilOn: '2026-12-30',
  seller: { name: 'Sundial Uniforms Ltd', address: ['Bolton'] },
  personName: 'Zoë Quinn-Okafor',
  organisationName: 'Meridian Resorts',
  currencyCode: 'GBP',
  description: 'For the lifts.\nBoth of them.',
  notes: 'Thank you.',
  terms: 'Paid within 30 days.',
  lines: [
    aLine(),
    aLine({ place: '1a', alternativeTo: '1', sku: null, unitMinor: 3980, setupMinor: 0, leadTimeDays: 0, comments: null }),
    aLine({
      place: '2',
      name: 'Umbrella',
      attributeDescription: null,
      sku: null,
      designs: [],
      isOffered: false,
      unitMinor: null,
      setupMinor: null,
      leadTimeDays: null,
    }),
  ],
  totals: { totalMinor: 1_037_500, setupMinor: 3500 },
};
const linesOf = (page = '') => page.split('\n').filter(Boolean);
const textOf = async (quote: QuoteDocument) =>
  (await readPdf(renderQuote(input, quote))).pages.join('\n').replaceAll(/\s+/g, ' ');

describe.skipIf(!hasPdfReaders)('a quote', () => {
  it('names parties, dates, lines with designs and alternatives, total, notes and terms; texts stay text', async () => {
    const { pages, faults, info } = await readPdf(renderQuote(input, QUOTE));
    expect(faults).toBe('');
    expect(info).toMatch(/Tagged: +yes/);
    expect(linesOf(pages[0])).toEqual([
      ...[
        'Quote',
        'Q70012 · Softshells',
        'From',
        'Sundial Uniforms Ltd',
        'Bolton',
        'For',
        'Meridian Resorts',
        'Zoë Quinn-Okafor',
      ],
      ...['Quote number', 'Q70012', 'Version', '2', 'Date', '30 November 2026', 'Valid until', '30 December 2026'],
      ...[
        'Requested by',
        'Zoë Quinn-Okafor',
        'Requested on',
        '24 November 2026',
        'Needed by',
        '1 March 2027',
        'Status',
        'Quoted',
      ],
      ...['Request', 'For the lifts.', 'Both of them.'],
      ...['Line Description Quantity Lead time Unit price', 'excl. tax', 'Set-up excl.', 'tax', 'Amount excl.', 'tax'],
      ...['1 Softshell jacket', 'Navy, M · HSJ-NVY-M', 'Left chest: logo Meridian, embroidered'],
      ...['Comment: =1+1 <b>lined</b>', 'Answer: In stock.', '250 21 days £41.50 £35.00 £10,375.00'],
      ...['1a Softshell jacket', 'Alternative to line 1, not in the total', 'Navy, M', 'Left chest: logo Meridian, embroidered'],
      ...['Answer: In stock.', '250 At once £39.80 – £9,950.00'],
      ...['2 Umbrella', 'Not offered', 'Comment: =1+1 <b>lined</b>', 'Answer: In stock.', '250 – – – –'],
      ...['Total excl. tax £10,375.00', 'Plus set-up excl. tax £35.00'],
      'Unit prices include decoration. Set-up is charged once per order. Tax is added at the rate of the day of the',
      'order. Valid until the end of 30 December 2026.',
      ...['Notes', 'Thank you.', 'Terms', 'Paid within 30 days.'],
      'Sundial Uniforms Ltd, Bolton Page 1 of 1',
    ]);
  });

  it('is a request before it is answered', async () => {
    const text = await textOf({
      ...QUOTE,
      ...{ version: 0, status: 'Submitted', answeredOn: null, validUntilOn: null, notes: null, terms: null, totals: null },
      lines: [aLine({ isOffered: null, unitMinor: null, setupMinor: null, leadTimeDays: null, answer: null })],
    });
    expect(text).toMatch(/^Request for a quote Q70012/);
    expect(text).toContain('Line Description Quantity 1 Softshell jacket');
    expect(text).not.toMatch(/£|Version|Total|Valid until|Terms/);
  });

  it('has no amounts for people who see no prices', async () => {
    const text = await textOf({ ...QUOTE, totals: null, lines: [aLine({ unitMinor: null, setupMinor: null })] });
    expect(text).toContain('Line Description Quantity Lead time 1 Softshell jacket');
    expect(text).not.toMatch(/£|excl\. tax/);
  });

  it('keeps two hundred lines and long texts whole over its pages', async () => {
    const places = Array.from({ length: 200 }, (_, index) => String(index + 1));
    const long = (word: string) =>
      Array.from({ length: 160 }, (_, index) => `${word}${index}`)
        .join(' ')
        .slice(0, 1000);
    const { pages, faults } = await readPdf(
      renderQuote(input, {
        ...QUOTE,
        terms: Array.from({ length: 600 }, (_, index) => `t${index}`).join(' '),
        lines: places.map((place) =>
          aLine({ place, name: `Jacket ${place}`, ...(place === '77' && { comments: long('c'), answer: long('a') }) }),
        ),
      }),
    );
    const text = pages.join('\n').replaceAll(/\s+/g, ' ');
    expect(faults).toBe('');
    for (const place of places) expect(text).toContain(`${place} Jacket ${place} `);
    expect(text).toContain(long('c'));
    expect(text).toContain(long('a'));
    expect(text).toContain('t598 t599');
    expect(pages.slice(1, -2).every((page) => page.includes('Line Description'))).toBe(true);
  });
});
