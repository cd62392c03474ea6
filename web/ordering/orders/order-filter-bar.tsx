import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import { FilterBar, FilterChoice } from '#web/ui/lists/filter-bar.tsx';
import { listOrderFilterChips } from './order-filter-chips.ts';
import { noOrderFilters, type OrderFilters, type Period, periods } from './order-filters.ts';
import { getOrderFilterNames, type OrderFilterOptions, useOrderFilterOptions } from './use-order-filter-options.ts';

interface Props {
  filters: OrderFilters;
  onChange: (change: Partial<OrderFilters>, options?: { replace: boolean }) => void;
}

/** Search and filters of the order list; all of them are kept in the URL. */
export function OrderFilterBar({ filters, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const hasListFilter = filters.group + filters.resort + filters.area + filters.season > 0;
  const lists = useOrderFilterOptions(opened || hasListFilter);
  const chips = listOrderFilterChips(filters, getOrderFilterNames(filters, lists));
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search orders"
          placeholder="Number, PO, person or SKU"
          value={filters.search}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
      }
      toggles={
        <>
          <Toggle pressed={filters.outstanding} onChange={(outstanding) => onChange({ outstanding })}>
            Outstanding
          </Toggle>
          <Toggle pressed={filters.approval} onChange={(approval) => onChange({ approval })}>
            Waiting for approval
          </Toggle>
        </>
      }
      onOpen={() => setOpened(true)}
      chips={chips.map(({ label, resetFilters }) => ({ label, onRemove: () => onChange(resetFilters) }))}
      onClear={() => onChange({ ...noOrderFilters, search: filters.search })}
    >
      <PeriodFields filters={filters} onChange={onChange} />
      <ListFields filters={filters} lists={lists} onChange={onChange} />
    </FilterBar>
  );
}

function PeriodFields({ filters, onChange }: Props) {
  const hasCustomDates = filters.period === '' && (filters.from !== '' || filters.to !== '');
  return (
    <>
      <NativeSelect
        label="Period"
        rightSection={<DownIcon size={16} />}
        value={hasCustomDates ? 'days' : filters.period}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(periods).map(([value, label]) => ({ value, label })),
          ...(hasCustomDates ? [{ value: 'days', label: 'Custom dates' }] : []),
        ]}
        onChange={(event) => onChange({ period: event.currentTarget.value as Period | '', from: '', to: '' })}
      />
      <TextInput
        type="date"
        label="From"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(event) => onChange({ period: '', from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Until"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(event) => onChange({ period: '', to: event.currentTarget.value })}
      />
    </>
  );
}

const labels = { group: 'Group', resort: 'Destination', area: 'Business area', season: 'Season' };

const ListFields = ({ filters, lists, onChange }: Props & { lists: OrderFilterOptions }) =>
  (Object.keys(labels) as (keyof OrderFilterOptions)[])
    .filter((key) => lists[key].length > 0 || filters[key] > 0)
    .map((key) => (
      <FilterChoice
        key={key}
        label={labels[key]}
        value={filters[key]}
        options={lists[key]}
        onChange={(id) => onChange({ [key]: id })}
      />
    ));
