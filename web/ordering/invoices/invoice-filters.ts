import type { QueryOf } from '#contract/index.ts';

/** The filters of the list of invoices, as its URL holds them. */
export interface InvoiceFilters {
  search: string;
  status: '' | 'open' | 'overdue' | 'paid' | 'credit';
  page: number;
  rows: number;
}

export const INVOICE_ROWS = [10, 25, 50, 100] as const;
const DEFAULT_ROWS = 25;

export const INVOICE_STATUSES = [
  { id: 'open', label: 'Open' },
  { id: 'overdue', label: 'Overdue' },
  { id: 'paid', label: 'Paid' },
  { id: 'credit', label: 'Credit notes' },
] as const;

const readNumber = (text: string | null, fallback: number) => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value <= 10_000 ? value : fallback;
};

/** Reads the filters from the URL; what is not valid is left out. */
export function readInvoiceFilters(search: URLSearchParams): InvoiceFilters {
  const status = INVOICE_STATUSES.find(({ id }) => id === search.get('status'))?.id ?? '';
  return {
    search: (search.get('search') ?? '').slice(0, 100),
    status,
    page: readNumber(search.get('page'), 1) - 1,
    rows: INVOICE_ROWS.find((rows) => rows === readNumber(search.get('rows'), DEFAULT_ROWS)) ?? DEFAULT_ROWS,
  };
}

/** The URL of filters; defaults are left out. */
export function writeInvoiceFilters({ search, status, page, rows }: InvoiceFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search && { search }),
    ...(status && { status }),
    ...(page > 0 && { page: String(page + 1) }),
    ...(rows !== DEFAULT_ROWS && { rows: String(rows) }),
  });
}

/** The query of the list. */
export const toInvoicesQuery = ({ search, status, page, rows }: InvoiceFilters): QueryOf<'GET /api/invoices'> => ({
  ...toInvoicesExportQuery({ search, status }),
  page,
  limit: rows,
});

/** The query of the export: all pages. */
export const toInvoicesExportQuery = ({
  search,
  status,
}: Pick<InvoiceFilters, 'search' | 'status'>): QueryOf<'GET /api/invoices/exporttoexcel'> => ({
  ...(search && { searchTerm: search }),
  ...(status && { status }),
});
