import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { DownIcon } from '../ui/icons.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { EmptyState } from '../ui/states.tsx';
import { pageSize, type RequestState, startOf } from './registration-address.ts';
import { NobodyMatches, RegistrationList, useMoveOn } from './registration-list.tsx';
import { RegistrationRequestCard } from './registration-request-card.tsx';
import css from './registrations-page.module.css';
import type { SectionProps } from './registrations-page.tsx';

const labels: Record<RequestState | 'all', string> = {
  waiting: 'Waiting for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
  registered: 'Registered without approval',
  all: 'All',
};

/** People who registered themselves; those who wait can be decided on their card. */
export function RegistrationRequests({ shown, onShow }: SectionProps) {
  const { state, search, page } = shown;
  const { list, moveOn } = useMoveOn();
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/registrationrequests', {
      query: { page, limit: pageSize, ...(state && { state }), ...(search && { query: search }) },
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
          onSearch={(words) => onShow({ search: words }, { replace: true })}
        />
        <NativeSelect
          className={css.which}
          aria-label="Which requests"
          rightSection={<DownIcon size={16} />}
          value={state || 'all'}
          data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => onShow({ state: value === 'all' ? '' : (value as RequestState) })}
        />
      </div>
      <RegistrationList
        of={['request', 'requests']}
        label={`Requests, newest first: ${labels[state || 'all']}`}
        totalCount={data?.totalCount}
        onThisPage={data?.registrationRequests.length ?? 0}
        error={error}
        isStale={isPlaceholderData && isFetching}
        page={page}
        onPage={(next) => onShow({ page: next })}
        onRetry={() => void refetch()}
        empty={<NoRequests shown={shown} onShow={onShow} />}
      >
        {data?.registrationRequests.map((request, index) => (
          <RegistrationRequestCard key={request.id} request={request} onDecided={() => moveOn(index)} />
        ))}
      </RegistrationList>
    </div>
  );
}

function NoRequests({ shown: { state, search }, onShow }: SectionProps) {
  if (search !== '') return <NobodyMatches onClear={() => onShow({ search: '' })} />;
  return (
    <EmptyState
      title={state === 'waiting' ? 'Nobody is waiting' : 'Nobody here yet'}
      action={
        <Button variant="default" onClick={() => onShow(startOf('links'))}>
          See the registration links
        </Button>
      }
    >
      People who register by a link that asks for approval appear here, to be let in or turned away.
    </EmptyState>
  );
}
