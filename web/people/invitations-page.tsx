import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { apiQuery } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { Toggle } from '../ui/chips.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { useIsNarrow } from '../ui/narrow.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { type Filters, pageSize, readFilters, states, toQuery, writeFilters } from './invitations-filters.ts';
import { InvitationsCards, InvitationsTable } from './invitations-list.tsx';
import css from './invitations-page.module.css';
import { ConfirmInvitations, SendingOutcome, SendingProgress } from './invitations-sending.tsx';
import { PeopleNav } from './people-nav.tsx';
import { useInviting } from './use-inviting.ts';

const lookAgainAfter = 1500;

/** Who has no password yet, how far their invitation is, and the ways to send one. */
export function InvitationsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/invitations', { query: toQuery(filters) }),
    placeholderData: keepPreviousData,
    // The queue is worked on while one looks at the list.
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? lookAgainAfter : false),
  });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState<{ count: number; everybody: boolean }>();
  const { inviteOne, inviteMany, inviting, outcome, closeOutcome } = useInviting();
  const narrow = useIsNarrow(1024);
  const notices = useRef<HTMLDivElement>(null);

  const change = (part: Partial<Filters>, options?: { replace: boolean }) =>
    setSearch(writeFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const select = (ids: readonly number[], chosen: boolean) => {
    const next = new Set(selected);
    for (const id of ids) chosen ? next.add(id) : next.delete(id);
    setSelected(next);
  };
  async function send() {
    const { query, state } = toQuery(filters);
    const done = await inviteMany(asking?.everybody ? { everybody: true, query, state } : { customerIds: [...selected] });
    setAsking(undefined);
    if (!done) return;
    setSelected(new Set());
    // What came of it stands above the list; the button that was pressed may be gone.
    scrollTo({ top: 0 });
    notices.current?.focus({ preventScroll: true });
  }
  const all = data ? data.counts.NotInvited + data.counts.Invited + data.counts.Expired : 0;
  const List = narrow ? InvitationsCards : InvitationsTable;

  return (
    <>
      <PageHeader
        title="Invitations"
        above={<PeopleNav />}
        actions={
          data &&
          data.totalCount > 0 && (
            <Button onClick={() => setAsking({ count: data.totalCount, everybody: true })}>
              {filters.search || filters.state ? `Invite all ${formatNumber(data.totalCount)} found` : 'Invite everybody'}
            </Button>
          )
        }
      >
        People who have not set a password yet. An invitation is a link by e-mail; it is valid for seven days.
      </PageHeader>
      <div className={css.bar}>
        <SearchInput
          label="Search people"
          placeholder="Name, e-mail or employee number"
          value={filters.search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        <fieldset className={css.states} aria-label="State of the invitation">
          <Toggle pressed={filters.state === ''} onChange={() => change({ state: '' })}>
            All{data && ` ${formatNumber(all)}`}
          </Toggle>
          {states.map(({ state, label }) => (
            <Toggle key={state} pressed={filters.state === state} onChange={(pressed) => change({ state: pressed ? state : '' })}>
              {label}
              {data && ` ${formatNumber(data.counts[state])}`}
            </Toggle>
          ))}
        </fieldset>
      </div>
      <div ref={notices} className={css.notices} tabIndex={-1}>
        {data && data.waiting > 0 && <SendingProgress queued={outcome?.queued ?? 0} waiting={data.waiting} />}
        {outcome && (data?.waiting === 0 || outcome.skipped.length > 0) && (
          <SendingOutcome sent={outcome} onClose={closeOutcome} />
        )}
      </div>
      {!data ? (
        <Card flush>
          {error ? (
            <ErrorState title="The list could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading people">
              <SkeletonRows rows={10} height={narrow ? 130 : 65} />
            </PageLoading>
          )}
        </Card>
      ) : data.invitations.length === 0 ? (
        <Card>
          <Nobody filters={filters} totalCount={data.totalCount} onChange={change} />
        </Card>
      ) : (
        <div className={css.list} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <List
            people={data.invitations}
            selected={selected}
            onSelect={select}
            onInvite={(person) => void inviteOne(person)}
            inviting={inviting}
          />
          <Pager
            page={filters.page}
            limit={pageSize}
            totalCount={data.totalCount}
            of={data.totalCount === 1 ? 'person' : 'people'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      {selected.size > 0 && (
        <section className={css.selection} aria-label="Selection">
          <p role="status">{plural(selected.size, 'person', 'people')} selected</p>
          <Button variant="default" onClick={() => setSelected(new Set())}>
            Clear
          </Button>
          <Button onClick={() => setAsking({ count: selected.size, everybody: false })}>
            Invite {plural(selected.size, 'person', 'people')}
          </Button>
        </section>
      )}
      <ConfirmInvitations count={asking?.count} onClose={() => setAsking(undefined)} onConfirm={send} />
    </>
  );
}

interface NobodyProps {
  filters: Filters;
  totalCount: number;
  onChange: (change: Partial<Filters>) => void;
}

/** Why nobody is listed, and the way out of it. */
function Nobody({ filters, totalCount, onChange }: NobodyProps) {
  if (totalCount > 0) {
    return (
      <EmptyState
        title="There is nobody on this page"
        action={<Button onClick={() => onChange({ page: 0 })}>To the first page</Button>}
      >
        The list has become shorter, or the address was changed.
      </EmptyState>
    );
  }
  if (filters.search || filters.state) {
    return (
      <EmptyState
        title="Nobody matches"
        action={
          <Button variant="default" onClick={() => onChange({ search: '', state: '' })}>
            Show everybody
          </Button>
        }
      >
        Whoever has set a password is not listed here any more.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Everybody has set a password">
      People who are added without one are listed here until they have followed their invitation.
    </EmptyState>
  );
}
