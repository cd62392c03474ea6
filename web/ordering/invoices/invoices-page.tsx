import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { apiQuery, download } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import {
  INVOICE_ROWS,
  INVOICE_STATUSES,
  type InvoiceFilters,
  readInvoiceFilters,
  toInvoicesExportQuery,
  toInvoicesQuery,
  writeInvoiceFilters,
} from './invoice-filters.ts';
import { InvoiceTotals } from './invoice-totals.tsx';
import css from './invoices.module.css';
import { InvoiceCards, InvoicesTable } from './invoices-table.tsx';
import { StatementButton } from './statement-dialog.tsx';

/** Invoices and credit notes of the organisation, with filters, sums and export. */
export function InvoicesPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readInvoiceFilters(search);
  const caller = useCaller();
  const isNarrow = useIsNarrow(768);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/invoices', { query: toInvoicesQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const change = (part: Partial<InvoiceFilters>) =>
    setSearch(writeInvoiceFilters({ ...filters, page: 0, ...part }), { preventScrollReset: true });

  return (
    <>
      <PageHeader title="Invoices" above={<OrdersNav />} />
      <div className={css.bar}>
        <SearchInput
          className={css.search}
          label="Search invoices"
          placeholder="Invoice, order or PO number"
          value={filters.search}
          onSearch={(text) => change({ search: text })}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box */}
        <div className={css.toggles} role="group" aria-label="Status">
          {INVOICE_STATUSES.map(({ id, label }) => (
            <Toggle key={id} pressed={filters.status === id} onChange={(pressed) => change({ status: pressed ? id : '' })}>
              {label}
            </Toggle>
          ))}
        </div>
        {caller?.adminableOrganisationGroupIds.length === 0 && (
          <StatementButton file={(month) => download('GET /api/invoices/statement', { query: { month } })} />
        )}
        {/* The server refuses exports while someone orders for another person. */}
        {caller?.impersonatedCustomer === null && (
          <DownloadButton
            disabled={!data || data.totalCount === 0}
            file={() => download('GET /api/invoices/exporttoexcel', { query: toInvoicesExportQuery(filters) })}
          >
            Export to Excel
          </DownloadButton>
        )}
      </div>
      {!data ? (
        <Card flush>
          {error ? (
            <ErrorState title="Your invoices could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading invoices">
              <SkeletonRows rows={10} height={60} />
            </PageLoading>
          )}
        </Card>
      ) : data.invoices.length === 0 ? (
        <Card>
          <EmptyState title={filters.search || filters.status ? 'No matching invoices' : 'No invoices yet'}>
            {filters.search || filters.status
              ? 'Try another number, or choose another status.'
              : 'Invoices appear here once your orders are on their way.'}
          </EmptyState>
        </Card>
      ) : (
        <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
          {isNarrow ? <InvoiceCards invoices={data.invoices} /> : <InvoicesTable invoices={data.invoices} />}
          <InvoiceTotals count={data.totalCount} totals={data.totals} />
          <Pager
            page={filters.page}
            limit={filters.rows}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'invoice' : 'invoices'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
            limits={INVOICE_ROWS}
            onLimit={(rows) => change({ rows })}
          />
        </div>
      )}
    </>
  );
}
