import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type HTMLAttributes, useRef, useState } from 'react';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import {
  emptyRegistrationForm,
  listRegistrationFields,
  listResortDepartments,
  type RegistrationField,
  type RegistrationFieldErrors,
  type RegistrationFormValues,
  type RegistrationReply,
  type RegistrationTokenCheck,
  toRegistrationBody,
  toRegistrationErrors,
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
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<RegistrationFormValues>(emptyRegistrationForm);
  const [errors, setErrors] = useState<RegistrationFieldErrors>({});
  const [loading, setLoading] = useState(false);

  function change(next: RegistrationFormValues, ...fields: RegistrationField[]) {
    setValues(next);
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !fields.includes(field as RegistrationField))));
  }
  function showFieldErrors(fieldErrors: RegistrationFieldErrors) {
    setErrors(fieldErrors);
    const first = listRegistrationFields(check, values).find((field) => fieldErrors[field]);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (loading) return;
    const missing = validateRegistration(check, values);
    if (Object.keys(missing).length > 0) return showFieldErrors(missing);
    setErrors({});
    setLoading(true);
    closeAlert();
    try {
      const reply = await api('POST /api/registerwithtoken', {
        body: { customer: toRegistrationBody(check, values, token) },
      });
      if (reply.success) onDone(reply);
      else onRefused();
    } catch (error) {
      showError(error);
      if (error instanceof ApiError) showFieldErrors(toRegistrationErrors(error.errors));
    } finally {
      setLoading(false);
    }
  }

  const requested = new Set(listRegistrationFields(check, values));
  const text = (field: 'firstName' | 'lastName' | 'email' | 'employeeNumber' | 'poNumber') => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ ...values, [field]: event.currentTarget.value }, field),
  });
  const choice = (field: 'gender' | 'organisationResortId' | 'organisationBusinessAreaId' | 'organisationCollections') => ({
    name: field,
    value: String(values[field]),
    error: errors[field],
    rightSection: <DownIcon size={16} />,
    onChange: (event: { currentTarget: HTMLSelectElement }) => {
      const id = Number(event.currentTarget.value);
      if (field === 'organisationResortId') change(withResort(values, id), field, 'departments');
      else change({ ...values, [field]: id }, field);
    },
  });

  return (
    <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)} aria-busy={loading}>
      <div className={css.names}>
        <TextInput label="First name" autoComplete="given-name" maxLength={100} {...text('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" maxLength={100} {...text('lastName')} />
      </div>
      <TextInput label="Email" type="email" autoComplete="email" maxLength={254} {...noCorrection} {...text('email')} />
      {requested.has('employeeNumber') && (
        <TextInput label="Employee number" autoComplete="off" maxLength={50} {...noCorrection} {...text('employeeNumber')} />
      )}
      {requested.has('poNumber') && (
        <TextInput label="PO number" autoComplete="off" maxLength={50} {...noCorrection} {...text('poNumber')} />
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
          onChange={(departments) => change({ ...values, departments }, 'departments')}
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
      <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
        Register
      </Button>
    </form>
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
