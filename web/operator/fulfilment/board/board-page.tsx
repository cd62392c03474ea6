import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { OpenCardPayments } from '../../card-payments/open-card-payments.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { type BoardDestination, boardList } from './board-list.tsx';
import { Destinations } from './destinations.tsx';
import { WorkToDo } from './work-to-do.tsx';

const REFRESH_MS = 60_000;

/** Released orders with pending pieces, those due first, by destination. From here orders of one destination are packed. */
export function BoardPage() {
  const [destination, setDestination] = useState<string>();
  const context = useMemo(() => ({ destination }), [destination]);
  const model = useList(boardList, context, { refetchInterval: REFRESH_MS });
  const { reply, rows, selection, state } = model;
  const selected = rows.filter(({ id }) => selection?.has(id));
  const chosen = selected[0]?.destination;
  const elsewhere = selected.filter((order) => order.destination !== chosen).map(({ id }) => id);
  // Of all the orders of a page, those that go where the oldest goes.
  useEffect(() => {
    setDestination(chosen);
    if (elsewhere.length > 0) selection?.select(elsewhere, false);
  });
  return (
    <>
      <PageHeader title="Board">{describeBoard(reply?.destinations ?? [])}</PageHeader>
      <OpenCardPayments />
      <WorkToDo />
      <ListPage
        model={model}
        cardsBelow={1024}
        selectionActions={
          <Button component={Link} to={operatorPaths.pack(selected.map(({ id }) => id))}>
            Pick and pack {plural(selected.length, 'order')}
          </Button>
        }
        aside={
          reply?.destinations.length !== 0 && (
            <Destinations
              destinations={reply?.destinations}
              chosen={state.filters.destination ?? ''}
              onChoose={(key) => model.setFilter('destination', key || undefined)}
            />
          )
        }
      />
    </>
  );
}

/** "128 orders for 14 destinations, those due first. 640 of 702 pieces on hand." */
function describeBoard(destinations: readonly BoardDestination[]): string {
  const sum = (count: (each: BoardDestination) => number) => destinations.reduce((total, each) => total + count(each), 0);
  const orders = plural(
    sum((each) => each.orders),
    'order',
  );
  if (destinations.length === 0) return 'Orders to ship, those due first.';
  return `${orders} for ${plural(destinations.length, 'destination')}, those due first. ${formatNumber(sum((each) => each.readyQuantity))} of ${plural(
    sum((each) => each.pendingQuantity),
    'piece',
  )} can be picked now.`;
}
