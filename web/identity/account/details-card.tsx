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

const savedOf = ({ firstName, lastName, gender, poNumber }: Profile): DetailsFormValues => ({
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

/** What people may change of themselves, and what only their administrator may. */
export function DetailsCard({ caller }: { caller: Profile }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const saved = savedOf(caller);
  // Only what differs is kept and sent, so that it never takes back what somebody else changes meanwhile.
  const [draft = {}, keep] = useDraft<Partial<DetailsFormValues>>(`details.${caller.id}`);
  const typed = { ...saved, ...draft };
  const changed = (Object.keys(saved) as (keyof DetailsFormValues)[]).filter((name) => typed[name] !== saved[name]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // The version that the person has seen; after a refusal, the one that they have been shown since.
  const [seen, setSeen] = useState(caller.version);
  const [before, setBefore] = useState<DetailsFormValues>();

  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/customers/:id', {
        params: { id: caller.id },
        body: { customer: { version: seen, ...Object.fromEntries(changed.map((name) => [name, typed[name]])) } },
      }),
    onSuccess: async ({ customers }) => {
      keep(undefined);
      setBefore(undefined);
      setSeen(customers[0]?.version ?? seen);
      showSuccess('Account has been updated');
      await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => {});
    },
    onError: async (error) => {
      showError(error);
      if (!(error instanceof ApiError)) return;
      setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? ''])));
      const wrong = Object.keys(saved).find((name) => error.errors[name]);
      if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      if (error.status !== 409) return;
      setBefore(saved);
      const now = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
      if (now) setSeen(now.version);
    },
  });

  const set = (change: Partial<DetailsFormValues>) => {
    setErrors({});
    keep({ ...draft, ...change });
  };
  const meanwhile = (name: keyof DetailsFormValues, inWords = String(saved[name])) =>
    before && before[name] !== saved[name] && typed[name] !== saved[name]
      ? `Saved by someone else: ${inWords || 'nothing'}`
      : undefined;
  const text = (name: 'firstName' | 'lastName' | 'poNumber', label: string, autoComplete: string) => (
    <TextInput
      name={name}
      label={label}
      autoComplete={autoComplete}
      maxLength={120}
      value={typed[name]}
      error={errors[name]}
      description={meanwhile(name)}
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
            value={String(typed.gender)}
            error={errors.gender}
            description={meanwhile('gender', genders.find(({ value }) => value === String(saved.gender))?.label)}
            onChange={(event) => set({ gender: Number(event.currentTarget.value) })}
          />
          {text('poNumber', 'PO number', 'off')}
        </div>
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={changed.length === 0} aria-describedby="details-saved">
            Save details
          </Button>
          {changed.length > 0 && (
            <Button variant="default" disabled={save.isPending} onClick={() => keep(undefined)}>
              Discard changes
            </Button>
          )}
        </div>
        <p className={css.note} id="details-saved">
          {changed.length === 0 ? 'All changes saved.' : 'Not saved yet. Your changes are kept in this tab.'}
        </p>
      </form>
      <WorkFacts caller={caller} />
    </div>
  );
}

/** What the organisation says of somebody, and who can change it. */
function WorkFacts({ caller }: { caller: Profile }) {
  const { data: organisation } = useQuery(settingsQuery);
  const rare = { staleTime: 30 * 60_000 };
  const destinations = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...rare }).data?.organisationResorts ?? [];
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...rare }).data?.organisationBusinessAreas ?? [];
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  const facts: [string, string | null | undefined][] = [
    ['Email', caller.email],
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
        {facts
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
