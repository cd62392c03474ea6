import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import type { ListView } from '#web/app/list-settings/use-list-views.ts';
import { ViewsMenu } from '#web/app/list-settings/views-menu.tsx';
import { paths } from '#web/app/paths.ts';
import { isAdmin, managesPeople, useCaller } from '#web/app/session/profile.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { ColumnPicker } from '#web/ui/lists/column-picker.tsx';
import { ErasureRequests } from '../erasure/erasure-requests.tsx';
import {
  type PeopleFilters,
  readPeopleFilters,
  toPeopleQuery,
  withoutManagersFilters,
  writePeopleFilters,
} from '../people-filters.ts';
import { usePeopleColumns } from './people-columns.ts';
import css from './people-list.module.css';
import { PeopleResults } from './people-results.tsx';
import { describePeopleWithoutEntitlement, PeopleTabs, usePeopleCounts } from './people-tabs.tsx';
import { ExportButton, PeopleFilterBar, usePeopleFilterOptions, withoutDeleted } from './people-toolbar.tsx';

/** The list of all people the caller may see, with uniform status, filters, bulk edit and ordering for others. */
export function PeoplePage() {
  const caller = useCaller();
  const [search, setSearch] = useSearchParams();
  const manages = caller !== undefined && managesPeople(caller);
  const read = (params: URLSearchParams) =>
    manages ? readPeopleFilters(params) : withoutManagersFilters(readPeopleFilters(params));
  const requested = read(search);
  const filterOptions = usePeopleFilterOptions();
  const { filters, deleted } = withoutDeleted(requested, filterOptions);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/customers', { query: toPeopleQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const { counts, isStale } = usePeopleCounts(filters, data !== undefined && !isPlaceholderData);
  const { allowed, shown, chosen, loading, toggle, saveColumns, scrollWidth } = usePeopleColumns(manages);
  const narrow = useIsNarrow(1024);
  const note = counts && filters.ordering === 0 ? describePeopleWithoutEntitlement(counts) : undefined;
  const administers = caller !== undefined && isAdmin(caller);

  const viewId = Number(search.get('view')) || 0;
  const toSearch = (changed: PeopleFilters, view = viewId) => {
    const params = writePeopleFilters(changed);
    if (view > 0) params.set('view', String(view));
    return params.toString();
  };
  const change = (part: Partial<PeopleFilters>, options?: { replace: boolean }) =>
    setSearch(toSearch({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const openView = (view: ListView | undefined) => {
    setSearch(toSearch(read(new URLSearchParams(view?.filters)), view?.id ?? 0));
    const columns = view?.columns ?? null;
    if (JSON.stringify(columns) !== JSON.stringify(chosen)) saveColumns(columns);
  };
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
      <div className={css.tabs}>
        <PeopleTabs filters={filters} manages={manages} counts={counts} isStale={isStale} toSearch={toSearch} />
      </div>
      {deleted.length > 0 && (
        <div className={css.missing}>
          <Notice tone="warning">
            The {deleted.join(' and the ')} in this {viewId > 0 ? 'view' : 'link'} no longer exists. The list is shown without
            that filter.
          </Notice>
        </div>
      )}
      <PeopleFilterBar
        filters={filters}
        filterOptions={filterOptions}
        manages={manages}
        onChange={change}
        trailing={
          <>
            <ViewsMenu
              list="people"
              // Until the columns are known, the view would seem to be changed.
              openedId={loading ? 0 : viewId}
              content={{ filters: writePeopleFilters({ ...filters, page: 0 }).toString(), columns: chosen }}
              defaultFilters={writePeopleFilters(read(new URLSearchParams())).toString()}
              summary="It keeps the tab, filters, order and columns. Only you see it."
              onOpen={openView}
            />
            {!narrow && <ColumnPicker allowed={allowed} shown={shown} onToggle={toggle} />}
            {administers && <ExportButton filters={filters} total={data?.totalCount ?? 0} />}
          </>
        }
      />
      {note && <p className={css.note}>{note}</p>}
      {!data || !caller || loading ? (
        <Card flush>
          {error ? (
            <ErrorState title="People could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading people">
              <SkeletonRows rows={10} height={46} />
            </PageLoading>
          )}
        </Card>
      ) : (
        <PeopleResults
          result={data}
          caller={caller}
          filters={filters}
          columns={shown}
          scrollWidth={scrollWidth}
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
