import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportField } from '#contract/people/people-import.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './import.module.css';
import { findColumnProblem, importFieldLabels, isDateField, type PeopleImport } from './import-labels.ts';

const choices = [
  { value: '', label: 'Leave it out' },
  ...Object.entries(importFieldLabels).map(([value, label]) => ({ value, label })),
];

/** Says of each column what it is, and how the file is meant. */
export function ColumnsStep({ one, onPreview }: { one: PeopleImport; onPreview: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [fields, setFields] = useState(() => one.columns.map(({ field }) => field));
  const [options, setOptions] = useState({
    missingLeave: one.missingLeave,
    clearEmpty: one.clearEmpty,
    invite: one.invite,
    monthFirst: one.monthFirst,
  });
  const set = (part: Partial<typeof options>) => setOptions({ ...options, ...part });
  const problem = findColumnProblem(fields);
  const preview = useMutation({
    mutationFn: () => api('POST /api/peopleimports/:id/preview', { params: { id: one.id }, body: { fields, ...options } }),
    onSuccess: (answer) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: one.id } }], answer);
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
      onPreview();
      scrollTo({ top: 0 });
    },
    onError: showError,
  });
  const discard = useMutation({
    mutationFn: () => api('DELETE /api/peopleimports/:id', { params: { id: one.id } }),
    onSuccess: () => {
      showSuccess('The file is thrown away. Nothing was changed.', { persistent: true });
      void invalidateCalls(client, 'GET /api/peopleimports');
      void navigate(paths.peopleImports());
    },
    onError: showError,
  });
  const unread = fields.filter((field) => field === null).length;
  return (
    <div className={css.stack}>
      {one.failure && (
        <Notice tone="danger" role="alert">
          {one.failure}
        </Notice>
      )}
      <Card title="What the columns are" flush>
        <p className={css.intro}>
          People are found by their employee number, else by their email address. What you choose here is remembered for your next
          file.{unread > 0 && ` ${plural(unread, 'column')} ${unread === 1 ? 'is' : 'are'} left out.`}
        </p>
        <ul className={css.columns} aria-label="Columns">
          {one.columns.map(({ header, samples }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not change, and headings may be the same
            <li key={place} className={css.column} data-out={fields[place] === null || undefined}>
              <div className={css.words}>
                <strong>{header}</strong>
                <span className={css.samples}>{samples.length > 0 ? samples.join(' · ') : 'No values'}</span>
              </div>
              <NativeSelect
                aria-label={`Column ${header} is`}
                rightSection={<DownIcon size={16} />}
                value={fields[place] ?? ''}
                data={choices}
                onChange={({ currentTarget: { value } }) =>
                  setFields(fields.map((field, at) => (at === place ? ((value || null) as ImportField | null) : field)))
                }
              />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="How the file is meant">
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
          <Checkbox name="missingLeave" checked={options.missingLeave} onChange={(missingLeave) => set({ missingLeave })}>
            The file has everybody: people who are not in it have left, and their accounts are closed. Administrators and Sales
            stay.
          </Checkbox>
          <Checkbox name="clearEmpty" checked={options.clearEmpty} onChange={(clearEmpty) => set({ clearEmpty })}>
            An empty cell takes the value away. Otherwise it changes nothing.
          </Checkbox>
          <Checkbox name="invite" checked={options.invite} onChange={(invite) => set({ invite })}>
            Send an invitation to everybody who is new, when the import is done.
          </Checkbox>
        </div>
      </Card>
      {problem && <Notice tone="warning">{problem}</Notice>}
      <div className={css.buttons}>
        <Button disabled={problem !== undefined} loading={preview.isPending} onClick={() => preview.mutate()}>
          Look at the preview
        </Button>
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
          Throw the file away
        </Button>
      </div>
    </div>
  );
}
