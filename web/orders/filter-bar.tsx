import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { Chips, Toggle } from '../ui/chips.tsx';
import { DownIcon, FilterIcon } from '../ui/icons.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import css from './filter-bar.module.css';
import { chipsFor } from './filter-chips.ts';
import { noFilters, type OrderFilters, type Period, periods } from './order-filters.ts';
import { type FilterLists, namesOf, useFilterLists } from './use-filter-lists.ts';

interface Props {
  filters: OrderFilters;
  onChange: (change: Partial<OrderFilters>, options?: { replace: boolean }) => void;
}

/** Search and filters of the order list; all of them live in the address. */
export function FilterBar({ filters, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const named = filters.group + filters.resort + filters.area + filters.season > 0;
  const lists = useFilterLists(open || named);
  const chips = chipsFor(filters, namesOf(filters, lists));
  return (
    <div className={css.bar}>
      <div className={css.row}>
        <SearchInput
          className={css.search}
          label="Search orders"
          placeholder="Number, PO, person or SKU"
          value={filters.search}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
        <Toggle pressed={filters.outstanding} onChange={(outstanding) => onChange({ outstanding })}>
          Outstanding
        </Toggle>
        <Toggle pressed={filters.approval} onChange={(approval) => onChange({ approval })}>
          Waiting for approval
        </Toggle>
        <Button
          variant="default"
          className={css.more}
          aria-label="Filters"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <FilterIcon size={18} />
          <span className={css.moreLabel}>Filters</span>
        </Button>
      </div>
      <div id={panel} className={css.panel} hidden={!open}>
        <PeriodFields filters={filters} onChange={onChange} />
        <ListFields filters={filters} lists={lists} onChange={onChange} />
      </div>
      <Chips
        label="Filters in use"
        chips={chips.map(({ label, without }) => ({ label, onRemove: () => onChange(without) }))}
        onClear={() => onChange({ ...noFilters, search: filters.search })}
      />
    </div>
  );
}

function PeriodFields({ filters, onChange }: Props) {
  const chosenDays = filters.period === '' && (filters.from !== '' || filters.to !== '');
  return (
    <>
      <NativeSelect
        label="Period"
        rightSection={<DownIcon size={16} />}
        value={chosenDays ? 'days' : filters.period}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(periods).map(([value, label]) => ({ value, label })),
          ...(chosenDays ? [{ value: 'days', label: 'Chosen days' }] : []),
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

const labels = { group: 'Group', resort: 'Site', area: 'Business area', season: 'Season' };

const ListFields = ({ filters, lists, onChange }: Props & { lists: FilterLists }) =>
  (Object.keys(labels) as (keyof FilterLists)[])
    .filter((key) => lists[key].length > 0 || filters[key] > 0)
    .map((key) => (
      <NativeSelect
        key={key}
        label={labels[key]}
        rightSection={<DownIcon size={16} />}
        value={String(filters[key])}
        data={[{ value: '0', label: 'All' }, ...lists[key].map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(event) => onChange({ [key]: Number(event.currentTarget.value) })}
      />
    ));
