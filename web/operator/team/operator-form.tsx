import { TextInput } from '@mantine/core';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
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
import { operatorApi } from '../session/operator-api.ts';
import { KeysOf } from './keys-of.tsx';
import { RightChoice } from './right-choice.tsx';
import type { TeamMember } from './team-member.ts';

interface Props {
  /** The operator to change; a new one is added without. */
  member?: TeamMember;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

interface OperatorValues {
  email: string;
  name: string;
  brandIds: number[];
  rights: OperatorRight[];
  disabled: boolean;
}

/** Whether a change of an operator takes the caller's password and a code: all that gives access does, disabling does not. */
const needsProof = (values: OperatorValues, member: TeamMember | undefined): boolean =>
  !member ||
  (member.disabled && !values.disabled) ||
  !isSame(values.rights, member.rights) ||
  !isSame(
    values.brandIds,
    member.brands.map(({ id }) => id),
  );

const isSame = <T,>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((one) => b.includes(one));

/** Adds an operator, or changes name, brands, rights and access of one. */
export function OperatorForm({ member, onSaved, onCancel }: Props) {
  const form = useEntityForm<OperatorValues, void, IdentityProof>({
    draftKey: `operator.${member?.id ?? 'new'}`,
    saved: {
      email: '',
      name: member?.name ?? '',
      brandIds: member?.brands.map(({ id }) => id) ?? [],
      rights: [...(member?.rights ?? ([] as OperatorRight[]))],
      disabled: member?.disabled ?? false,
    },
    version: member && 0,
    validate: ({ email, name, brandIds, rights }) => ({
      ...(!member && email.trim() === '' && { email: 'Email is required' }),
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(brandIds.length === 0 && { brandIds: 'Select at least one brand' }),
      ...(rights.length === 0 && { rights: 'Select at least one right' }),
    }),
    readProof: (element) => (asksForProof ? (proof.read(element) ?? null) : undefined),
    save: async ({ values: { email, name, brandIds, rights, disabled }, proof: given }) => {
      if (member)
        await operatorApi('PUT /api/operator/operators/:id', {
          params: { id: member.id },
          body: { name: name.trim(), brandIds, rights, disabled, ...toCallerProof(given) },
        });
      else {
        const body = { email: email.trim(), name: name.trim(), brandIds, rights, ...toCallerProof(given) };
        await operatorApi('POST /api/operator/operators', { body });
      }
    },
    onSaved: (): void =>
      onSaved(
        member
          ? `${form.values.name.trim()} has been changed.`
          : `A link for setting a password has been sent to ${form.values.email.trim()}.`,
      ),
    onUnchanged: onCancel,
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const { values, errors, set } = form;
  const asksForProof: boolean = needsProof(values, member);
  const proof: IdentityProofState = useIdentityProof({ needsCode: true, error: form.error, fields: PROOF_FIELDS });

  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      {member ? (
        <p>{member.email}</p>
      ) : (
        <TextInput label="Email" type="email" maxLength={254} autoCapitalize="none" {...form.getInputProps('email')} />
      )}
      <TextInput label="Name" maxLength={200} {...form.getInputProps('name')} />
      <BrandChoice
        chosen={values.brandIds}
        onChange={(brandIds) => set({ brandIds })}
        error={errors.brandIds}
        disabled={member?.isCaller === true}
      />
      <RightChoice
        chosen={values.rights}
        held={member?.rights ?? []}
        onChange={(rights) => set({ rights })}
        error={errors.rights}
        disabled={member?.isCaller === true}
      />
      {member && !member.isCaller && (
        <Checkbox name="disabled" checked={values.disabled} onChange={(disabled) => set({ disabled })}>
          Disabled: cannot log in
        </Checkbox>
      )}
      {member && values.disabled && member.apiKeys.length > 0 && <KeysOf member={member} />}
      {asksForProof && <IdentityProofFields of={proof} label="Your password" />}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        {member ? 'Save' : 'Add operator'}
      </FormButtons>
    </StackedForm>
  );
}
