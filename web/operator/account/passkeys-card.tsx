import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from '#web/identity/login/identity-proof.tsx';
import account from '#web/privacy/account/account.module.css';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import { makePasskey, type PasskeyStart, preparePasskeys } from '../session/passkeys.ts';

type Passkey = ReplyOf<'GET /api/operator/passkeys'>['passkeys'][number];

type Step =
  | { name: 'list' }
  | { name: 'proof' }
  | { name: 'make'; passkeyName: string; start: PasskeyStart }
  | { name: 'rename' | 'remove'; passkey: Passkey };

/** The operator's passkeys: add, rename and remove. */
export function PasskeysCard() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/passkeys'));
  const [isOffered] = useState(preparePasskeys);
  const [step, setStep] = useState<Step>({ name: 'list' });
  const showList = () => setStep({ name: 'list' });
  const finish = async (message: string) => {
    showList();
    showSuccess(message);
    await invalidateOperatorCalls(client, 'GET /api/operator/passkeys', 'GET /api/operator/account');
  };

  if (step.name === 'proof')
    return (
      <Card title="Add a passkey">
        <ProofForm onStarted={(passkeyName, start) => setStep({ name: 'make', passkeyName, start })} onCancel={showList} />
      </Card>
    );
  if (step.name === 'make')
    return (
      <Card title="Add a passkey">
        <MakePasskey
          {...step}
          onRestart={() => setStep({ name: 'proof' })}
          onMade={() => void finish(`The passkey ${step.passkeyName} has been added.`)}
          onCancel={showList}
        />
      </Card>
    );
  return (
    <Card title="Passkeys">
      <Stack gap={14}>
        <p className={account.text}>
          Log in with your device’s fingerprint, face or PIN, without your password and a code. Each passkey works at one address
          of the portal. Your authenticator app stays set up.
        </p>
        {error && !data && <ErrorState title="Your passkeys could not be loaded." error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading>
            <SkeletonText lines={2} />
          </Loading>
        )}
        {data?.passkeys.length === 0 && <p>You have no passkeys.</p>}
        {data && data.passkeys.length > 0 && (
          <PasskeyList passkeys={data.passkeys} host={data.host} onStep={(name, passkey) => setStep({ name, passkey })} />
        )}
        {data && (
          <Group gap="xs">
            <Button variant="default" disabled={!isOffered || data.host === null} onClick={() => setStep({ name: 'proof' })}>
              Add a passkey
            </Button>
          </Group>
        )}
        {data && !isOffered && (
          <Text size="sm" c="dimmed">
            Passkeys don’t work in this browser, or not at this address. They need HTTPS and the portal’s name.
          </Text>
        )}
      </Stack>
      <Dialog
        opened={step.name === 'rename' || step.name === 'remove'}
        onClose={showList}
        title={step.name === 'remove' ? 'Remove passkey' : 'Rename passkey'}
        closeLabel="Close"
      >
        {step.name === 'rename' && (
          <RenameForm passkey={step.passkey} onSaved={() => void finish('The passkey has been renamed.')} onCancel={showList} />
        )}
        {step.name === 'remove' && (
          <RemoveForm
            passkey={step.passkey}
            onRemoved={() => void finish(`The passkey ${step.passkey.name} has been removed. Your other sessions have ended.`)}
            onCancel={showList}
          />
        )}
      </Dialog>
    </Card>
  );
}

interface ListProps {
  passkeys: readonly Passkey[];
  /** The address at which the portal was opened. */
  host: string | null;
  onStep: (name: 'rename' | 'remove', passkey: Passkey) => void;
}

const PasskeyList = ({ passkeys, host, onStep }: ListProps) => (
  // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
  <ul role="list" aria-label="Passkeys">
    {passkeys.map((passkey) => (
      <li key={passkey.id} className={account.entry}>
        <div className={account.content}>
          <strong>{passkey.name}</strong> {passkey.host !== host && <StatusBadge tone="info">Another address</StatusBadge>}
          <Text size="sm" c="dimmed">
            Works at {passkey.host}
          </Text>
          <Text size="sm" c="dimmed">
            Added {formatDate(passkey.createdUtc)},{' '}
            {passkey.lastUsedUtc === null ? 'not used yet' : `last used ${formatDateTime(passkey.lastUsedUtc)}`}
          </Text>
        </div>
        <Group gap="xs">
          {(['rename', 'remove'] as const).map((name) => (
            <Button key={name} size="sm" variant="default" onClick={() => onStep(name, passkey)}>
              {name === 'rename' ? 'Rename' : 'Remove'}
              <VisuallyHidden> the passkey {passkey.name}</VisuallyHidden>
            </Button>
          ))}
        </Group>
      </li>
    ))}
  </ul>
);

