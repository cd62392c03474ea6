import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import {
  INVITATIONS_PAGE_SIZE,
  type InvitationFilters,
  invitationStates,
  readInvitationFilters,
  toInvitationsQuery,
  writeInvitationFilters,
} from './invitations-filters.ts';
import { InvitationsCards, InvitationsTable } from './invitations-list.tsx';
import css from './invitations-page.module.css';
import { ConfirmInvitations, SendingOutcome, SendingProgress } from './invitations-sending.tsx';
import { useSendInvitations } from './use-send-invitations.ts';

const POLL_INTERVAL_MS = 1500;

/** The administrators' page for people without a password: status of their invitations, and sending them. */
export function InvitationsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readInvitationFilters(search);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/invitations', { query: toInvitationsQuery(filters) }),
    placeholderData: keepPreviousData,
    // Invitations are sent in the background, so the list is polled meanwhile.
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? POLL_INTERVAL_MS : false),
  });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [confirmation, setConfirmation] = useState<{ count: number; all: boolean }>();
  const { inviteOne, inviteMany, previewMany, inviting, outcome, closeOutcome } = useSendInvitations();
  const narrow = useIsNarrow(1024);
  const notices = useRef<HTMLDivElement>(null);

  const change = (part: Partial<InvitationFilters>, options?: { replace: boolean }) =>
    setSearch(writeInvitationFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const select = (ids: readonly number[], chosen: boolean) => {
    const next = new Set(selected);
    for (const id of ids) chosen ? next.add(id) : next.delete(id);
    setSelected(next);
  };
  const getRequest = () => {
    const { query, state } = toInvitationsQuery(filters);
    return confirmation?.all ? { allMatching: true, query, state } : { customerIds: [...selected] };
  };
  async function send() {
    const done = await inviteMany(getRequest());
    setConfirmation(undefined);
    if (!done) return;
    setSelected(new Set());
    // The result is shown above the list; the pressed button may be gone.
    scrollTo({ top: 0 });
    notices.current?.focus({ preventScroll: true });
  }
  const List = narrow ? InvitationsCards : InvitationsTable;

  return (
    <>
      <PageHeader
        title="Invitations"
        above={<PeopleNav />}
        actions={
          data &&
          data.totalCount > 0 && (
            <Button onClick={() => setConfirmation({ count: data.totalCount, all: true })}>
              {filters.search || filters.state ? `Invite all ${formatNumber(data.totalCount)} found` : 'Invite everyone'}
            </Button>
          )
        }
      >
        People who have not set a password yet. An invitation is an email with a link that is valid for seven days.
      </PageHeader>
      <InvitationFilterBar filters={filters} counts={data?.counts} onChange={change} />
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
          <NoPeople filters={filters} totalCount={data.totalCount} onChange={change} />
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
            limit={INVITATIONS_PAGE_SIZE}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'person' : 'people'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      <Selected
        count={selected.size}
        onClear={() => setSelected(new Set())}
        onInvite={() => setConfirmation({ count: selected.size, all: false })}
      />
      <ConfirmInvitations
        kind="invitation"
        count={confirmation?.count}
        onPreview={() => previewMany(getRequest())}
        onClose={() => setConfirmation(undefined)}
        onConfirm={send}
      />
    </>
  );
}

interface FilterBarProps {
  filters: InvitationFilters;
  /** People by state; undefined until they are loaded. */
  counts: ReplyOf<'GET /api/invitations'>['counts'] | undefined;
  onChange: (change: Partial<InvitationFilters>, options?: { replace: boolean }) => void;
}

const InvitationFilterBar = ({ filters, counts, onChange }: FilterBarProps) => (
  <div className={css.bar}>
    <SearchInput
      label="Search people"
      placeholder="Name, email or employee number"
      value={filters.search}
      onSearch={(text) => onChange({ search: text }, { replace: true })}
    />
    <fieldset className={css.states} aria-label="Invitation status">
      <Toggle pressed={filters.state === ''} onChange={() => onChange({ state: '' })}>
        All{counts && ` ${formatNumber(counts.NotInvited + counts.Invited + counts.Expired)}`}
      </Toggle>
      {invitationStates.map(({ state, label }) => (
        <Toggle key={state} pressed={filters.state === state} onChange={(pressed) => onChange({ state: pressed ? state : '' })}>
          {label}
          {counts && ` ${formatNumber(counts[state])}`}
        </Toggle>
      ))}
    </fieldset>
  </div>
);

/** How many people are selected, and what can be done with them. */
function Selected({ count, onClear, onInvite }: { count: number; onClear: () => void; onInvite: () => void }) {
  if (count === 0) return null;
  return (
    <section className={css.selection} aria-label="Selection">
      <p role="status">{plural(count, 'person', 'people')} selected</p>
      <Button variant="default" onClick={onClear}>
        Clear selection
      </Button>
      <Button onClick={onInvite}>Invite {plural(count, 'person', 'people')}</Button>
    </section>
  );
}

interface NoPeopleProps {
  filters: InvitationFilters;
  totalCount: number;
  onChange: (change: Partial<InvitationFilters>) => void;
}

/** Empty state: past the last page, no match, or no one left to invite. */
function NoPeople({ filters, totalCount, onChange }: NoPeopleProps) {
  if (totalCount > 0) {
    return (
      <EmptyState
        title="No people on this page"
        action={<Button onClick={() => onChange({ page: 0 })}>Go to the first page</Button>}
      >
        The list may be shorter now, or the link may be wrong.
      </EmptyState>
    );
  }
  if (filters.search || filters.state) {
    return (
      <EmptyState
        title="No people match"
        action={
          <Button variant="default" onClick={() => onChange({ search: '', state: '' })}>
            Show everyone
          </Button>
        }
      >
        People who have set a password are no longer listed here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Everyone has set a password">
      People you add will appear here until they accept their invitation and set a password.
    </EmptyState>
  );
}
