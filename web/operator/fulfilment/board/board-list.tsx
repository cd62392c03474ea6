import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import type { ListFilter } from '#web/app/lists/list-filter.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDateTime, formatNumber, plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../../operator-paths.ts';
import { organisationFilter } from '../../organisation-filter.tsx';
import { operatorQuery } from '../../session/operator-api.ts';
import { describeSendDay } from '../describe-delivery.ts';
import { describeElapsed, formatShortDay } from '../fulfilment-dates.ts';

export type BoardDestination = ReplyOf<'GET /api/operator/orders'>['destinations'][number];

const STATES = [
  { id: 'toPick', label: 'To pick', tone: 'neutral' },
  { id: 'picking', label: 'Picking', tone: 'info' },
  { id: 'partShipped', label: 'Shipped in part', tone: 'success' },
  { id: 'readyToCollect', label: 'Ready to collect', tone: 'success' },
  { id: 'backOrder', label: 'Back order', tone: 'warning' },
] as const satisfies readonly { id: string; label: string; tone: Tone }[];

/** Where the selected orders go. */
export interface BoardSelection {
  /** The key of the destination; undefined while none is selected. */
  destination: string | undefined;
}

/** The destinations beside the orders set it. */
const destinationFilter: ListFilter<string> = {
  label: 'Destination',
  url: 'destination',
  read: (text) => text.slice(0, 32) || undefined,
  write: (key) => key,
  isLinkOnly: true,
  Words: ({ value }) => {
    // All destinations, whatever is filtered.
    const { data } = useQuery(operatorQuery('GET /api/operator/orders', { query: { limit: 1 } }));
    return data ? (data.destinations.find(({ key }) => key === value)?.name ?? 'Not found') : '…';
  },
};

const useDeliveryOptions = () => {
  const { data } = useQuery(operatorQuery('GET /api/operator/orders', { query: { limit: 1 } }));
  return data?.deliveryMethods.map(({ name, orders, dueToday }) => ({
    id: name,
    label: `${name} (${plural(orders, 'order')}${dueToday === 0 ? '' : `, ${dueToday} due today`})`,
  }));
};

/** The ways of delivery of all clients, by name. */
const deliveryFilter: ListFilter<string> = {
  ...oneOf<string>({ label: 'Delivery', url: 'delivery', options: [] }),
  options: useDeliveryOptions,
  read: (text) => text.slice(0, 100) || undefined,
  Words: ({ value }) => value,
};

/** Released orders with pending pieces. Those of one destination can be selected together. */
export const boardList = defineList<'GET /api/operator/orders', BoardSelection>()({
  name: 'board',
  call: 'GET /api/operator/orders',
  rowsKey: 'orders',
  nouns: ['order', 'orders'],
  label: 'Orders to ship, those due first',
  link: ({ id }) => operatorPaths.order(id),
  columns: {
    order: { title: 'Order', isHeading: true, cell: ({ id }) => id },
    person: { title: 'Person', cell: ({ personName }) => personName },
    destination: {
      title: 'Destination',
      wraps: true,
      cell: ({ destinationName, organisationName }) => (
        <>
          {destinationName}
          <span className={list.line}>{organisationName}</span>
        </>
      ),
      onCard: ({ destinationName, organisationName }) => `${destinationName}, ${organisationName}`,
    },
    delivery: {
      title: 'Delivery',
      wraps: true,
      cell: ({ deliveryMethod, ...order }) => (
        <>
          {deliveryMethod ?? '–'}
          <span className={list.line}>
            {order.isDueToday ? <strong>{describeSendDay(order)}</strong> : describeSendDay(order)}
          </span>
        </>
      ),
      onCard: ({ deliveryMethod, ...order }) => [deliveryMethod, describeSendDay(order)].filter(Boolean).join(' · '),
    },
    state: { title: 'State', cell: ({ state }) => <State state={state} /> },
    ready: {
      title: 'Ready',
      isNumber: true,
      cell: ({ readyQuantity, pendingQuantity, packedQuantity }) => (
        <>
          {pendingQuantity > packedQuantity &&
            `${formatNumber(readyQuantity)} of ${formatNumber(pendingQuantity - packedQuantity)}`}
          {packedQuantity > 0 && <span className={list.line}>{formatNumber(packedQuantity)} packed</span>}
        </>
      ),
      onCard: ({ readyQuantity, pendingQuantity, packedQuantity }) =>
        [
          pendingQuantity > packedQuantity &&
            `${formatNumber(readyQuantity)} of ${plural(pendingQuantity - packedQuantity, 'piece')} on hand`,
          packedQuantity > 0 && `${formatNumber(packedQuantity)} packed`,
        ]
          .filter(Boolean)
          .join(', '),
    },
    wearers: {
      title: 'Wearers',
      isNumber: true,
      isExtra: true,
      cell: ({ wearers }) => formatNumber(wearers),
      onCard: ({ wearers }) => plural(wearers, 'wearer'),
    },
    released: {
      title: 'Released',
      cell: ({ releasedOnUtc }) => <span title={formatDateTime(releasedOnUtc)}>{describeElapsed(releasedOnUtc)}</span>,
      onCard: ({ releasedOnUtc }) => <span title={formatDateTime(releasedOnUtc)}>released {describeElapsed(releasedOnUtc)}</span>,
    },
    due: {
      title: 'Due',
      cell: ({ dueOn, readyQuantity, pendingQuantity, packedQuantity }) =>
        dueOn ? formatShortDay(dueOn) : readyQuantity + packedQuantity < pendingQuantity ? 'No date' : '–',
      onCard: ({ dueOn }) => dueOn && `due ${formatShortDay(dueOn)}`,
    },
  },
  card: [
    { start: ['order'], end: 'state' },
    { start: ['person', 'destination'] },
    { start: ['delivery'] },
    { start: ['ready', 'wearers'] },
    { start: ['released', 'due'] },
  ],
  selection: {
    label: 'Selected orders',
    rowName: ({ id }) => `order ${id}`,
    getBlocker: (order, { destination }) =>
      destination === undefined || order.destination === destination
        ? undefined
        : 'Goes to another destination than the selected orders',
    isPageOnly: true,
  },
  search: { param: 'searchTerm', url: 'q', label: 'Search orders', placeholder: 'Order, PO, person or SKU' },
  filters: {
    state: oneOf({ label: 'State', url: 'state', options: STATES }),
    delivery: deliveryFilter,
    due: oneOf({ label: 'Due', url: 'due', options: [{ id: 'today', label: 'Today' }] }),
    organisationId: organisationFilter,
    destination: destinationFilter,
  },
  // As many as can be packed together.
  rows: { usual: 50, choices: [25, 50] },
  empty: {
    title: 'Nothing to send',
    text: 'Orders appear here as soon as they are released, and leave the board when all their pieces have been sent.',
  },
  nothingFound: 'You can search by order number, PO number, person or SKU.',
});

function State({ state }: { state: string }) {
  const known = STATES.find(({ id }) => id === state);
  return known ? <StatusBadge tone={known.tone}>{known.label}</StatusBadge> : state;
}
