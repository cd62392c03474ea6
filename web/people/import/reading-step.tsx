import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import type { SheetEncoding } from '#contract/platform/sheet-file.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { DiscardButton } from './discard-button.tsx';
import css from './import.module.css';
import type { PeopleImport } from './import-labels.ts';
import { encodingChoices, type ImportReading, listLineChoices, listSheetChoices } from './reading-labels.ts';
import { NoteList } from './reading-notes.tsx';

type Choice = BodyOf<'POST /api/peopleimports/:id/reading'>;

interface Props {
  peopleImport: PeopleImport;
  /** Something is chosen: the step stays, although an encoding that is chosen is confirmed by that. */
  onChoice: () => void;
  /** The file is read as it should be. */
  onDone: () => void;
}

/** How the file was read, with its first rows: shown where that is in doubt, or when someone wants to change it. */
export function ReadingStep({ peopleImport, onChoice, onDone }: Props) {
  const { id } = peopleImport;
  const client = useQueryClient();
  const call = apiQuery('GET /api/peopleimports/:id/reading', { params: { id } });
  const { data, error, refetch } = useQuery(call);
  const change = useMutation({
    mutationFn: (body: Choice) => api('POST /api/peopleimports/:id/reading', { params: { id }, body }),
    onSuccess: (reply) => {
      client.setQueryData(call.queryKey, reply);
      return invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id', 'GET /api/peopleimports/:id/rows');
    },
    onError: (error) => showError(error),
  });
  if (!data)
    return (
      <Card flush>
        {error ? (
          <ErrorState title="This file could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the file">
            <SkeletonRows rows={6} height={48} />
          </PageLoading>
        )}
      </Card>
    );
  const { importReading } = data;
  const { encoding, isConfirmed } = importReading;
  const goOn = async () => {
    if (!isConfirmed && encoding) await change.mutateAsync({ encoding: encoding.name });
    onDone();
    scrollTo({ top: 0 });
  };
  return (
    <Stack>
      <Choices
        reading={importReading}
        isBusy={change.isPending}
        onChange={(body) => {
          onChoice();
          change.mutate(body);
        }}
      />
      <Doubts reading={importReading} />
      {importReading.notes.length > 0 && (
        <Notice>
          <NoteList notes={importReading.notes} />
        </Notice>
      )}
      <FirstRows reading={importReading} />
      <div className={css.buttons}>
        <Button loading={change.isPending} onClick={() => void goOn().catch(() => {})}>
          {isConfirmed ? 'Continue' : 'The letters are right: continue'}
        </Button>
        <DiscardButton peopleImport={peopleImport} />
      </div>
    </Stack>
  );
}

interface ChoicesProps {
  reading: ImportReading;
  isBusy: boolean;
  onChange: (choice: Choice) => void;
}

function Choices({ reading, isBusy, onChange }: ChoicesProps) {
  const { sheets, sheet, line, encoding, canBeChanged, hiddenRowCount, hiddenRows } = reading;
  if (!canBeChanged) return <Notice>The file is kept for 24 hours. To read it differently, please upload it again.</Notice>;
  const common = { rightSection: <DownIcon size={16} />, disabled: isBusy };
  return (
    <Card title="How the file was read">
      <Stack>
        <div className={css.choices}>
          {sheets.length > 1 && (
            <NativeSelect
              {...common}
              label="Sheet"
              value={String(sheet)}
              data={listSheetChoices(reading)}
              onChange={(event) => onChange({ sheet: Number(event.currentTarget.value) })}
            />
          )}
          <NativeSelect
            {...common}
            label="The headings are in"
            value={String(line)}
            data={listLineChoices(reading)}
            onChange={(event) => onChange({ line: Number(event.currentTarget.value) })}
          />
          {encoding && !encoding.isCertain && (
            <NativeSelect
              {...common}
              label="Letters are encoded as"
              value={encoding.name}
              data={encodingChoices}
              onChange={(event) => onChange({ encoding: event.currentTarget.value as SheetEncoding })}
            />
          )}
        </div>
        {hiddenRowCount > 0 && (
          <Checkbox
            name="hiddenRows"
            checked={hiddenRows === 'import'}
            disabled={isBusy}
            onChange={(isChecked) => onChange({ hiddenRows: isChecked ? 'import' : 'leave out' })}
          >
            Also import the {plural(hiddenRowCount, 'row')} that the spreadsheet hides.
          </Checkbox>
        )}
      </Stack>
    </Card>
  );
}

/** Names by which the encoding can be checked. */
function Doubts({ reading: { encoding, odd, isConfirmed } }: { reading: ImportReading }) {
  if (odd.length === 0) return null;
  return (
    <Notice tone={isConfirmed ? 'info' : 'warning'}>
      {encoding && !encoding.isCertain
        ? `The file doesn’t say how its letters are encoded. Are these names right? If not, choose another encoding.${encoding.badBytes > 0 ? ` ${plural(encoding.badBytes, 'letter')} could not be read with certainty.` : ''}`
        : 'These cells have letters that look wrong. If they do, please correct them in the file and upload it again.'}
      <ul className={css.oddNames} aria-label="Names to check">
        {odd.map(({ line, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples do not change, and may be the same
          <li key={index}>
            <strong>{text}</strong> <span>(line {line})</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The first rows as they will be read. */
function FirstRows({ reading: { headings, firstRows } }: { reading: ImportReading }) {
  return (
    <Card title="First rows" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.firstRows} aria-label="First rows of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {headings.map((heading, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same
                <th key={column} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {firstRows.map(({ line, cells }) => (
              <tr key={line}>
                <td>{line}</td>
                {headings.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same
                  <td key={column} title={cells[column] || undefined}>
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
