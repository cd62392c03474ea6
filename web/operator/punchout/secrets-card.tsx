import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { needsIdentityProof, PROOF_FIELDS, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShownSecret } from '../api-keys/shown-secret.tsx';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import css from './punchout.module.css';
import { type Connection, connectionQuery } from './use-section.ts';

type Replaced = ReplyOf<'POST /api/operator/punchout/connections/:id/secret'>;

/** The secrets of a connection, which are never shown again, and replacing them. */
export function SecretsCard({ connection }: { connection: Connection }) {
  const { id, secrets } = connection;
  const client = useQueryClient();
  const mayChange = useMay('organisations:write');
  const [open, setOpen] = useState<'form' | { secret: string }>();
  const close = () => setOpen(undefined);
  const keep = (reply: Pick<Replaced, 'connection'>) => {
    client.setQueryData(connectionQuery(id).queryKey, { connection: reply.connection });
    return invalidateOperatorCalls(client, 'GET /api/operator/punchout/connections');
  };
  const end = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/punchout/connections/:id/secret', { params: { id } }),
    onSuccess: (reply) => {
      showSuccess('The previous secret is no longer accepted.');
      return keep(reply);
    },
    onError: (error) => showError(error),
  });
  return (
    <Card title="Secret">
      <Stack gap="sm">
        {secrets.length === 0 ? (
          <Notice tone="warning">There is no secret yet, so every request is refused. Set one.</Notice>
        ) : (
          <ul className={css.list} aria-label="Secrets">
            {secrets.map((secret, place) => (
              <li key={secret.id}>
                <div>
                  {place === 0 ? 'Present secret' : 'Previous secret'}
                  <Text size="sm" c="dimmed">
                    Set {formatDateTime(secret.createdOnUtc)}
                    {secret.expiresOnUtc && ` · accepted until ${formatDateTime(secret.expiresOnUtc)}`}
                  </Text>
                </div>
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <Group gap="xs">
            <Button variant={secrets.length === 0 ? 'filled' : 'default'} aria-haspopup="dialog" onClick={() => setOpen('form')}>
              {secrets.length === 0 ? 'Set secret' : 'Replace secret'}
            </Button>
            {secrets.length > 1 && (
              <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
                End previous secret
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <Dialog opened={open !== undefined} onClose={close} title="Secret of the connection" closeLabel="Close">
        {open === 'form' && (
          <SecretForm
            connection={connection}
            onReplaced={(reply) => {
              setOpen(reply.secret === null ? undefined : { secret: reply.secret });
              if (reply.secret === null) showSuccess('The secret has been saved.');
              void keep(reply);
            }}
            onCancel={close}
          />
        )}
        {typeof open === 'object' && (
          <ShownSecret secret={open.secret} note="The buyer enters it as SharedSecret or password." onDone={close} />
        )}
      </Dialog>
    </Card>
  );
}

interface FormProps {
  connection: Connection;
  onReplaced: (reply: Replaced) => void;
  onCancel: () => void;
}

function SecretForm({ connection: { id, secrets }, onReplaced, onCancel }: FormProps) {
  const form = useEntityForm<{ secret: string; previousHours: string }, Replaced, IdentityProof>({
    saved: { secret: '', previousHours: '168' },
    validate: ({ secret, previousHours }) => ({
      ...(secret !== '' && secret.trim().length < 8 && { secret: 'Enter at least 8 characters, or leave it blank' }),
      ...(!(/^\d{1,4}$/.test(previousHours.trim()) && Number(previousHours) <= 2160) && {
        previousHours: 'Enter a whole number of hours from 0 to 2160',
      }),
    }),
    readProof: (element) => proof.read(element) ?? null,
    save: ({ values: { secret, previousHours }, proof: given }) =>
      operatorApi('POST /api/operator/punchout/connections/:id/secret', {
        params: { id },
        body: {
          secret: {
            ...(secret.trim() !== '' && { secret: secret.trim() }),
            previousHours: Number(previousHours),
            ...toCallerProof(given),
          },
        },
      }),
    onSaved: onReplaced,
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const proof: IdentityProofState = useIdentityProof({ needsCode: true, error: form.error, fields: PROOF_FIELDS });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>With the secret, the buyer’s system can log its users in as people of the organisation.</p>
      <TextInput
        type="password"
        label="Secret that the buyer gives (optional)"
        description="For networks such as SAP Business Network. Leave blank to create one."
        autoComplete="off"
        maxLength={128}
        {...form.getInputProps('secret')}
      />
      {secrets.length > 0 && (
        <TextInput
          label="Hours for which the present secret is still accepted"
          description="0 ends it at once."
          inputMode="numeric"
          maxLength={4}
          {...form.getInputProps('previousHours')}
        />
      )}
      <IdentityProofFields of={proof} label="Your password" />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        {secrets.length === 0 ? 'Set secret' : 'Replace secret'}
      </FormButtons>
    </StackedForm>
  );
}
