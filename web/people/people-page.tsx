import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '../api.ts';
import { useActingSwitch } from '../hooks/acting.ts';
import { isAdmin, useCaller } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import list from '../ui/list.module.css';
import { useIsNarrow } from '../ui/narrow.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useSelection } from '../ui/selection.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkOutcome, RecentPeopleChanges } from './bulk-outcome.tsx';
import { listOf } from './bulk-selection.ts';
import { ErasureRequests } from './erasure-requests.tsx';
import { useColumns } from './people-columns.ts';
import { isNarrowed, noFilters, type PeopleFilters, pageSize, readFilters, toQuery, writeFilters } from './people-filters.ts';
import { moveAmongRows, PeopleCards, PeopleTable } from './people-list.tsx';
import { PeopleNav } from './people-nav.tsx';
import tools from './people-tools.module.css';
import { ActiveFilters, ColumnChoice, ExportButton, QuickFilters, Selects, usePlaces } from './people-tools.tsx';
import { useBulkChange } from './use-bulk-change.ts';

/** Everybody whom the caller may see: who has a uniform, who lacks one and why, and the way to order for them. */
export function PeoplePage() {
  const caller = useCaller();
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/customers', { query: toQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const places = usePlaces();
  const manages = caller !== undefined && (isAdmin(caller) || caller.roles.includes('OrganisationSales'));
  const { allowed, shown, toggle } = useColumns(manages);
  const narrow = useIsNarrow(1024);
  const { begin, busy } = useActingSwitch();
  const selection = useSelection(JSON.stringify(listOf(filters)), data?.totalCount ?? 0);
  const administers = caller !== undefined && isAdmin(caller);
  const bulk = useBulkChange({ people: data, filters, selection, administers });

  const change = (part: Partial<PeopleFilters>, options?: { replace: boolean }) =>
    setSearch(writeFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const List = narrow ? PeopleCards : PeopleTable;
  const siteName = (id: number | null) => places.sites.find((site) => site.id === id)?.name ?? '';

  return (
    <>
      <PageHeader
        title="People"
        above={caller && isAdmin(caller) ? <PeopleNav /> : undefined}
        actions={
          caller && isAdmin(caller) ? (
            <>
              <Button component={Link} to={paths.personNew()}>
                Add a person
              </Button>
              <Button component={Link} to={paths.peopleImports()} variant="default">
                Import people
              </Button>
              <ExportButton filters={filters} total={data?.totalCount ?? 0} />
            </>
          ) : undefined
        }
      >
        Who has a uniform, and who still lacks one. Order for somebody, and their cart, prices and addresses are used.
      </PageHeader>
      {administers && <ErasureRequests />}
      <div className={tools.bar}>
        <SearchInput
          className={tools.search}
          label="Search people"
          placeholder="Name, e-mail, employee or PO number"
          value={filters.search}
          onSearch={(words) => change({ search: words }, { replace: true })}
          onOtherKey={moveAmongRows}
        />
        <Selects filters={filters} places={places} manages={manages} onChange={change} />
      </div>
      <div className={tools.below}>
        <div className={tools.quick}>
          {manages && <QuickFilters filters={filters} onChange={change} />}
          <ActiveFilters filters={filters} places={places} onChange={change} />
        </div>
        {!narrow && <ColumnChoice allowed={allowed} shown={shown} onToggle={toggle} />}
      </div>
      {administers && bulk.outcome && <BulkOutcome outcome={bulk.outcome} {...bulk.deeds} />}
      {administers && (
        <BulkBar selection={selection} total={data?.totalCount ?? 0} busy={bulk.deeds.busy} onChange={bulk.change} />
      )}
      {!data || !caller ? (
        <Card flush>
          {error ? (
            <ErrorState title="The people could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading people">
              <SkeletonRows rows={10} height={60} />
            </PageLoading>
          )}
        </Card>
      ) : data.customers.length === 0 ? (
        <Card>
          <Nobody filters={filters} beyond={data.totalCount > 0} onChange={change} />
        </Card>
      ) : (
        <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
          <List
            people={data.customers}
            caller={caller}
            siteName={siteName}
            busy={busy}
            onOrder={(person) => void begin(person)}
            columns={shown}
            sort={filters.sort}
            onSort={(sort) => change({ sort })}
            selection={administers ? selection : undefined}
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
      {administers && <RecentPeopleChanges {...bulk.deeds} />}
    </>
  );
}

interface ChangeProps {
  filters: PeopleFilters;
  onChange: (change: Partial<PeopleFilters>) => void;
}

function Nobody({ filters, beyond, onChange }: ChangeProps & { beyond: boolean }) {
  if (beyond) {
    return (
      <EmptyState
        title="There is nobody on this page"
        action={<Button onClick={() => onChange({ page: 0 })}>To the first page</Button>}
      >
        The list has become shorter, or the address was changed.
      </EmptyState>
    );
  }
  if (!isNarrowed(filters))
    return <EmptyState title="Nobody here yet">People that you may order for are listed here.</EmptyState>;
  return (
    <EmptyState
      title="Nobody matches"
      action={
        <Button variant="default" onClick={() => onChange(noFilters)}>
          Clear search and filters
        </Button>
      }
    >
      The search looks at names, e-mail addresses, employee and PO numbers. Check the spelling, or take a filter away.
    </EmptyState>
  );
}
