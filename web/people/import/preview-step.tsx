import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { findingLabels, listFindings } from './finding-labels.ts';
import { FindingsToConfirm } from './findings-to-confirm.tsx';
import css from './import.module.css';
import { countAffected, importTexts, type PeopleImport } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';
import { ValueNotes } from './value-notes.tsx';

interface Props {
  peopleImport: PeopleImport;
  onColumns: () => void;
  /** To see, and change, how the values are read. */
  onValues: () => void;
}

/** What the file would do, before anything is changed, and the button that runs it. */
export function PreviewStep({ peopleImport, onColumns, onValues }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const { kind, counts, deactivation } = peopleImport;
  const { nouns, nothingToImport } = importTexts[kind];
  const affected = countAffected(peopleImport);
  const findings = listFindings(peopleImport);
  const [confirmed, setConfirmed] = useState<readonly ImportFinding[]>([]);
  return (
    <>
      <Stack>
        {deactivation.mustConfirm ? (
          <Notice tone="danger" role="status">
            {plural(deactivation.closing, 'account')} of {formatNumber(deactivation.activePeople)} would be closed, which is more
            than {deactivation.threshold}%. Is the file complete? You will be asked to confirm the number.
          </Notice>
        ) : counts.refuse > 0 ? (
          <Notice tone="warning" role="status">
            {plural(counts.refuse, 'row')} can’t be imported, for the reasons below. You can import the others, or fix the file
            and upload it again.
          </Notice>
        ) : affected === 0 ? (
          <Notice tone="success" role="status">
            {nothingToImport}
          </Notice>
        ) : null}
        <FindingsToConfirm findings={findings} confirmed={confirmed} onChange={setConfirmed} />
        {kind === 'people' && <ValueNotes peopleImport={peopleImport} />}
        <div className={css.buttons}>
          <Button disabled={affected === 0} aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {affected === 0 ? 'Nothing to import' : `Import ${plural(affected, ...nouns)}`}
          </Button>
          <Button variant="default" onClick={onColumns}>
            Back to columns
          </Button>
          {kind === 'people' && (
            <Button variant="subtle" onClick={onValues}>
              How values are read
            </Button>
          )}
        </div>
      </Stack>
      <ImportRows peopleImport={peopleImport} />
      {isConfirming && <ConfirmRun peopleImport={peopleImport} confirmed={confirmed} onClose={() => setConfirming(false)} />}
    </>
  );
}

interface ConfirmRunProps {
  peopleImport: PeopleImport;
  confirmed: readonly ImportFinding[];
  onClose: () => void;
}

function ConfirmRun({ peopleImport, confirmed, onClose }: ConfirmRunProps) {
  const client = useQueryClient();
  const [, setSearch] = useSearchParams();
  const [confirmation, setConfirmation] = useState('');
  const { id, kind, counts, invite } = peopleImport;
  const { nouns, undo } = importTexts[kind];
  const { closing, activePeople, threshold, mustConfirm } = peopleImport.deactivation;
  const isConfirmed = !mustConfirm || Number(confirmation.replaceAll(/[,\s]/g, '')) === closing;
  const findings = listFindings(peopleImport);
  const run = useMutation({
    mutationFn: () =>
      api('POST /api/peopleimports/:id/run', {
        params: { id },
        body: {
          ...(mustConfirm && { confirmClosing: closing }),
          ...(confirmed.length > 0 && {
            confirmed: Object.fromEntries(confirmed.map((finding) => [finding, peopleImport.findings[finding]])),
          }),
        },
      }),
    onSuccess: (reply) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id } }], reply);
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
      // The filter of the preview does not apply to the result.
      setSearch({}, { replace: true });
      onClose();
      scrollTo({ top: 0 });
    },
    onError: (error) => {
      showError(error);
      void invalidateCalls(client, 'GET /api/peopleimports/:id');
    },
  });
  const effects = [
    counts.create > 0 && `${plural(counts.create, 'person', 'people')} will be created`,
    counts.change > 0 && `${plural(counts.change, ...nouns)} will be changed`,
    counts.move > 0 && `${plural(counts.move, 'person', 'people')} will be moved`,
    closing > 0 && `${plural(closing, 'account')} will be closed`,
    invite && counts.create > 0 && 'New people will be invited by email; sent emails can’t be recalled',
    counts.refuse > 0 && `${plural(counts.refuse, 'row')} will not be imported`,
    ...findings
      .filter(({ finding }) => !confirmed.includes(finding))
      .map(({ finding, rows }) => `${findingLabels[finding].describeLeftOut(rows)}, because it is not confirmed`),
  ].filter((line) => line !== false);
  return (
    <Dialog opened onClose={onClose} title="Import now?" closeLabel="Close without importing" width={480}>
      <StackedForm
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) run.mutate();
        }}
      >
        <ul className={css.effects}>
          {effects.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          {undo}
        </Text>
        {mustConfirm && (
          <TextInput
            label={`Enter ${closing} to confirm`}
            description={`${plural(closing, 'account')} of ${formatNumber(activePeople)} would be closed: more than ${threshold}%.`}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={confirmation}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
          />
        )}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isConfirmed} loading={run.isPending}>
            Import {plural(countAffected(peopleImport), ...nouns)}
          </Button>
        </Group>
      </StackedForm>
    </Dialog>
  );
}
