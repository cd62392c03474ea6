import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { FilterBar, FilterChoice } from '#web/ui/lists/filter-bar.tsx';
import { emptyRangeFilters, type RangeFilters } from './range-filters.ts';
import type { RestrictionOption, RestrictionOptions } from './use-restriction-options.ts';

interface Props {
  filters: RangeFilters;
  parts: RestrictionOptions;
  onChange: (change: Partial<RangeFilters>, options?: { replace: boolean }) => void;
}

const choices = [
  ['area', 'Business area', 'businessAreaIds'],
  ['job', 'Job role', 'jobRoleIds'],
  ['wardrobe', 'Wardrobe', 'collectionIds'],
  ['role', 'Role', 'customerRoleIds'],
] as const;
const publishedLabels = { yes: 'Published', no: 'Not published' } as const;

/** Search and filters of the range; all of them are kept in the URL. */
export const RangeFilterBar = ({ trailing, ...props }: Props & { trailing: ReactNode }) => (
  <FilterBar
    spread
    search={
      <SearchInput
        label="Search the range"
        placeholder="Name or SKU"
        value={props.filters.search}
        onSearch={(search) => props.onChange({ search }, { replace: true })}
      />
    }
    chips={listChips(props)}
    onClear={() => props.onChange(emptyRangeFilters)}
    trailing={trailing}
  >
    <Fields {...props} />
  </FilterBar>
);

const Fields = ({ filters, parts, onChange }: Props) => (
  <>
    <NativeSelect
      label="Status"
      rightSection={<DownIcon size={16} />}
      value={filters.shown}
      data={[{ value: '', label: 'Any' }, ...Object.entries(publishedLabels).map(([value, label]) => ({ value, label }))]}
      onChange={({ currentTarget }) => onChange({ shown: currentTarget.value as RangeFilters['shown'] })}
    />
    {choices.map(([name, label, list]) => (
      <FilterChoice
        key={name}
        label={label}
        value={filters[name]}
        options={parts[list]}
        onChange={(id) => onChange({ [name]: id })}
      />
    ))}
  </>
);

const listChips = ({ filters, parts, onChange }: Props) => [
  ...(filters.search ? [{ label: `“${filters.search}”`, onRemove: () => onChange({ search: '' }) }] : []),
  ...(filters.shown ? [{ label: publishedLabels[filters.shown], onRemove: () => onChange({ shown: '' }) }] : []),
  ...choices
    .filter(([name]) => filters[name] > 0)
    .map(([name, label, list]) => ({
      label: `${label}: ${parts[list].find(({ id }: RestrictionOption) => id === filters[name])?.name ?? filters[name]}`,
      onRemove: () => onChange({ [name]: 0 }),
    })),
];
