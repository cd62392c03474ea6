import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { AddressText } from '#web/ui/format/address.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorDownload, operatorQuery } from '../../session/operator-api.ts';
import { describeSendDay } from '../describe-delivery.ts';
import { formatDueDay } from '../fulfilment-dates.ts';
import { isDone, type PackOrder } from '../pack-order.ts';
import { CancelPiecesForm } from './cancel-pieces-form.tsx';
import css from './changes.module.css';
import { DueForm } from './due-form.tsx';
import { HandoverNotice } from './handover-card.tsx';

interface Props {
  order: PackOrder;
  /** Called when a dialog was closed. */
  onChanged: () => void;
}

/** What an order says besides its lines, its parcels so far, and the changes that the supplier can make. */
export function OrderCard({ order, onChanged }: Props) {
  const [open, setOpen] = useState<'cancel' | 'due'>();
  const [last, setLast] = useState<'cancel' | 'due'>('cancel');
  const pending = order.lines.some(({ pendingQuantity }) => pendingQuantity > 0);
  const blocker = pending ? undefined : 'Nothing left to send for this order.';
  const cancelBlocker =
    blocker ??
    (order.lines.every(({ cancellableQuantity }) => cancellableQuantity === 0)
      ? 'What is left has been started by the decorator and can no longer be cancelled.'
      : undefined);
  const close = () => {
    setOpen(undefined);
    // The dialog gives the focus back to its button first.
    setTimeout(onChanged, 300);
  };
  const show = (name: 'cancel' | 'due') => {
    setLast(name);
    setOpen(name);
  };
  return (
    <Card
      title={`Order ${order.id}`}
      action={
        <Group gap={10}>
          {order.lines.some(({ designs, pendingQuantity }) => designs.length > 0 && pendingQuantity > 0) && (
            <DownloadButton
              size="sm"
              file={() => operatorDownload('GET /api/operator/decoration/workorder', { query: { orderId: order.id } })}
            >
              Work order
            </DownloadButton>
          )}
          <BlockableButton size="sm" variant="default" blocker={blocker} onClick={() => show('due')}>
            Change promised date
          </BlockableButton>
          <BlockableButton size="sm" variant="default" blocker={cancelBlocker} onClick={() => show('cancel')}>
            Cancel pieces
          </BlockableButton>
        </Group>
      }
    >
      <HandoverNotice order={order} onChanged={onChanged} />
      <div className={css.facts}>
        <dl>
          {order.deliveryMethod && (
            <Fact name="Delivery">
              {[order.deliveryMethod, !isDone(order) && describeSendDay(order)].filter(Boolean).join('. ')}
            </Fact>
          )}
          <Fact name="Ordered for">{order.personName}</Fact>
          <Fact name="Ordered on">{formatDate(order.createdOnUtc)}</Fact>
          {order.origin === 'punchout' && <Fact name="Ordered through">PunchOut, at the prices of the purchasing system</Fact>}
          {order.poNumber && <Fact name="PO number">{order.poNumber}</Fact>}
          {order.requestedDeliveryOn && <Fact name="Requested delivery date">{formatDueDay(order.requestedDeliveryOn)}</Fact>}
          {order.answers.map(({ name, text }) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
          {order.comments && <Fact name="Note">{order.comments}</Fact>}
        </dl>
        <div>
          <h3 className={css.label}>{order.deliveryKind === 'collected' ? 'Collect from' : 'Deliver to'}</h3>
          {order.deliveryKind === 'collected' ? (
            <p>{[order.collectFrom ?? order.deliveryMethod, order.openingHours].filter(Boolean).join('. ')}</p>
          ) : order.shippingAddress ? (
            <AddressText address={order.shippingAddress} />
          ) : (
            <p>Nothing is delivered.</p>
          )}
        </div>
        <Parcels orderId={order.id} />
      </div>
      <Dialog
        opened={open !== undefined}
        onClose={close}
        title={last === 'due' ? 'Change promised date' : `Cancel pieces of order ${order.id}`}
        closeLabel="Close without changing"
        width={640}
        sheet
      >
        {last === 'due' ? <DueForm order={order} onClose={close} /> : <CancelPiecesForm order={order} onClose={close} />}
      </Dialog>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className={css.label}>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The parcels of an order so far. */
function Parcels({ orderId }: { orderId: number }) {
  const { data } = useQuery(operatorQuery('GET /api/operator/shipments', { query: { orderId, limit: 10 } }));
  return (
    <div>
      <h3 className={css.label}>Parcels</h3>
      {!data || data.shipments.length === 0 ? (
        <p>{data ? 'None yet.' : '…'}</p>
      ) : (
        <ul className={css.parcels}>
          {data.shipments.map(({ id, wearerName, shippedOnUtc, deliveredOnUtc, carrier, trackingNumber, collectedBy, items }) => (
            <li key={id}>
              {formatDate(shippedOnUtc)}:{' '}
              {plural(
                items.reduce((sum, { quantity }) => sum + quantity, 0),
                'piece',
              )}
              {wearerName && ` for ${wearerName}`}
              {(carrier || trackingNumber) && `, ${[carrier, trackingNumber].filter(Boolean).join(' ')}`}{' '}
              {deliveredOnUtc && (
                <StatusBadge tone="success">{collectedBy ? `Collected by ${collectedBy}` : 'Delivered'}</StatusBadge>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.shipments.length > 0 && <Link to={operatorPaths.shipmentsOf(orderId)}>All parcels of this order</Link>}
    </div>
  );
}
