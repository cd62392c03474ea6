import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatTime, plural } from '#web/ui/format/format.ts';
import type { Saving, SheetSaver } from './sheet-saver.ts';

interface Props {
  saver: SheetSaver;
}

const describeSaving = ({ status, sheet }: Saving): string => {
  switch (status) {
    case 'saved':
      return sheet ? `saved ${formatTime(sheet.updatedOnUtc)}` : '';
    case 'saving':
    case 'unsaved':
      return 'saving…';
    case 'failed':
      return 'kept in this browser, not saved on the server';
    case 'conflict':
      return 'not saved: changed elsewhere';
    default:
      return '';
  }
};

/** Whether what is typed is saved, in a few words. */
export function SavingLabel({ saver }: Props) {
  const saving = useSyncExternalStore(saver.subscribe, saver.state);
  const text = describeSaving(saving);
  return <>{text && ` · ${text}`}</>;
}

/** What keeps a sheet from being saved, and what can be done about it. */
export function SavingNotice({ saver }: Props) {
  const { status, error, hiddenRowCount, sheet } = useSyncExternalStore(saver.subscribe, saver.state);
  const [isBusy, setBusy] = useState(false);
  const run = (action: () => Promise<void>) => {
    setBusy(true);
    void action()
      .catch((problem: unknown) => showError(problem))
      .finally(() => setBusy(false));
  };
  if (status === 'conflict')
    return (
      <Notice
        tone="warning"
        role="alert"
        actions={
          <>
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => run(() => saver.loadTheirs())}>
              Load the saved sheet
            </Button>
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => run(() => saver.keepAsCopy())}>
              Keep mine as a copy
            </Button>
          </>
        }
      >
        <strong>“{sheet?.name}” was changed in another tab or by a colleague.</strong> Later changes are kept here and not saved
        yet.
      </Notice>
    );
  if (status === 'failed')
    return (
      <Notice
        tone="warning"
        role="status"
        actions={
          <Button size="compact-sm" variant="default" onClick={saver.retry}>
            Save again
          </Button>
        }
      >
        {error?.message} Your entries are kept in this tab.
      </Notice>
    );
  if (hiddenRowCount > 0)
    return (
      <Notice>
        {plural(hiddenRowCount, 'row')} of this sheet {hiddenRowCount === 1 ? 'is' : 'are'} for people you can’t order for, and
        not shown.
      </Notice>
    );
  return null;
}
