import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ORDER_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { productListPermissions, useHasPermission } from '#web/app/session/profile.ts';
import { useCanApprove } from '#web/app/shell/approvals.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import { FilterBar, FilterChoice } from '#web/ui/lists/filter-bar.tsx';
import { listOrderFilterChips } from './order-filter-chips.ts';
import { noOrderFilters, type OrderFilters, type Period, periods } from './order-filters.ts';
import { OrderProductFilter } from './order-product-filter.tsx';
import { isOrderSortAllowed, type OrderListViewer, type OrderSort, orderSorts } from './order-sorts.ts';
import {
  getOrderFilterNames,
  type OrderFilterOptions,
  useFilteredProduct,
  useOrderFilterOptions,
} from './use-order-filter-options.ts';

interface Props {
  filters: OrderFilters;
  onChange: (change: Partial<OrderFilters>, options?: { replace: boolean }) => void;
}

interface BarProps extends Props {
  viewer: OrderListViewer;
  /** Actions on the list itself. */
  trailing?: ReactNode;
}

/** Search and filters of the order list; all of them are kept in the URL. */
export function OrderFilterBar({ filters, onChange, viewer, trailing }: BarProps) {
  const [opened, setOpened] = useState(false);
  const hasListFilter = filters.group + filters.resort + filters.area + filters.wardrobe + filters.season > 0;
  const lists = useOrderFilterOptions(opened || hasListFilter);
  const product = useFilteredProduct(filters.product);
  const seesProducts = useHasPermission(...productListPermissions);
  const canApprove = useCanApprove();
  const chips = listOrderFilterChips(filters, getOrderFilterNames(filters, lists, product));
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search orders"
          placeholder={viewer.seesOthers ? 'Number, PO, person or SKU' : 'Number, PO or SKU'}
          value={filters.search}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
      }
      toggles={
        <>
          <Toggle pressed={filters.outstanding} onChange={(outstanding) => onChange({ outstanding })}>
            Outstanding
          </Toggle>
          {/* It finds what the person can decide on; waiting orders of one's own are found by their status. */}
          {(canApprove || filters.approval) && (
            <Toggle pressed={filters.approval} onChange={(approval) => onChange({ approval })}>
              Waiting for approval
            </Toggle>
          )}
        </>
      }
      onOpen={() => setOpened(true)}
      chips={chips.map(({ label, resetFilters }) => ({ label, onRemove: () => onChange(resetFilters) }))}
      onClear={() => onChange({ ...noOrderFilters, search: filters.search, sort: filters.sort, rows: filters.rows })}
      trailing={trailing}
    >
      <PeriodFields filters={filters} onChange={onChange} />
      <StatusFields filters={filters} onChange={onChange} />
      <ListFields filters={filters} lists={lists} onChange={onChange} />
      {seesProducts && <OrderProductFilter chosen={product} onChange={(id) => onChange({ product: id })} />}
      <NativeSelect
        label="Sort by"
        rightSection={<DownIcon size={16} />}
        value={filters.sort}
        data={Object.entries(orderSorts)
          .filter(([value]) => isOrderSortAllowed(value as OrderSort, viewer))
          .map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange({ sort: event.currentTarget.value as OrderSort })}
      />
    </FilterBar>
  );
}

const toOptions = (statuses: readonly { id: number; label: string }[]) => statuses.map(({ id, label }) => ({ id, name: label }));
const statusOptions = toOptions(ORDER_STATUSES);
const deliveryOptions = toOptions(SHIPPING_STATUSES);

const StatusFields = ({ filters, onChange }: Props) => (
  <>
    <MultiChoice
      label="Status"
      placeholder="All"
      options={statusOptions}
      chosen={filters.statuses}
      onChange={(statuses) => onChange({ statuses })}
    />
    <MultiChoice
      label="Delivery"
      placeholder="All"
      options={deliveryOptions}
      chosen={filters.deliveries}
      onChange={(deliveries) => onChange({ deliveries })}
    />
  </>
);

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

const labels = { group: 'Group', resort: 'Destination', area: 'Business area', wardrobe: 'Wardrobe', season: 'Season' };

/** A field for each list with something to choose. */
const ListFields = ({ filters, lists, onChange }: Props & { lists: OrderFilterOptions }) =>
  (Object.keys(labels) as (keyof OrderFilterOptions)[])
    .filter((key) => lists[key].length > 1 || filters[key] > 0)
    .map((key) => (
      <FilterChoice
        key={key}
        label={labels[key]}
        value={filters[key]}
        options={lists[key]}
        onChange={(id) => onChange({ [key]: id })}
      />
    ));
