import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { FileDrop } from '#web/app/forms/file-drop.tsx';
import { toMultipart } from '#web/app/multipart.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import css from './cost-centres.module.css';

type Outcome = ReplyOf<'POST /api/costcentres/preview'>['outcome'];
type Row = Outcome['rows'][number];

const MAX_FILE_MB = 5;
const ACCEPTED = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const WORDS: Readonly<Record<Row['outcome'], { label: string; tone: 'danger' | 'info' | 'neutral' | 'success' }>> = {
  problem: { label: 'Not imported', tone: 'danger' },
  added: { label: 'Added', tone: 'success' },
  changed: { label: 'Changed', tone: 'info' },
  unchanged: { label: 'No change', tone: 'neutral' },
};

const preview = async (file: File) => ({
  file,
  outcome: (await api('POST /api/costcentres/preview', await toMultipart(file))).outcome,
});

/** Imports cost centres from a file, after showing what would become of each row. */
export function CostCentreImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Import cost centres" closeLabel="Close without importing" width={760}>
      {opened && <Steps onClose={onClose} />}
    </Dialog>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [previewed, setPreviewed] = useState<Awaited<ReturnType<typeof preview>>>();
  const save = useMutation({
    mutationFn: async ({ file, outcome: { fingerprint } }: NonNullable<typeof previewed>) =>
      (await api('POST /api/costcentres/import', { query: { fingerprint }, ...(await toMultipart(file)) })).outcome,
    onSuccess: async ({ added, changed }) => {
      showSuccess(`Imported: ${added} added, ${changed} changed.`);
      onClose();
      await invalidateCalls(client, 'GET /api/costcentres');
    },
    onError: async (error) => {
      // Someone has changed cost centres since: what it would be now is shown.
      if (error instanceof ApiError && error.status === 409 && previewed) setPreviewed(await preview(previewed.file));
    },
  });
  if (!previewed)
    return (
      <Stack>
        <p>
          Columns: Code, Name, Groups (separated by semicolons), Active, Valid from, Valid until and Amount per season. Only Code
          and Name are needed. You’ll see what changes before anything is saved.
        </p>
        <FileDrop
          label="File of cost centres"
          accept={ACCEPTED}
          maxMegabytes={MAX_FILE_MB}
          hint={`CSV or Excel (.xlsx), up to ${MAX_FILE_MB} MB and 5,000 rows.`}
          send={preview}
          onSent={setPreviewed}
        />
      </Stack>
    );
  const { outcome } = previewed;
  const count = outcome.added + outcome.changed;
  return (
    <Stack>
      {save.error && (
        <Notice tone="warning" role="alert">
          {save.error.message} Nothing has been imported. Check the preview again.
        </Notice>
      )}
      <OutcomeView outcome={outcome} />
      <ButtonRow>
        <Button loading={save.isPending} disabled={count === 0} onClick={() => save.mutate(previewed)}>
          {count === 0 ? 'Nothing to import' : `Import ${plural(count, 'cost centre')}`}
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={() => setPreviewed(undefined)}>
          Choose another file
        </Button>
      </ButtonRow>
    </Stack>
  );
}

function OutcomeView({ outcome }: { outcome: Outcome }) {
  const shown = outcome.rows.filter((row) => row.outcome !== 'unchanged');
  const all = outcome.added + outcome.changed + outcome.problems;
  return (
    <>
      <Group component="ul" gap="xs" role="list" aria-label="What the file changes" className={css.counts}>
        <li>
          <StatusBadge tone="success">{outcome.added} added</StatusBadge>
        </li>
        <li>
          <StatusBadge tone="info">{outcome.changed} changed</StatusBadge>
        </li>
        <li>
          <StatusBadge tone="neutral">{outcome.unchanged} without changes</StatusBadge>
        </li>
        {outcome.problems > 0 && (
          <li>
            <StatusBadge tone="danger">{outcome.problems} not imported</StatusBadge>
          </li>
        )}
      </Group>
      {outcome.leftAlone > 0 && (
        <Text size="sm" c="dimmed">
          {plural(outcome.leftAlone, 'cost centre')} not named in the file {outcome.leftAlone === 1 ? 'stays' : 'stay'} as{' '}
          {outcome.leftAlone === 1 ? 'it is' : 'they are'}.
        </Text>
      )}
      {outcome.unknownColumns.length > 0 && (
        <Notice tone="warning">Columns not used: {outcome.unknownColumns.join(', ')}. Rename them if they matter.</Notice>
      )}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <div className={css.rows} tabIndex={0}>
          <table className={css.preview}>
            <caption className={css.caption}>What will happen to each row</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Cost centre</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.row}>
                  <td>{row.row}</td>
                  <th scope="row">{[row.code, row.name].filter(Boolean).join(' ')}</th>
                  <td>
                    <StatusBadge tone={WORDS[row.outcome].tone}>{WORDS[row.outcome].label}</StatusBadge>
                    {[...(row.problem ? [row.problem] : []), ...row.changes].map((text) => (
                      <span key={text} className={css.line}>
                        {text}
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown.length < all && (
        <Text size="sm" c="dimmed">
          {shown.length} of {all} rows are listed, problems first.
        </Text>
      )}
    </>
  );
}
