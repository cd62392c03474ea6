import { Button, Group } from '@mantine/core';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { leaveTrip, type Trip } from './trip.ts';

interface Props {
  trip: Trip;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a cart, or changes of one, are given up. */
export function LeaveTripDialog({ trip, opened, onClose }: Props) {
  const { buyerName, isEdit } = trip;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={isEdit ? 'Return without changes?' : 'Return without a cart?'}
      closeLabel="Close without returning"
      width={440}
    >
      <p>
        {isEdit
          ? `${buyerName} keeps the cart as it was before. What you have changed here is lost.`
          : `Nothing is sent to ${buyerName}, and the cart you have filled here is deleted.`}
      </p>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Stay here
        </Button>
        <Button color="red" data-autofocus onClick={() => leaveTrip(trip)}>
          {isEdit ? 'Return without changes' : 'Return without a cart'}
        </Button>
      </Group>
    </Dialog>
  );
}
