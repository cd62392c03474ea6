import { expect, it } from 'vitest';
import {
  changeInvoiceFilters,
  readOperatorInvoiceFilters,
  toOperatorInvoicesQuery,
  writeOperatorInvoiceFilters,
} from './operator-invoice-filters.ts';

const read = (url: string) => readOperatorInvoiceFilters(new URLSearchParams(url));

it.each(['', 'status=overdue', 'search=SUN&page=2&organisation=3&sort=-open', 'status=open&sort=-issuedOn'])(
  'filters survive the URL "%s"',
  (url) => {
    expect(writeOperatorInvoiceFilters(read(url)).toString()).toBe(url);
  },
);

it('what is not valid in the URL is left out', () => {
  expect(read('organisation=-1&sort=lost')).toMatchObject({ organisationId: 0, sort: '-issuedOn' });
});

it('what is open is sorted by the day on which it is due, unless another order was chosen', () => {
  expect(changeInvoiceFilters(read('page=3'), { status: 'open' })).toMatchObject({ sort: 'dueOn', page: 0 });
  expect(changeInvoiceFilters(read('sort=-total'), { status: 'open' })).toMatchObject({ sort: '-total' });
  expect(toOperatorInvoicesQuery(read('status=overdue&organisation=2'))).toMatchObject({ organisationId: 2, sort: 'dueOn' });
});
