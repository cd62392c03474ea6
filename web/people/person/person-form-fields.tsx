import { Box, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type PersonChoices, type PersonFormValues, personFieldLabels } from './person-fields.ts';
import css from './person-page.module.css';

interface Props {
  values: PersonFormValues;
  set: (change: Partial<PersonFormValues>) => void;
  /** Error message by field. */
  errors: Readonly<Record<string, string>>;
  /** The options of the fields, with the departments of the selected destination. */
  choices: PersonChoices;
  /** Whether email, roles and permissions can be changed. */
  canEditAccess: boolean;
  /** The meaning of leaving the seasons empty. */
  seasonPlaceholder?: string;
  /** Replaces the email field, whose value is then not part of the form. */
  emailField?: ReactNode;
  /** Content below the uniform programme. */
  programmePreview?: ReactNode;
  /** Content below the permissions. */
  children?: ReactNode;
}

/** All fields of a person that administrators can edit. */
export function PersonFields({
  values,
  set,
  errors,
  choices,
  canEditAccess,
  emailField,
  seasonPlaceholder = 'None',
  programmePreview,
  children,
}: Props) {
  const departments = choices.departments ?? [];
  const text = (name: 'firstName' | 'lastName' | 'email' | 'employeeNumber' | 'poNumber' | 'weeklyHours', disabled = false) => (
    <TextInput
      name={name}
      label={personFieldLabels[name]}
      maxLength={254}
      inputMode={name === 'weeklyHours' ? 'decimal' : undefined}
      description={name === 'weeklyHours' ? 'Leave blank for full time.' : undefined}
      disabled={disabled}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const day = (name: 'startDateUtc' | 'endDateUtc') => (
    <DateField
      name={name}
      label={personFieldLabels[name]}
      value={values[name]}
      error={errors[name]}
      onChange={(day) => set({ [name]: day })}
    />
  );
  const choice = (
    name: 'gender' | 'organisationResortId' | 'organisationBusinessAreaId' | 'jobRoleId' | 'costCentreId' | 'allocationTypeId',
    none: string,
  ) => (
    <NativeSelect
      name={name}
      label={personFieldLabels[name]}
      rightSection={<DownIcon size={16} />}
      value={String(values[name])}
      error={errors[name]}
      data={[
        { value: '0', label: none },
        // A cost centre that is closed, or beyond those that are listed, stays chosen.
        ...(name === 'costCentreId' && values[name] !== 0 && !choices[name]?.some(({ id }) => id === values[name])
          ? [{ value: String(values[name]), label: 'Current cost centre' }]
          : []),
        ...(choices[name] ?? []).filter(({ id }) => id !== 0).map(({ id, name: label }) => ({ value: String(id), label })),
      ]}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        // Departments belong to a destination, so a new destination starts without any.
        set(name === 'organisationResortId' ? { organisationResortId: id, departments: [] } : { [name]: id });
      }}
    />
  );
  const several = (
    name:
      | 'departments'
      | 'organisationGroupIds'
      | 'roleIds'
      | 'adminableOrganisationGroupIds'
      | 'organisationSeasons'
      | 'organisationCollections',
    placeholder: string,
    disabled = false,
    description?: string,
  ) => (
    <MultiChoice
      name={name}
      label={personFieldLabels[name]}
      placeholder={placeholder}
      description={description}
      options={choices[name] ?? []}
      chosen={values[name]}
      error={errors[name]}
      disabled={disabled}
      onChange={(ids) => set({ [name]: ids.toSorted((a, b) => a - b) })}
    />
  );
  return (
    <>
      <Card title="Person">
        <div className={css.fields}>
          {text('firstName')}
          {text('lastName')}
          {emailField ?? text('email')}
          {choice('gender', 'Prefer not to say')}
          {text('employeeNumber')}
          {text('poNumber')}
        </div>
      </Card>
      <Card title="Work">
        <div className={css.fields}>
          {choice('organisationResortId', 'None')}
          {several(
            'departments',
            departmentPlaceholder(values.organisationResortId, departments.length),
            departments.length === 0,
          )}
          {choice('organisationBusinessAreaId', 'None')}
          {choice('jobRoleId', 'None')}
          {((choices.costCentreId ?? []).length > 0 || values.costCentreId !== 0) && choice('costCentreId', 'None')}
          {day('startDateUtc')}
          {day('endDateUtc')}
          {text('weeklyHours')}
        </div>
      </Card>
      <Card title="Uniform programme">
        <div className={css.fields}>
          {several('organisationSeasons', seasonPlaceholder)}
          {several('organisationCollections', 'None')}
          {choice('allocationTypeId', 'Use the wardrobe’s setting')}
        </div>
        {programmePreview && <Box mt="md">{programmePreview}</Box>}
      </Card>
      <Card title="Groups and permissions">
        <div className={css.fields}>
          {several('organisationGroupIds', 'None')}
          {several('roleIds', 'No role', !canEditAccess)}
          {several(
            'adminableOrganisationGroupIds',
            values.roleIds.includes(33) ? 'The whole organisation' : 'None',
            !canEditAccess || !values.roleIds.includes(33),
            values.roleIds.includes(33)
              ? 'Leave empty for the whole organisation.'
              : 'Only administrators can administer groups.',
          )}
          <div className={css.box}>
            <Checkbox
              name="allowOrderApproval"
              checked={values.allowOrderApproval}
              disabled={!canEditAccess}
              onChange={(allowOrderApproval) => set({ allowOrderApproval })}
            >
              {personFieldLabels.allowOrderApproval}
            </Checkbox>
          </div>
        </div>
        {children}
      </Card>
    </>
  );
}

/** Placeholder of the department field. */
function departmentPlaceholder(destinationId: number, count: number) {
  if (destinationId === 0) return 'Select a destination first';
  return count > 0 ? 'None' : 'This destination has none';
}
