import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import css from '../card-list.module.css';
import { CARDS_PER_PAGE, CardList, NoPeopleMatch, useFocusNextCard } from '../card-list.tsx';
import type { RegistrationSectionProps } from './registrations-url.ts';

type OptOut = ReplyOf<'GET /api/optouts'>['optOuts'][number];

/** People who opted out of a uniform; administrators can undo that. */
export function OptOuts({ view: { search, page }, onViewChange }: RegistrationSectionProps) {
  const { list, focusNext } = useFocusNextCard();
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/optouts', { query: { page, limit: CARDS_PER_PAGE, ...(search && { query: search }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div ref={list}>
      <div className={css.bar}>
        <SearchInput
          className={css.search}
          label="Search people who opted out"
          placeholder="Name, email or employee number"
          value={search}
          onSearch={(query) => onViewChange({ search: query }, { replace: true })}
        />
      </div>
      <CardList
        of={['person', 'people']}
        label="People who opted out, the latest first"
        totalCount={data?.totalCount}
        onThisPage={data?.optOuts.length ?? 0}
        error={error}
        isStale={isPlaceholderData && isFetching}
        page={page}
        onPage={(next) => onViewChange({ page: next })}
        onRetry={() => void refetch()}
        empty={
          search === '' ? (
            <EmptyState title="No one has opted out">
              People who opt out of the uniform allocation with the link in their email will appear here. You can undo each
              opt-out.
            </EmptyState>
          ) : (
            <NoPeopleMatch onClear={() => onViewChange({ search: '' })} />
          )
        }
      >
        {data?.optOuts.map((person, index) => (
          <OptOutCard key={person.customerId} person={person} onUndone={() => focusNext(index)} />
        ))}
      </CardList>
    </div>
  );
}

function OptOutCard({ person, onUndone }: { person: OptOut; onUndone: () => void }) {
  const client = useQueryClient();
  const name = `${person.firstName} ${person.lastName}`;
  const undo = useMutation({
    mutationFn: () => api('POST /api/optouts/:customerId/undo', { params: { customerId: person.customerId } }),
    onSuccess: () => {
      showSuccess(`${name} can be allocated a uniform again.`);
      onUndone();
      return invalidateCalls(client, 'GET /api/optouts');
    },
    onError: (error) => {
      showError(error);
      void invalidateCalls(client, 'GET /api/optouts');
    },
  });
  const facts = [person.employeeNumber, person.organisationGroups.map(({ name: group }) => group).join(', ')].filter(Boolean);
  const explanation = `undo-${person.customerId}`;
  return (
    <li className={css.card}>
      <div className={css.head}>
        <div className={css.who}>
          <h2 className={css.name} tabIndex={-1}>
            {name}
          </h2>
          <p className={css.muted}>{[person.email, ...facts].join(' · ')}</p>
          <p id={explanation}>Opted out on {formatDate(person.optedOutOnUtc)}.</p>
        </div>
        <div className={css.actions}>
          <Button
            variant="default"
            loading={undo.isPending}
            disabled={undo.isPending}
            aria-label={`Undo the opt-out of ${name}`}
            aria-describedby={explanation}
            onClick={() => undo.mutate()}
          >
            Undo
          </Button>
        </div>
      </div>
    </li>
  );
}
