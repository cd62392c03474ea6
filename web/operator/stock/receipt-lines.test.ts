import { describe, expect, it } from 'vitest';
import {
  addScan,
  findReceiptBlocker,
  markRefusedLines,
  type ReceiptLine,
  resolveCode,
  type StockedGarment,
  setQuantity,
  toReceipt,
} from './receipt-lines.ts';

const polo: StockedGarment = {
  id: 7,
  productName: 'Harbour polo',
  sku: 'HP-NAVY-M',
  attributeDescription: 'Navy, M',
  shelf: 'B-12',
  onHand: 4,
};
const scanned = (...codes: string[]) => codes.reduce<ReceiptLine[]>(addScan, []);
const summary = (lines: readonly ReceiptLine[]) => lines.map(({ code, quantity }) => `${quantity} ${code}`);

describe('scanning', () => {
  it('adds one to the line of the same code, and puts new codes first', () => {
    expect(summary(scanned('A1', 'B2', ' a1 '))).toEqual(['1 B2', '2 A1']);
  });

  it('adds one to the line of the same barcode, whatever the scanner adds to it', () => {
    const lines = scanned('5060001010038', ']E05060001010038', '0105060001010038', ']C10105060001010038', '05060001010038');
    expect(summary(lines)).toEqual(['5 5060001010038']);
  });

  it('adds one to the line of a garment when its SKU is scanned after its barcode', () => {
    const lines = resolveCode(scanned('4006381333931'), '4006381333931', [polo]);
    expect(summary(addScan(lines, 'hp-navy-m'))).toEqual(['2 4006381333931']);
  });

  it('joins the lines of two codes that name one garment', () => {
    const lines = resolveCode(scanned('4006381333931', 'HP-NAVY-M', 'HP-NAVY-M'), '4006381333931', [polo]);
    expect(summary(resolveCode(lines, 'HP-NAVY-M', [polo]))).toEqual(['3 4006381333931']);
  });

  it('explains an unknown code and one of several garments at their line', () => {
    const lines = scanned('A1', 'B2');
    expect(resolveCode(lines, 'A1', []).map(({ problem }) => problem?.slice(0, 15))).toEqual([undefined, 'No garment has ']);
    expect(resolveCode(lines, 'B2', [polo, { ...polo, id: 8, sku: 'HP-NAVY-L' }])[0]?.problem).toMatch(/HP-NAVY-M, HP-NAVY-L/);
  });
});

describe('recording', () => {
  const lines = resolveCode(scanned('4006381333931'), '4006381333931', [polo]);
  it('needs lines, known codes, numbers of pieces and a delivery note', () => {
    expect(findReceiptBlocker('DN 1', [])).toMatch(/at least one/);
    expect(findReceiptBlocker('DN 1', resolveCode(scanned('A1'), 'A1', []))).toMatch(/unknown code/);
    expect(findReceiptBlocker('DN 1', setQuantity(lines, '4006381333931', 0))).toMatch(/1 to 100,000/);
    expect(findReceiptBlocker(' ', lines)).toMatch(/delivery note/);
    expect(findReceiptBlocker('DN 1', lines)).toBeUndefined();
  });

  it('names garments by SKU', () => {
    expect(toReceipt(' DN 1 ', lines)).toEqual({ reference: 'DN 1', items: [{ code: 'HP-NAVY-M', quantity: 1 }] });
  });

  it('shows at each line why it was refused', () => {
    const marked = markRefusedLines(scanned('A1', 'B2'), (field) =>
      field === 'items[1].code' ? 'No garment has the code A1.' : undefined,
    );
    expect(marked.map(({ problem }) => problem)).toEqual([undefined, 'No garment has the code A1.']);
  });
});
