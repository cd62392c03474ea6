import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { BRA_CUPS } from '#body/answers.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TAPE_POINTS, toMeasure } from './size-form-values.ts';
import css from './size-page.module.css';
import { type SizeFieldProps, useSizeFields } from './use-size-fields.tsx';
import { WornSizes } from './worn-sizes.tsx';

const MORE = [...TAPE_POINTS, 'jeans', 'shirt', 'braBand'] as const;

/** Questions beyond the first three, folded: usual sizes, sizes in other brands and tape measurements, with what each improves. */
export function MoreDetails({ typed, problems, onChange }: SizeFieldProps) {
  const { errorOf, field } = useSizeFields({ typed, problems, onChange });
  const filled = MORE.filter((name) => typed[name].trim() !== '').length + typed.worn.length;
  const [isOpen, setOpen] = useState(false);
  const hasProblem = Object.keys(problems).some((name) => name !== 'stature' && name !== 'mass');
  const unit = typed.lengthUnit === 'cm' ? 'cm' : 'in';
  const isWoman = typed.sex === 'female';
  const tape = (name: (typeof TAPE_POINTS)[number], label: string) => {
    const measure = toMeasure(name, typed.sex);
    return field(name, `${label}, ${unit}`, measure, errorOf(measure, 'Check this measurement.'));
  };
  return (
    <details
      className={css.more}
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      aria-label="Add more for a better result"
    >
      <summary>
        <span className={css.moreTitle}>Add more for a better result</span>
        <Text span size="sm" c="dimmed">
          {filled > 0 ? `${plural(filled, 'detail')} added` : 'Your usual sizes, or one tape measurement'}
        </Text>
        <DownIcon size={18} />
      </summary>
      <div className={css.moreColumns}>
        <fieldset className={css.group}>
          <legend>Sizes you usually wear</legend>
          <Text size="sm" c="dimmed">
            {isWoman
              ? 'Your trouser size improves hips, your bra size the bust.'
              : 'Your trouser size improves the waist, your collar the neck.'}{' '}
            Fill in what you know.
          </Text>
          {typed.sex === 'either' ? (
            <Text size="sm" c="dimmed">
              Select a sex to enter your usual trouser and shirt sizes: women’s and men’s sizes differ.
            </Text>
          ) : (
            <div className={css.two}>
              {field('jeans', isWoman ? 'Trousers, UK size' : 'Trousers, waist in inches', 'jeans')}
              {field('shirt', isWoman ? 'Top, UK size' : 'Shirt, collar in inches', 'shirt')}
              {isWoman && field('braBand', 'Bra, band in inches', 'braBand')}
              {isWoman && (
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
        </fieldset>
        <fieldset className={css.group}>
          <legend>Sizes in other brands</legend>
          <Text size="sm" c="dimmed">
            Improves the measurements in the brand’s own size chart.
          </Text>
          <WornSizes typed={typed} onChange={onChange} />
        </fieldset>
        <fieldset className={css.group}>
          <legend>If you have a tape measure</legend>
          <Text size="sm" c="dimmed">
            Improves the result most: {isWoman ? 'bust' : 'chest'} for tops and jackets, waist and hips for trousers. Keep the
            tape level and not tight. Measure the inside leg from the crotch to the floor, without shoes.
          </Text>
          <div className={css.two}>
            {tape('chest', isWoman ? 'Bust' : 'Chest')}
            {tape('waist', isWoman ? 'Narrowest waist' : 'Waist at navel')}
            {tape('hip', 'Hips')}
            {tape('neck', 'Neck')}
            {tape('crotchHeight', 'Inside leg')}
          </div>
          <Checkbox
            name="measured"
            checked={typed.measured}
            onChange={(measured) => onChange({ ...typed, measured, confirmed: [] })}
          >
            A fitter took my height, weight and measurements
          </Checkbox>
        </fieldset>
      </div>
    </details>
  );
}
