import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery, download } from '#web/app/api.ts';
import { flattenWardrobes } from '#web/organisation/wardrobes/flatten-wardrobes.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import { FilterBar, FilterChoice } from '#web/ui/lists/filter-bar.tsx';
import {
  canSortByStarted,
  getPeopleSort,
  isManagersSort,
  measurementStatusNames,
  noPeopleFilters,
  type PeopleFilters,
  type PeopleSort,
  peopleSorts,
  toPeopleExportQuery,
} from '../people-filters.ts';
import { moveFocusBetweenRows } from './people-list.tsx';

const options = { staleTime: 30 * 60_000 };

/** The options of the filters that depend on the organisation; empty until loaded. */
export function usePeopleFilterOptions() {
  const destinations = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...options }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...options }).data?.organisationBusinessAreas;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...options }).data?.organisationSeasons;
  const { data: wardrobes } = useQuery({ ...apiQuery('GET /api/organisationcollection'), ...options });
  return {
    destinations: destinations ?? [],
    areas: areas ?? [],
    seasons: seasons ?? [],
    wardrobes: flattenWardrobes(wardrobes?.organisationCollections ?? []),
    isLoaded: Boolean(destinations && areas && seasons && wardrobes),
  };
}

type PeopleFilterOptions = ReturnType<typeof usePeopleFilterOptions>;

interface ChangeProps {
  filters: PeopleFilters;
  onChange: (change: Partial<PeopleFilters>, options?: { replace: boolean }) => void;
}

interface BarProps extends ChangeProps {
  filterOptions: PeopleFilterOptions;
  /** Whether the caller manages people, and not only orders for them. */
  manages: boolean;
}

/** The filters without those that refer to something that no longer exists, and the names of these; all of them until the options are loaded. */
export function withoutDeleted(
  filters: PeopleFilters,
  { destinations, areas, seasons, wardrobes, isLoaded }: PeopleFilterOptions,
): { filters: PeopleFilters; deleted: string[] } {
  const references = [
    ['resort', 'destination', destinations],
    ['area', 'business area', areas],
    ['wardrobe', 'wardrobe', wardrobes],
    ['season', 'season', seasons],
  ] as const;
  const gone = references.filter(
    ([key, , known]) => isLoaded && filters[key] > 0 && !known.some(({ id }) => id === filters[key]),
  );
  return {
    filters: { ...filters, ...Object.fromEntries(gone.map(([key]) => [key, 0])) },
    deleted: gone.map(([, label]) => label),
  };
}

/** Search field and filters of the list. Their values are stored in the URL. */
export const PeopleFilterBar = ({ trailing, ...props }: BarProps & { trailing?: ReactNode }) => (
  <FilterBar
    spread
    search={
      <SearchInput
        label="Search people"
        placeholder="Name, email, employee or PO number"
        value={props.filters.search}
        onSearch={(search) => props.onChange({ search }, { replace: true })}
        onOtherKey={moveFocusBetweenRows}
      />
    }
    toggles={props.manages && props.filters.measuring > 0 && <SinceStart {...props} />}
    chips={listChips(props)}
    onClear={() => props.onChange(noPeopleFilters)}
    trailing={trailing}
  >
    <Fields {...props} />
  </FilterBar>
);

const named = (names: object) => Object.entries(names).map(([id, name]) => ({ id: Number(id), name: String(name) }));

/** The filters; some only for people who manage others. */
const Fields = ({ filters, filterOptions, manages, onChange }: BarProps) => (
  <>
    <FilterChoice
      label="Destination"
      value={filters.resort}
      options={filterOptions.destinations}
      onChange={(resort) => onChange({ resort })}
    />
    <FilterChoice
      label="Business area"
      value={filters.area}
      options={filterOptions.areas}
      onChange={(area) => onChange({ area })}
    />
    <FilterChoice
      label="Wardrobe"
      value={filters.wardrobe}
      options={filterOptions.wardrobes}
      onChange={(wardrobe) => onChange({ wardrobe })}
    />
    <FilterChoice
      label="Season"
      all="Current season"
      value={filters.season}
      options={filterOptions.seasons}
      onChange={(season) => onChange({ season })}
    />
    {manages && (
      <FilterChoice
        label="Measured"
        all="Any"
        value={filters.measuring}
        options={named(measurementStatusNames)}
        onChange={(measuring) => onChange({ measuring })}
      />
    )}
    <NativeSelect
      label="Sort by"
      rightSection={<DownIcon size={16} />}
      value={getPeopleSort(filters)}
      data={Object.entries(peopleSorts)
        .filter(([value]) => manages || !isManagersSort(value as PeopleSort))
        .filter(([value]) => value !== '-startedWithoutUniform' || canSortByStarted(filters))
        .map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ sort: event.currentTarget.value as PeopleSort })}
    />
  </>
);

/** Limits the measuring status to the time since the first day of work. */
const SinceStart = ({ filters, onChange }: ChangeProps) => (
  <Toggle pressed={filters.sinceStart} onChange={(sinceStart) => onChange({ sinceStart })}>
    Only since they started
  </Toggle>
);

/** The active filters as removable chips. */
function listChips({ filters, filterOptions, onChange }: BarProps) {
  const nameIn = (list: readonly { id: number; name: string }[], id: number) => list.find((each) => each.id === id)?.name;
  const since = filters.sinceStart ? ' since they started' : '';
  return [
    { label: filters.search && `“${filters.search}”`, without: { search: '' } },
    { label: nameIn(filterOptions.destinations, filters.resort), without: { resort: 0 } },
    { label: nameIn(filterOptions.areas, filters.area), without: { area: 0 } },
    { label: nameIn(filterOptions.wardrobes, filters.wardrobe), without: { wardrobe: 0 } },
    { label: nameIn(filterOptions.seasons, filters.season), without: { season: 0 } },
    { label: nameIn(named(measurementStatusNames), filters.measuring), without: { measuring: 0, sinceStart: false }, since },
  ].flatMap(({ label, without, since = '' }) => (label ? [{ label: label + since, onRemove: () => onChange(without) }] : []));
}

/** Exports all people that match the filters to Excel. */
export function ExportButton({ filters, total }: { filters: PeopleFilters; total: number }) {
  return (
    <DownloadButton
      disabled={total === 0}
      file={() => download('GET /api/customers/exportToExcel', { query: toPeopleExportQuery(filters) })}
    >
      Export to Excel
    </DownloadButton>
  );
}
