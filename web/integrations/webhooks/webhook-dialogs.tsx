import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { ConfirmIdentityDialog, needsIdentityProof, PROOF_FIELDS } from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow, FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { useWebhookClient, type WebhookValues } from './webhook-client.ts';
import { labelEvent, type Webhook } from './webhook-texts.ts';
import css from './webhooks.module.css';

interface FormProps {
  /** The webhook to change; a new one is added without. */
  webhook?: Webhook;
  eventTypes: readonly string[];
  /** Called with the secret of a new webhook. */
  onAdded: (secret: string) => void;
  onClose: () => void;
}

/** Dialog for adding or changing a webhook. Another address needs the caller's password. */
export function WebhookDialog({ webhook, onClose, ...props }: FormProps) {
  useRestoreFocus();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={webhook ? 'Edit webhook' : 'New webhook'}
      closeLabel="Close without saving"
      width={520}
    >
      <WebhookForm {...props} {...(webhook && { webhook })} onClose={onClose} />
    </Dialog>
  );
}

function WebhookForm({ webhook, eventTypes, onAdded, onClose }: FormProps) {
  const client = useQueryClient();
  const webhooks = useWebhookClient();
  const brands = webhooks.useBrands();
  const needsCode = webhooks.useNeedsCode();
  const form = useEntityForm<WebhookValues & { brandId: number }, string | undefined, IdentityProof>({
    draftKey: `webhook.${webhook?.id ?? 'new'}`,
    saved: {
      brandId: brands[0]?.id ?? 0,
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      eventTypes: webhook?.eventTypes ?? eventTypes,
    },
    version: webhook && 0,
    validate: (values) => ({
      ...(values.url.trim() === '' && { url: 'Address is required.' }),
      ...(values.eventTypes.length === 0 && { eventTypes: 'Please select at least one event.' }),
    }),
    readProof: (element) => (needsProof ? (proof.read(element) ?? null) : undefined),
    save: async ({ values: { brandId, url, ...values }, proof: given }) => {
      if (!webhook) return webhooks.add({ ...values, url, brandId: brandId || undefined }, given);
      await webhooks.change(webhook, { ...values, ...(url.trim() !== webhook.url && { url }) }, given);
      return undefined;
    },
    onSaved: (secret) => {
      onClose();
      if (secret === undefined) showSuccess('Webhook saved.');
      else onAdded(secret);
      return webhooks.refresh(client);
    },
    onUnchanged: onClose,
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const { values, errors, set } = form;
  const needsProof: boolean = !webhook || values.url.trim() !== webhook.url;
  const proof: IdentityProofState = useIdentityProof({
    needsCode,
    error: form.error,
    fields: PROOF_FIELDS,
  });

  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      {!webhook && brands.length > 1 && (
        <NativeSelect
          label="Brand"
          description="Events of all organisations of this brand are sent."
          rightSection={<DownIcon size={16} />}
          value={String(values.brandId)}
          data={brands.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => set({ brandId: Number(currentTarget.value) })}
        />
      )}
      <TextInput
        type="url"
        label="Address"
        description="Begins with https://. Your system receives events here."
        withAsterisk
        aria-required
        data-autofocus
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        description="What the webhook is for. Optional."
        maxLength={200}
        {...form.getInputProps('description')}
      />
      <Stack component="fieldset" gap="xs" className={css.fieldset}>
        <legend>Events</legend>
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            name="eventTypes"
            checked={values.eventTypes.includes(type)}
            onChange={(isSelected) =>
              set({ eventTypes: eventTypes.filter((one) => (one === type ? isSelected : values.eventTypes.includes(one))) })
            }
          >
            {labelEvent(type)}
          </Checkbox>
        ))}
        {errors.eventTypes && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errors.eventTypes}
          </Text>
        )}
      </Stack>
      {needsProof && <IdentityProofFields of={proof} label="Your password" />}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {webhook ? 'Save webhook' : 'Add webhook'}
      </FormButtons>
    </StackedForm>
  );
}

/** Asks for the caller's password, and replaces the secret. */
export function ReplaceSecretDialog({
  webhook,
  onReplaced,
  onClose,
}: {
  webhook: Webhook;
  onReplaced: (secret: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const webhooks = useWebhookClient();
  useRestoreFocus();
  const replace = useMutation({
    mutationFn: (proof: IdentityProof) => webhooks.replaceSecret(webhook.id, proof),
    onSuccess: (secret) => {
      onClose();
      onReplaced(secret);
      return webhooks.refresh(client);
    },
    onError: (error) => {
      if (!needsIdentityProof(error)) showError(error);
    },
  });
  return (
    <ConfirmIdentityDialog
      opened
      onClose={onClose}
      isPending={replace.isPending}
      error={replace.error}
      needsCode={webhooks.useNeedsCode()}
      confirmLabel="Replace secret"
      onConfirm={(proof) => replace.mutate(proof)}
    >
      {webhook.url} gets a new secret. For 24 hours, requests are signed with both secrets.
    </ConfirmIdentityDialog>
  );
}

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      showSuccess('Secret copied.');
    } catch {
      field.current?.select();
      showError('Your browser did not allow copying. The secret is selected, so you can copy it yourself.');
    }
  }
  return (
    <Dialog opened onClose={onClose} title="Secret of the webhook" closeLabel="Close" width={520}>
      <Stack>
        <Notice tone="warning">Save this secret now. It is shown only once.</Notice>
        <div className={css.secret}>
          <TextInput
            ref={field}
            label="Secret"
            description="Your system checks the signature of each request with it."
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="light" onClick={() => void copy()}>
            Copy secret
          </Button>
        </div>
        <ButtonRow>
          <Button onClick={onClose}>I have saved it</Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}

/** Asks whether a webhook is to be deleted. */
export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const webhooks = useWebhookClient();
  useRestoreFocus();
  const remove = useMutation({
    mutationFn: () => webhooks.remove(webhook.id),
    onSuccess: () => {
      showSuccess('Webhook deleted.');
      onClose();
    },
    onError: (error) => showError(error),
    onSettled: () => webhooks.refresh(client),
  });
  return (
    <Dialog opened onClose={onClose} title="Delete this webhook?" closeLabel="Close without deleting" width={520}>
      <Stack>
        <p>No more events are sent to {webhook.url}, and its log is deleted. Undelivered events are lost.</p>
        <ButtonRow>
          <Button loading={remove.isPending} disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete webhook
          </Button>
          <Button variant="default" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}
