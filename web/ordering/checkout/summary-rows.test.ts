import { describe, expect, it } from 'vitest';
import type { Summary } from './checkout-choices.ts';
import { describeLineChange, summaryRows } from './summary-rows.ts';

const summary = (over: Partial<Summary> = {}) =>
  ({
    requiresShipping: true,
    subTotal: 100,
    subTotalDiscount: 0,
    shipping: 5,
    paymentMethodAdditionalFee: 0,
    tax: 21,
    orderDiscount: 0,
    orderTotal: 126,
    entitlementValue: 0,
    payableValue: 126,
    taxRates: [{ rate: 20, value: 21 }],
    taxDisplayType: 10,
    currencyCode: 'GBP',
    items: [],
    charges: [],
    ...over,
  }) as unknown as Summary;
const listRows = (given: Summary) => summaryRows(given).map(({ label, value }) => `${label}: ${value}`);

describe('the amounts of a checkout', () => {
  it('name setting up designs beside the goods, as prices are shown', () => {
    const charges: Summary['charges'] = [
      { kind: 'setup', name: 'Set-up: logo, left chest (Polo)', inclTax: 14.4, exclTax: 12 },
      { kind: 'setup', name: 'Set-up: text, nape (Polo)', inclTax: 7.2, exclTax: 6 },
      { kind: 'question', name: 'Gift box', inclTax: 2.4, exclTax: 2 },
    ];
    const rows = (taxDisplayType: number, some: Summary['charges']) =>
      listRows(summary({ taxDisplayType, charges: some })).slice(1, 3);
    expect(rows(10, charges)).toEqual(['Set-up of 2 designs, once per order: £18.00', 'Gift box: £2.00']);
    expect(rows(0, charges.slice(1))).toEqual(['Set-up: text, nape (Polo): £7.20', 'Gift box: £2.40']);
  });

  it('add the tax if prices exclude it', () => {
    expect(listRows(summary())).toEqual([
      'Subtotal excl. tax: £100.00',
      'Delivery: £5.00',
      'Tax 20%: £21.00',
      'Total incl. tax: £126.00',
    ]);
  });

  it('show the tax within the total if prices include it', () => {
    expect(listRows(summary({ taxDisplayType: 0, subTotal: 120, shipping: 6 }))).toEqual([
      'Subtotal incl. tax: £120.00',
      'Delivery: £6.00',
      'Total: £126.00',
      'of which tax 20%: £21.00',
    ]);
  });

  it('take off what the entitlement covers', () => {
    expect(listRows(summary({ entitlementValue: 96, payableValue: 30 })).slice(-3)).toEqual([
      'Total incl. tax: £126.00',
      'Covered by entitlement: −£96.00',
      'To pay: £30.00',
    ]);
  });

  it('show every tax rate, discounts and fees where there are any', () => {
    const rates = [
      { rate: 20, value: 20 },
      { rate: 5, value: 1 },
      { rate: 0, value: 0 },
    ];
    const rows = listRows(summary({ taxRates: rates, subTotalDiscount: 10, paymentMethodAdditionalFee: 2, orderDiscount: 3 }));
    expect(rows).toContain('Tax 20%: £20.00');
    expect(rows).toContain('Tax 5%: £1.00');
    expect(rows).toContain('Discount: −£10.00');
    expect(rows).toContain('Payment fee: £2.00');
    expect(rows.join()).not.toContain('Tax 0');
  });

  it('show free delivery, and delivery that is not chosen yet', () => {
    expect(listRows(summary({ shipping: 0 }))).toContain('Delivery: Free');
    expect(listRows(summary({ shipping: null }))).toContain('Delivery: Not chosen yet');
  });
});

describe('a line that changed during the checkout', () => {
  const line = (over: object = {}) => ({ id: 1, quantity: 2, unitPrice: 10, ...over }) as Summary['items'][number];
  const before = summary({ items: [line()] });

  it('shows its previous quantity and price', () => {
    expect(describeLineChange(line(), before)).toBeUndefined();
    expect(describeLineChange(line(), undefined)).toBeUndefined();
    expect(describeLineChange(line({ quantity: 3 }), before)).toBe('was quantity 2');
    expect(describeLineChange(line({ unitPrice: 12, quantity: 3 }), before)).toBe('was quantity 2, £10.00 each');
    expect(describeLineChange(line({ id: 5 }), before)).toBe('new in the cart');
  });
});
