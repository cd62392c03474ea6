import { Link } from 'react-router';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { ExternalIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { SelectionCheckbox, SelectPageCheckbox } from '#web/ui/lists/selection-checkbox.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { operatorPaths } from '../operator-paths.ts';
import { operatorDownload } from '../session/operator-api.ts';
import type { OperatorShipment } from './shipment-filters.ts';
import css from './shipments.module.css';

interface Props {
  shipments: readonly OperatorShipment[];
  selection: Selection;
  narrow: boolean;
  /** Shows only shipments of an organisation. */
  onOrganisation: (id: number) => void;
}

/** Shipments as a table, or as cards on a phone. Those on the way can be selected. */
export const ShipmentList = ({ narrow, ...props }: Props) => (narrow ? <Cards {...props} /> : <Table {...props} />);

const isOpen = ({ deliveredOnUtc }: OperatorShipment) => deliveredOnUtc === null;

const Table = ({ shipments, selection, onOrganisation }: Omit<Props, 'narrow'>) => {
  const open = shipments.filter(isOpen).map(({ id }) => id);
  return (
    <Card flush>
      <div className={list.scroll}>
        <table className={list.table}>
          <caption className={list.caption}>Shipments, newest first</caption>
          <thead>
            <tr>
              <th className={list.narrow}>
                {open.length > 0 ? (
                  <SelectPageCheckbox
                    label="Select all on the way on this page"
                    ids={open}
                    has={selection.has}
                    onSelect={selection.select}
                  />
                ) : (
                  <VisuallyHidden>Select</VisuallyHidden>
                )}
              </th>
              <th>Order</th>
              <th>To</th>
              <th>Contents</th>
              <th>Tracking</th>
              <th>Sent</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            {shipments.map((shipment) => (
              <tr key={shipment.id} className={css.row} data-chosen={selection.has(shipment.id) || undefined}>
                <td>
                  <Select shipment={shipment} selection={selection} />
                </td>
                <th scope="row">
                  <OrderLink shipment={shipment} />
                  <span className={list.line}>{shipment.personName}</span>
                </th>
                <td className={css.to}>
                  {shipment.destinationName}
                  <span className={list.line}>
                    <OrganisationButton shipment={shipment} onOrganisation={onOrganisation} />
                    {shipment.wearerName && `, for ${shipment.wearerName}`}
                  </span>
                </td>
                <td className={css.contents}>
                  <Contents shipment={shipment} />
                </td>
                <td className={css.tracking}>
                  <Tracking shipment={shipment} />
                </td>
                <td className={css.nowrap}>{formatDateTime(shipment.shippedOnUtc)}</td>
                <td>
                  <State shipment={shipment} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
};

const Cards = ({ shipments, selection, onOrganisation }: Omit<Props, 'narrow'>) => (
  // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
  <ul className={list.cards} role="list" aria-label="Shipments, newest first">
    {shipments.map((shipment) => (
      <li key={shipment.id} className={`${list.card} ${css.card}`} data-chosen={selection.has(shipment.id) || undefined}>
        <div className={css.cardHead}>
          <Select shipment={shipment} selection={selection} />
          <OrderLink shipment={shipment} />
          <State shipment={shipment} />
        </div>
        <p>{shipment.destinationName}</p>
        <p className={list.line}>
          <OrganisationButton shipment={shipment} onOrganisation={onOrganisation} />, for{' '}
          {shipment.wearerName ?? shipment.personName}
        </p>
        <p className={list.line}>Sent {formatDateTime(shipment.shippedOnUtc)}</p>
        <Tracking shipment={shipment} />
        <Contents shipment={shipment} />
      </li>
    ))}
  </ul>
);

const OrderLink = ({ shipment: { id, orderId } }: { shipment: OperatorShipment }) => (
  <Link to={operatorPaths.order(orderId)} className={css.link} data-shipment={id}>
    {orderId}
  </Link>
);

const OrganisationButton = ({
  shipment: { organisationId, organisationName },
  onOrganisation,
}: { shipment: OperatorShipment } & Pick<Props, 'onOrganisation'>) => (
  <button
    type="button"
    className={css.organisation}
    title={`Show only shipments of ${organisationName}`}
    onClick={() => onOrganisation(organisationId)}
  >
    {organisationName}
  </button>
);

const Select = ({ shipment, selection }: { shipment: OperatorShipment; selection: Selection }) =>
  isOpen(shipment) ? (
    <SelectionCheckbox
      label={`Select the parcel of order ${shipment.orderId}${shipment.trackingNumber ? `, ${shipment.trackingNumber}` : ''}`}
      checked={selection.has(shipment.id)}
      onChange={(checked) => selection.select([shipment.id], checked)}
    />
  ) : null;

const State = ({ shipment: { deliveredOnUtc } }: { shipment: OperatorShipment }) =>
  deliveredOnUtc === null ? (
    <StatusBadge tone="info">On the way</StatusBadge>
  ) : (
    <span>
      <StatusBadge tone="success">Delivered</StatusBadge>
      <span className={list.line}>{formatDateTime(deliveredOnUtc)}</span>
    </span>
  );

function Tracking({ shipment: { carrier, trackingNumber, trackingUrl } }: { shipment: OperatorShipment }) {
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
    <details className={css.details}>
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
      <div className={css.papers}>
        <DownloadButton file={() => operatorDownload('GET /api/operator/packingslips', { query: { shipmentIds: [id] } })}>
          Packing slip
        </DownloadButton>
        <DownloadButton file={() => operatorDownload('GET /api/operator/deliverynotes', { query: { shipmentIds: [id] } })}>
          Delivery note
        </DownloadButton>
      </div>
    </details>
  );
}
