import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { describeElapsed, formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { organisationFilter } from '../organisation-filter.tsx';

export type BackOrder = ReplyOf<'GET /api/operator/stock/backorders'>['backOrders'][number];
export type WaitingLine = BackOrder['lines'][number];

/** Opens the form that promises the pieces of a garment for another day. */
export interface BackOrderListActions {
  move: (garment: BackOrder) => void;
}

const describeGarment = ({ productName, attributeDescription }: BackOrder) =>
  [productName, attributeDescription].filter(Boolean).join(', ');

const describeExpected = ({ expected }: BackOrder) =>
  expected.map(({ dueOn, quantity }) => `${formatNumber(quantity)} on ${formatShortDay(dueOn)}`).join(', ');

/** The garments that orders wait for, each with its orders. */
export const backOrdersList = defineList<'GET /api/operator/stock/backorders', BackOrderListActions>()({
  name: 'backorders',
  call: 'GET /api/operator/stock/backorders',
  rowsKey: 'backOrders',
  nouns: ['garment', 'garments'],
  label: 'Back orders',
  columns: {
    garment: { title: 'Garment', isHeading: true, wraps: true, cell: describeGarment },
    sku: {
      title: 'SKU and barcode',
      cell: ({ sku, gtin }) => (
        <>
          {sku}
          {gtin && <span className={list.line}>{gtin}</span>}
        </>
      ),
      onCard: ({ sku, gtin }) => [sku, gtin].filter(Boolean).join(' · '),
    },
    shelf: { title: 'Shelf', cell: ({ shelf }) => shelf, onCard: ({ shelf }) => shelf && `shelf ${shelf}` },
    promised: { title: 'Promised', cell: ({ dueOn }) => <Promised dueOn={dueOn} /> },
    missing: {
      title: 'Missing',
      isNumber: true,
      cell: ({ waitingQuantity }) => formatNumber(waitingQuantity),
      onCard: ({ waitingQuantity }) => `${plural(waitingQuantity, 'piece')} missing`,
    },
    onHand: {
      title: 'On hand',
      isNumber: true,
      cell: ({ onHand }) => formatNumber(onHand),
      onCard: ({ onHand }) => `${formatNumber(onHand)} on hand`,
    },
    expected: {
      title: 'Expected',
      wraps: true,
      cell: (garment) => describeExpected(garment) || 'Nothing',
      onCard: (garment) => (garment.expected.length > 0 ? `expected: ${describeExpected(garment)}` : 'no delivery expected'),
    },
    orders: { title: 'Orders', wraps: true, cell: (garment) => <Orders garment={garment} /> },
  },
  card: [
    { start: ['garment'], end: 'promised' },
    { start: ['sku', 'shelf'] },
    { start: ['onHand', 'expected'], end: 'missing' },
    { start: ['orders'] },
  ],
  actions: (garment, { move }) => (
    <Button size="compact-sm" variant="default" onClick={() => move(garment)}>
      Change promised date<VisuallyHidden> for {describeGarment(garment)}</VisuallyHidden>
    </Button>
  ),
  search: {
    param: 'searchTerm',
    url: 'q',
    label: 'Search back orders',
    placeholder: 'Garment, SKU, barcode or order',
  },
  filters: {
    due: oneOf({
      label: 'Promised date',
      url: 'due',
      options: [
        { id: 'overdue', label: 'Date has passed' },
        { id: 'unknown', label: 'No promised date' },
      ],
    }),
    organisationId: organisationFilter,
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No order waits for stock',
    text: 'Garments appear here when orders need more pieces than are on hand.',
  },
  nothingFound: 'You can search by garment, SKU, barcode or order number.',
});

const Promised = ({ dueOn }: { dueOn: string | null }) =>
  dueOn === null ? (
    'No day'
  ) : (
    <>
      {formatShortDay(dueOn)} {dueOn < new Date().toISOString().slice(0, 10) && <StatusBadge tone="danger">Overdue</StatusBadge>}
    </>
  );

/** The lines of orders that wait for a garment, in the order in which they get pieces. */
const Orders = ({ garment }: { garment: BackOrder }) => (
  <details>
    <summary>
      {plural(garment.orders, 'order')}
      <VisuallyHidden> that wait for {describeGarment(garment)}</VisuallyHidden>
    </summary>
    <ul>
      {garment.lines.map((line) => (
        <Waiting key={line.orderItemId} line={line} />
      ))}
    </ul>
    {garment.orders > garment.lines.length && (
      <Text size="sm" c="dimmed">
        The first {garment.lines.length} lines are shown.
      </Text>
    )}
  </details>
);

const Waiting = ({
  line: { orderId, waitingQuantity, destinationName, organisationName, releasedOnUtc, dueOn, firstDueOn },
}: {
  line: WaitingLine;
}) => (
  <li>
    <Link to={operatorPaths.order(orderId)}>{orderId}</Link> · {plural(waitingQuantity, 'piece')} · <Promised dueOn={dueOn} />
    {firstDueOn !== null && firstDueOn !== dueOn && <span className={list.line}>moved from {formatShortDay(firstDueOn)}</span>}
    <span className={list.line}>
      {destinationName} · {organisationName} · released {describeElapsed(releasedOnUtc)}
    </span>
  </li>
);
