import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '#web/app/api.ts';
import { useOrderingLink } from '#web/app/session/use-ordering-link.ts';
import { leaveTrip, type Trip } from '#web/app/trip/trip.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './empty-trip-cart.module.css';

/** An empty cart of a trip of PunchOut. Where it began with a cart of the buyer's system, that one can be emptied too, after a question. */
export function EmptyTripCart({ trip }: { trip: Trip }) {
  const start = useOrderingLink();
  const [isAsking, setAsking] = useState(false);
  const { buyerName } = trip;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /api/setpaymentform', { body: { checkout: { removeAll: true } } }),
    onSuccess: () => leaveTrip(trip),
    onError: (error) => {
      setAsking(false);
      showError(error);
    },
  });
  return (
    <Card>
      <EmptyState
        title={trip.isReadOnly ? 'There is nothing in this cart' : 'Your cart is empty'}
        action={
          <>
            {start && !trip.isReadOnly && (
              <Button component={Link} to={start.to}>
                {start.label}
              </Button>
            )}
            {trip.isEdit && (
              <Button variant="default" className={css.remove} aria-haspopup="dialog" onClick={() => setAsking(true)}>
                Remove everything from {buyerName}
              </Button>
            )}
          </>
        }
      >
        {describe(trip)}
      </EmptyState>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove everything from ${buyerName}?`}
        closeLabel="Close without removing"
        width={440}
      >
        <p>The lines of this cart are deleted from your request in {buyerName}. You return there without any.</p>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            Keep them
          </Button>
          <Button color="red" data-autofocus loading={isPending} onClick={() => mutate()}>
            Remove everything
          </Button>
        </Group>
      </Dialog>
    </Card>
  );
}

function describe({ isEdit, isReadOnly, buyerName }: Trip): string {
  if (isReadOnly) return `Close it to go back to ${buyerName}.`;
  return isEdit
    ? `${buyerName} still has the lines from before. Add garments to replace them, remove them there too, or return without changes.`
    : `Garments you add here are returned to ${buyerName}.`;
}
