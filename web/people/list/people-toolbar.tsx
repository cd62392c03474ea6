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
  emptyPeopleFilters,
  isManagersSort,
  measurementStatusNames,
  type PeopleFilters,
  type PeopleSort,
  peopleSorts,
  toPeopleExportQuery,
  uniformStatusNames,
} from '../people-filters.ts';
import { moveFocusBetweenRows } from './people-list.tsx';

const options = { staleTime: 30 * 60_000 };

/** The options of the filters that depend on the organisation; empty until loaded. */
export function usePeopleFilterOptions() {
  const destinations = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...options }).data?.organisationResorts ?? [];
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...options }).data?.organisationBusinessAreas ?? [];
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...options }).data?.organisationSeasons ?? [];
  const { data: wardrobes } = useQuery({ ...apiQuery('GET /api/organisationcollection'), ...options });
  return { destinations, areas, seasons, wardrobes: flattenWardrobes(wardrobes?.organisationCollections ?? []) };
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
    toggles={props.manages && <QuickFilters {...props} />}
    chips={listChips(props)}
    onClear={() => props.onChange(emptyPeopleFilters)}
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
    <FilterChoice
      label="Uniform"
      all="Any"
      value={filters.ordering}
      options={named(uniformStatusNames)}
      onChange={(ordering) => onChange({ ordering })}
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
      value={filters.sort}
      data={Object.entries(peopleSorts)
        .filter(([value]) => manages || !isManagersSort(value as PeopleSort))
        .map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ sort: event.currentTarget.value as PeopleSort })}
    />
  </>
);

/** Toggles for the most frequent filters. */
function QuickFilters({ filters, onChange }: ChangeProps) {
  const hasStatusFilter = filters.ordering + filters.measuring > 0;
  const isStartedWithoutUniform = filters.since === 'work';
  return (
    <>
      <Toggle
        pressed={isStartedWithoutUniform}
        onChange={(pressed) => onChange(pressed ? { ordering: 10, measuring: 0, since: 'work' } : { ordering: 0, since: '' })}
      >
        Started, no uniform
      </Toggle>
      {hasStatusFilter && !isStartedWithoutUniform && (
        <Toggle pressed={filters.since === 'start'} onChange={(pressed) => onChange({ since: pressed ? 'start' : '' })}>
          Only since they started
        </Toggle>
      )}
    </>
  );
}

/** The active filters as removable chips. */
function listChips({ filters, filterOptions, onChange }: BarProps) {
  const nameIn = (list: readonly { id: number; name: string }[], id: number) => list.find((each) => each.id === id)?.name;
  const since = filters.since === 'start' ? ' since they started' : '';
  return [
    { label: filters.search && `“${filters.search}”`, without: { search: '' } },
    { label: nameIn(filterOptions.destinations, filters.resort), without: { resort: 0 } },
    { label: nameIn(filterOptions.areas, filters.area), without: { area: 0 } },
    {
      // A link may name a wardrobe that has been deleted.
      label: nameIn(filterOptions.wardrobes, filters.wardrobe) ?? (filters.wardrobe > 0 && 'Wardrobe'),
      without: { wardrobe: 0 },
    },
    { label: nameIn(filterOptions.seasons, filters.season), without: { season: 0 } },
    {
      label: filters.since === 'work' ? undefined : nameIn(named(uniformStatusNames), filters.ordering),
      without: { ordering: 0 },
      since,
    },
    { label: nameIn(named(measurementStatusNames), filters.measuring), without: { measuring: 0 }, since },
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
