import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useId, useState } from 'react';
import { BRA_CUPS } from '#body/answers.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import {
  emptySizeForm,
  getHeightCm,
  getWeightKg,
  type SizeFormValues,
  type TAPE_POINTS,
  toMeasure,
  withLengthUnit,
  withMassUnit,
} from './size-form-values.ts';
import css from './size-page.module.css';
import { cmToFeet, kgToStones } from './units.ts';
import { WornSizes } from './worn-sizes.tsx';

interface Props {
  typed: SizeFormValues;
  /** Error messages by field: stature, mass, chest, waist, hip. */
  problems: Readonly<Record<string, string>>;
  onChange: (typed: SizeFormValues) => void;
}

type Words =
  | 'cm'
  | 'feet'
  | 'inches'
  | 'kg'
  | 'stones'
  | 'pounds'
  | 'chest'
  | 'waist'
  | 'hip'
  | 'neck'
  | 'crotchHeight'
  | 'jeans'
  | 'shirt'
  | 'braBand';

const sexes = [
  { value: 'either', label: 'Prefer not to say' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];

/** The form for body measurements and usual sizes, in the units the person prefers. */
export function SizeForm({ typed, problems, onChange }: Props) {
  // Errors are shown once a field has lost focus, not during typing.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const errorOf = (field: string, message = problems[field]) => (left.has(field) && problems[field] ? message : undefined);

  const ofField = (name: Words, about: string, error?: string | false) => ({
    name,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 8,
    value: typed[name],
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...typed, [name]: event.currentTarget.value, confirmed: [] }),
    onBlur: () => setLeft(new Set([...left, about])),
  });
  const field = (name: Words, label: string, about: string, error?: string) => (
    <TextInput label={label} {...ofField(name, about, error)} />
  );
  /** A field labelled by the heading above, with its unit inside. */
  const part = (name: Words, label: string, unit: string, about: string, error?: string | false) => (
    <TextInput aria-label={label} rightSection={<span aria-hidden="true">{unit}</span>} {...ofField(name, about, error)} />
  );
  const [height, weight] = [getHeightCm(typed), getWeightKg(typed)];
  const [heightError, weightError] = [errorOf('stature'), errorOf('mass')];
  const isMetric = typed.lengthUnit === 'cm';
  const tape = (name: (typeof TAPE_POINTS)[number], label: string) => {
    const measure = toMeasure(name, typed.sex);
    return field(name, `${label}, ${isMetric ? 'cm' : 'in'}`, measure, errorOf(measure, 'Check this measurement.'));
  };

  return (
    <form className={css.stack} noValidate onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        name="sex"
        label="Sex"
        rightSection={<DownIcon size={16} />}
        data={sexes}
        value={typed.sex}
        onChange={(event) => onChange({ ...typed, sex: event.currentTarget.value as SizeFormValues['sex'], confirmed: [] })}
      />
      <div className={css.basics}>
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
          <p className={css.note}>{height && !heightError && (isMetric ? inFeet(height) : `${Math.round(height)} cm`)}</p>
        </div>
        <div className={css.basic}>
          <Units
            label="Weight"
            chosen={typed.massUnit}
            units={{ kg: 'kg', stones: 'st, lb' }}
            onChange={(unit) => onChange(withMassUnit(typed, unit))}
          />
          <div className={css.parts}>
            {typed.massUnit === 'kg' ? (
              part('kg', 'Weight, kg', 'kg', 'mass', weightError)
            ) : (
              <>
                {part('stones', 'Weight, stones', 'st', 'mass', weightError)}
                {part('pounds', 'and pounds', 'lb', 'mass', weightError !== undefined && ' ')}
              </>
            )}
          </div>
          <p className={css.note}>
            {weight && !weightError && (typed.massUnit === 'kg' ? inStones(weight) : `${Math.round(weight)} kg`)}
          </p>
        </div>
      </div>
      <fieldset className={css.tapes}>
        <legend>Sizes you usually wear</legend>
        <p className={css.note}>Fill in what you know.</p>
        {typed.sex === 'either' ? (
          <p className={css.note}>Select a sex to enter your usual trouser and shirt sizes: women’s and men’s sizes differ.</p>
        ) : (
          <div className={css.three}>
            {field('jeans', typed.sex === 'male' ? 'Trousers, waist in inches' : 'Trousers, UK size', 'jeans', errorOf('jeans'))}
            {field('shirt', typed.sex === 'male' ? 'Shirt, collar in inches' : 'Top, UK size', 'shirt', errorOf('shirt'))}
            {typed.sex === 'female' && field('braBand', 'Bra, band in inches', 'braBand', errorOf('braBand'))}
            {typed.sex === 'female' && (
              <NativeSelect
                name="braCup"
                label="Bra, cup"
                rightSection={<DownIcon size={16} />}
                data={['', ...BRA_CUPS]}
                value={typed.braCup}
                onChange={(event) => onChange({ ...typed, braCup: event.currentTarget.value, confirmed: [] })}
              />
            )}
          </div>
        )}
        <WornSizes typed={typed} onChange={onChange} />
      </fieldset>
      <fieldset className={css.tapes}>
        <legend>If you have a tape measure</legend>
        <p className={css.note}>
          Each measurement improves the estimate. Keep the tape level and not tight. Measure the inside leg from the crotch to the
          floor, without shoes.
        </p>
        <div className={css.three}>
          {tape('chest', typed.sex === 'female' ? 'Bust' : 'Chest')}
          {tape('waist', typed.sex === 'female' ? 'Narrowest waist' : 'Waist at navel')}
          {tape('hip', 'Hips')}
          {tape('neck', 'Neck')}
          {tape('crotchHeight', 'Inside leg')}
        </div>
      </fieldset>
      <Checkbox name="measured" checked={typed.measured} onChange={(measured) => onChange({ ...typed, measured, confirmed: [] })}>
        A fitter took my height, weight and measurements
      </Checkbox>
      <div>
        <Button
          variant="default"
          onClick={() => onChange({ ...emptySizeForm, sex: typed.sex, lengthUnit: typed.lengthUnit, massUnit: typed.massUnit })}
        >
          Clear form
        </Button>
      </div>
    </form>
  );
}

const inFeet = (cm: number) => `${cmToFeet(cm).feet} ft ${cmToFeet(cm).inches} in`;
const inStones = (kg: number) => `${kgToStones(kg).stones} st ${kgToStones(kg).pounds} lb`;

interface UnitsProps<Unit extends string> {
  label: string;
  chosen: Unit;
  units: Readonly<Record<Unit, string>>;
  onChange: (unit: Unit) => void;
}

function Units<Unit extends string>({ label, chosen, units, onChange }: UnitsProps<Unit>) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons, not form fields
    <div role="group" aria-labelledby={id} className={css.units}>
      <span id={id}>{label}</span>
      {(Object.keys(units) as Unit[]).map((unit) => (
        <Toggle key={unit} pressed={unit === chosen} onChange={() => onChange(unit)}>
          {units[unit]}
        </Toggle>
      ))}
    </div>
  );
}
