import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './punchout.module.css';
import { Section } from './section.tsx';
import { type Connection, connectionQuery, toLines, useSection } from './use-section.ts';

const SHIP_TO_LABELS = { shipTos: 'Addresses', allowsAddressChoice: 'Choice of address' };

/** Where it is delivered. */
export function ShipToSection({ connection }: { connection: Connection }) {
  const form = useSection({
    connection,
    name: 'ship-to',
    saved: { allowsAddressChoice: connection.allowsAddressChoice, shipTos: connection.shipTos },
    validate: ({ shipTos }) =>
      shipTos.some(({ code }) => code.trim() === '')
        ? { shipTos: 'Enter the code of each address' }
        : ({} as Record<string, string>),
    toBody: ({ allowsAddressChoice, shipTos }, changed) => ({
      allowsAddressChoice,
      ...(changed.includes('shipTos') && { shipTos: shipTos.map(({ code, addressId }) => ({ code: code.trim(), addressId })) }),
    }),
  });
  const { values, errors, set } = form;
  const mayChange = useMay('organisations:write');
  return (
    <Section title="Delivery addresses" form={form} labels={SHIP_TO_LABELS}>
      <Text size="sm" c="dimmed">
        Which of our addresses the buyer’s codes (addressID) stand for. Unknown ones become an address for one order, which you
        see with it.
      </Text>
      {values.shipTos.length > 0 && (
        <ul className={css.list} aria-label="Addresses">
          {values.shipTos.map(({ addressId, code, address }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two codes can stand for one address
            <li key={place}>
              <div>{address}</div>
              <TextInput
                aria-label={`Code of ${address}`}
                placeholder="Code"
                name={place === 0 ? 'shipTos' : undefined}
                maxLength={100}
                value={code}
                onChange={(event) =>
                  set({
                    shipTos: values.shipTos.map((each, at) =>
                      at === place ? { addressId, address, code: event.currentTarget.value } : each,
                    ),
                  })
                }
              />
              <RowButton
                aria-label={`Remove ${address}`}
                onClick={() => set({ shipTos: values.shipTos.filter((_, at) => at !== place) })}
              >
                Remove
              </RowButton>
            </li>
          ))}
        </ul>
      )}
      {errors.shipTos && (
        <Text size="sm" c="red.8" role="alert">
          {errors.shipTos}
        </Text>
      )}
      {mayChange && (
        <AddressSearch
          organisationId={connection.organisationId}
          onAdd={(addressId, address) => set({ shipTos: [...values.shipTos, { code: '', addressId, address }] })}
        />
      )}
      <Checkbox
        name="allowsAddressChoice"
        checked={values.allowsAddressChoice}
        onChange={(allowsAddressChoice) => set({ allowsAddressChoice })}
      >
        People choose the address here. Otherwise the buyer’s system says it
      </Checkbox>
    </Section>
  );
}

function AddressSearch({ organisationId, onAdd }: { organisationId: number; onAdd: (id: number, address: string) => void }) {
  const [searchTerm, setSearchTerm] = useState('');
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/punchout/organisations/:id/addresses', {
      params: { id: organisationId },
      query: { searchTerm },
    }),
    placeholderData: keepPreviousData,
    enabled: searchTerm !== '',
  });
  return (
    <Stack gap="xs">
      <SearchInput label="Search addresses" placeholder="Find an address to add" value={searchTerm} onSearch={setSearchTerm} />
      {searchTerm !== '' && data && (
        <ul className={css.list} aria-label="Addresses found">
          {data.addresses.length === 0 && <li>No address matches “{searchTerm}”. Check the spelling.</li>}
          {data.addresses.map(({ id, address }) => (
            <li key={id}>
              <div>{address}</div>
              <RowButton aria-label={`Add ${address}`} onClick={() => onAdd(id, address)}>
                Add
              </RowButton>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const ORIGIN_LABELS = {
  returnOrigins: 'Return addresses',
  frameOrigins: 'Pages that show the portal in a frame',
  permitsHttp: 'Unencrypted addresses',
  permitsSapevent: 'SAPEVENT addresses',
};

/** Where carts go back, and who may show the portal in a frame. */
export function OriginSection({ connection }: { connection: Connection }) {
  const form = useSection({
    connection,
    name: 'origins',
    saved: {
      returnOrigins: connection.returnOrigins.join('\n'),
      frameOrigins: connection.frameOrigins.join('\n'),
      permitsHttp: connection.permitsHttp,
      permitsSapevent: connection.permitsSapevent,
    },
    toBody: ({ returnOrigins, frameOrigins, permitsHttp, permitsSapevent }, changed) => ({
      permitsHttp,
      permitsSapevent,
      ...(changed.includes('returnOrigins') && { returnOrigins: toLines(returnOrigins) }),
      ...(changed.includes('frameOrigins') && { frameOrigins: toLines(frameOrigins) }),
    }),
  });
  const { values, set } = form;
  return (
    <Section title="Return addresses and frames" form={form} labels={ORIGIN_LABELS}>
      <LearntOrigin connection={connection} />
      <Textarea
        label={ORIGIN_LABELS.returnOrigins}
        description="Beginnings of addresses to which carts go back, one in each line: https://buyer.example. Blank: that of the first request, which you then approve."
        autosize
        minRows={2}
        {...form.getInputProps('returnOrigins')}
      />
      <Textarea
        label={`${ORIGIN_LABELS.frameOrigins} (optional)`}
        description="One in each line. No other page can show the portal in a frame."
        autosize
        minRows={2}
        {...form.getInputProps('frameOrigins')}
      />
      <Checkbox name="permitsHttp" checked={values.permitsHttp} onChange={(permitsHttp) => set({ permitsHttp })}>
        Addresses may begin with http://, for tests
      </Checkbox>
      <Checkbox name="permitsSapevent" checked={values.permitsSapevent} onChange={(permitsSapevent) => set({ permitsSapevent })}>
        Return addresses may be SAPEVENT:, for SAP GUI
      </Checkbox>
    </Section>
  );
}

function LearntOrigin({ connection: { id, learntReturnOrigin: origin } }: { connection: Connection }) {
  const client = useQueryClient();
  const mayChange = useMay('organisations:write');
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      operatorApi('POST /api/operator/punchout/connections/:id/returnorigin', {
        params: { id },
        body: { origin: origin ?? '', isApproved },
      }),
    onSuccess: (reply, isApproved) => {
      client.setQueryData(connectionQuery(id).queryKey, reply);
      showSuccess(
        isApproved
          ? 'Carts are returned to this address.'
          : 'The address was refused, and the connection switched off. Enter its return addresses.',
      );
      return invalidateOperatorCalls(client, 'GET /api/operator/punchout/connections');
    },
    onError: (error) => showError(error),
  });
  if (origin === null) return null;
  return (
    <Notice
      tone="warning"
      actions={
        mayChange && (
          <Group gap="xs">
            <Button size="compact-md" loading={decide.isPending} onClick={() => decide.mutate(true)}>
              Approve
            </Button>
            <Button size="compact-md" variant="default" disabled={decide.isPending} onClick={() => decide.mutate(false)}>
              Refuse
            </Button>
          </Group>
        )
      }
    >
      The first request returns carts to <strong>{origin}</strong>. Approve it if it is the buyer’s.
    </Notice>
  );
}
