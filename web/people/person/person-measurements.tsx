import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { DownIcon, PlusIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
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
  const { data, error, refetch } = useQuery(apiQuery('GET /api/customers/getSpecialMeasurements', { query: { customerId: id } }));
  const [isEditing, setEditing] = useState(false);
  const stored = data?.specialMeasurements;
  if (!data)
    return error ? (
      <ErrorState title="The measurements could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading measurements">
        <SkeletonText lines={2} />
      </Loading>
    );
  if (!isEditing)
    return (
      <Stack>
        {stored ? (
          <Stack component="ul" gap={0} role="list" aria-label="Special measurements">
            {stored.measurements.map(({ name, value, unit }) => (
              <li key={name} className={`${css.entry} ${css.row}`}>
                <span>{name}</span>
                <span className="figures">
                  {value} {unit === 2 ? 'in' : 'cm'}
                </span>
              </li>
            ))}
            {stored.comments && <li className={css.entry}>{stored.comments}</li>}
          </Stack>
        ) : (
          <p>No measurements yet. They are needed only for made-to-measure garments.</p>
        )}
        <div>
          <Button variant="default" onClick={() => setEditing(true)}>
            {stored ? 'Edit measurements' : 'Enter measurements'}
          </Button>
        </div>
      </Stack>
    );
  return <MeasurementsForm id={id} stored={stored ?? null} onClose={() => setEditing(false)} />;
}

interface FormProps {
  id: number;
  stored: ReplyOf<'GET /api/customers/getSpecialMeasurements'>['specialMeasurements'];
  onClose: () => void;
}

function MeasurementsForm({ id, stored, onClose }: FormProps) {
  const client = useQueryClient();
  // Without a draft: measurements of a body do not stay on the device.
  const form = useEntityForm<MeasurementFormValues, unknown>({
    saved: {
      rows: (stored?.measurements ?? []).map(({ name, value, unit }, key) => ({ key, name, value: String(value), unit })),
      comments: stored?.comments ?? '',
    },
    version: 0,
    save: ({ values: { rows, comments } }) =>
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
    onSaved: () => {
      onClose();
      showSuccess('Measurements saved.');
      return invalidateCalls(client, 'GET /api/customers/getSpecialMeasurements', 'GET /api/customers/:id/history');
    },
    onUnchanged: onClose,
  });
  const { rows } = form.values;
  const change = (key: number, part: Partial<Row>) =>
    form.set({ rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
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
            form.set({
              rows: [...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', value: '', unit: 0 }],
            })
          }
        >
          Add a measurement
        </Button>
      </div>
      <Textarea label="Comments" maxLength={1000} autosize minRows={2} {...form.getInputProps('comments')} />
      <FormButtons isSaving={form.isSaving} onCancel={onClose}>
        Save measurements
      </FormButtons>
    </StackedForm>
  );
}
