import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorApi } from '../session/operator-api.ts';
import { invalidateStock } from './invalidate-stock.ts';
import { PriorityForm } from './priority-form.tsx';
import css from './stock-garment.module.css';

type Stock = ReplyOf<'GET /api/operator/stock/:combinationId'>['stock'];
type Reservation = Stock['reservations'][number];

/** The orders that have reserved a garment, with what can be picked for them; one that waits can be given the pieces of others. */
export function StockReservations({ stock, mayWrite }: { stock: Stock; mayWrite: boolean }) {
  const [first, setFirst] = useState<Reservation>();
  const { reservations, otherReserved, otherOrganisations } = stock;
  return (
    <Card title="Reserved by">
      {reservations.length === 0 && otherReserved === 0 ? (
        <p className={css.note}>No order has reserved pieces of this garment.</p>
      ) : (
        <>
          <Stack component="ul" gap={0} role="list" className="divided" aria-label="Orders with reserved pieces">
            {reservations.map((reservation) => (
              <ReservationRow
                key={reservation.orderItemId}
                reservation={reservation}
                stock={stock}
                mayWrite={mayWrite}
                onServeFirst={setFirst}
              />
            ))}
          </Stack>
          {otherReserved > 0 && (
            <p className={css.note}>
              {plural(otherReserved, 'piece')} reserved by {plural(otherOrganisations, 'client')} of other brands.
            </p>
          )}
        </>
      )}
      <Dialog opened={first !== undefined} onClose={() => setFirst(undefined)} title="Give pieces first" closeLabel="Close">
        {first && <PriorityForm stock={stock} reservation={first} onClose={() => setFirst(undefined)} />}
      </Dialog>
    </Card>
  );
}

interface RowProps {
  reservation: Reservation;
  stock: Stock;
  mayWrite: boolean;
  onServeFirst: (reservation: Reservation) => void;
}

function ReservationRow({ reservation, stock, mayWrite, onServeFirst }: RowProps) {
  const mayOpen = useMay('orders:write', 'shipments:write');
  const { orderId, orderItemId, organisationName, quantity, readyQuantity, isFirst, dueOn, isReleased } = reservation;
  // Others have pieces that it could be given.
  const canGain =
    isReleased &&
    stock.managesStock &&
    readyQuantity < quantity &&
    stock.reservations.some((other) => other.orderItemId !== orderItemId && other.readyQuantity > 0);
  return (
    <li className={css.row}>
      <span>
        {mayOpen && isReleased ? <Link to={operatorPaths.order(orderId)}>{orderId}</Link> : orderId} · {organisationName}
        {isReleased && readyQuantity < quantity && (
          <span className={css.quiet}>
            {readyQuantity === 0 ? 'waits' : `${formatNumber(readyQuantity)} can be picked`}
            {dueOn !== null && `, promised for ${formatShortDay(dueOn)}`}
          </span>
        )}
      </span>
      {!isReleased && <StatusBadge tone="neutral">Not released</StatusBadge>}
      {isFirst && <StatusBadge tone="info">Served first</StatusBadge>}
      <Group gap={14} wrap="nowrap">
        {mayWrite && canGain && (
          <Button size="compact-sm" variant="default" onClick={() => onServeFirst(reservation)}>
            Give pieces first<VisuallyHidden> to order {orderId}</VisuallyHidden>
          </Button>
        )}
        {mayWrite && isFirst && <ServeInTurn stock={stock} reservation={reservation} />}
        <strong>{plural(quantity, 'piece')}</strong>
      </Group>
    </li>
  );
}

function ServeInTurn({ stock, reservation: { orderId, orderItemId } }: { stock: Stock; reservation: Reservation }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      operatorApi('DELETE /api/operator/stock/:combinationId/priority/:orderItemId', {
        params: { combinationId: stock.id, orderItemId },
      }),
    onSuccess: async () => {
      showSuccess(`Order ${orderId} gets pieces in turn again.`);
      await invalidateStock(client);
    },
    onError: (error) => showError(error),
  });
  return (
    <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
      Serve in turn<VisuallyHidden> order {orderId}</VisuallyHidden>
    </Button>
  );
}
