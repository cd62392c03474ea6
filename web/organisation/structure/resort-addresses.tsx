import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, invalidateCalls } from '#web/app/api.ts';
import { AddressDialog, toAddressBody } from '#web/identity/addresses/address-dialog.tsx';
import type { CustomerAddress } from '#web/identity/addresses/address-form.tsx';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { AddressText } from '#web/ui/format/address.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { Resort } from './item-kinds.ts';
import css from './structure.module.css';

/** The delivery addresses of a destination: add, edit, remove and undo. */
export function ResortAddresses({ destination, canEdit }: { destination: Resort; canEdit: boolean }) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<CustomerAddress | 'new'>();
  const reload = () => invalidateCalls(client, 'GET /api/organisationresorts', 'GET /api/shippingaddresses');
  const restore = useMutation({
    mutationFn: (id: number) => api('POST /api/organisationresortaddresses/:id/restore', { params: { id } }),
    onSuccess: () => {
      showSuccess('Address restored.');
      return reload();
    },
    onError: (error) => showError(error),
  });
  const remove = useMutation({
    mutationFn: (id: number) => api('DELETE /api/organisationresortaddresses/:id', { params: { id } }),
    onSuccess: (_, id) => {
      showSuccess('Address removed. Existing orders keep it.', { action: { label: 'Undo', run: () => restore.mutate(id) } });
      return reload();
    },
    onError: (error) => showError(error),
  });
  const { organisationResortAddresses: addresses, name } = destination;
  const add = canEdit && (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setEditing('new')}>
      Add an address
    </Button>
  );
  return (
    <>
      {addresses.length > 0 && (
        <Group justify="space-between" gap="8px 16px" mb="md">
          <Text size="sm" c="dimmed">
            People who work here choose from these addresses at checkout.
          </Text>
          {add}
        </Group>
      )}
      <Card flush>
        {addresses.length === 0 ? (
          <EmptyState title="No addresses yet" action={add}>
            Delivery addresses will appear here. Until you add one, people who work here use their own addresses.
          </EmptyState>
        ) : (
          <Stack component="ul" gap={0} role="list" aria-label={`Addresses of ${name}`}>
            {addresses.map((address) => (
              <li key={address.id} className={css.item}>
                <div>
                  <AddressText address={address} />
                </div>
                <div>{address.isDefault && <StatusBadge tone="neutral">Default</StatusBadge>}</div>
                {canEdit && (
                  <div className={css.actions}>
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`Edit ${address.address1}`}
                      aria-haspopup="dialog"
                      onClick={() => setEditing(address)}
                    >
                      Edit
                    </Button>
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`Remove ${address.address1}`}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate(address.id)}
                    >
                      Remove
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </Stack>
        )}
      </Card>
      {editing && (
        <AddressDialog
          title={editing === 'new' ? `New address for ${name}` : 'Edit address'}
          draftKey={`structure.address.${destination.id}.${editing === 'new' ? 'new' : editing.id}`}
          initialValues={editing === 'new' ? { company: name, countryId: addresses[0]?.countryId ?? 0 } : editing}
          submitLabel={editing === 'new' ? 'Add address' : 'Save address'}
          withDefault
          save={async (values) => {
            if (editing === 'new')
              await api('POST /api/organisationresorts/:id/addresses', {
                params: { id: destination.id },
                body: { address: toAddressBody(values) },
              });
            else
              await api('PUT /api/organisationresortaddresses/:id', {
                params: { id: editing.id },
                body: { address: toAddressBody(values) },
              });
            showSuccess('Address saved.');
            await reload();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
