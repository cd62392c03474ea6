import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import { useSelection } from '#web/ui/lists/use-selection.ts';
import { ListFrame } from '../list-frame.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { DeliveredForm } from './delivered-form.tsx';
import {
  noShipmentFilters,
  readShipmentFilters,
  SHIPMENT_ROWS,
  type ShipmentFilters,
  shipmentStates,
  toShipmentsQuery,
  writeShipmentFilters,
} from './shipment-filters.ts';
import { ShipmentList } from './shipment-list.tsx';
import css from './shipments.module.css';

/** All parcels that were sent, newest first. From here they are tracked and marked as delivered. */
export function ShipmentsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readShipmentFilters(search);
  const narrow = useIsNarrow(1024);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery({
    ...operatorQuery('GET /api/operator/shipments', { query: toShipmentsQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, isFetching } = query;
  const shipments = data?.shipments ?? [];
  const selection = useSelection(writeShipmentFilters(filters).toString(), shipments.length);
  const selected = shipments.filter(({ id, deliveredOnUtc }) => deliveredOnUtc === null && selection.has(id));
  const [isAsking, setAsking] = useState(false);
  const change = (part: Partial<ShipmentFilters>, options?: { replace: boolean }) =>
    setSearch(writeShipmentFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });

  const getFocused = () =>
    shipments.find(({ id }) => String(id) === (document.activeElement as HTMLElement | null)?.dataset.shipment);
  const move = (step: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-shipment]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const toggleFocused = () => {
    const shipment = getFocused();
    if (shipment?.deliveredOnUtc === null) selection.select([shipment.id], !selection.has(shipment.id));
  };
  const askForSelected = () => {
    const shipment = getFocused();
    if (selected.length === 0 && shipment?.deliveredOnUtc === null) selection.select([shipment.id], true);
    if (selected.length > 0 || shipment?.deliveredOnUtc === null) setAsking(true);
  };
  useSingleKeys({ j: () => move(1), k: () => move(-1), x: toggleFocused, d: askForSelected });

  return (
    <>
      <PageHeader title="Shipments">Parcels that were sent, newest first.</PageHeader>
      <ShipmentFilterBar
        filters={filters}
        organisationName={shipments.find(({ organisationId }) => organisationId === filters.organisation)?.organisationName}
        onChange={change}
      />
      <ListFrame
        query={query}
        name="shipments"
        skeleton={{ rows: 10, height: narrow ? 160 : 64 }}
        empty={(data) =>
          shipments.length === 0 ? <NoShipments filters={filters} totalCount={data.totalCount} onChange={change} /> : undefined
        }
      >
        {(data) => (
          <div ref={list} className={css.list} data-stale={(isPlaceholderData && isFetching) || undefined}>
            <SelectionBar
              label="Selected shipments"
              selection={selection}
              total={0}
              nouns={['shipment', 'shipments']}
              clearLabel="Clear selection"
            >
              <Button onClick={() => setAsking(true)} disabled={selected.length === 0}>
                Mark delivered
              </Button>
            </SelectionBar>
            <ShipmentList
              shipments={shipments}
              selection={selection}
              narrow={narrow}
              onOrganisation={(organisation) => change({ organisation })}
            />
            <Pager
              page={filters.page}
              limit={SHIPMENT_ROWS}
              totalCount={data.totalCount}
              noun={data.totalCount === 1 ? 'shipment' : 'shipments'}
              onPage={(page) => {
                change({ page });
                scrollTo({ top: 0 });
              }}
            />
            {!narrow && (
              <p className={css.keys}>
                <kbd>J</kbd> <kbd>K</kbd> next and previous shipment, <kbd>X</kbd> select, <kbd>D</kbd> mark delivered,{' '}
                <kbd>Enter</kbd> open the order, <kbd>/</kbd> search
              </p>
            )}
          </div>
        )}
      </ListFrame>
      <Dialog opened={isAsking && selected.length > 0} onClose={() => setAsking(false)} title="Mark delivered" closeLabel="Close">
        <DeliveredForm
          shipments={selected}
          onDone={() => {
            setAsking(false);
            selection.clear();
          }}
          onCancel={() => setAsking(false)}
        />
      </Dialog>
    </>
  );
}

interface FilterProps {
  filters: ShipmentFilters;
  /** Name of the chosen organisation, where the list tells it. */
  organisationName: string | undefined;
  onChange: (change: Partial<ShipmentFilters>, options?: { replace: boolean }) => void;
}

function ShipmentFilterBar({ filters, organisationName, onChange }: FilterProps) {
  const chips = [
    filters.organisation > 0 && { label: organisationName ?? 'One organisation', onRemove: () => onChange({ organisation: 0 }) },
    filters.order > 0 && { label: `Order ${filters.order}`, onRemove: () => onChange({ order: 0 }) },
    filters.state !== '' && { label: shipmentStates[filters.state], onRemove: () => onChange({ state: '' }) },
  ].filter((chip) => chip !== false);
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search shipments"
          placeholder="Order, PO, tracking number, person or SKU"
          value={filters.search}
          onSearch={(text) => onChange({ search: text }, { replace: true })}
        />
      }
      chips={chips}
      onClear={() => onChange({ ...noShipmentFilters, search: filters.search })}
      spread
    >
      <OrganisationSelect
        label="Organisation"
        none="All"
        value={filters.organisation}
        onChange={(organisation) => onChange({ organisation })}
      />
      <NativeSelect
        label="State"
        rightSection={<DownIcon size={16} />}
        value={filters.state}
        data={[{ value: '', label: 'All' }, ...Object.entries(shipmentStates).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onChange({ state: event.currentTarget.value as ShipmentFilters['state'] })}
      />
    </FilterBar>
  );
}

function NoShipments({ filters, totalCount, onChange }: Pick<FilterProps, 'filters' | 'onChange'> & { totalCount: number }) {
  if (totalCount > 0)
    return (
      <EmptyState title="This page is empty" action={<Button onClick={() => onChange({ page: 0 })}>Go to first page</Button>}>
        The list has become shorter, or the link was changed.
      </EmptyState>
    );
  if (writeShipmentFilters({ ...filters, page: 0 }).size > 0)
    return (
      <EmptyState
        title="No matching shipments"
        action={
          <Button variant="default" onClick={() => onChange(noShipmentFilters)}>
            Clear search and filters
          </Button>
        }
      >
        You can search by order number, PO number, tracking number, person or SKU.
      </EmptyState>
    );
  return <EmptyState title="Nothing sent yet">Parcels appear here as soon as they are shipped.</EmptyState>;
}
