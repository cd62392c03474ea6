import { Text, TextInput } from '@mantine/core';
import { API_KEY_SCOPES, type ApiKeyScope } from '#contract/endpoint.ts';
import { API_KEY_DEFAULT_DAYS } from '#contract/identity/operators/api-key-days.ts';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { needsIdentityProof, PROOF_FIELDS, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { BrandChoice } from '../brand-choice.tsx';
import css from '../operator-forms.module.css';
import { meets, useOwnRights } from '../session/operator-access.ts';
import { operatorApi } from '../session/operator-api.ts';
import { DaysField, validateDays } from './days-field.tsx';

interface KeyValues {
  name: string;
  scopes: ApiKeyScope[];
  brandIds: number[];
  validDays: string;
}

/** Creates an API key: its name, what it may do and for which brands. */
export function KeyForm({
  onCreated,
  onCancel,
}: {
  onCreated: (secret: string, expiresUtc: string) => void;
  onCancel: () => void;
}) {
  const form = useEntityForm<KeyValues, ReplyOf<'POST /api/operator/apikeys'>, IdentityProof>({
    draftKey: 'api-key.new',
    saved: { name: '', scopes: [], brandIds: [], validDays: String(API_KEY_DEFAULT_DAYS) },
    validate: ({ name, scopes, brandIds, validDays }) => ({
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(scopes.length === 0 && { scopes: 'Select at least one purpose' }),
      ...(brandIds.length === 0 && { brandIds: 'Select at least one brand' }),
      ...validateDays(validDays),
    }),
    readProof: (element) => proof.read(element) ?? null,
    save: ({ values: { name, validDays, ...values }, proof: given }) =>
      operatorApi('POST /api/operator/apikeys', {
        body: { name: name.trim(), ...values, validDays: Number(validDays), ...toCallerProof(given) },
      }),
    onSaved: ({ apiKey: { expiresUtc }, secret }) => onCreated(secret, expiresUtc),
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const proof: IdentityProofState = useIdentityProof({ needsCode: true, error: form.error, fields: PROOF_FIELDS });
  const rights = useOwnRights();
  const {
    values: { scopes, brandIds },
    errors,
    set,
  } = form;

  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Name"
        description="The system that will use the key, as you want to see it in the log."
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <fieldset>
        <Text component="legend" fw={600} pb={4}>
          Purposes
        </Text>
        <Text size="sm" c="dimmed">
          “write” includes “read”. A key can do no more than you can yourself.
        </Text>
        <div className={css.scopes}>
          {API_KEY_SCOPES.filter((scope) => meets(rights, [scope])).map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              checked={scopes.includes(scope)}
              onChange={(checked) => set({ scopes: checked ? [...scopes, scope] : scopes.filter((other) => other !== scope) })}
            >
              {scope}
            </Checkbox>
          ))}
        </div>
        {errors.scopes && (
          <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
            {errors.scopes}
          </Text>
        )}
      </fieldset>
      <BrandChoice chosen={brandIds} onChange={(ids) => set({ brandIds: ids })} error={errors.brandIds} />
      <DaysField {...form.getInputProps('validDays')} />
      <IdentityProofFields of={proof} label="Your password" />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Create API key
      </FormButtons>
    </StackedForm>
  );
}
