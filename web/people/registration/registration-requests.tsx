import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import css from '../card-list.module.css';
import { CARDS_PER_PAGE, CardList, NoPeopleMatch, useFocusNextCard } from '../card-list.tsx';
import { RegistrationRequestCard } from './registration-request-card.tsx';
import type { RegistrationSectionProps } from './registrations-url.ts';

import { createRegistrationsView, type RequestState } from './registrations-url.ts';

const labels: Record<RequestState | 'all', string> = {
  waiting: 'Waiting for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
  registered: 'Registered without approval',
  all: 'All',
};

/** Registration requests with search and status filter; waiting requests can be approved or rejected. */
export function RegistrationRequests({ view, onViewChange }: RegistrationSectionProps) {
  const { state, search, page } = view;
  const { list, focusNext } = useFocusNextCard();
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/registrationrequests', {
      query: { page, limit: CARDS_PER_PAGE, ...(state && { state }), ...(search && { query: search }) },
    }),
    placeholderData: keepPreviousData,
  });

  return (
    <div ref={list}>
      <div className={css.bar}>
        <SearchInput
          className={css.search}
          label="Search requests"
          placeholder="Name, email or employee number"
          value={search}
          onSearch={(query) => onViewChange({ search: query }, { replace: true })}
        />
        <NativeSelect
          className={css.which}
          aria-label="Which requests"
          rightSection={<DownIcon size={16} />}
          value={state || 'all'}
          data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => onViewChange({ state: value === 'all' ? '' : (value as RequestState) })}
        />
      </div>
      <CardList
        of={['request', 'requests']}
        label={`Requests, newest first: ${labels[state || 'all']}`}
        totalCount={data?.totalCount}
        onThisPage={data?.registrationRequests.length ?? 0}
        error={error}
        isStale={isPlaceholderData && isFetching}
        page={page}
        onPage={(next) => onViewChange({ page: next })}
        onRetry={() => void refetch()}
        empty={<NoRequests view={view} onViewChange={onViewChange} />}
      >
        {data?.registrationRequests.map((request, index) => (
          <RegistrationRequestCard key={request.id} request={request} onDecided={() => focusNext(index)} />
        ))}
      </CardList>
    </div>
  );
}

function NoRequests({ view: { state, search }, onViewChange }: RegistrationSectionProps) {
  if (search !== '') return <NoPeopleMatch onClear={() => onViewChange({ search: '' })} />;
  return (
    <EmptyState
      title={state === 'waiting' ? 'No requests waiting' : 'No requests yet'}
      action={
        <Button variant="default" onClick={() => onViewChange(createRegistrationsView('links'))}>
          View registration links
        </Button>
      }
    >
      Requests from people who register with a link that needs approval will appear here.
    </EmptyState>
  );
}
