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
  /** The registration type that the server answered. */
  onDone: (registrationType: number) => void;
  /** The link has ended while somebody was typing. */
  onRefused: () => void;
}

/** What the link asks for. What was typed stays, whatever the server says. */
export function RegisterForm({ check, token, onDone, onRefused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [entered, setEntered] = useState<RegistrationFormValues>(emptyRegistrationForm);
  const [errors, setErrors] = useState<RegistrationFieldErrors>({});
  const [loading, setLoading] = useState(false);

  function enter(next: RegistrationFormValues, ...fields: RegistrationField[]) {
    setEntered(next);
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !fields.includes(field as RegistrationField))));
  }
  function complain(found: RegistrationFieldErrors) {
    setErrors(found);
    const first = listRegistrationFields(check, entered).find((field) => found[field]);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (loading) return;
    const missing = validateRegistration(check, entered);
    if (Object.keys(missing).length > 0) return complain(missing);
    setErrors({});
    setLoading(true);
    closeAlert();
    try {
      const { success, userRegistrationType } = await api('POST /api/registerwithtoken', {
        body: { customer: toRegistrationBody(check, entered, token) },
      });
      if (success) onDone(userRegistrationType ?? 0);
      else onRefused();
    } catch (error) {
      showError(error);
      if (error instanceof ApiError) complain(toRegistrationErrors(error.errors));
    } finally {
      setLoading(false);
    }
  }

  const asked = new Set(listRegistrationFields(check, entered));
  const text = (field: 'firstName' | 'lastName' | 'email' | 'employeeNumber' | 'poNumber') => ({
    name: field,
    value: entered[field],
    error: errors[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => enter({ ...entered, [field]: event.currentTarget.value }, field),
  });
  const choice = (field: 'gender' | 'organisationResortId' | 'organisationBusinessAreaId' | 'organisationCollections') => ({
    name: field,
    value: String(entered[field]),
    error: errors[field],
    rightSection: <DownIcon size={16} />,
    onChange: (event: { currentTarget: HTMLSelectElement }) => {
      const id = Number(event.currentTarget.value);
      if (field === 'organisationResortId') enter(withResort(entered, id), field, 'departments');
      else enter({ ...entered, [field]: id }, field);
    },
  });

  return (
    <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)} aria-busy={loading}>
      <div className={css.names}>
        <TextInput label="First name" autoComplete="given-name" maxLength={100} {...text('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" maxLength={100} {...text('lastName')} />
      </div>
      <TextInput label="Email" type="email" autoComplete="email" maxLength={254} {...noCorrection} {...text('email')} />
      {asked.has('employeeNumber') && (
        <TextInput label="Employee number" autoComplete="off" maxLength={50} {...noCorrection} {...text('employeeNumber')} />
      )}
      {asked.has('poNumber') && (
        <TextInput label="PO number" autoComplete="off" maxLength={50} {...noCorrection} {...text('poNumber')} />
      )}
      {asked.has('gender') && (
        <NativeSelect label="Gender" autoComplete="sex" data={optionsOf('Gender', genders)} {...choice('gender')} />
      )}
      {asked.has('organisationResortId') && (
        <NativeSelect
          label="Destination"
          data={optionsOf('Select a destination', check.availableResorts)}
          {...choice('organisationResortId')}
        />
      )}
      {asked.has('departments') && (
        <MultiChoice
          key={entered.organisationResortId}
          label="Departments"
          placeholder="Select departments"
          name="departments"
          options={listResortDepartments(check, entered.organisationResortId)}
          chosen={entered.departments}
          error={errors.departments}
          onChange={(departments) => enter({ ...entered, departments }, 'departments')}
        />
      )}
      {asked.has('organisationBusinessAreaId') && (
        <NativeSelect
          label="Business area"
          data={optionsOf('Select a business area', check.availableBusinessAreas)}
          {...choice('organisationBusinessAreaId')}
        />
      )}
      {asked.has('organisationCollections') && (
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
