import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { plural } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { getDeliveryDays, listOpenParcels, type OperatorShipment } from './shipment-delivery.ts';
import { useMarkDelivered } from './use-mark-delivered.ts';

interface Props {
  shipments: readonly OperatorShipment[];
  onDone: () => void;
  onCancel: () => void;
}

/** Asks once before parcels are marked as delivered, because that cannot be undone. */
export function DeliveredForm({ shipments, onDone, onCancel }: Props) {
  const { parcels, orders } = listOpenParcels(shipments);
  const { first, last } = getDeliveryDays(parcels);
  const [day, setDay] = useState(last);
  const marking = useMarkDelivered(onDone);
  const isOutside = day < first || day > last;
  return (
    <StackedForm
      gap={18}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOutside && !marking.isPending) marking.mutate({ parcels, day });
      }}
    >
      <p>
        {plural(parcels.length, 'parcel')} with pieces of {plural(orders, 'order')} will be marked as delivered. If a parcel holds
        pieces of other orders too, they are marked with it. The return period starts on the day of delivery. This can’t be
        undone.
      </p>
      <DateField
        label="Delivered on"
        min={first}
        max={last}
        value={day}
        error={isOutside ? 'Enter a day between dispatch and today' : undefined}
        onChange={setDay}
      />
      <Group gap={10}>
        <BlockableButton
          blocker={isOutside ? 'Enter a day between dispatch and today.' : undefined}
          loading={marking.isPending}
          onClick={() => marking.mutate({ parcels, day })}
          data-autofocus
        >
          Mark {plural(parcels.length, 'parcel')} delivered
        </BlockableButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </StackedForm>
  );
}
