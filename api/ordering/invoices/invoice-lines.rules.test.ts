import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { computeRefund } from '../returns/returns.rules.ts';
import {
  type CreditableLine,
  createCreditLine,
  createInvoiceLines,
  type DocumentLine,
  divideCredit,
  type ShippedLine,
  totalLines,
} from './invoice-lines.rules.ts';

const price = fc.integer({ min: 1, max: 100_000 });
const rate = fc.constantFrom(0, 0.05, 0.175, 0.2);
const parts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const shippedLine = (overrides: Partial<ShippedLine>): ShippedLine => ({
  orderId: 1,
  orderLineId: 1,
  shipmentLineId: 1,
  name: 'Shirt',
  sku: null,
  description: '',
  quantity: 1,
  unitPriceMinor: 100,
  taxRate: 0.2,
  invoicedQuantity: 0,
  ...overrides,
});

it('however a line is shipped, its invoices have the tax of its pieces together', () => {
  fc.assert(
    fc.property(price, rate, parts, fc.boolean(), (unitPriceMinor, taxRate, quantities, isOneInvoice) => {
      const shipped = quantities.map((quantity, index) =>
        shippedLine({ unitPriceMinor, taxRate, quantity, invoicedQuantity: isOneInvoice ? 0 : sum(quantities.slice(0, index)) }),
      );
      const invoices = isOneInvoice ? [createInvoiceLines(shipped, [])] : shipped.map((line) => createInvoiceLines([line], []));
      const { netMinor, taxMinor } = totalLines(invoices.flat());
      expect(netMinor).toBe(unitPriceMinor * sum(quantities));
      expect(taxMinor).toBe(calculateTax(netMinor, taxRate));
    }),
  );
});

it('however a line is shipped of which a card pays some pieces, the others are invoiced first, with what its tax has left beside the card’s', () => {
  fc.assert(
    fc.property(price, rate, parts, fc.nat(), fc.boolean(), (unitPriceMinor, taxRate, quantities, byCard, isOneInvoice) => {
      const orderedQuantity = sum(quantities);
      const cardQuantity = byCard % (orderedQuantity + 1);
      const account = orderedQuantity - cardQuantity;
      const line = { unitPriceMinor, taxRate, accountQuantity: account, cardQuantity };
      const sent = quantities.map((quantity, index) =>
        shippedLine({
          ...line,
          quantity,
          invoicedQuantity: isOneInvoice ? 0 : Math.min(account, sum(quantities.slice(0, index))),
        }),
      );
      const lines = (isOneInvoice ? [sent] : sent.map((each) => [each])).flatMap((each) => createInvoiceLines(each, []));
      const taxOf = (pieces: number) => calculateTax(unitPriceMinor * pieces, taxRate);
      expect(sum(lines.map(({ quantity }) => quantity))).toBe(account);
      expect(totalLines(lines)).toMatchObject({
        netMinor: unitPriceMinor * account,
        taxMinor: taxOf(orderedQuantity) - taxOf(cardQuantity),
      });
    }),
  );
});

it('however a line is credited, the credit notes have its tax once everything is credited, and never more', () => {
  fc.assert(
    fc.property(price, rate, parts, (unitPriceMinor, taxRate, quantities) => {
      const [invoiced] = createInvoiceLines([shippedLine({ unitPriceMinor, taxRate, quantity: sum(quantities) })], []);
      let line = { ...invoiced, id: 1, creditedQuantity: 0, creditedNetMinor: 0, creditedTaxMinor: 0 } as CreditableLine;
      for (const quantity of quantities) {
        const credit = createCreditLine(line, { quantity });
        line = {
          ...line,
          creditedQuantity: line.creditedQuantity + quantity,
          creditedNetMinor: line.creditedNetMinor + (credit?.netMinor ?? 0),
          creditedTaxMinor: line.creditedTaxMinor + (credit?.taxMinor ?? 0),
        };
        expect(line.creditedTaxMinor).toBeLessThanOrEqual(line.taxMinor);
      }
      expect([line.creditedNetMinor, line.creditedTaxMinor]).toEqual([line.netMinor, line.taxMinor]);
      expect(createCreditLine(line, { quantity: 1 })).toBeUndefined();
    }),
  );
});

it('however pieces are sent and come back, a refund never has more tax than was invoiced, and all of them have exactly that', () => {
  fc.assert(
    fc.property(
      // Of pennies the tax of single pieces differs most from their share of the tax of a line.
      fc.oneof(price, fc.integer({ min: 1, max: 12 })),
      rate,
      parts,
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 20 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (unitMinor, taxRate, sent, returned, kinds, isOperatorCrediting) => {
        const invoiced = sent.map((quantity, index): CreditableLine => {
          const line = { unitPriceMinor: unitMinor, taxRate, quantity, invoicedQuantity: sum(sent.slice(0, index)) };
          const [invoice] = createInvoiceLines([shippedLine(line)], []);
          const nothing = { creditedQuantity: 0, creditedNetMinor: 0, creditedTaxMinor: 0 };
          return { ...(invoice as DocumentLine), id: index + 1, ...nothing };
        });
        let left = sum(sent);
        let refundedQuantity = 0;
        // With the last one everything has come back.
        for (const [index, wanted] of [...returned, Number.POSITIVE_INFINITY].entries()) {
          const pieces = Math.min(wanted, left);
          if (pieces === 0) break;
          const isReturn = !isOperatorCrediting || kinds[index % kinds.length] === true;
          const taxMinor = computeRefund({ unitMinor, taxRate, refundedQuantity }, pieces).refundTaxMinor;
          const credits = divideCredit(isReturn ? { quantity: pieces, taxMinor } : { quantity: pieces }, invoiced);
          if (!isOperatorCrediting) expect(sum(credits?.map(({ credit }) => credit.taxMinor) ?? [])).toBe(taxMinor);
          if (isReturn) refundedQuantity += pieces;
          left -= pieces;
          for (const line of invoiced) {
            expect(line.creditedTaxMinor).toBeLessThanOrEqual(line.taxMinor);
            expect(line.creditedTaxMinor).toBeGreaterThanOrEqual(0);
          }
        }
        for (const line of invoiced) expect(line.creditedTaxMinor).toBe(line.taxMinor);
      },
    ),
    { numRuns: 500 },
  );
});

it('the price adjustment of an answer is a line of its own', () => {
  const answer = {
    kind: 'question',
    orderId: 1,
    orderChargeId: 7,
    name: 'Gift box: Yes',
    chargeMinor: 250,
    taxMinor: 50,
    taxRate: 0.2,
  } as const;
  expect(createInvoiceLines([], [], [answer])).toMatchObject([
    { kind: 'question', name: 'Gift box: Yes', orderChargeId: 7, quantity: 1, netMinor: 250, taxMinor: 50 },
  ]);
});

it('delivery and fee are lines of their own, if they cost anything', () => {
  const charges = {
    orderId: 1,
    shippingMethod: 'Express',
    shippingMinor: 495,
    shippingTaxMinor: 99,
    feeMinor: 150,
    taxRate: 0.2,
  };
  expect(createInvoiceLines([], [charges])).toMatchObject([
    { kind: 'delivery', name: 'Delivery: Express', netMinor: 495, taxMinor: 99, taxRate: 0.2 },
    { kind: 'fee', netMinor: 150, taxMinor: 0, taxRate: 0 },
  ]);
  expect(createInvoiceLines([], [{ ...charges, shippingMinor: 0, shippingTaxMinor: 0, feeMinor: 0 }])).toEqual([]);
});
