import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import { ListFrame } from '../list-frame.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import {
  RETURN_ROWS,
  type ReturnFilters,
  readReturnFilters,
  toReturnsQuery,
  WAITING_FOR,
  writeReturnFilters,
} from './return-filters.ts';
import { ReturnSearch } from './return-search.tsx';
import { ReturnTermsForm } from './return-terms-form.tsx';
import css from './returns.module.css';
import { ReturnCards, ReturnsTable } from './returns-table.tsx';

/** The returns of the brands' organisations: what waits for a decision or a parcel, and what is closed. */
export function OperatorReturnsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readReturnFilters(search);
  const isNarrow = useIsNarrow(900);
  const [isTermsShown, setTermsShown] = useState(false);
  const { listed, focusFirst, moveFocus } = useLinkKeys();
  const query = useQuery({
    ...operatorQuery('GET /api/operator/returns', { query: toReturnsQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, isFetching } = query;
  const change = (part: Partial<ReturnFilters>) =>
    setSearch(writeReturnFilters({ ...filters, page: 0, ...part }), { preventScrollReset: true });
  const isFiltered = filters.search !== '' || filters.waitingFor !== '' || filters.organisationId > 0;
  useFocusSearch();

  return (
    <>
      <PageHeader
        title="Returns"
        actions={
          filters.organisationId > 0 && (
            <Button variant="default" onClick={() => setTermsShown(true)}>
              Return terms
            </Button>
          )
        }
      />
      <ReturnFilterBar filters={filters} onChange={change} onEnterList={focusFirst} />
      <ListFrame
        query={query}
        name="returns"
        skeleton={{ rows: 10, height: 60 }}
        empty={(data) =>
          data.returnRequests.length === 0 ? (
            <NoReturns isFiltered={isFiltered} onClear={() => change({ search: '', waitingFor: '', organisationId: 0 })} />
          ) : undefined
        }
      >
        {(data) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links inside
          <div
            ref={listed}
            className={list.list}
            data-stale={(isPlaceholderData && isFetching) || undefined}
            aria-busy={isPlaceholderData}
            onKeyDown={moveFocus}
          >
            {isNarrow ? (
              <ReturnCards requests={data.returnRequests} listSearch={search.toString()} />
            ) : (
              <ReturnsTable
                requests={data.returnRequests}
                listSearch={search.toString()}
                onOrganisation={(id) => change({ organisationId: id })}
              />
            )}
            <Pager
              page={filters.page}
              limit={RETURN_ROWS}
              totalCount={data.totalCount}
              noun={data.totalCount === 1 ? 'return' : 'returns'}
              onPage={(page) => {
                change({ page });
                scrollTo({ top: 0 });
              }}
            />
          </div>
        )}
      </ListFrame>
      <Dialog opened={isTermsShown} onClose={() => setTermsShown(false)} title="Return terms" closeLabel="Close">
        <ReturnTermsForm organisationId={filters.organisationId} onDone={() => setTermsShown(false)} />
      </Dialog>
    </>
  );
}

interface FilterProps {
  filters: ReturnFilters;
  onChange: (part: Partial<ReturnFilters>) => void;
  /** Moves the focus from the search into the list. */
  onEnterList: () => void;
}

const ReturnFilterBar = ({ filters, onChange, onEnterList }: FilterProps) => (
  <div className={css.bar}>
    <ReturnSearch
      className={css.search}
      value={filters.search}
      onSearch={(text) => onChange({ search: text })}
      onOtherKey={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onEnterList();
      }}
    />
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box */}
    <div className={css.toggles} role="group" aria-label="State">
      {WAITING_FOR.map(({ id, label }) => (
        <Toggle key={id} pressed={filters.waitingFor === id} onChange={(pressed) => onChange({ waitingFor: pressed ? id : '' })}>
          {label}
        </Toggle>
      ))}
    </div>
    <OrganisationSelect
      label="Organisation"
      none="All organisations"
      value={filters.organisationId}
      onChange={(organisationId) => onChange({ organisationId })}
    />
  </div>
);

const NoReturns = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <EmptyState
    title={isFiltered ? 'No matching returns' : 'No returns yet'}
    {...(isFiltered
      ? {
          action: (
            <Button variant="default" onClick={onClear}>
              Clear search and filters
            </Button>
          ),
        }
      : {})}
  >
    {isFiltered
      ? 'You can search by the number of a return or order, or by the name of a person or organisation.'
      : 'What people ask to return or exchange appears here, the oldest first.'}
  </EmptyState>
);

/** The arrow keys move the focus between the returns of the list. */
function useLinkKeys() {
  const listed = useRef<HTMLDivElement>(null);
  const focusFirst = () => listed.current?.querySelector<HTMLAnchorElement>('a[data-return]')?.focus();
  const moveFocus = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...(listed.current?.querySelectorAll<HTMLAnchorElement>('a[data-return]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };
  return { listed, focusFirst, moveFocus };
}

/** The scanner types into the search field without a click. On a phone the keyboard would cover the list. */
function useFocusSearch(): void {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return undefined;
    // After the heading got the focus of the new page.
    const timer = setTimeout(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(), 50);
    return () => clearTimeout(timer);
  }, []);
}
