import { Group } from '@mantine/core';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf, readId } from '#web/app/lists/filter-kinds.tsx';
import type { ListFilter } from '#web/app/lists/list-filter.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { ExternalIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationButton } from '../organisation-button.tsx';
import { organisationFilter } from '../organisation-filter.tsx';
import { operatorDownload } from '../session/operator-api.ts';
import type { OperatorShipment } from './shipment-delivery.ts';
import css from './shipments.module.css';

const OrderInWords = ({ value }: { value: number }) => value;

/** Only links from other pages set it. */
const orderFilter: ListFilter<number> = {
  label: 'Order',
  url: 'orderId',
  read: readId,
  write: String,
  isLinkOnly: true,
  Words: OrderInWords,
};

/** All parcels that were sent. Those on the way can be selected. */
export const shipmentsList = defineList<'GET /api/operator/shipments'>()({
  name: 'shipments',
  call: 'GET /api/operator/shipments',
  rowsKey: 'shipments',
  nouns: ['shipment', 'shipments'],
  label: 'Shipments, newest first',
  link: ({ orderId }) => operatorPaths.order(orderId),
  columns: {
    order: { title: 'Order', isHeading: true, cell: ({ orderId }) => orderId },
    person: { title: 'Person', cell: ({ personName, wearerName }) => wearerName ?? personName },
    destination: { title: 'To', cell: ({ destinationName }) => destinationName },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisationId, organisationName }) => <OrganisationButton id={organisationId} name={organisationName} />,
    },
    contents: { title: 'Contents', wraps: true, cell: (shipment) => <Contents shipment={shipment} /> },
    tracking: { title: 'Tracking', wraps: true, cell: (shipment) => <Tracking shipment={shipment} /> },
    sent: {
      title: 'Sent',
      cell: ({ shippedOnUtc }) => formatDateTime(shippedOnUtc),
      onCard: ({ shippedOnUtc }) => `Sent ${formatDateTime(shippedOnUtc)}`,
    },
    state: { title: 'State', wraps: true, cell: (shipment) => <State shipment={shipment} /> },
  },
  card: [
    { start: ['order', 'person'], end: 'state' },
    { start: ['destination', 'organisation'] },
    { start: ['sent'] },
    { start: ['tracking'] },
    { start: ['contents'] },
  ],
  selection: {
    label: 'Selected shipments',
    rowName: ({ orderId, trackingNumber }) => `the parcel of order ${orderId}${trackingNumber ? `, ${trackingNumber}` : ''}`,
    getBlocker: ({ deliveredOnUtc }) => (deliveredOnUtc === null ? undefined : 'This parcel has been delivered.'),
    isPageOnly: true,
  },
  search: {
    param: 'searchTerm',
    url: 'q',
    label: 'Search shipments',
    placeholder: 'Order, PO, tracking number, person or SKU',
  },
  filters: {
    state: oneOf({
      label: 'State',
      url: 'state',
      options: [
        { id: 'onTheWay', label: 'On the way' },
        { id: 'delivered', label: 'Delivered' },
      ],
    }),
    organisationId: organisationFilter,
    orderId: orderFilter,
  },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'Nothing sent yet', text: 'Parcels appear here as soon as they are shipped.' },
  nothingFound: 'You can search by order number, PO number, tracking number, person or SKU.',
});

const State = ({ shipment: { deliveredOnUtc } }: { shipment: OperatorShipment }) =>
  deliveredOnUtc === null ? (
    <StatusBadge tone="info">On the way</StatusBadge>
  ) : (
    <span>
      <StatusBadge tone="success">Delivered</StatusBadge>
      <span className={list.line}>{formatDateTime(deliveredOnUtc)}</span>
    </span>
  );

function Tracking({ shipment: { carrier, trackingNumber, trackingUrl, collectedBy } }: { shipment: OperatorShipment }) {
  if (collectedBy) return `Collected by ${collectedBy}`;
  const label = trackingNumber ?? 'Track parcel';
  return (
    <>
      {/* Links from elsewhere are followed only where they are https. */}
      {trackingUrl?.startsWith('https://') ? (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className={css.trackingLink}>
          {label}
          <ExternalIcon size={14} />
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      ) : (
        trackingNumber
      )}
      <span className={list.line}>{carrier ?? (trackingNumber ? '' : 'No carrier')}</span>
    </>
  );
}

function Contents({ shipment: { id, parcelId, orderId, items } }: { shipment: OperatorShipment }) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <details>
      <summary>
        {plural(pieces, 'piece')}
        <VisuallyHidden> of order {orderId}</VisuallyHidden>
      </summary>
      {parcelId !== id && <p className={list.line}>In the same parcel as pieces of another order.</p>}
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            {item.quantity} × {[item.productName, item.attributeDescription].filter(Boolean).join(', ')}
            <span className={list.line}>{[item.sku, item.wearerName].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <DownloadButton file={() => operatorDownload('GET /api/operator/packingslips', { query: { shipmentIds: [id] } })}>
          Packing slip
        </DownloadButton>
        <DownloadButton file={() => operatorDownload('GET /api/operator/deliverynotes', { query: { shipmentIds: [id] } })}>
          Delivery note
        </DownloadButton>
      </Group>
    </details>
  );
}
