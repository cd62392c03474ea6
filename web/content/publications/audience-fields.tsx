import { Text } from '@mantine/core';
import { useId } from 'react';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { type AudienceChoices, type AudienceValues, changeReaders, describeAudience, listReached } from './audience.ts';
import css from './audience-fields.module.css';

interface Props {
  choices: AudienceChoices;
  values: AudienceValues;
  errors: FieldErrors;
  /** Changes some of the values, such as `set` of `useEntityForm`. */
  set: (change: Partial<AudienceValues>) => void;
  /** Set where it is for whole brands alone, and for everyone of them: the page on which people log in. */
  isForBrandsOnly?: boolean;
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

/** Who reads something published and when: a part of its form, for operators and for administrators of an organisation. */
export function AudienceFields({ choices, values, errors, set, isForBrandsOnly = false }: Props) {
  return (
    <>
      {!choices.own && <Readers {...{ choices, values, errors, set, isForBrandsOnly }} />}
      {!isForBrandsOnly && <Limits {...{ choices, values, errors, set }} />}
      <div className={css.pair}>
        <DateField
          label="First day"
          name="fromDate"
          description="Leave blank to show it as soon as it is published."
          value={values.fromDate}
          error={errors.fromDate}
          onChange={(day) => set({ fromDate: day })}
        />
        <DateField
          label="Last day"
          name="untilDate"
          description="Leave blank for no end."
          value={values.untilDate}
          error={errors.untilDate}
          min={values.fromDate || undefined}
          onChange={(day) => set({ untilDate: day })}
        />
      </div>
      <Checkbox
        name="isPublished"
        checked={values.isPublished}
        error={errors.isPublished}
        onChange={(isPublished) => set({ isPublished })}
      >
        Published. Leave unticked to keep it as a draft.
      </Checkbox>
      <p className={css.sentence} role="status" aria-label="Who will see it">
        {describeAudience(choices, values)}
      </p>
    </>
  );
}

/** The brands and clients whose people read it. */
function Readers({ choices, values, errors, set, isForBrandsOnly }: Required<Props>) {
  const errorId = useId();
  const brandNames = new Map(choices.brands.map(({ id, name }) => [id, name]));
  const { brandIds } = values;
  return (
    <>
      {(choices.brands.length > 1 || isForBrandsOnly || brandIds.length > 0) && (
        <fieldset className={css.brands} aria-describedby={errors.brandIds ? errorId : undefined}>
          <Text component="legend" size="sm" fw={600}>
            Brands
          </Text>
          {choices.brands.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="brandIds"
              checked={brandIds.includes(id)}
              onChange={(on) =>
                set(
                  changeReaders(choices, values, {
                    brandIds: on ? sorted([...brandIds, id]) : brandIds.filter((other) => other !== id),
                  }),
                )
              }
            >
              All clients of {name}
            </Checkbox>
          ))}
          {errors.brandIds && (
            <Text id={errorId} size="sm" c="var(--mantine-color-error)">
              {errors.brandIds}
            </Text>
          )}
        </fieldset>
      )}
      {!isForBrandsOnly && (
        <MultiChoice
          name="organisationIds"
          label="Clients"
          placeholder={brandIds.length > 0 ? 'No others' : 'None chosen'}
          options={choices.organisations
            .filter(({ id, brandId }) => !brandIds.includes(brandId) || values.organisationIds.includes(id))
            .map(({ id, name, brandId }) => ({
              id,
              name,
              section: choices.brands.length > 1 ? brandNames.get(brandId) : undefined,
            }))}
          chosen={values.organisationIds}
          error={errors.organisationIds}
          onChange={(ids) => set(changeReaders(choices, values, { organisationIds: sorted(ids) }))}
        />
      )}
    </>
  );
}

/** The roles and groups to which readers are limited. */
function Limits({ choices, values, errors, set }: Omit<Props, 'isForBrandsOnly'>) {
  const { own } = choices;
  const reached = own ? [own] : listReached(choices, values);
  const names = new Map(reached.map(({ id, name }) => [id, name]));
  const isOffered = (id: number, organisationId: number | null, chosen: readonly number[]) =>
    organisationId === null || names.has(organisationId) || chosen.includes(id);
  const section = (organisationId: number | null) =>
    own ? undefined : organisationId === null ? 'Every client' : (names.get(organisationId) ?? 'Other clients');
  const roles = choices.roles.filter(({ id, organisationId }) => isOffered(id, organisationId, values.roleIds));
  const groups = choices.groups.filter(({ id, organisationId }) => isOffered(id, organisationId, values.groupIds));
  return (
    <div className={css.pair}>
      <MultiChoice
        name="roleIds"
        label="Roles"
        placeholder="Everyone"
        options={roles.map(({ id, name, organisationId }) => ({
          id,
          name,
          section: roles.every((one) => one.organisationId === null) ? undefined : section(organisationId),
        }))}
        chosen={values.roleIds}
        error={errors.roleIds}
        onChange={(ids) => set({ roleIds: sorted(ids) })}
      />
      <MultiChoice
        name="groupIds"
        label="Groups"
        placeholder={own?.mustChooseGroups ? 'Choose at least one' : reached.length === 0 ? 'Choose clients first' : 'All groups'}
        options={groups.map(({ id, name, organisationId }) => ({ id, name, section: section(organisationId) }))}
        chosen={values.groupIds}
        error={errors.groupIds}
        disabled={groups.length === 0}
        onChange={(ids) => set({ groupIds: sorted(ids) })}
      />
    </div>
  );
}
