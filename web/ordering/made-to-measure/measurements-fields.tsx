import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { DownIcon, PlusIcon } from '#web/ui/content/icons.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import css from './made-to-measure.module.css';
import { findRowProblems, type MeasurementRow, type MeasurementValues } from './measurement-values.ts';

interface Props {
  values: MeasurementValues;
  errors: Readonly<Record<string, string>>;
  change: (part: Partial<MeasurementValues>) => void;
}

/** The measurements, a note for the maker, and the consent. */
export function MeasurementsFields({ values, errors, change }: Props) {
  const { rows, unit, comments, agrees } = values;
  const changeRow = (key: number, part: Partial<MeasurementRow>) =>
    change({ rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  const suffix = unit === 2 ? 'inches' : 'cm';
  return (
    <>
      <NativeSelect
        className={css.unit}
        label="Unit"
        rightSection={<DownIcon size={16} />}
        data={[
          { value: '0', label: 'Centimetres' },
          { value: '2', label: 'Inches' },
        ]}
        value={String(unit)}
        onChange={(event) => change({ unit: Number(event.currentTarget.value) })}
      />
      <Stack gap="xs">
        {rows.map(({ key, name, value }) => (
          <div key={key} className={css.measures}>
            <TextInput
              aria-label={`Measurement ${key + 1}`}
              name={`name-${key}`}
              maxLength={60}
              value={name}
              error={errors.rows ? findRowProblems({ key, name, value }, unit).name : undefined}
              onChange={(event) => changeRow(key, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`${name || `Measurement ${key + 1}`} in ${suffix}`}
              name={`value-${key}`}
              inputMode="decimal"
              maxLength={10}
              value={value}
              error={errors.rows ? findRowProblems({ key, name, value }, unit).value : undefined}
              rightSection={
                <Text span size="sm" c="dimmed">
                  {unit === 2 ? 'in' : 'cm'}
                </Text>
              }
              onChange={(event) => changeRow(key, { value: event.currentTarget.value })}
            />
          </div>
        ))}
        {errors.rows && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {errors.rows}
          </Text>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<PlusIcon size={18} />}
            onClick={() =>
              change({ rows: [...rows, { key: Math.max(-1, ...rows.map((row) => row.key)) + 1, name: '', value: '' }] })
            }
          >
            Add a measurement
          </Button>
        </div>
      </Stack>
      <Textarea
        label="Note for the maker"
        name="comments"
        maxLength={1000}
        autosize
        minRows={2}
        value={comments}
        onChange={(event) => change({ comments: event.currentTarget.value })}
      />
      <Checkbox name="agrees" checked={agrees} error={errors.agrees} onChange={(checked) => change({ agrees: checked })}>
        I agree that my measurements are stored, encrypted, for the person who makes this garment. No one in my organisation sees
        them. I can withdraw this until the garment is ordered; they are deleted 60 days after it was sent.
      </Checkbox>
    </>
  );
}
