import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AddressDialog, toSent } from '../addresses/address-dialog.tsx';
import { api, refresh } from '../api.ts';
import { useActing } from '../hooks/acting.ts';
import type { Profile } from '../hooks/profile.ts';
import { Checkbox } from '../ui/checkbox.tsx';

interface Props {
  /** Whose address it becomes. */
  person: Profile;
  forDelivery: boolean;
  onSaved: (addressId: number) => void;
  onClose: () => void;
}

/**
 * Asks for an address in the middle of an order, and chooses it. It is kept among the person's own; where somebody else is
 * ordering for them, only when that is wished.
 */
export function NewAddress({ person, forDelivery, onSaved, onClose }: Props) {
  const client = useQueryClient();
  const acting = useActing();
  const [keep, setKeep] = useState(false);
  const isForOnce = acting && forDelivery;
  return (
    <AddressDialog
      title={isForOnce ? 'Delivery address for this order' : acting ? `New address of ${acting.person}` : 'New address'}
      draftKey={`address.${person.id}.checkout`}
      start={{ firstName: person.firstName, lastName: person.lastName }}
      submitLabel="Use this address"
      save={async (typed) => {
        const address = toSent(typed);
        const saved =
          isForOnce && !keep
            ? await api('POST /api/customers/saveImpersonatedCustomerShippingAddressDetails', { body: { address } })
            : await api('POST /api/createcustomeraddress', { body: { address } });
        await refresh(client, 'GET /api/shippingaddresses', 'GET /api/billingaddresses');
        onSaved(saved.address.id);
      }}
      onClose={onClose}
    >
      {isForOnce && (
        <Checkbox name="keep" checked={keep} onChange={setKeep}>
          Keep it among {acting.person}’s addresses. Otherwise it is used for this order alone.
        </Checkbox>
      )}
    </AddressDialog>
  );
}
