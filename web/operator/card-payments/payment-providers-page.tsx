import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf, WireBodyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { PROOF_FIELDS, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from '#web/identity/login/identity-proof.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';

type Provider = ReplyOf<'GET /api/operator/paymentproviders'>['paymentProviders'][number];
type ProviderName = WireBodyOf<'PUT /api/operator/paymentproviders/:brandId'>['paymentProvider']['provider'];

const PROVIDER_LABELS: readonly { value: ProviderName; label: string }[] = [
  { value: 'stripe', label: 'Stripe' },
  { value: 'simulated', label: 'Simulated provider' },
];

/** Who takes card payments for each brand, and its keys, which are never shown. */
export function PaymentProvidersPage() {
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/paymentproviders'));
  return (
    <>
      <PageHeader title="Payment providers">
        Who takes card payments for your brands. Cards are entered on the provider’s own page alone.
      </PageHeader>
      {data ? (
        <Stack gap="lg">
          {data.paymentProviders.map((provider) => (
            <ProviderCard key={provider.brandId} provider={provider} />
          ))}
        </Stack>
      ) : error ? (
        <ErrorState title="The payment providers could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading payment providers">
          <SkeletonRows rows={3} height={120} />
        </PageLoading>
      )}
    </>
  );
}

function describeKeys({ provider, updatedOnUtc, previousSecretExpiresOnUtc }: Provider): string {
  if (provider === null || updatedOnUtc === null) return 'This brand takes no cards yet.';
  const keys = `Keys are set; last changed ${formatDateTime(updatedOnUtc)}.`;
  if (previousSecretExpiresOnUtc === null) return keys;
  return `${keys} The previous secret for webhooks is accepted until ${formatDateTime(previousSecretExpiresOnUtc)}.`;
}

function ProviderCard({ provider: saved }: { provider: Provider }) {
  const { brandId, brandName, webhookUrl } = saved;
  const client = useQueryClient();
  const form = useEntityForm<
    { provider: ProviderName; host: string; secretKey: string; webhookSecret: string; isActive: boolean },
    unknown,
    IdentityProof
  >({
    saved: {
      provider: saved.provider ?? 'stripe',
      host: saved.host ?? '',
      secretKey: '',
      webhookSecret: '',
      isActive: saved.provider === null || saved.isActive,
    },
    version: saved.version ?? undefined,
    save: ({ values, proof: given }) =>
      operatorApi('PUT /api/operator/paymentproviders/:brandId', {
        params: { brandId },
        body: {
          paymentProvider: {
            provider: values.provider,
            host: values.host.trim() === '' ? null : values.host.trim(),
            ...(values.secretKey === '' ? {} : { secretKey: values.secretKey }),
            ...(values.webhookSecret === '' ? {} : { webhookSecret: values.webhookSecret }),
            isActive: values.isActive,
            version: saved.version,
            ...toCallerProof(given),
          },
        },
      }),
    readProof: (element) => proof.read(element) ?? null,
    onSaved: () => {
      showSuccess(`The payment provider of ${brandName} is saved.`);
      return invalidateOperatorCalls(client, 'GET /api/operator/paymentproviders');
    },
  });
  const proof = useIdentityProof({ needsCode: true, error: form.error, fields: PROOF_FIELDS });
  const check = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/paymentproviders/:brandId/check', { params: { brandId } }),
    onSuccess: ({ isConnected, msg }) => (isConnected ? showSuccess(msg) : showError(msg)),
    onError: (error) => showError(error),
  });
  return (
    <Card title={brandName}>
      <Text c="dimmed" size="sm">
        {describeKeys(saved)}
      </Text>
      <form {...form.formProps}>
        <Stack gap="sm" mt="sm" maw={560}>
          <NativeSelect label="Provider" data={PROVIDER_LABELS} {...form.getInputProps('provider')} />
          <TextInput
            label="Address"
            description="Blank for the provider’s usual one"
            inputMode="url"
            {...form.getInputProps('host')}
          />
          <TextInput
            type="password"
            label="Secret key"
            description={saved.provider ? 'Blank to keep the present one' : undefined}
            autoComplete="off"
            {...form.getInputProps('secretKey')}
          />
          <TextInput
            type="password"
            label="Secret for webhooks"
            description="After a change the previous one is accepted for 24 hours"
            autoComplete="off"
            {...form.getInputProps('webhookSecret')}
          />
          <TextInput label="Address for the provider’s webhooks" readOnly value={webhookUrl} />
          <Checkbox name="isActive" checked={form.values.isActive} onChange={(isActive) => form.set({ isActive })}>
            New payments by card can be begun
          </Checkbox>
          {form.isDirty && <IdentityProofFields of={proof} label="Your password" />}
          <Group gap="xs">
            <Button type="submit" loading={form.isSaving} disabled={!form.isDirty}>
              Save
            </Button>
            {saved.provider && (
              <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
                Check connection
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
