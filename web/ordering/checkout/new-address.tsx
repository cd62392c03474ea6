import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useImpersonation } from '#web/app/session/impersonation.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { AddressDialog, toAddressBody } from '#web/identity/addresses/address-dialog.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';

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
  const acting = useImpersonation();
  const [keep, setKeep] = useState(false);
  const isForOnce = acting && forDelivery;
  return (
    <AddressDialog
      title={isForOnce ? 'Delivery address for this order' : acting ? `New address of ${acting.person}` : 'New address'}
      draftKey={`address.${person.id}.checkout`}
      initialValues={{ firstName: person.firstName, lastName: person.lastName }}
      submitLabel="Use this address"
      save={async (typed) => {
        const address = toAddressBody(typed);
        const saved =
          isForOnce && !keep
            ? await api('POST /api/customers/saveImpersonatedCustomerShippingAddressDetails', { body: { address } })
            : await api('POST /api/createcustomeraddress', { body: { address } });
        await invalidateCalls(client, 'GET /api/shippingaddresses', 'GET /api/billingaddresses');
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
