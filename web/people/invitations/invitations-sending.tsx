import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import css from './invitations-sending.module.css';

export type SentInvitations = ReplyOf<'POST /api/invitations'>;

interface ConfirmProps {
  /** Number of people to invite; the dialog is closed while undefined. */
  count: number | undefined;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Confirmation with the number of people, because sent emails cannot be recalled. */
export function ConfirmInvitations({ count, onClose, onConfirm }: ConfirmProps) {
  const [sending, setSending] = useState(false);
  const people = count ?? 0;
  async function confirm() {
    setSending(true);
    await onConfirm();
    setSending(false);
  }
  return (
    <Dialog
      opened={count !== undefined}
      onClose={onClose}
      title={`Invite ${plural(people, 'person', 'people')}?`}
      closeLabel="Close without inviting"
      width={480}
    >
      <p>
        {people === 1 ? 'This person gets' : `These ${plural(people, 'person', 'people')} get`} an email with a link that is valid
        for seven days. Links from earlier invitations stop working. Sent emails can’t be recalled.
      </p>
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={sending} disabled={sending} onClick={() => void confirm()}>
          Send {plural(people, 'invitation')}
        </Button>
      </div>
    </Dialog>
  );
}

interface ProgressProps {
  /** Number of invitations queued by this page, if any. */
  queued: number;
  waiting: number;
}

/** Progress of sending. It is shown again after leaving the page. */
export function SendingProgress({ queued, waiting }: ProgressProps) {
  const total = Math.max(queued, waiting);
  const sent = total - waiting;
  return (
    <Notice role="status">
      <div className={css.progress}>
        <span>
          {queued > 0 && sent > 0
            ? `${sent} of ${plural(total, 'invitation')} sent.`
            : `Sending ${plural(waiting, 'invitation')}.`}{' '}
          You can leave this page.
        </span>
        <progress max={total} value={sent} aria-label="Invitations sent" />
      </div>
    </Notice>
  );
}

const MAX_NAMES = 5;

/** Result of a bulk invitation, with the people who were not invited and why. */
export function SendingOutcome({ sent: { queued, skipped }, onClose }: { sent: SentInvitations; onClose: () => void }) {
  const notInvited = skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <Notice
      tone={notInvited > 0 ? 'warning' : 'success'}
      role="status"
      actions={
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        {queued > 0 ? `${plural(queued, 'invitation')} sent.` : 'No invitations sent.'}
        {notInvited > 0 && ` ${formatNumber(notInvited)} not sent:`}
      </p>
      {notInvited > 0 && (
        <ul className={css.reasons}>
          {skipped.map(({ reason, msg, count, people }) => (
            <li key={reason}>
              <strong>
                {formatNames(
                  people.map(({ name }) => name),
                  count,
                )}
                :
              </strong>{' '}
              {msg}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function formatNames(names: readonly string[], count: number): string {
  const shown = names.slice(0, MAX_NAMES);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${plural(more, 'other')}` : shown.join(', ');
}
