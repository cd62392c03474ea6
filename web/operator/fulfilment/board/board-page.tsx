import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import { type Selection, useSelection } from '#web/ui/lists/use-selection.ts';
import { ListFrame } from '../../list-frame.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import css from './board.module.css';
import {
  BOARD_ROWS,
  type BoardFilters,
  type BoardOrder,
  type BoardState,
  boardStates,
  noBoardFilters,
  readBoardFilters,
  toBoardQuery,
  writeBoardFilters,
} from './board-filters.ts';
import { BoardOrders } from './board-orders.tsx';
import { DestinationChoice, DestinationList } from './destinations.tsx';

const REFRESH_MS = 60_000;
/** Orders that can be packed together. */
const MAX_PACKED = 50;

/** Released orders with pending pieces, oldest first, by destination. From here orders of one destination are packed. */
export function BoardPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readBoardFilters(search);
  const narrow = useIsNarrow(1024);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery({
    ...operatorQuery('GET /api/operator/orders', { query: toBoardQuery(filters) }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const { data, isPlaceholderData, isFetching } = query;
  const orders = data?.orders ?? [];
  const selection = useSelection(writeBoardFilters(filters).toString(), orders.length);
  const selected = orders.filter(({ id }) => selection.has(id)).slice(0, MAX_PACKED);
  const change = (part: Partial<BoardFilters>, options?: { replace: boolean }) =>
    setSearch(writeBoardFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });

  useBoardKeys(list, orders, selected, selection);

  return (
    <>
      <PageHeader title="Board">
        {data ? describeBoard(data.destinations) : 'Released orders with pieces to send, oldest first.'}
      </PageHeader>
      <BoardFilterBar filters={filters} onChange={change} />
      <ListFrame
        query={query}
        name="orders"
        skeleton={{ rows: 10, height: narrow ? 120 : 60 }}
        empty={(data) =>
          data.destinations.length === 0 ? (
            <NoOrders isFiltered={writeBoardFilters({ ...filters, page: 0 }).size > 0} onClear={() => change(noBoardFilters)} />
          ) : undefined
        }
      >
        {(data) => (
          <div className={css.columns} data-stale={(isPlaceholderData && isFetching) || undefined}>
            {narrow ? (
              <DestinationChoice
                destinations={data.destinations}
                chosen={filters.destination}
                onChoose={(destination) => change({ destination })}
              />
            ) : (
              <DestinationList
                destinations={data.destinations}
                chosen={filters.destination}
                onChoose={(destination) => change({ destination })}
              />
            )}
            <div ref={list} className={css.orders}>
              <SelectionBar
                label="Selected orders"
                selection={selection}
                total={0}
                nouns={['order', 'orders']}
                clearLabel="Clear selection"
              >
                <Button component={Link} to={operatorPaths.pack(selected.map(({ id }) => id))}>
                  Pick and pack {plural(selected.length, 'order')}
                </Button>
              </SelectionBar>
              {orders.length === 0 ? (
                <NoOrdersHere hasOthers={data.totalCount > 0} onChange={change} />
              ) : (
                <BoardOrders orders={orders} selection={selection} destination={selected[0]?.destination} narrow={narrow} />
              )}
              <Pager
                page={filters.page}
                limit={BOARD_ROWS}
                totalCount={data.totalCount}
                noun={data.totalCount === 1 ? 'order' : 'orders'}
                onPage={(page) => {
                  change({ page });
                  scrollTo({ top: 0 });
                }}
              />
              {!narrow && (
                <p className={css.keys}>
                  <kbd>J</kbd> <kbd>K</kbd> next and previous order, <kbd>X</kbd> select, <kbd>Enter</kbd> open, <kbd>/</kbd>{' '}
                  search
                </p>
              )}
            </div>
          </div>
        )}
      </ListFrame>
    </>
  );
}

/** J and K move the focus between the orders, X selects the focused one if it goes to the destination of those that are selected. */
function useBoardKeys(
  list: RefObject<HTMLElement | null>,
  orders: readonly BoardOrder[],
  selected: readonly BoardOrder[],
  selection: Selection,
): void {
  const listLinks = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
  const move = (step: number) => {
    const links = listLinks();
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const toggleFocused = () => {
    const order = orders.find(({ id }) => String(id) === (document.activeElement as HTMLElement | null)?.dataset.order);
    const [first] = selected;
    if (order && (!first || first.destination === order.destination)) selection.select([order.id], !selection.has(order.id));
  };
  useSingleKeys({ j: () => move(1), k: () => move(-1), x: toggleFocused });
}

/** The chosen destination, or the page, without orders. */
const NoOrdersHere = ({ hasOthers, onChange }: { hasOthers: boolean; onChange: FilterProps['onChange'] }) => (
  <Card>
    <EmptyState
      title={hasOthers ? 'This page is empty' : 'No orders for this destination'}
      action={
        <Button variant="default" onClick={() => onChange(hasOthers ? { page: 0 } : { destination: '' })}>
          {hasOthers ? 'Go to first page' : 'Show all destinations'}
        </Button>
      }
    >
      {hasOthers ? 'The list has become shorter.' : 'Its orders were shipped, or do not match the filters.'}
    </EmptyState>
  </Card>
);

/** "128 orders for 14 destinations, 640 of 702 pieces on hand." */
function describeBoard(destinations: readonly { orders: number; readyQuantity: number; pendingQuantity: number }[]): string {
  const sum = (count: (each: (typeof destinations)[number]) => number) =>
    destinations.reduce((total, each) => total + count(each), 0);
  const orders = plural(
    sum((each) => each.orders),
    'order',
  );
  if (destinations.length === 0) return 'Released orders with pieces to send, oldest first.';
  return `${orders} for ${plural(destinations.length, 'destination')}, oldest first. ${formatNumber(sum((each) => each.readyQuantity))} of ${plural(
    sum((each) => each.pendingQuantity),
    'piece',
  )} can be picked now.`;
}

interface FilterProps {
  filters: BoardFilters;
  onChange: (change: Partial<BoardFilters>, options?: { replace: boolean }) => void;
}

function BoardFilterBar({ filters, onChange }: FilterProps) {
  // All destinations, whatever the filters: they name the organisations to choose from.
  const { data } = useQuery(operatorQuery('GET /api/operator/orders', { query: { limit: 1 } }));
  const organisations = [...new Map(data?.destinations.map((each) => [each.organisationId, each.organisationName]))]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className={css.filters}>
      <SearchInput
        className={css.search}
        label="Search orders"
        placeholder="Order, PO, person or SKU"
        value={filters.search}
        onSearch={(text) => onChange({ search: text }, { replace: true })}
      />
      {(organisations.length > 1 || filters.organisation > 0) && (
        <NativeSelect
          aria-label="Organisation"
          rightSection={<DownIcon size={16} />}
          value={String(filters.organisation)}
          data={[
            { value: '0', label: 'All organisations' },
            ...organisations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onChange({ organisation: Number(event.currentTarget.value), destination: '' })}
        />
      )}
      <NativeSelect
        aria-label="State"
        rightSection={<DownIcon size={16} />}
        value={filters.state}
        data={[{ value: '', label: 'All states' }, ...Object.entries(boardStates).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onChange({ state: event.currentTarget.value as BoardState | '' })}
      />
    </div>
  );
}

const NoOrders = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No matching orders"
      action={
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      You can search by order number, PO number, person or SKU.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing to send">
      Orders appear here as soon as they are released, and leave the board when all their pieces have been sent.
    </EmptyState>
  );
