import { API_KEY_DEFAULT_DAYS } from '#contract/identity/operators/api-key-days.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { needsIdentityProof, PROOF_FIELDS, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { DaysField, validateDays } from './days-field.tsx';

interface Props {
  apiKey: { id: number; name: string };
  onExtended: (expiresUtc: string) => void;
  onCancel: () => void;
}

/** Lets an API key be accepted for some days from now. */
export function ExtendForm({ apiKey: { id, name }, onExtended, onCancel }: Props) {
  const form = useEntityForm<{ validDays: string }, { expiresUtc: string }, IdentityProof>({
    draftKey: `api-key-extension.${id}`,
    saved: { validDays: String(API_KEY_DEFAULT_DAYS) },
    validate: ({ validDays }) => validateDays(validDays),
    readProof: (element) => proof.read(element) ?? null,
    save: ({ values: { validDays }, proof: given }) =>
      operatorApi('POST /api/operator/apikeys/:id/extend', {
        params: { id },
        body: { validDays: Number(validDays), ...toCallerProof(given) },
      }),
    onSaved: ({ expiresUtc }) => onExtended(expiresUtc),
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const proof: IdentityProofState = useIdentityProof({ needsCode: true, error: form.error, fields: PROOF_FIELDS });

  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>{name} keeps its secret. The days count from now.</p>
      <DaysField {...form.getInputProps('validDays')} />
      <IdentityProofFields of={proof} label="Your password" />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Extend API key
      </FormButtons>
    </StackedForm>
  );
}
