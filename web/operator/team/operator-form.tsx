import { TextInput } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { BrandChoice } from '../brand-choice.tsx';
import { operatorApi } from '../session/operator-api.ts';
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
  disabled: boolean;
}

/** Adds an operator, or changes name, brands and access of one. */
export function OperatorForm({ member, onSaved, onCancel }: Props) {
  const form = useEntityForm<OperatorValues, void>({
    draftKey: `operator.${member?.id ?? 'new'}`,
    saved: {
      email: '',
      name: member?.name ?? '',
      brandIds: member?.brands.map(({ id }) => id) ?? [],
      disabled: member?.disabled ?? false,
    },
    version: member && 0,
    validate: ({ email, name, brandIds }) => ({
      ...(!member && email.trim() === '' && { email: 'Email is required' }),
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(brandIds.length === 0 && { brandIds: 'Select at least one brand' }),
    }),
    save: async ({ values: { email, name, brandIds, disabled } }) => {
      if (member)
        await operatorApi('PUT /api/operator/operators/:id', {
          params: { id: member.id },
          body: { name: name.trim(), brandIds, disabled },
        });
      else await operatorApi('POST /api/operator/operators', { body: { email: email.trim(), name: name.trim(), brandIds } });
    },
    onSaved: (): void =>
      onSaved(
        member
          ? `${form.values.name.trim()} has been changed.`
          : `A link for setting a password has been sent to ${form.values.email.trim()}.`,
      ),
    onUnchanged: onCancel,
  });
  const { values, errors, set } = form;

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
      {member && !member.isCaller && (
        <Checkbox name="disabled" checked={values.disabled} onChange={(disabled) => set({ disabled })}>
          Disabled: cannot log in
        </Checkbox>
      )}
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
