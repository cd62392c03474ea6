import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiQuery, download } from '#web/app/api.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { saveFile } from '#web/ui/browser/save-file.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import css from './account.module.css';

const requestQuery = apiQuery('GET /api/erasurerequest');

/** Download of the caller's personal data, and the request to erase it. */
export function DataCard({ caller }: { caller: Profile }) {
  const exportData = useMutation({
    mutationFn: () => download('GET /api/mydata'),
    onSuccess: ({ content, name }) => {
      saveFile(content, name);
      showSuccess('Your data has been downloaded.');
    },
    onError: (error) => showError(error),
  });
  return (
    <Stack gap={14}>
      <p className={css.text}>
        Download everything we hold about you: profile, addresses, orders, returns, consents, login history and changes to your
        account.
      </p>
      <div>
        <Group gap="xs">
          <Button variant="default" loading={exportData.isPending} onClick={() => exportData.mutate()}>
            Download your data
          </Button>
          <DownloadButton file={() => download('GET /api/mydata/exportToExcel')}>Export to Excel</DownloadButton>
        </Group>
      </div>
      <Erasure caller={caller} />
    </Stack>
  );
}

function Erasure({ caller }: { caller: Profile }) {
  const client = useQueryClient();
  const { data } = useQuery(requestQuery);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const cacheRequest = (erasureRequest: NonNullable<typeof data>['erasureRequest']) =>
    client.setQueryData(requestQuery.queryKey, { erasureRequest });
  const requestErasure = useMutation({
    mutationFn: () => api('POST /api/erasurerequest'),
    onSuccess: ({ erasureRequest }) => {
      cacheRequest(erasureRequest);
      setDialogOpen(false);
      showSuccess('Request sent to your administrators.');
    },
    onError: (error) => showError(error),
  });
  const withdraw = useMutation({
    mutationFn: () => api('DELETE /api/erasurerequest'),
    onSuccess: () => {
      cacheRequest(null);
      showSuccess('Your request has been withdrawn.');
    },
    onError: (error) => showError(error),
  });

  if (data?.erasureRequest) {
    return (
      <Notice
        tone="warning"
        actions={
          <Button size="compact-sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw request
          </Button>
        }
      >
        You asked on {formatDate(data.erasureRequest.createdOnUtc)} for your data to be erased. Your administrators will decide.
        Until then, you can use your account as usual.
      </Notice>
    );
  }
  return (
    <>
      <div>
        <Button variant="default" disabled={!data} aria-haspopup="dialog" onClick={() => setDialogOpen(true)}>
          Ask for your data to be erased
        </Button>
      </div>
      <Dialog
        opened={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Ask for your data to be erased?"
        closeLabel="Close without sending"
      >
        <Stack gap={14}>
          <p>
            The administrators of your organisation will receive an email with your name, {caller.firstName} {caller.lastName}. If
            they agree, your account is closed and your name, addresses and measurements are erased. Orders are kept without your
            name for as long as the law requires.
          </p>
          <p>Nothing is erased until they agree, and you can withdraw the request before then.</p>
          <Group gap="xs">
            <Button loading={requestErasure.isPending} onClick={() => requestErasure.mutate()}>
              Send request
            </Button>
            <Button variant="default" onClick={() => setDialogOpen(false)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
