import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow, FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { describeLimits, describeRemoval, type RangeClient, rangeClientsQuery, useRefreshRanges } from './range-client.ts';

interface Props {
  productId: number;
  productName: string;
  organisationId: number;
  onClose: () => void;
}

/** What one client calls a product, whether its people see it, and taking it out of the client’s range. */
export function RangeClientDialog({ productId, productName, organisationId, onClose }: Props) {
  const { data, error, refetch } = useQuery(rangeClientsQuery(productId));
  const [isRemoving, setRemoving] = useState(false);
  useRestoreFocus();
  const client = data?.clients.find((each) => each.organisationId === organisationId);
  const shared = { productId, onClose };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={client ? `${productName} for ${client.organisationName}` : productName}
      closeLabel="Close product"
    >
      {client ? (
        isRemoving ? (
          <Removal client={client} {...shared} onBack={() => setRemoving(false)} />
        ) : (
          <RangeClientForm client={client} {...shared} onRemove={() => setRemoving(true)} />
        )
      ) : data ? (
        <EmptyState title="Not in the range">Someone has removed it from this client’s range.</EmptyState>
      ) : error ? (
        <ErrorState title="The client’s range could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonRows rows={3} height={60} />
        </Loading>
      )}
    </Dialog>
  );
}

interface Values {
  name: string;
  organisationSku: string;
  published: boolean;
}

const LABELS: Readonly<Record<keyof Values, string>> = { name: 'Own name', organisationSku: 'Own SKU', published: 'Offered' };
const toText = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'yes' : 'no');

function RangeClientForm({
  client,
  productId,
  onClose,
  onRemove,
}: {
  client: RangeClient;
  productId: number;
  onClose: () => void;
  onRemove: () => void;
}) {
  const queries = useQueryClient();
  const refresh = useRefreshRanges();
  const { organisationId } = client;
  const form = useEntityForm<Values, { client: RangeClient }>({
    draftKey: `product.${productId}.client.${organisationId}`,
    saved: { name: client.ownName ?? '', organisationSku: client.organisationSku ?? '', published: client.published },
    version: client.version,
    save: ({ values, changed, expectedVersion }) => {
      const body = {
        name: values.name.trim() || null,
        organisationSku: values.organisationSku.trim() || null,
        published: values.published,
      };
      return operatorApi('PUT /api/operator/organisations/:id/range/:productId', {
        params: { id: organisationId, productId },
        body: { ...Object.fromEntries(changed.map((name) => [name, body[name]])), version: expectedVersion },
      });
    },
    reload: async () =>
      (await queries.fetchQuery({ ...rangeClientsQuery(productId), staleTime: 0 })).clients.find(
        (each) => each.organisationId === organisationId,
      )?.version,
    onUnchanged: onClose,
    onSaved: async () => {
      showSuccess(`Saved for ${client.organisationName}.`);
      onClose();
      await refresh();
    },
  });
  const { values } = form;
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          name,
          label: LABELS[name],
          mine: toText(mine as string | boolean),
          theirs: toText(theirs as string | boolean),
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      <TextInput
        label="Own name"
        description="Leave blank to use the catalogue’s name."
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput label="Own SKU" maxLength={60} autoComplete="off" {...form.getInputProps('organisationSku')} />
      <Checkbox name="published" checked={values.published} onChange={(published) => form.set({ published })}>
        Offered: people of {client.organisationName} see it.
      </Checkbox>
      {client.limitedTo.length > 0 && (
        <Notice tone="info">{describeLimits(client.limitedTo)}. The client’s administrators decide who sees it.</Notice>
      )}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
        more={
          <Button variant="default" ml="auto" onClick={onRemove}>
            Remove from range…
          </Button>
        }
      >
        Save
      </FormButtons>
    </StackedForm>
  );
}

function Removal({
  client,
  productId,
  onClose,
  onBack,
}: {
  client: RangeClient;
  productId: number;
  onClose: () => void;
  onBack: () => void;
}) {
  const refresh = useRefreshRanges();
  const removing = useMutation({
    mutationFn: () =>
      operatorApi('DELETE /api/operator/organisations/:id/range/:productId', {
        params: { id: client.organisationId, productId },
      }),
    onSuccess: () => {
      showSuccess(`It is no longer in the range of ${client.organisationName}.`);
      onClose();
    },
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  return (
    <Stack>
      <Notice tone="warning" role="status">
        {describeRemoval(client).join(' ')}
      </Notice>
      <ButtonRow>
        <Button color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
          Remove from range
        </Button>
        <Button variant="default" disabled={removing.isPending} onClick={onBack}>
          Keep it
        </Button>
      </ButtonRow>
    </Stack>
  );
}
