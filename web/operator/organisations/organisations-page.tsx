import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import invoices from '#web/ordering/invoices/invoices.module.css';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './organisations.module.css';

type Organisation = ReplyOf<'GET /api/operator/organisations'>['organisations'][number];

const ROWS = 50;

/** The organisations of the operator's brands with their credit and billing. */
export function OrganisationsPage() {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').slice(0, 100);
  const onHold = params.get('hold') === 'on';
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1) - 1;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/organisations', {
      query: { page, limit: ROWS, ...(search && { searchTerm: search }), ...(onHold && { onHold }) },
    }),
    placeholderData: keepPreviousData,
  });
  const change = (part: { search?: string; onHold?: boolean; page?: number }) => {
    const next = { search, onHold, page: 0, ...part };
    setParams(
      {
        ...(next.search && { search: next.search }),
        ...(next.onHold && { hold: 'on' }),
        ...(next.page > 0 && { page: String(next.page + 1) }),
      },
      { preventScrollReset: true },
    );
  };
  return (
    <>
      <PageHeader title="Credit and billing">Credit limit, hold and invoicing of each organisation.</PageHeader>
      <div className={css.bar}>
        <SearchInput
          className={css.search}
          label="Search organisations"
          placeholder="Name"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <Toggle pressed={onHold} onChange={(pressed) => change({ onHold: pressed })}>
          On hold
        </Toggle>
      </div>
      <Card flush>
        {!data ? (
          error ? (
            <ErrorState title="The organisations could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading organisations">
              <SkeletonRows rows={8} height={44} />
            </PageLoading>
          )
        ) : data.organisations.length === 0 ? (
          <EmptyState title={search || onHold ? 'No matching organisations' : 'No organisations yet'}>
            {onHold ? 'No organisation that matches is on hold.' : 'Organisations of your brands are listed here.'}
          </EmptyState>
        ) : (
          <ul className={css.list} aria-label="Organisations">
            {data.organisations.map((organisation) => (
              <Row key={organisation.id} organisation={organisation} />
            ))}
          </ul>
        )}
      </Card>
      <Pager
        page={page}
        limit={ROWS}
        totalCount={data?.totalCount ?? 0}
        noun="organisations"
        onPage={(next) => change({ page: next })}
      />
    </>
  );
}

function Row({ organisation }: { organisation: Organisation }) {
  const { id, name, companyName, creditHold, creditLimit, openAmount, currencyCode, invoiceMode } = organisation;
  const isExceeded = creditLimit !== null && openAmount > creditLimit;
  return (
    <li className={css.row}>
      <div className={css.name}>
        <Link to={operatorPaths.organisation(id)} className={invoices.link}>
          {name}
        </Link>
        <span className={list.quiet}>
          {companyName} · {invoiceMode === 'monthly' ? 'monthly invoice' : 'invoice for each shipment'}
        </span>
      </div>
      <span className={css.badges}>
        {creditHold && <StatusBadge tone="danger">On hold</StatusBadge>}
        {isExceeded && <StatusBadge tone="warning">Limit exceeded</StatusBadge>}
      </span>
      <span className={css.amount}>
        {formatMoney(openAmount, currencyCode)} open
        <span className={list.line}>{creditLimit === null ? 'No limit' : `Limit ${formatMoney(creditLimit, currencyCode)}`}</span>
      </span>
    </li>
  );
}
