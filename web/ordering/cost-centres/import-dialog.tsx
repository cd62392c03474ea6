import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { FileDrop } from '#web/app/forms/file-drop.tsx';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import css from './cost-centres.module.css';

type Preview = ReplyOf<'POST /api/costcentres/file/preview'>['costCentrePreview'];

const MAX_FILE_MB = 4;
const ACCEPTED = '.csv,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const nameOf = (file: File) => file.name.slice(-200);
const preview = async (file: File) => ({
  file,
  outcome: (await api('POST /api/costcentres/file/preview', { query: { fileName: nameOf(file) }, file })).costCentrePreview,
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
  const keyOf = useIdempotencyKey();
  const [previewed, setPreviewed] = useState<Awaited<ReturnType<typeof preview>>>();
  const save = useMutation({
    mutationFn: async ({ file, outcome: { fingerprint } }: NonNullable<typeof previewed>) =>
      (
        await api('POST /api/costcentres/file', {
          query: { fileName: nameOf(file), fingerprint },
          file,
          headers: keyOf({ name: file.name, size: file.size, fingerprint }),
        })
      ).costCentrePreview,
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
          hint={`CSV, TSV or Excel (.xlsx), up to ${MAX_FILE_MB} MB and 5,000 rows.`}
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

/** What becomes of the rows, and which cost centres the file leaves alone. */
function OutcomeView({ outcome }: { outcome: Preview }) {
  const rows = [
    ...outcome.refusals.map(({ line, code, reason }) => ({ line, name: code, word: REFUSED, texts: [reason] })),
    ...outcome.changes.map(({ line, code, name, isNew, changes }) => ({
      line,
      name: `${code} ${name}`,
      word: isNew ? ADDED : CHANGED,
      texts: changes,
    })),
  ];
  const all = outcome.added + outcome.changed + outcome.refused;
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
        {outcome.refused > 0 && (
          <li>
            <StatusBadge tone="danger">{outcome.refused} not imported</StatusBadge>
          </li>
        )}
      </Group>
      {outcome.leftAlone > 0 && (
        <Text size="sm" c="dimmed">
          {outcome.leftAlone === 1
            ? '1 cost centre is not in the file and stays as it is.'
            : `${outcome.leftAlone} cost centres are not in the file and stay as they are.`}
        </Text>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <div className={css.rows} tabIndex={0}>
          <table className={css.preview}>
            <caption className={css.caption}>What will happen to each row</caption>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Cost centre</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, name, word, texts }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <th scope="row">{name || 'No code'}</th>
                  <td>
                    <StatusBadge tone={word.tone}>{word.label}</StatusBadge>
                    {texts.map((text) => (
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
      {rows.length < all && (
        <Text size="sm" c="dimmed">
          {rows.length} of {all} rows are listed.
        </Text>
      )}
    </>
  );
}

const REFUSED = { label: 'Not imported', tone: 'danger' } as const;
const ADDED = { label: 'Added', tone: 'success' } as const;
const CHANGED = { label: 'Changed', tone: 'info' } as const;
