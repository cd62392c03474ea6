import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { type Profile, profileQuery, settingsQuery } from '#web/app/session/profile.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
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

const labels: Record<keyof DetailsFormValues, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  gender: 'Gender',
  poNumber: 'PO number',
};

const describeValue = (name: keyof DetailsFormValues, value: string | number): string =>
  name === 'gender' ? (genders.find((gender) => gender.value === String(value))?.label ?? '') : String(value);

/** The details that people can edit themselves, and those that only their organisation can. */
export function DetailsCard({ caller }: { caller: Profile }) {
  const client = useQueryClient();
  const loadProfile = () => client.fetchQuery({ ...profileQuery, staleTime: 0 });
  const form = useEntityForm<DetailsFormValues, ReplyOf<'PUT /api/customers/:id'>>({
    draftKey: `details.${caller.id}`,
    saved: toFormValues(caller),
    version: caller.version,
    save: ({ values, changed, expectedVersion }) =>
      api('PUT /api/customers/:id', {
        params: { id: caller.id },
        body: { customer: { version: expectedVersion, ...Object.fromEntries(changed.map((name) => [name, values[name]])) } },
      }),
    getVersion: ({ customers }) => customers[0]?.version,
    onSaved: () => {
      showSuccess('Account has been updated');
      return loadProfile().catch(() => {});
    },
    reload: async () => (await loadProfile()).version,
  });
  const text = (name: 'firstName' | 'lastName' | 'poNumber', autoComplete: string) => (
    <TextInput label={labels[name]} autoComplete={autoComplete} maxLength={120} {...form.getInputProps(name)} />
  );

  return (
    <Stack gap={14}>
      <StackedForm {...form.formProps} gap={14}>
        <FormNotices
          conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
            name,
            label: labels[name],
            mine: describeValue(name, mine),
            theirs: describeValue(name, theirs),
          }))}
          onUseSaved={(name) => form.acceptTheirs(name as keyof DetailsFormValues)}
          otherErrors={form.otherErrors}
        />
        <div className={css.fields}>
          {text('firstName', 'given-name')}
          {text('lastName', 'family-name')}
          <NativeSelect
            label={labels.gender}
            rightSection={<DownIcon size={16} />}
            data={genders}
            {...form.getInputProps('gender')}
            value={String(form.values.gender)}
            onChange={(event) => form.set({ gender: Number(event.currentTarget.value) })}
          />
          {text('poNumber', 'off')}
        </div>
        <SaveBar isShort isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard}>
          Save details
        </SaveBar>
      </StackedForm>
      <EmploymentDetails caller={caller} />
    </Stack>
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
              <Text component="dt" c="dimmed">
                {label}
              </Text>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Text size="sm" c="dimmed">
        Your organisation manages these details. Ask your uniform administrator to change them.
      </Text>
    </>
  );
}
