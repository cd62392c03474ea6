import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { invalidateCalls } from '#web/app/api.ts';
import { BulkEditResult } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { paths } from '#web/app/paths.ts';
import { invalidatePrices } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import css from './import.module.css';
import { formatImportSummary, importTexts, type PeopleImport } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';

/** Progress and result of an import that has been run. */
export function ResultStep({ peopleImport }: { peopleImport: PeopleImport }) {
  const client = useQueryClient();
  const { nouns, bulkEditKind } = importTexts[peopleImport.kind];
  const isRange = peopleImport.kind === 'range';
  const { outcome, actions } = useBulkEdits({
    kind: bulkEditKind,
    id: peopleImport.bulkEditId,
    onChanged: () =>
      isRange
        ? invalidatePrices(client)
        : invalidateCalls(
            client,
            'GET /api/peopleimports',
            'GET /api/peopleimports/:id',
            'GET /api/peopleimports/:id/rows',
            'GET /api/customers',
            'GET /api/customers/:id',
            'GET /api/invitations',
            'GET /api/entitlement/statement',
          ),
  });
  const { invitations, bulkEditId } = peopleImport;
  return (
    <>
      <Stack>
        {outcome ? (
          <BulkEditResult
            bulkEdit={outcome}
            nouns={nouns}
            linkTo={isRange ? undefined : paths.person}
            busy={actions.busy}
            onUndo={actions.onUndo}
            onContinue={actions.onContinue}
            onStop={actions.onStop}
          />
        ) : (
          bulkEditId === null && <StoredResult peopleImport={peopleImport} />
        )}
        {invitations && (
          <Notice tone={invitations.skipped.length > 0 ? 'warning' : 'info'}>
            {plural(invitations.queued, 'invitation')} sent.
            {invitations.skipped.map(({ msg, count }) => ` ${plural(count, 'person', 'people')} not invited: ${msg}`)}
          </Notice>
        )}
        <div className={css.buttons}>
          <Button component={Link} to={isRange ? paths.range() : paths.people()} variant="default">
            {isRange ? 'Go to range' : 'Go to people'}
          </Button>
        </div>
      </Stack>
      <ImportRows peopleImport={peopleImport} />
    </>
  );
}

/** The result of an import whose bulk edit has been deleted after 30 days, or was made by someone else. */
function StoredResult({ peopleImport }: { peopleImport: PeopleImport }) {
  const { finishedOnUtc, undoneOnUtc } = peopleImport;
  if (undoneOnUtc) return <Notice tone="warning">Undone on {formatDateTime(undoneOnUtc)}.</Notice>;
  if (!finishedOnUtc) return <Notice tone="info">Another administrator is running this import.</Notice>;
  return (
    <Notice tone="info">
      Imported on {formatDateTime(finishedOnUtc)}: {formatImportSummary(peopleImport)}.
    </Notice>
  );
}
