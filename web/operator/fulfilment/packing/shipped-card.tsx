import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorDownload } from '../../session/operator-api.ts';
import css from './packing.module.css';
import type { Shipment } from './use-ship.ts';

interface Props {
  shipments: readonly Shipment[];
  /** Other orders that go to the same destination. */
  otherOrderIds: readonly number[];
}

/** What has just been shipped, its papers, and what can be packed next. */
export function ShippedCard({ shipments, otherOrderIds }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const shipmentIds = shipments.map(({ id }) => id);
  const parcels = [...new Set(shipments.map(({ parcelId }) => parcelId))];
  const first = shipmentIds[0];
  useEffect(() => {
    if (first !== undefined) title.current?.focus();
  }, [first]);
  const [next] = otherOrderIds;
  return (
    <Card className={css.shipped}>
      <h2 ref={title} tabIndex={-1}>
        {plural(parcels.length, 'parcel')} shipped
      </h2>
      <ul>
        {parcels.map((parcelId) => {
          const parts = shipments.filter((shipment) => shipment.parcelId === parcelId);
          const pieces = parts.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum + quantity, 0);
          const [{ wearerName, destinationName, carrier, trackingNumber }] = parts as [Shipment];
          return (
            <li key={parcelId}>
              <strong>{wearerName ?? destinationName}</strong>: {plural(pieces, 'piece')} of{' '}
              {parts.length === 1 ? 'order' : 'orders'} {parts.map(({ orderId }) => orderId).join(', ')}
              {(carrier || trackingNumber) && `, ${[carrier, trackingNumber].filter(Boolean).join(' ')}`}
            </li>
          );
        })}
      </ul>
      <Group gap={10}>
        <DownloadButton file={() => operatorDownload('GET /api/operator/packingslips', { query: { shipmentIds } })}>
          Packing slips
        </DownloadButton>
        <DownloadButton file={() => operatorDownload('GET /api/operator/deliverynotes', { query: { shipmentIds } })}>
          Delivery notes
        </DownloadButton>
        {next !== undefined ? (
          <Button component={Link} to={operatorPaths.order(next)}>
            Next order: {next}
          </Button>
        ) : (
          <Button component={Link} to={operatorPaths.board}>
            Back to the board
          </Button>
        )}
      </Group>
      {next !== undefined && (
        <Text size="sm" c="dimmed">
          {plural(otherOrderIds.length, 'more order goes', 'more orders go')} to this destination.
        </Text>
      )}
    </Card>
  );
}
