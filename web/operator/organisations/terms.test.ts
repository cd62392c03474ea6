import { expect, it } from 'vitest';
import { describeTermChanges, formatBytes, type Terms } from './terms.ts';

const TERMS: Terms = { creditLimit: 1000, creditHold: false, invoiceMode: 'shipment', paymentTermDays: null };
const SITUATION = { openAmount: 600, currencyCode: 'GBP', brandPaymentTermDays: 30 };

it.each<[Partial<Terms>, string[]]>([
  [{}, []],
  [
    { creditHold: true },
    ['No one in the organisation can order until the hold is lifted. Existing orders will still be shipped.'],
  ],
  [{ creditLimit: null }, ['Orders are no longer limited.']],
  [{ creditLimit: 700.1 }, ['Orders for £100.10 including tax can be placed until something is paid.']],
  [{ creditLimit: 0 }, ['£600.00 is open already, so nothing can be ordered on account. Existing orders will still be shipped.']],
  [{ invoiceMode: 'monthly' }, ['Parcels that leave from now on are on one invoice for each month.']],
  [{ paymentTermDays: 0 }, ['Invoices are due immediately. Invoices already issued stay as they are.']],
])('%j is explained', (change, sentences) => {
  expect(describeTermChanges(TERMS, { ...TERMS, ...change }, SITUATION)).toEqual(sentences);
});

it.each([
  [0, '0 bytes'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 3, '5 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
