import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { HTMLAttributes } from 'react';
import { api } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { closeAlert } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import {
  emptyRegistrationForm,
  listRegistrationFields,
  listResortDepartments,
  type RegistrationFormValues,
  type RegistrationReply,
  type RegistrationTokenCheck,
  toRegistrationBody,
  validateRegistration,
  withResort,
} from './register-fields.ts';
import css from './register-page.module.css';

interface Props {
  check: RegistrationTokenCheck;
  token: string;
  onDone: (reply: RegistrationReply) => void;
  /** Called when the link stopped working while the form was open. */
  onRefused: () => void;
}

/** The registration form with the fields the link asks for. The input is kept if the server refuses it. */
export function RegisterForm({ check, token, onDone, onRefused }: Props) {
  const form = useEntityForm<RegistrationFormValues, RegistrationReply>({
    saved: emptyRegistrationForm,
    validate: (values) => validateRegistration(check, values),
    save: ({ values }) => {
      closeAlert();
      return api('POST /api/registerwithtoken', { body: { customer: toRegistrationBody(check, values, token) } });
    },
    onSaved: (reply) => (reply.success ? onDone(reply) : onRefused()),
  });
  const { values, errors, set } = form;
  const requested = new Set(listRegistrationFields(check, values));
  const choice = (field: 'gender' | 'organisationResortId' | 'organisationBusinessAreaId' | 'organisationCollections') => ({
    name: field,
    value: String(values[field]),
    error: errors[field],
    rightSection: <DownIcon size={16} />,
    onChange: (event: { currentTarget: HTMLSelectElement }) => {
      const id = Number(event.currentTarget.value);
      set(field === 'organisationResortId' ? withResort(values, id) : { [field]: id });
    },
  });

  return (
    <StackedForm {...form.formProps} gap={20} aria-busy={form.isSaving}>
      <FormNotices otherErrors={form.otherErrors} />
      <div className={css.names}>
        <TextInput label="First name" autoComplete="given-name" maxLength={100} {...form.getInputProps('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" maxLength={100} {...form.getInputProps('lastName')} />
      </div>
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...noCorrection}
        {...form.getInputProps('email')}
      />
      {requested.has('employeeNumber') && (
        <TextInput
          label="Employee number"
          autoComplete="off"
          maxLength={50}
          {...noCorrection}
          {...form.getInputProps('employeeNumber')}
        />
      )}
      {requested.has('poNumber') && (
        <TextInput label="PO number" autoComplete="off" maxLength={50} {...noCorrection} {...form.getInputProps('poNumber')} />
      )}
      {requested.has('gender') && (
        <NativeSelect label="Gender" autoComplete="sex" data={optionsOf('Gender', genders)} {...choice('gender')} />
      )}
      {requested.has('organisationResortId') && (
        <NativeSelect
          label="Destination"
          data={optionsOf('Select a destination', check.availableResorts)}
          {...choice('organisationResortId')}
        />
      )}
      {requested.has('departments') && (
        <MultiChoice
          key={values.organisationResortId}
          label="Departments"
          placeholder="Select departments"
          name="departments"
          options={listResortDepartments(check, values.organisationResortId)}
          chosen={values.departments}
          error={errors.departments}
          onChange={(departments) => set({ departments })}
        />
      )}
      {requested.has('organisationBusinessAreaId') && (
        <NativeSelect
          label="Business area"
          data={optionsOf('Select a business area', check.availableBusinessAreas)}
          {...choice('organisationBusinessAreaId')}
        />
      )}
      {requested.has('organisationCollections') && (
        <NativeSelect
          label="Wardrobe"
          data={optionsOf('Select a wardrobe', check.availableCollections)}
          {...choice('organisationCollections')}
        />
      )}
      <Button type="submit" fullWidth size="md" loading={form.isSaving} disabled={form.isSaving}>
        Register
      </Button>
    </StackedForm>
  );
}

const genders = [
  { id: 10, name: 'Male' },
  { id: 20, name: 'Female' },
];

const noCorrection: HTMLAttributes<HTMLInputElement> = { autoCapitalize: 'none', spellCheck: false };

const optionsOf = (placeholder: string, list: readonly { id: number; name: string }[]) => [
  { value: '0', label: placeholder },
  ...list.map(({ id, name }) => ({ value: String(id), label: name })),
];
