import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnField } from '#contract/people/import.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DiscardButton } from './discard-button.tsx';
import css from './import.module.css';
import { findColumnProblem, importFieldLabels, importTexts, isDateField, type PeopleImport } from './import-labels.ts';

const listChoices = (kind: PeopleImport['kind']) => [
  { value: '', label: 'Don’t import' },
  ...Object.entries(importFieldLabels[kind]).map(([value, label]) => ({ value, label })),
];

interface Props {
  peopleImport: PeopleImport;
  onPreview: () => void;
  /** To see, and change, how the file was read. */
  onReading: () => void;
}

/** The fields of the columns, and the options of the import. */
export function ColumnsStep({ peopleImport, onPreview, onReading }: Props) {
  const client = useQueryClient();
  const [fields, setFields] = useState(() => peopleImport.columns.map(({ field }) => field));
  const [options, setOptions] = useState({
    deactivateMissing: peopleImport.deactivateMissing,
    clearEmpty: peopleImport.clearEmpty,
    invite: peopleImport.invite,
    monthFirst: peopleImport.monthFirst,
  });
  const set = (part: Partial<typeof options>) => setOptions({ ...options, ...part });
  const { kind } = peopleImport;
  const choices = listChoices(kind);
  const problem = findColumnProblem(kind, fields);
  const preview = useMutation({
    mutationFn: () =>
      api('POST /api/peopleimports/:id/preview', { params: { id: peopleImport.id }, body: { fields, ...options } }),
    onSuccess: (reply) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: peopleImport.id } }], reply);
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
      onPreview();
      scrollTo({ top: 0 });
    },
    onError: showError,
  });
  const skipped = fields.filter((field) => field === null).length;
  return (
    <Stack>
      {peopleImport.isPreviewInterrupted && (
        <Notice tone="danger" role="alert">
          Something went wrong on our side while we checked your file. Nothing has been changed. Please preview it again.
        </Notice>
      )}
      <Card title="Columns" flush>
        <p className={css.intro}>
          {importTexts[kind].columns}
          {skipped > 0 && ` ${plural(skipped, 'column')} will not be imported.`}
        </p>
        <Stack component="ul" gap={0} role="list" aria-label="Columns">
          {peopleImport.columns.map(({ header, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not change, and headings may be the same
            <li key={index} className={css.column} data-out={fields[index] === null || undefined}>
              <div className={css.text}>
                <strong>{header}</strong>
                <span className={css.samples}>{samples.length > 0 ? samples.join(' · ') : 'No values'}</span>
              </div>
              <NativeSelect
                aria-label={`Column ${header} is`}
                rightSection={<DownIcon size={16} />}
                value={fields[index] ?? ''}
                data={choices}
                onChange={({ currentTarget: { value } }) =>
                  setFields(fields.map((field, at) => (at === index ? ((value || null) as ColumnField | null) : field)))
                }
              />
            </li>
          ))}
        </Stack>
      </Card>
      {kind === 'people' && (
        <Card title="Options">
          <div className={css.options}>
            {fields.some(isDateField) && (
              <NativeSelect
                className={css.dayOrder}
                label="03/04/2026 is"
                rightSection={<DownIcon size={16} />}
                value={options.monthFirst ? 'month' : 'day'}
                data={[
                  { value: 'day', label: '3 April (day first)' },
                  { value: 'month', label: '4 March (month first)' },
                ]}
                onChange={(event) => set({ monthFirst: event.currentTarget.value === 'month' })}
              />
            )}
            <Checkbox
              name="deactivateMissing"
              checked={options.deactivateMissing}
              onChange={(deactivateMissing) => set({ deactivateMissing })}
            >
              The file lists everyone. Accounts of people who are not in it are closed, except administrators and Sales.
            </Checkbox>
            <Checkbox name="clearEmpty" checked={options.clearEmpty} onChange={(clearEmpty) => set({ clearEmpty })}>
              Empty cells clear the value. Otherwise they change nothing.
            </Checkbox>
            <Checkbox name="invite" checked={options.invite} onChange={(invite) => set({ invite })}>
              Invite new people by email when the import is finished.
            </Checkbox>
          </div>
        </Card>
      )}
      {problem && <Notice tone="warning">{problem}</Notice>}
      <div className={css.buttons}>
        <Button disabled={problem !== undefined} loading={preview.isPending} onClick={() => preview.mutate()}>
          Preview
        </Button>
        <DiscardButton peopleImport={peopleImport} />
        <Button variant="subtle" onClick={onReading}>
          How the file was read
        </Button>
      </div>
    </Stack>
  );
}
