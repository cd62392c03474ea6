import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { listFreeTexts } from './free-texts.ts';
import { contract } from './index.ts';

const textsOf = ({ body, form }: Endpoint) =>
  [body, form].flatMap((schema) => (schema ? listFreeTexts(schema).map((path) => path.join('.').replaceAll('.[]', '[]')) : []));
const calls = Object.entries(contract) as [string, Endpoint][];

it.each([
  ['POST /api/checkoutsummary', 'comments'],
  ['POST /api/setpaymentform', 'comments'],
  ['POST /api/orders/approvereject', 'rejectReason'],
  ['POST /api/orders/:id/cancel', 'reason'],
  ['POST /api/returnrequest', 'comments'],
  ['POST /api/quote/:id/message', 'text'],
  ['POST /api/proofs/:id/decision', 'comment'],
  ['POST /api/entitlement/timerequests', 'reason'],
  ['POST /api/operator/cardpayments/:id/refund', 'reason'],
  ['POST /api/operator/cardpayments/:id/reject', 'reason'],
  ['POST /api/operator/orders/:id/lines/cancel', 'reason'],
  ['POST /api/operator/returns/:id/decide', 'reason'],
  ['POST /api/operator/invoices/:id/credit', 'reason'],
  ['PUT /api/operator/quotes/:id', 'internalNote'],
])('%s looks for numbers of cards in %s', (call, name) =>
  expect(
    textsOf((contract as Record<string, Endpoint>)[call] as Endpoint).some((path) => path.split(/[.[\]]/).includes(name)),
  ).toBe(true),
);

it('looks into no number of a purchase order, garment, phone, parcel or employee', () => {
  const names = new Set(
    calls.flatMap(([, endpoint]) => textsOf(endpoint).map((path) => path.replaceAll('[]', '').split('.').at(-1))),
  );
  const numbers = [
    'poNumber',
    'sku',
    'gtin',
    'phoneNumber',
    'faxNumber',
    'trackingNumber',
    'trackingUrl',
    'employeeNumber',
    'reference',
    'code',
    'codes',
  ];
  expect(numbers.filter((name) => names.has(name))).toEqual([]);
  expect([...names].toSorted()).toMatchInlineSnapshot(`
    [
      "answer",
      "careNote",
      "collectFrom",
      "comment",
      "comments",
      "defaultValue",
      "description",
      "helpText",
      "internalNote",
      "name",
      "note",
      "notes",
      "openingHours",
      "reason",
      "rejectReason",
      "terms",
      "text",
      "textPrompt",
      "title",
    ]
  `);
});
