import { Button, Group, Stack } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { AddressDialog, toAddressBody } from '#web/identity/addresses/address-dialog.tsx';
import type { CustomerAddress } from '#web/identity/addresses/address-form.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { AddressText, formatShortAddress } from '#web/ui/format/address.tsx';
import css from './account.module.css';

const addressesQuery = apiQuery('GET /api/customeraddresses');
const invalidateAddresses = (client: QueryClient) =>
  invalidateCalls(client, 'GET /api/customeraddresses', 'GET /api/shippingaddresses', 'GET /api/billingaddresses');

/** The caller's own addresses: add, edit, remove and undo. */
export function AddressesCard({ caller }: { caller: Profile }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(addressesQuery);
  const [open, setOpen] = useState<CustomerAddress | 'new'>();
  const add = useRef<HTMLButtonElement>(null);

  async function remove(address: CustomerAddress) {
    try {
      await api('DELETE /api/customeraddresses/:id', { params: { id: address.id } });
      showSuccess(`Address removed: ${formatShortAddress(address)}.`, {
        action: { label: 'Undo', run: () => void restore(address) },
      });
      add.current?.focus();
      await invalidateAddresses(client);
    } catch (failure) {
      showError(failure);
    }
  }
  async function restore({ id }: CustomerAddress) {
    try {
      await api('POST /api/customeraddresses/:id/restore', { params: { id } });
      await invalidateAddresses(client);
      showSuccess('Address restored.');
    } catch (failure) {
      showError(failure);
    }
  }

  return (
    <Stack gap={14}>
      <p className={css.text}>Orders can be delivered to these addresses or to those of your destination.</p>
      {!data ? (
        error ? (
          <ErrorState title="Your addresses could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading addresses">
            <SkeletonText lines={4} />
          </Loading>
        )
      ) : data.addresses.length === 0 ? (
        <p>No addresses yet. Add one to have orders delivered there.</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
        <ul role="list" aria-label="Your addresses">
          {data.addresses.map((address) => (
            <li key={address.id} className={css.entry}>
              <div className={css.content}>
                {address.isDefault && <StatusBadge tone="info">Default</StatusBadge>}
                <AddressText address={address} />
              </div>
              <Group gap="xs">
                <Button size="sm" variant="default" aria-haspopup="dialog" onClick={() => setOpen(address)}>
                  Edit<VisuallyHidden> {formatShortAddress(address)}</VisuallyHidden>
                </Button>
                <Button size="sm" variant="default" onClick={() => void remove(address)}>
                  Remove<VisuallyHidden> {formatShortAddress(address)}</VisuallyHidden>
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button ref={add} variant="default" aria-haspopup="dialog" onClick={() => setOpen('new')}>
          Add an address
        </Button>
      </div>
      {open && (
        <AddressDialog
          title={open === 'new' ? 'Add an address' : 'Edit address'}
          draftKey={`address.${caller.id}.${open === 'new' ? 'new' : open.id}`}
          initialValues={open === 'new' ? { firstName: caller.firstName, lastName: caller.lastName } : open}
          submitLabel="Save address"
          withDefault
          save={async (values) => {
            const body = { address: toAddressBody(values) };
            if (open === 'new') await api('POST /api/createcustomeraddress', { body });
            else await api('PUT /api/customeraddresses/:id', { params: { id: open.id }, body });
            await invalidateAddresses(client);
            showSuccess('Address saved.');
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Stack>
  );
}
