import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { INVOICE_ROWS, INVOICE_STATUSES } from '#web/ordering/invoices/invoice-filters.ts';
import { InvoiceTotals } from '#web/ordering/invoices/invoice-totals.tsx';
import invoices from '#web/ordering/invoices/invoices.module.css';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import { ListFrame } from '../list-frame.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import css from './invoices-page.module.css';
import { OperatorInvoiceCards, OperatorInvoicesTable } from './invoices-table.tsx';
import {
  changeInvoiceFilters,
  type OperatorInvoiceFilters,
  readOperatorInvoiceFilters,
  toOperatorInvoicesQuery,
  writeOperatorInvoiceFilters,
} from './operator-invoice-filters.ts';

/** Invoices and credit notes of all organisations of the operator's brands. */
export function OperatorInvoicesPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readOperatorInvoiceFilters(search);
  const isNarrow = useIsNarrow(900);
  const query = useQuery({
    ...operatorQuery('GET /api/operator/invoices', { query: toOperatorInvoicesQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, isFetching } = query;
  const change = (part: Partial<OperatorInvoiceFilters>) =>
    setSearch(writeOperatorInvoiceFilters(changeInvoiceFilters(filters, part)), { preventScrollReset: true });
  const isFiltered = filters.search !== '' || filters.status !== '' || filters.organisationId > 0;

  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <Button component={Link} to={operatorPaths.organisations} variant="default">
            Credit and billing
          </Button>
        }
      />
      <div className={css.bar}>
        <SearchInput
          className={css.search}
          label="Search invoices"
          placeholder="Invoice, order or PO number"
          value={filters.search}
          onSearch={(text) => change({ search: text })}
        />
        <div className={css.organisation}>
          <OrganisationSelect
            label="Organisation"
            none="All organisations"
            value={filters.organisationId}
            onChange={(organisationId) => change({ organisationId })}
          />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box */}
        <div className={invoices.toggles} role="group" aria-label="Status">
          {INVOICE_STATUSES.map(({ id, label }) => (
            <Toggle key={id} pressed={filters.status === id} onChange={(pressed) => change({ status: pressed ? id : '' })}>
              {label}
            </Toggle>
          ))}
        </div>
      </div>
      <ListFrame
        query={query}
        name="invoices"
        skeleton={{ rows: 10, height: 44 }}
        empty={(data) =>
          data.invoices.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No matching invoices' : 'No invoices yet'}
              action={
                isFiltered && (
                  <Button variant="default" onClick={() => setSearch(new URLSearchParams())}>
                    Show all invoices
                  </Button>
                )
              }
            >
              {isFiltered
                ? 'Try another number, or choose another status or organisation.'
                : 'An invoice is issued within minutes after a parcel has left, or once a month where the organisation is billed monthly.'}
            </EmptyState>
          ) : undefined
        }
      >
        {(data) => (
          <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
            {isNarrow ? (
              <OperatorInvoiceCards invoices={data.invoices} />
            ) : (
              <OperatorInvoicesTable invoices={data.invoices} sort={filters.sort} onSort={(sort) => change({ sort })} />
            )}
            {data.totals && <InvoiceTotals count={data.totalCount} totals={data.totals} />}
            <Pager
              page={filters.page}
              limit={filters.rows}
              totalCount={data.totalCount}
              noun={data.totalCount === 1 ? 'document' : 'documents'}
              onPage={(page) => {
                change({ page });
                scrollTo({ top: 0 });
              }}
              limits={INVOICE_ROWS}
              onLimit={(rows) => change({ rows })}
            />
          </div>
        )}
      </ListFrame>
    </>
  );
}