interface ProofFormProps {
  onStarted: (passkeyName: string, start: PasskeyStart) => void;
  onCancel: () => void;
}

function ProofForm({ onStarted, onCancel }: ProofFormProps) {
  const form = useEntityForm<{ name: string }, PasskeyStart, IdentityProof>({
    draftKey: 'passkey.new',
    saved: { name: '' },
    validate: ({ name }) => ({ ...(name.trim() === '' && { name: 'Name is required' }) }),
    readProof: (element) => proof.read(element) ?? null,
    save: ({ proof: given }) =>
      operatorApi('POST /api/operator/passkeys/start', { body: { password: given?.password ?? '', otp: given?.otp ?? '' } }),
    onSaved: (started) => {
      closeAlert();
      onStarted(form.values.name.trim(), started);
    },
    // Errors of the password and the code are shown at their fields.
    handleError: ({ errors }) => Boolean(errors.password || errors.otp),
  });
  const proof = useIdentityProof({ needsCode: true, error: form.error });

  return (
    <StackedForm {...form.formProps} maw={560}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Name"
        description="For example the device it is stored on: “Work laptop”."
        autoComplete="off"
        maxLength={100}
        size="md"
        {...form.getInputProps('name')}
      />
      <IdentityProofFields of={proof} />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Continue
      </FormButtons>
    </StackedForm>
  );
}

interface MakePasskeyProps {
  passkeyName: string;
  start: PasskeyStart;
  onMade: () => void;
  onRestart: () => void;
  onCancel: () => void;
}

/** A step of its own, because browsers make a passkey only right after a click, and so that a cancelled one can be tried again. */
function MakePasskey({ passkeyName, start, onMade, onRestart, onCancel }: MakePasskeyProps) {
  const making = useMutation({ mutationFn: () => makePasskey(start, passkeyName), onSuccess: onMade });
  // What the portal has answered cannot be sent again.
  const isUsedUp = making.error instanceof ApiError;
  return (
    <Stack maw={560}>
      <p>
        Your browser will ask where to save the passkey, and for your fingerprint, face or PIN. It will work at{' '}
        <strong>{start.options.rp.id}</strong>.
      </p>
      {making.error && <Notice tone="danger">{making.error.message}</Notice>}
      <Group gap="sm">
        <Button autoFocus loading={making.isPending} onClick={() => (isUsedUp ? onRestart() : making.mutate())}>
          {isUsedUp ? 'Start again' : making.error ? 'Try again' : 'Create passkey'}
        </Button>
        <Button variant="default" disabled={making.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

interface RenameFormProps {
  passkey: Passkey;
  onSaved: () => void;
  onCancel: () => void;
}

function RenameForm({ passkey, onSaved, onCancel }: RenameFormProps) {
  const form = useEntityForm<{ name: string }, unknown>({
    draftKey: `passkey.${passkey.id}`,
    saved: { name: passkey.name },
    version: 0,
    validate: ({ name }) => ({ ...(name.trim() === '' && { name: 'Name is required' }) }),
    save: ({ values: { name } }) =>
      operatorApi('PUT /api/operator/passkeys/:id', { params: { id: passkey.id }, body: { name: name.trim() } }),
    onSaved,
    onUnchanged: onCancel,
  });

  return (
    <StackedForm {...form.formProps} maw={560}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput label="Name" autoComplete="off" maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Save
      </FormButtons>
    </StackedForm>
  );
}

interface RemoveFormProps {
  passkey: Passkey;
  onRemoved: () => void;
  onCancel: () => void;
}

function RemoveForm({ passkey, onRemoved, onCancel }: RemoveFormProps) {
  const removal = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/passkeys/:id', { params: { id: passkey.id } }),
    onSuccess: onRemoved,
    onError: (error) => {
      showError(error);
      onCancel();
    },
  });
  return (
    <Stack maw={560}>
      <p>
        You can no longer log in with the passkey <strong>{passkey.name}</strong>, and your other sessions end. Your password and
        authenticator app still work. Delete the passkey on its device, too, so that your browser stops offering it.
      </p>
      <Group gap="sm">
        <Button loading={removal.isPending} onClick={() => removal.mutate()}>
          Remove passkey
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
