import type { QueryOf } from '#contract/index.ts';
import {
  type InvoiceFilters,
  readInvoiceFilters,
  toInvoicesQuery,
  writeInvoiceFilters,
} from '#web/ordering/invoices/invoice-filters.ts';

/** In which orders the list can be sorted by its headings: on the first click, and on the second. */
export const INVOICE_SORTS = {
  number: ['-number', 'number'],
  organisation: ['organisation', '-organisation'],
  issuedOn: ['-issuedOn', 'issuedOn'],
  dueOn: ['dueOn', '-dueOn'],
  total: ['-total', 'total'],
  open: ['-open', 'open'],
} as const;

export type InvoiceSort = (typeof INVOICE_SORTS)[keyof typeof INVOICE_SORTS][number];

/** The filters of the operators' list of invoices, as its URL holds them. */
export interface OperatorInvoiceFilters extends InvoiceFilters {
  /** 0: all. */
  organisationId: number;
  sort: InvoiceSort;
}

/** What is open is listed with the longest due first. */
const defaultSort = (status: InvoiceFilters['status']): InvoiceSort =>
  status === 'open' || status === 'overdue' ? 'dueOn' : '-issuedOn';

const SORTS: readonly InvoiceSort[] = Object.values(INVOICE_SORTS).flat();

/** Reads the filters from the URL; what is not valid is left out. */
export function readOperatorInvoiceFilters(search: URLSearchParams): OperatorInvoiceFilters {
  const filters = readInvoiceFilters(search);
  const organisationId = Number(search.get('organisation') ?? 0);
  return {
    ...filters,
    organisationId:
      Number.isInteger(organisationId) && organisationId > 0 && organisationId <= 2_147_483_647 ? organisationId : 0,
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? defaultSort(filters.status),
  };
}

/** The URL of filters; defaults are left out. */
export function writeOperatorInvoiceFilters({ organisationId, sort, ...filters }: OperatorInvoiceFilters): URLSearchParams {
  const search = writeInvoiceFilters(filters);
  if (organisationId > 0) search.set('organisation', String(organisationId));
  if (sort !== defaultSort(filters.status)) search.set('sort', sort);
  return search;
}

/** The filters after a change: another status has its own default order. */
export function changeInvoiceFilters(
  filters: OperatorInvoiceFilters,
  part: Partial<OperatorInvoiceFilters>,
): OperatorInvoiceFilters {
  const isDefault = filters.sort === defaultSort(filters.status);
  const changed = { ...filters, page: 0, ...part };
  return { ...changed, sort: part.sort ?? (isDefault ? defaultSort(changed.status) : filters.sort) };
}

/** The query of the list. */
export const toOperatorInvoicesQuery = ({
  organisationId,
  sort,
  ...filters
}: OperatorInvoiceFilters): QueryOf<'GET /api/operator/invoices'> => ({
  ...toInvoicesQuery(filters),
  ...(organisationId > 0 && { organisationId }),
  sort,
});
