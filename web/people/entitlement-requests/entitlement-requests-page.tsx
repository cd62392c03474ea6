import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import card from '../card-list.module.css';
import { CARDS_PER_PAGE, CardList, useFocusNextCard } from '../card-list.tsx';
import { type RequestStatus, type RequestsView, readRequestsView, writeRequestsView } from './entitlement-requests-url.ts';
import { RequestCard } from './request-card.tsx';

const LABELS: Readonly<Record<RequestStatus | 'all', string>> = {
  open: 'Waiting for a decision',
  granted: 'Granted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  all: 'All',
};

/** The requests for more of the people whom an administrator manages. */
export function EntitlementRequestsPage() {
  const [search, setSearch] = useSearchParams();
  const { status, page } = readRequestsView(search);
  const show = (change: Partial<RequestsView>) => setSearch(writeRequestsView({ status, page: 0, ...change }));
  const { list, focusNext } = useFocusNextCard();
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/entitlement/requests', { query: { page, limit: CARDS_PER_PAGE, ...(status && { status }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Requests" above={<PeopleNav />}>
        People who ask for more of their uniform than they are owed.
      </PageHeader>
      <div ref={list}>
        <div className={card.bar}>
          <NativeSelect
            className={card.which}
            aria-label="Which requests"
            rightSection={<DownIcon size={16} />}
            value={status || 'all'}
            data={Object.entries(LABELS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => show({ status: value === 'all' ? '' : (value as RequestStatus) })}
          />
        </div>
        <CardList
          of={['request', 'requests']}
          label={`Requests: ${LABELS[status || 'all']}`}
          totalCount={data?.totalCount}
          onThisPage={data?.requests.length ?? 0}
          error={error}
          isStale={isPlaceholderData && isFetching}
          page={page}
          onPage={(next) => show({ page: next })}
          onRetry={() => void refetch()}
          empty={
            <EmptyState title={status === 'open' ? 'No requests waiting' : 'No requests yet'}>
              People can ask for more in their uniform builder and in their statement. Their requests will appear here, and you
              will receive an email.
            </EmptyState>
          }
        >
          {data?.requests.map((request, index) => (
            <RequestCard
              key={request.id}
              request={request}
              currencyCode={data.currencyCode}
              onDecided={() => status === 'open' && focusNext(index)}
            />
          ))}
        </CardList>
      </div>
    </>
  );
}
