import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import {
  emptySizeForm,
  getHeightCm,
  getWeightKg,
  type SizeFormValues,
  withLengthUnit,
  withMassUnit,
} from './size-form-values.ts';
import css from './size-page.module.css';
import { formatHeight, formatWeight } from './units.ts';
import { type SizeFieldProps, useSizeFields } from './use-size-fields.tsx';

const sexes = [
  { value: 'either', label: 'Prefer not to say' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];

/** Sex, height and weight, in the units the person prefers: with these alone there is a result. */
export function SizeForm({ typed, problems, onChange }: SizeFieldProps) {
  const { errorOf, part } = useSizeFields({ typed, problems, onChange });
  const [height, weight] = [getHeightCm(typed), getWeightKg(typed)];
  const [heightError, weightError] = [errorOf('stature'), errorOf('mass')];
  const [isMetric, isInKg] = [typed.lengthUnit === 'cm', typed.massUnit === 'kg'];

  return (
    <StackedForm gap={14} noValidate onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        name="sex"
        label="Sex"
        rightSection={<DownIcon size={16} />}
        data={sexes}
        value={typed.sex}
        onChange={(event) => onChange({ ...typed, sex: event.currentTarget.value as SizeFormValues['sex'], confirmed: [] })}
      />
      <Stack gap={10}>
        <div className={css.basic}>
          <Units
            label="Height"
            chosen={typed.lengthUnit}
            units={{ cm: 'cm', inches: 'ft, in' }}
            onChange={(unit) => onChange(withLengthUnit(typed, unit))}
          />
          <div className={css.parts}>
            {isMetric ? (
              part('cm', 'Height, cm', 'cm', 'stature', heightError)
            ) : (
              <>
                {part('feet', 'Height, feet', 'ft', 'stature', heightError)}
                {part('inches', 'and inches', 'in', 'stature', heightError !== undefined && ' ')}
              </>
            )}
          </div>
          <Text size="sm" c="dimmed">
            {height && !heightError && formatHeight(height, isMetric ? 'inches' : 'cm')}
          </Text>
        </div>
        <div className={css.basic}>
          <Units
            label="Weight"
            chosen={typed.massUnit}
            units={{ kg: 'kg', stones: 'st, lb' }}
            onChange={(unit) => onChange(withMassUnit(typed, unit))}
          />
          <div className={css.parts}>
            {isInKg ? (
              part('kg', 'Weight, kg', 'kg', 'mass', weightError)
            ) : (
              <>
                {part('stones', 'Weight, stones', 'st', 'mass', weightError)}
                {part('pounds', 'and pounds', 'lb', 'mass', weightError !== undefined && ' ')}
              </>
            )}
          </div>
          <Text size="sm" c="dimmed">
            {weight && !weightError && formatWeight(weight, isInKg ? 'stones' : 'kg')}
          </Text>
        </div>
      </Stack>
      <div>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onChange({ ...emptySizeForm, sex: typed.sex, lengthUnit: typed.lengthUnit, massUnit: typed.massUnit })}
        >
          Clear form
        </Button>
      </div>
    </StackedForm>
  );
}

interface UnitsProps<Unit extends string> {
  label: string;
  chosen: Unit;
  units: Readonly<Record<Unit, string>>;
  onChange: (unit: Unit) => void;
}

function Units<Unit extends string>({ label, chosen, units, onChange }: UnitsProps<Unit>) {
  const id = useId();
  return (
    <Group role="group" gap="xs" aria-labelledby={id} className={css.units}>
      <span id={id}>{label}</span>
      {(Object.keys(units) as Unit[]).map((unit) => (
        <Toggle key={unit} pressed={unit === chosen} onChange={() => onChange(unit)}>
          {units[unit]}
        </Toggle>
      ))}
    </Group>
  );
}
