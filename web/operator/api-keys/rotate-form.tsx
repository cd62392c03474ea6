import { TextInput } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { needsIdentityProof, PROOF_FIELDS, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';

interface Props {
  apiKey: { id: number; name: string };
  onRotated: (secret: string, note: string) => void;
  onCancel: () => void;
}

/** Replaces the secret of an API key; the previous one is accepted for some hours more. */
export function RotateForm({ apiKey: { id, name }, onRotated, onCancel }: Props) {
  const form = useEntityForm<{ overlapHours: string }, ReplyOf<'POST /api/operator/apikeys/:id/rotate'>, IdentityProof>({
    draftKey: `api-key-rotation.${id}`,
    saved: { overlapHours: '24' },
    validate: ({ overlapHours }) => ({
      ...(!(/^\d{1,3}$/.test(overlapHours.trim()) && Number(overlapHours) <= 720) && {
        overlapHours: 'Enter a whole number of hours from 0 to 720',
      }),
    }),
    readProof: (element) => proof.read(element) ?? null,
    save: ({ values: { overlapHours }, proof: given }) =>
      operatorApi('POST /api/operator/apikeys/:id/rotate', {
        params: { id },
        body: { overlapHours: Number(overlapHours), ...toCallerProof(given) },
      }),
    onSaved: ({ secret, previousSecretEndsUtc }) =>
      onRotated(secret, `The previous secret is accepted until ${formatDateTime(previousSecretEndsUtc)}.`),
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const proof: IdentityProofState = useIdentityProof({ needsCode: true, error: form.error, fields: PROOF_FIELDS });

  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>{name} gets a new secret. Update the other system before the previous secret expires.</p>
      <TextInput
        label="Hours for which the previous secret is still accepted"
        inputMode="numeric"
        {...form.getInputProps('overlapHours')}
      />
      <IdentityProofFields of={proof} label="Your password" />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Create new secret
      </FormButtons>
    </StackedForm>
  );
}
