import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { DownIcon, PlusIcon } from '#web/ui/content/icons.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import css from './person-page.module.css';

interface Row {
  key: number;
  name: string;
  value: string;
  unit: number;
}
interface MeasurementFormValues {
  rows: Row[];
  comments: string;
}

/** Special measurements of a person, for made-to-measure garments: shown, and edited in place. */
export function PersonMeasurements({ id }: { id: number }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(apiQuery('GET /api/customers/getSpecialMeasurements', { query: { customerId: id } }));
  const [values, setValues] = useState<MeasurementFormValues>();
  const stored = data?.specialMeasurements;
  const toFormValues = (): MeasurementFormValues => ({
    rows: (stored?.measurements ?? []).map(({ name, value, unit }, key) => ({ key, name, value: String(value), unit })),
    comments: stored?.comments ?? '',
  });
  const save = useMutation({
    mutationFn: ({ rows, comments }: MeasurementFormValues) =>
      api('POST /api/customers/saveSpecialMeasurements', {
        body: {
          specialMeasurements: {
            customerId: id,
            measurements: rows
              .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
              .map(({ name, value, unit }) => ({ name, value: Number(value.replace(',', '.')), unit })),
            comments,
          },
        },
      }),
    onSuccess: () => {
      setValues(undefined);
      showSuccess('Measurements saved.');
      return invalidateCalls(client, 'GET /api/customers/getSpecialMeasurements', 'GET /api/customers/:id/history');
    },
    onError: (failure) => showError(failure),
  });
  if (!data)
    return error ? (
      <ErrorState title="The measurements could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading measurements">
        <SkeletonText lines={2} />
      </Loading>
    );
  if (!values)
    return (
      <div className={css.stack}>
        {stored ? (
          <ul className={css.list} aria-label="Special measurements">
            {stored.measurements.map(({ name, value, unit }) => (
              <li key={name} className={`${css.entry} ${css.row}`}>
                <span>{name}</span>
                <span className="figures">
                  {value} {unit === 2 ? 'in' : 'cm'}
                </span>
              </li>
            ))}
            {stored.comments && <li className={css.entry}>{stored.comments}</li>}
          </ul>
        ) : (
          <p>No measurements yet. They are needed only for made-to-measure garments.</p>
        )}
        <div>
          <Button variant="default" onClick={() => setValues(toFormValues())}>
            {stored ? 'Edit measurements' : 'Enter measurements'}
          </Button>
        </div>
      </div>
    );
  const { rows } = values;
  const change = (key: number, part: Partial<Row>) =>
    setValues({ ...values, rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  return (
    <form
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(values);
      }}
    >
      {rows.map((row, index) => (
        <div key={row.key} className={css.measures}>
          <TextInput
            label={`Measurement ${index + 1}`}
            maxLength={60}
            value={row.name}
            onChange={(event) => change(row.key, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Value"
            inputMode="decimal"
            value={row.value}
            onChange={(event) => change(row.key, { value: event.currentTarget.value })}
          />
          <NativeSelect
            label="Unit"
            rightSection={<DownIcon size={16} />}
            data={[
              { value: '0', label: 'cm' },
              { value: '2', label: 'inches' },
            ]}
            value={String(row.unit)}
            onChange={(event) => change(row.key, { unit: Number(event.currentTarget.value) })}
          />
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<PlusIcon size={18} />}
          onClick={() =>
            setValues({
              ...values,
              rows: [...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', value: '', unit: 0 }],
            })
          }
        >
          Add a measurement
        </Button>
      </div>
      <Textarea
        label="Comments"
        maxLength={1000}
        autosize
        minRows={2}
        value={values.comments}
        onChange={(event) => setValues({ ...values, comments: event.currentTarget.value })}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={save.isPending}>
          Save measurements
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={() => setValues(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
