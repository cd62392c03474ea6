import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import css from './import.module.css';
import { countAffectedPeople, type PeopleImport } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';

/** What the file would do, before anything happens; and the way to let it happen. */
export function PreviewStep({ one, onColumns }: { one: PeopleImport; onColumns: () => void }) {
  const [asking, setAsking] = useState(false);
  const { closing, activePeople, percent, mustConfirm } = one.brake;
  const some = countAffectedPeople(one);
  return (
    <>
      <div className={css.stack}>
        {mustConfirm ? (
          <Notice tone="danger" role="status">
            {plural(closing, 'account')} of {formatNumber(activePeople)} would be closed, which is more than {percent} %. Is the
            file whole? You will be asked to confirm the number.
          </Notice>
        ) : one.counts.refuse > 0 ? (
          <Notice tone="warning" role="status">
            {plural(one.counts.refuse, 'row')} cannot be imported, for the reasons below. The others can; or mend the file and
            choose it again.
          </Notice>
        ) : some === 0 ? (
          <Notice tone="success" role="status">
            Everything in the file is so already. There is nothing to do.
          </Notice>
        ) : null}
        <div className={css.buttons}>
          <Button disabled={some === 0} onClick={() => setAsking(true)}>
            {some === 0 ? 'Nothing to carry out' : `Carry out for ${plural(some, 'person', 'people')}`}
          </Button>
          <Button variant="default" onClick={onColumns}>
            Back to the columns
          </Button>
        </div>
      </div>
      <ImportRows one={one} />
      {asking && <ConfirmRun one={one} onClose={() => setAsking(false)} />}
    </>
  );
}

function ConfirmRun({ one, onClose }: { one: PeopleImport; onClose: () => void }) {
  const client = useQueryClient();
  const [, setSearch] = useSearchParams();
  const [typed, setTyped] = useState('');
  const { closing, activePeople, percent, mustConfirm } = one.brake;
  const confirmed = !mustConfirm || Number(typed.replaceAll(/[,\s]/g, '')) === closing;
  const run = useMutation({
    mutationFn: () =>
      api('POST /api/peopleimports/:id/run', { params: { id: one.id }, body: mustConfirm ? { confirmClosing: closing } : {} }),
    onSuccess: (answer) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: one.id } }], answer);
      void invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
      // What the preview was narrowed to is no question to the result.
      setSearch({}, { replace: true });
      onClose();
      scrollTo({ top: 0 });
    },
    onError: (error) => {
      showError(error);
      void invalidateCalls(client, 'GET /api/peopleimports/:id');
    },
  });
  const happens = [
    one.counts.create > 0 && `${plural(one.counts.create, 'person', 'people')} will be created`,
    one.counts.change > 0 && `${plural(one.counts.change, 'person', 'people')} will be changed`,
    one.counts.move > 0 && `${plural(one.counts.move, 'person', 'people')} will be moved`,
    closing > 0 && `${plural(closing, 'account')} will be closed`,
    one.invite && one.counts.create > 0 && 'invitations will be mailed to who is new; mails cannot be taken back',
    one.counts.refuse > 0 && `${plural(one.counts.refuse, 'row')} will be left out`,
  ].filter((line) => line !== false);
  return (
    <Dialog opened onClose={onClose} title="Carry this out?" closeLabel="Close without carrying it out" width={480}>
      <form
        className={css.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (confirmed) run.mutate();
        }}
      >
        <ul className={css.happens}>
          {happens.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={css.muted}>You can take it back afterwards, as long as no other import was carried out.</p>
        {mustConfirm && (
          <TextInput
            label={`Type ${closing} to confirm`}
            description={`${plural(closing, 'account')} of ${formatNumber(activePeople)} would be closed: more than ${percent} %.`}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className={css.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!confirmed} loading={run.isPending}>
            Carry out
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
