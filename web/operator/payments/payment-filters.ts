import type { QueryOf } from '#contract/index.ts';

/** The filters of the list of payments, as its URL holds them. */
export interface PaymentFilters {
  search: string;
  /** 0: all. */
  organisationId: number;
  hasCredit: boolean;
  /** Whether the form that records a payment is open; links from other pages open it. */
  isRecording: boolean;
  page: number;
  rows: number;
}

export const PAYMENT_ROWS = [10, 25, 50, 100] as const;
const DEFAULT_ROWS = 25;

const readNumber = (text: string | null, max: number) => {
  const value = Number(text ?? 0);
  return Number.isInteger(value) && value > 0 && value <= max ? value : 0;
};

/** Reads the filters from the URL; what is not valid is left out. */
export function readPaymentFilters(search: URLSearchParams): PaymentFilters {
  return {
    search: (search.get('search') ?? '').slice(0, 100),
    organisationId: readNumber(search.get('organisation'), 2_147_483_647),
    hasCredit: search.get('credit') === 'left',
    isRecording: search.has('record'),
    page: Math.max(readNumber(search.get('page'), 10_000) - 1, 0),
    rows: PAYMENT_ROWS.find((rows) => rows === readNumber(search.get('rows'), 100)) ?? DEFAULT_ROWS,
  };
}

/** The URL of filters; defaults are left out. */
export const writePaymentFilters = ({ search, organisationId, hasCredit, isRecording, page, rows }: PaymentFilters) =>
  new URLSearchParams({
    ...(search && { search }),
    ...(organisationId > 0 && { organisation: String(organisationId) }),
    ...(hasCredit && { credit: 'left' }),
    ...(isRecording && { record: '' }),
    ...(page > 0 && { page: String(page + 1) }),
    ...(rows !== DEFAULT_ROWS && { rows: String(rows) }),
  });

/** The query of the list. */
export const toPaymentsQuery = (filters: PaymentFilters): QueryOf<'GET /api/operator/payments'> => ({
  ...(filters.search && { searchTerm: filters.search }),
  ...(filters.organisationId > 0 && { organisationId: filters.organisationId }),
  ...(filters.hasCredit && { hasCredit: true }),
  page: filters.page,
  limit: filters.rows,
});
