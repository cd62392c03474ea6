import { describe, expect, it } from 'vitest';
import { findRangeEditProblem, type RangeEditFormValues, toRangeEditPayload } from './range-edit-form.ts';
import { findPreviewBlocker, formatCataloguePrice, parseAmount, parseSignedPercent } from './range-labels.ts';

const untouched: RangeEditFormValues = {
  published: '',
  featured: '',
  price: '',
  figure: '',
  businessAreaIds: { mode: '', ids: [] },
  jobRoleIds: { mode: '', ids: [] },
  collectionIds: { mode: '', ids: [] },
  customerRoleIds: { mode: '', ids: [] },
};

describe('labels and figures', () => {
  it.each([
    ['12,5', 12.5],
    [' 3 ', 3],
    ['1.234', undefined],
    ['-1', undefined],
    ['', undefined],
  ])('reads %j as %s', (typed, expected) => expect(parseAmount(typed)).toBe(expected));

  it.each([
    ['7.5', 7.5],
    ['+7,5', 7.5],
    ['-10', -10],
    ['− 10', -10],
    ['ten', undefined],
  ])('reads the percentage %j as %s', (typed, expected) => expect(parseSignedPercent(typed)).toBe(expected));

  it('show the catalogue price of a product', () => {
    expect([
      formatCataloguePrice(null, null, 'GBP'),
      formatCataloguePrice(5, null, 'GBP'),
      formatCataloguePrice(5, 7.5, 'GBP'),
    ]).toEqual(['On request', '£5.00', '£5.00 – £7.50']);
  });
});

describe('the bulk edit form', () => {
  it.each<[string, Partial<RangeEditFormValues>, string | undefined]>([
    ['nothing', {}, ''],
    ['a price without a figure', { price: 'amount', figure: 'x' }, 'figure'],
    ['more than all off', { price: 'down', figure: '101' }, 'figure'],
    ['a restriction without options', { jobRoleIds: { mode: 'add', ids: [] } }, 'jobRoleIds'],
    ['clearing a restriction', { jobRoleIds: { mode: 'clear', ids: [] } }, undefined],
    ['unpublishing', { published: 'no' }, undefined],
  ])('with %s is validated', (_, values, field) => expect(findRangeEditProblem({ ...untouched, ...values })?.field).toBe(field));

  it('sends only what is chosen', () => {
    expect(
      toRangeEditPayload({
        ...untouched,
        ...{ published: 'no', price: 'down', figure: '2,5' },
        ...{ collectionIds: { mode: 'add', ids: [1] }, customerRoleIds: { mode: 'clear', ids: [35] } },
      }),
    ).toEqual({ published: false, price: { percent: -2.5 }, collections: { add: [1] }, customerRoles: { clear: true } });
  });
});

describe('a preview of prices', () => {
  const refusals = (count: number) => [{ reason: 'Your supplier sets your organisation’s prices.', count }];
  const keeps = 'No prices would change.';

  it.each([
    ['without a change of prices', { total: 4, changed: 0, sourceChanged: 0, refusals: [] }, { price: { percent: 0 } }, keeps],
    [
      'with some refused and the rest unchanged',
      { total: 4, changed: 0, sourceChanged: 0, refusals: refusals(2) },
      { price: { percent: 0 } },
      keeps,
    ],
    [
      'with all refused',
      { total: 4, changed: 0, sourceChanged: 0, refusals: refusals(4) },
      { published: true, price: {} },
      'None of these products can be changed.',
    ],
    [
      'with a change beside the price',
      { total: 4, changed: 0, sourceChanged: 0, refusals: [] },
      { published: true, price: { percent: 0 } },
      undefined,
    ],
    [
      'with the same price as a price of one’s own',
      { total: 4, changed: 0, sourceChanged: 1, refusals: [] },
      { price: { amount: 12 } },
      undefined,
    ],
    ['with one price', { total: 4, changed: 1, sourceChanged: 0, refusals: refusals(3) }, { price: { percent: 5 } }, undefined],
  ] as const)('%s says whether anything would change', (_, preview, change, sentence) => {
    expect(findPreviewBlocker({ ...preview, refusals: [...preview.refusals] }, change)).toBe(sentence);
  });
});
