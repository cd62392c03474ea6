import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { addressLines } from '#web/ui/format/address.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { AddressChoice } from '../checkout/address-choice.tsx';
import type { CheckoutChoices, CheckoutOptions, Summary } from '../checkout/checkout-choices.ts';
import { DeliveryChoice } from '../checkout/delivery-choice.tsx';
import { NewAddress } from '../checkout/new-address.tsx';
import type { Checkout } from '../checkout/use-checkout.ts';
import { formatExpected } from '../expected-day.ts';
import css from './delivery-card.module.css';

interface Props {
  checkout: Checkout & { summary: Summary; lists: CheckoutOptions; chosen: CheckoutChoices };
  disabled: boolean;
}

/** Where and how the garments are delivered, with a way to change it. */
export function DeliveryCard({ checkout, disabled }: Props) {
  const { summary, lists, chosen, save } = checkout;
  const profile = useProfile();
  const [opened, setOpened] = useState(false);
  const [adding, setAdding] = useState(false);
  const address = lists.shippingAddresses.find(({ id }) => id === chosen.shippingAddressId);
  const delivery = lists.deliveryOptions?.find(({ name }) => name === chosen.shippingOption);
  const [first, ...others] = address ? addressLines(address) : [];
  return (
    <Card
      title="Deliver to"
      action={
        <button type="button" className={css.change} aria-haspopup="dialog" disabled={disabled} onClick={() => setOpened(true)}>
          {address ? 'Change' : 'Choose an address'}
        </button>
      }
    >
      {address ? (
        <>
          <p>{first}</p>
          <Text c="dimmed">{others.join(', ')}</Text>
        </>
      ) : (
        <Text c="dimmed">No delivery address yet.</Text>
      )}
      {delivery && (
        <Text c="dimmed">
          {delivery.name}
          {!summary.expectedOn &&
            delivery.transitDays !== null &&
            delivery.transitDays > 0 &&
            `, about ${plural(delivery.transitDays, 'working day')}`}
        </Text>
      )}
      {summary.expectedOn && <Text fw={600}>{formatExpected(summary.expectedOn, delivery?.isPickupInStore)}</Text>}
      <Dialog opened={opened && !adding} onClose={() => setOpened(false)} title="Delivery" closeLabel="Close delivery" sheet>
        <Stack gap={20}>
          <AddressChoice
            label="Where should we deliver your order?"
            addresses={lists.shippingAddresses}
            value={chosen.shippingAddressId}
            onChange={(shippingAddressId) => void save({ shippingAddressId })}
            onAdd={() => setAdding(true)}
          />
          <DeliveryChoice
            options={lists.deliveryOptions}
            error={checkout.deliveryError}
            onRetry={checkout.reloadDelivery}
            value={chosen.shippingOption}
            currencyCode={summary.currencyCode}
            onChange={(shippingOption) => void save({ shippingOption })}
          />
        </Stack>
      </Dialog>
      {adding && profile && (
        <NewAddress
          person={profile}
          forDelivery
          onSaved={(shippingAddressId) => void save({ shippingAddressId })}
          onClose={() => {
            setAdding(false);
            setOpened(false);
          }}
        />
      )}
    </Card>
  );
}
