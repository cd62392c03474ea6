import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api, apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { type Profile, profileQuery, settingsQuery } from '#web/app/session/profile.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import css from './account.module.css';

interface DetailsFormValues {
  firstName: string;
  lastName: string;
  gender: number;
  poNumber: string;
}

const toFormValues = ({ firstName, lastName, gender, poNumber }: Profile): DetailsFormValues => ({
  firstName,
  lastName,
  gender,
  poNumber: poNumber ?? '',
});

const genders = [
  { value: '0', label: 'Prefer not to say' },
  { value: '20', label: 'Female' },
  { value: '10', label: 'Male' },
];

/** The details that people can edit themselves, and those that only their organisation can. */
export function DetailsCard({ caller }: { caller: Profile }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const saved = toFormValues(caller);
  // Only changed fields are stored and sent, so that saving does not revert what someone else changed in the meantime.
  const [draft = {}, saveDraft] = useDraft<Partial<DetailsFormValues>>(`details.${caller.id}`);
  const values = { ...saved, ...draft };
  const changed = (Object.keys(saved) as (keyof DetailsFormValues)[]).filter((name) => values[name] !== saved[name]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // The version these values are based on; after a conflict, the version whose values are shown beside the fields.
  const [expectedVersion, setExpectedVersion] = useState(caller.version);
  const [base, setBase] = useState<DetailsFormValues>();

  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/customers/:id', {
        params: { id: caller.id },
        body: { customer: { version: expectedVersion, ...Object.fromEntries(changed.map((name) => [name, values[name]])) } },
      }),
    onSuccess: async ({ customers }) => {
      saveDraft(undefined);
      setBase(undefined);
      setExpectedVersion(customers[0]?.version ?? expectedVersion);
      showSuccess('Account has been updated');
      await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => {});
    },
    onError: async (error) => {
      showError(error);
      if (!(error instanceof ApiError)) return;
      setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? ''])));
      const firstInvalid = Object.keys(saved).find((name) => error.errors[name]);
      if (firstInvalid) form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus();
      if (error.status !== 409) return;
      setBase(saved);
      const current = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
      if (current) setExpectedVersion(current.version);
    },
  });

  const set = (change: Partial<DetailsFormValues>) => {
    setErrors({});
    saveDraft({ ...draft, ...change });
  };
  const describeConflict = (name: keyof DetailsFormValues, savedText = String(saved[name])) =>
    base && base[name] !== saved[name] && values[name] !== saved[name]
      ? `Saved by someone else: ${savedText || 'nothing'}`
      : undefined;
  const text = (name: 'firstName' | 'lastName' | 'poNumber', label: string, autoComplete: string) => (
    <TextInput
      name={name}
      label={label}
      autoComplete={autoComplete}
      maxLength={120}
      value={values[name]}
      error={errors[name]}
      description={describeConflict(name)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );

  return (
    <div className={css.stack}>
      <form
        ref={form}
        noValidate
        className={css.stack}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (changed.length > 0) save.mutate();
        }}
      >
        <div className={css.fields}>
          {text('firstName', 'First name', 'given-name')}
          {text('lastName', 'Last name', 'family-name')}
          <NativeSelect
            name="gender"
            label="Gender"
            rightSection={<DownIcon size={16} />}
            data={genders}
            value={String(values.gender)}
            error={errors.gender}
            description={describeConflict('gender', genders.find(({ value }) => value === String(saved.gender))?.label)}
            onChange={(event) => set({ gender: Number(event.currentTarget.value) })}
          />
          {text('poNumber', 'PO number', 'off')}
        </div>
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={changed.length === 0} aria-describedby="details-saved">
            Save details
          </Button>
          {changed.length > 0 && (
            <Button variant="default" disabled={save.isPending} onClick={() => saveDraft(undefined)}>
              Discard changes
            </Button>
          )}
        </div>
        <p className={css.note} id="details-saved">
          {changed.length === 0 ? 'All changes saved.' : 'Not saved yet. Your changes are kept in this tab.'}
        </p>
      </form>
      <EmploymentDetails caller={caller} />
    </div>
  );
}

/** The details that the organisation manages, read-only. */
export function EmploymentDetails({ caller }: { caller: Profile }) {
  const { data: organisation } = useQuery(settingsQuery);
  const options = { staleTime: 30 * 60_000 };
  const destinations = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...options }).data?.organisationResorts ?? [];
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...options }).data?.organisationBusinessAreas ?? [];
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  const details: [string, string | null | undefined][] = [
    ['Organisation', organisation?.name],
    ['Employee number', caller.employeeNumber],
    ['Groups', names(caller.organisationGroups)],
    ['Destination', destinations.find(({ id }) => id === caller.organisationResortId)?.name],
    ['Departments', names(caller.departments)],
    ['Business area', areas.find(({ id }) => id === caller.organisationBusinessAreaId)?.name],
  ];
  return (
    <>
      <dl className={css.facts}>
        {details
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className={css.note}>Your organisation manages these details. Ask your uniform administrator to change them.</p>
    </>
  );
}
