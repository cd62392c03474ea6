import { expect, it } from 'vitest';
import { readInvoiceFilters, toInvoicesExportQuery, toInvoicesQuery, writeInvoiceFilters } from './invoice-filters.ts';

it.each(['', 'status=overdue', 'search=10012&status=open&page=3&rows=50'])('filters survive the URL "%s"', (url) => {
  expect(writeInvoiceFilters(readInvoiceFilters(new URLSearchParams(url))).toString()).toBe(url);
});

it('what is not valid in the URL is left out', () => {
  const filters = readInvoiceFilters(new URLSearchParams('status=lost&page=-2&rows=7'));
  expect(filters).toEqual({ search: '', status: '', page: 0, rows: 25 });
});

it('the export has the filters of the list, and every page', () => {
  const filters = readInvoiceFilters(new URLSearchParams('search=10012&status=open&page=3'));
  expect(toInvoicesQuery(filters)).toEqual({ searchTerm: '10012', status: 'open', page: 2, limit: 25 });
  expect(toInvoicesExportQuery(filters)).toEqual({ searchTerm: '10012', status: 'open' });
});
