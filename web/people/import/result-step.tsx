import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { ContinueImportButton } from './continue-import-button.tsx';
import css from './import.module.css';
import { countAffectedPeople, formatImportSummary, type PeopleImport } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';

/** What came of a file that was carried out, and the way to take it back. */
export function ResultStep({ one }: { one: PeopleImport }) {
  const [asking, setAsking] = useState(false);
  const { invitations, undoCounts } = one;
  return (
    <>
      <div className={css.stack}>
        {one.state === 'failed' ? (
          <Notice tone="danger" role="alert">
            It broke off. {one.failure}
          </Notice>
        ) : undoCounts ? (
          <Notice tone={undoCounts.kept + undoCounts.partly > 0 ? 'warning' : 'success'} role="status">
            Taken back on {formatDateTime(one.undoneOnUtc)}: {plural(undoCounts.undone, 'person', 'people')} as before
            {undoCounts.partly > 0 && `, ${plural(undoCounts.partly, 'person', 'people')} in part`}
            {undoCounts.kept > 0 && `, ${plural(undoCounts.kept, 'person', 'people')} not; the reasons stand below`}.
          </Notice>
        ) : (
          <Notice tone="success" role="status">
            Carried out on {formatDateTime(one.finishedOnUtc)}: {formatImportSummary(one)}.
          </Notice>
        )}
        {invitations && (
          <Notice tone={invitations.skipped.length > 0 ? 'warning' : 'info'}>
            {plural(invitations.queued, 'invitation')} {invitations.queued === 1 ? 'is' : 'are'} on the way.
            {invitations.skipped.map(({ msg, count }) => ` ${plural(count, 'person', 'people')}: ${msg}`)}
          </Notice>
        )}
        <div className={css.buttons}>
          {one.isStopped && <ContinueImportButton one={one} />}
          <Button component={Link} to={paths.people()} variant={one.isStopped ? 'default' : 'filled'}>
            To the people
          </Button>
          {one.state !== 'undone' && (
            <Button variant="default" disabled={!one.undoAllowed} onClick={() => setAsking(true)}>
              Take it back
            </Button>
          )}
          {one.undoObstacle && one.state !== 'undone' && <span className={css.muted}>{one.undoObstacle}</span>}
        </div>
      </div>
      <ImportRows one={one} />
      {asking && <ConfirmUndo one={one} onClose={() => setAsking(false)} />}
    </>
  );
}

function ConfirmUndo({ one, onClose }: { one: PeopleImport; onClose: () => void }) {
  const client = useQueryClient();
  const [, setSearch] = useSearchParams();
  const undo = useMutation({
    mutationFn: () => api('POST /api/peopleimports/:id/undo', { params: { id: one.id } }),
    onSuccess: (answer) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: one.id } }], answer);
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
      setSearch({}, { replace: true });
      onClose();
      scrollTo({ top: 0 });
    },
    onError: showError,
  });
  const { create } = one.counts;
  return (
    <Dialog opened onClose={onClose} title="Take this import back?" closeLabel="Close without taking it back" width={480}>
      <div className={css.stack}>
        <p>
          {plural(countAffectedPeople(one), 'person', 'people')} will be as before, where nobody has changed them since.
          {create > 0 &&
            ` The ${create === 1 ? 'person' : `${plural(create, 'person', 'people')}`} it created will be removed, except those for whom something was ordered.`}
        </p>
        <p className={css.muted}>What cannot be taken back is listed with the reason. Mails that were sent stay sent.</p>
        <div className={css.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus loading={undo.isPending} onClick={() => undo.mutate()}>
            Take it back
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
