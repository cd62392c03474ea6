import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, download } from '../api.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Chips, Toggle } from '../ui/chips.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import { DownIcon } from '../ui/icons.tsx';
import type { ListColumn } from './people-columns.ts';
import { measurings, noFilters, orderings, type PeopleFilters, type Sort, sorts, toExportQuery } from './people-filters.ts';
import css from './people-tools.module.css';

const rare = { staleTime: 30 * 60_000 };

export function usePlaces() {
  const sites = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...rare }).data?.organisationResorts ?? [];
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...rare }).data?.organisationBusinessAreas ?? [];
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...rare }).data?.organisationSeasons ?? [];
  return { sites, areas, seasons };
}

type Places = ReturnType<typeof usePlaces>;

interface ChangeProps {
  filters: PeopleFilters;
  onChange: (change: Partial<PeopleFilters>) => void;
}

interface ChoiceProps {
  label: string;
  all: string;
  value: number;
  list: readonly { id: number; name: string }[];
  onChoose: (id: number) => void;
}

const Choice = ({ label, all, value, list, onChoose }: ChoiceProps) => (
  <NativeSelect
    aria-label={label}
    rightSection={<DownIcon size={16} />}
    value={String(value)}
    data={[{ value: '0', label: all }, ...list.map(({ id, name }) => ({ value: String(id), label: name }))]}
    onChange={(event) => onChoose(Number(event.currentTarget.value))}
  />
);

const named = (names: object) => Object.entries(names).map(([id, name]) => ({ id: Number(id), name: String(name) }));

/** The filters of the list. What only whoever manages people may ask is left out for others. */
export const Selects = ({ filters, places, manages, onChange }: ChangeProps & { places: Places; manages: boolean }) => (
  <>
    <Choice label="Site" all="All sites" value={filters.resort} list={places.sites} onChoose={(resort) => onChange({ resort })} />
    <Choice
      label="Business area"
      all="All areas"
      value={filters.area}
      list={places.areas}
      onChoose={(area) => onChange({ area })}
    />
    <Choice
      label="Season"
      all="This season"
      value={filters.season}
      list={places.seasons}
      onChoose={(season) => onChange({ season })}
    />
    <Choice
      label="Uniform"
      all="Any uniform"
      value={filters.ordering}
      list={named(orderings)}
      onChoose={(ordering) => onChange({ ordering })}
    />
    {manages && (
      <Choice
        label="Measured"
        all="Measured or not"
        value={filters.measuring}
        list={named(measurings)}
        onChoose={(measuring) => onChange({ measuring })}
      />
    )}
    <NativeSelect
      aria-label="Sorted by"
      rightSection={<DownIcon size={16} />}
      value={filters.sort}
      data={Object.entries(sorts)
        .filter(([value]) => manages || !/startDate|lastLogin/.test(value))
        .map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
    />
  </>
);

/** The questions that are asked most, and what the statuses are counted from. */
export function QuickFilters({ filters, onChange }: ChangeProps) {
  const asksStatus = filters.ordering + filters.measuring > 0;
  const isWaiting = filters.since === 'work';
  return (
    <>
      <Toggle
        pressed={isWaiting}
        onChange={(pressed) => onChange(pressed ? { ordering: 10, measuring: 0, since: 'work' } : { ordering: 0, since: '' })}
      >
        At work without a uniform
      </Toggle>
      {asksStatus && !isWaiting && (
        <Toggle pressed={filters.since === 'start'} onChange={(pressed) => onChange({ since: pressed ? 'start' : '' })}>
          Only since they started
        </Toggle>
      )}
    </>
  );
}

/** What narrows the list, each to be taken away. */
export function ActiveFilters({ filters, places, onChange }: ChangeProps & { places: Places }) {
  const nameIn = (list: readonly { id: number; name: string }[], id: number) => list.find((each) => each.id === id)?.name;
  const since = filters.since === 'start' ? ' since they started' : '';
  const chips = [
    { label: filters.search && `“${filters.search}”`, without: { search: '' } },
    { label: nameIn(places.sites, filters.resort), without: { resort: 0 } },
    { label: nameIn(places.areas, filters.area), without: { area: 0 } },
    { label: nameIn(places.seasons, filters.season), without: { season: 0 } },
    {
      label: filters.since === 'work' ? undefined : nameIn(named(orderings), filters.ordering),
      without: { ordering: 0 },
      since,
    },
    { label: nameIn(named(measurings), filters.measuring), without: { measuring: 0 }, since },
  ].flatMap(({ label, without, since = '' }) => (label ? [{ label: label + since, onRemove: () => onChange(without) }] : []));
  return <Chips label="Filters" chips={chips} onClear={() => onChange(noFilters)} />;
}

/** Which columns the table has; this browser remembers it. */
export const ColumnChoice = ({
  allowed,
  shown,
  onToggle,
}: {
  allowed: readonly ListColumn[];
  shown: readonly ListColumn[];
  onToggle: (id: string) => void;
}) => (
  <details
    className={css.columns}
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return;
      event.currentTarget.open = false;
      event.currentTarget.querySelector('summary')?.focus();
    }}
  >
    <summary>
      Columns
      <DownIcon size={16} />
    </summary>
    <div className={css.choices}>
      {allowed.map(({ id, title }) => (
        <Checkbox key={id} name={`column-${id}`} checked={shown.some((column) => column.id === id)} onChange={() => onToggle(id)}>
          {title}
        </Checkbox>
      ))}
    </div>
  </details>
);

/** Saves exactly what the list shows, all its pages. */
export function ExportButton({ filters, total }: { filters: PeopleFilters; total: number }) {
  return (
    <DownloadButton
      disabled={total === 0}
      file={() => download('GET /api/customers/exportToExcel', { query: toExportQuery(filters) })}
    >
      Export to Excel
    </DownloadButton>
  );
}
