import { Stack, Text } from '@mantine/core';
import { ExternalIcon, TruckIcon } from '#web/ui/content/icons.tsx';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './order-page.module.css';
import type { Order } from './timeline.ts';

/** The parcels of an order, each with its contents and tracking link. */
export const Shipments = ({ order }: { order: Order }) => (
  <Card title={order.deliveryKind === 'collected' ? 'Collected' : order.shipments.length === 1 ? 'Parcel' : 'Parcels'}>
    <Stack component="ul" gap={0} role="list">
      {order.shipments.map((shipment, at) => (
        <li key={shipment.id} className={css.shipment}>
          <TruckIcon />
          <div>
            <p>
              <strong>
                {order.shipments.length > 1 && `${at + 1}. `}
                {shipment.collectedBy ? `By ${shipment.collectedBy}` : (shipment.carrier ?? 'Parcel')}
              </strong>
              {shipment.trackingNumber && <span className="figures"> {shipment.trackingNumber}</span>}
            </p>
            <Text size="sm" c="dimmed">
              {(shipment.collectedBy
                ? [shipment.shippedDateUtc && formatDateTime(shipment.shippedDateUtc)]
                : [
                    shipment.shippedDateUtc && `Sent ${formatDate(shipment.shippedDateUtc)}`,
                    shipment.deliveryDateUtc && `delivered ${formatDate(shipment.deliveryDateUtc)}`,
                  ]
              )
                .filter(Boolean)
                .join(', ')}
            </Text>
            <Stack component="ul" gap={0} mt={6} role="list">
              {shipment.items.map((item) => (
                <li key={item.id}>
                  {item.quantity} × {item.productName}{' '}
                  <Text span size="sm" c="dimmed">
                    {item.sku}
                  </Text>
                </li>
              ))}
            </Stack>
          </div>
          {shipment.trackingUrl && (
            <a
              href={shipment.trackingUrl}
              target="_blank"
              rel="noreferrer"
              className={css.track}
              aria-label={`Track parcel ${at + 1}, opens in a new tab`}
            >
              Track <ExternalIcon size={14} />
            </a>
          )}
        </li>
      ))}
    </Stack>
  </Card>
);
