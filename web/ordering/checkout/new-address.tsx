import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useImpersonation } from '#web/app/session/impersonation.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { AddressDialog, toAddressBody } from '#web/identity/addresses/address-dialog.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';

interface Props {
  /** The person who gets the address. */
  person: Profile;
  forDelivery: boolean;
  onSaved: (addressId: number) => void;
  onClose: () => void;
}

/**
 * Asks for a new address during the checkout and selects it. The address is saved for the person. For a delivery address
 * entered during impersonation, saving it is optional.
 */
export function NewAddress({ person, forDelivery, onSaved, onClose }: Props) {
  const client = useQueryClient();
  const impersonation = useImpersonation();
  const [saveForPerson, setSaveForPerson] = useState(false);
  const isOneOff = impersonation && forDelivery;
  return (
    <AddressDialog
      title={
        isOneOff ? 'Delivery address for this order' : impersonation ? `New address for ${impersonation.person}` : 'New address'
      }
      draftKey={`address.${person.id}.checkout`}
      initialValues={{ firstName: person.firstName, lastName: person.lastName }}
      submitLabel="Use this address"
      save={async (values) => {
        const address = toAddressBody(values);
        const saved =
          isOneOff && !saveForPerson
            ? await api('POST /api/customers/saveImpersonatedCustomerShippingAddressDetails', { body: { address } })
            : await api('POST /api/createcustomeraddress', { body: { address } });
        await invalidateCalls(client, 'GET /api/shippingaddresses', 'GET /api/billingaddresses');
        onSaved(saved.address.id);
      }}
      onClose={onClose}
    >
      {isOneOff && (
        <Checkbox name="keep" checked={saveForPerson} onChange={setSaveForPerson}>
          Save to {impersonation.person}’s addresses. Otherwise it is used for this order only.
        </Checkbox>
      )}
    </AddressDialog>
  );
}
