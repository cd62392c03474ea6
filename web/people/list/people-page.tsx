import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { isAdmin, managesPeople, useCaller } from '#web/app/session/profile.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { ColumnPicker } from '#web/ui/lists/column-picker.tsx';
import {
  type PeopleFilters,
  readPeopleFilters,
  toPeopleQuery,
  withoutManagersFilters,
  writePeopleFilters,
} from '../people-filters.ts';
import { ErasureRequests } from './erasure-requests.tsx';
import { usePeopleColumns } from './people-columns.ts';
import { PeopleResults } from './people-results.tsx';
import { ExportButton, PeopleFilterBar, usePeopleFilterOptions } from './people-toolbar.tsx';

/** The list of all people the caller may see, with uniform status, filters, bulk edit and ordering for others. */
export function PeoplePage() {
  const caller = useCaller();
  const [search, setSearch] = useSearchParams();
  const manages = caller !== undefined && managesPeople(caller);
  const filters = manages ? readPeopleFilters(search) : withoutManagersFilters(readPeopleFilters(search));
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/customers', { query: toPeopleQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const filterOptions = usePeopleFilterOptions();
  const { allowed, shown, loading, toggle } = usePeopleColumns(manages);
  const narrow = useIsNarrow(1024);
  const administers = caller !== undefined && isAdmin(caller);

  const change = (part: Partial<PeopleFilters>, options?: { replace: boolean }) =>
    setSearch(writePeopleFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const destinationName = (id: number | null) => filterOptions.destinations.find((one) => one.id === id)?.name ?? '';

  return (
    <>
      <PageHeader
        title="People"
        above={administers ? <PeopleNav /> : undefined}
        actions={
          administers ? (
            <>
              <Button component={Link} to={paths.personNew()}>
                Add a person
              </Button>
              <Button component={Link} to={paths.peopleImports()} variant="default">
                Import people
              </Button>
            </>
          ) : undefined
        }
      >
        {manages ? 'See who has their uniform, and order on someone’s behalf.' : 'See who in your groups has their uniform.'}
      </PageHeader>
      {administers && <ErasureRequests />}
      <PeopleFilterBar
        filters={filters}
        filterOptions={filterOptions}
        manages={manages}
        onChange={change}
        trailing={
          <>
            {!narrow && <ColumnPicker allowed={allowed} shown={shown} onToggle={toggle} />}
            {administers && <ExportButton filters={filters} total={data?.totalCount ?? 0} />}
          </>
        }
      />
      {!data || !caller || loading ? (
        <Card flush>
          {error ? (
            <ErrorState title="People could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading people">
              <SkeletonRows rows={10} height={60} />
            </PageLoading>
          )}
        </Card>
      ) : (
        <PeopleResults
          result={data}
          caller={caller}
          filters={filters}
          columns={shown}
          narrow={narrow}
          stale={isPlaceholderData}
          fetching={isFetching}
          destinationName={destinationName}
          onChange={change}
        />
      )}
    </>
  );
}
