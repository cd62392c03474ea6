import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ColumnField } from '#contract/people/import.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type ColumnChoice, hasToBeAsked, listQuestionsCall } from './column-choice.ts';
import { DiscardButton } from './discard-button.tsx';
import css from './import.module.css';
import { findColumnProblem, importFieldLabels, importTexts, type PeopleImport } from './import-labels.ts';

const listChoices = (kind: PeopleImport['kind'], { hasCostCentres }: { hasCostCentres: boolean }) => [
  { value: '', label: 'Don’t import' },
  ...Object.entries(importFieldLabels[kind])
    .filter(([value]) => value !== 'costCentreId' || hasCostCentres)
    .map(([value, label]) => ({ value, label })),
];

interface Props {
  peopleImport: PeopleImport;
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
  /** Something has to be asked about the values of the columns. */
  onValues: () => void;
  onPreview: () => void;
  /** To see, and change, how the file was read. */
  onReading: () => void;
}

/** The fields of the columns, and the options of the import. */
export function ColumnsStep({ peopleImport, choice, onChoose, onValues, onPreview, onReading }: Props) {
  const client = useQueryClient();
  const { fields, ...options } = choice;
  const set = (part: Partial<ColumnChoice>) => onChoose({ ...choice, ...part });
  const { kind } = peopleImport;
  const centres = useQuery({ ...apiQuery('GET /api/costcentres/choices', { query: { limit: 1 } }), enabled: kind === 'people' });
  const hasCostCentres = fields.includes('costCentreId') || (centres.data?.totalCount ?? 0) > 0;
  const choices = listChoices(kind, { hasCostCentres });
  const problem = findColumnProblem(kind, fields);
  const preview = useMutation({
    mutationFn: async () => {
      if (kind === 'people') {
        const { importQuestions } = await client.fetchQuery(apiQuery(...listQuestionsCall(peopleImport.id, fields)));
        if (hasToBeAsked(importQuestions)) return null;
      }
      return api('POST /api/peopleimports/:id/preview', { params: { id: peopleImport.id }, body: choice });
    },
    onSuccess: (reply) => {
      if (!reply) {
        onValues();
        scrollTo({ top: 0 });
        return;
      }
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
                  set({ fields: fields.map((field, at) => (at === index ? ((value || null) as ColumnField | null) : field)) })
                }
              />
            </li>
          ))}
        </Stack>
      </Card>
      {kind === 'people' && (
        <Card title="Options">
          <div className={css.options}>
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
