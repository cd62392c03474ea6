import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import css from './invitations-sending.module.css';

export type InvitationSummary = ReplyOf<'POST /api/invitations'>;

/** The emails that administrators send to several people. */
export type EmailKind = 'invitation' | 'reminder' | 'optOutLink';

interface EmailTexts {
  title: (people: string) => string;
  noun: readonly [one: string, many: string];
  /** What those who are mailed receive. */
  explanation: string;
}

const emailTexts: Record<EmailKind, EmailTexts> = {
  invitation: {
    title: (people) => `Invite ${people}?`,
    noun: ['invitation', 'invitations'],
    explanation:
      'An invitation is an email with a link to set a password, which is valid for seven days. Links from earlier invitations stop working.',
  },
  reminder: {
    title: (people) => `Remind ${people} to order?`,
    noun: ['reminder', 'reminders'],
    explanation: 'A reminder is an email that asks people who have an account to order their uniform.',
  },
  optOutLink: {
    title: (people) => `Send the opt-out link to ${people}?`,
    noun: ['opt-out link', 'opt-out links'],
    explanation: 'With the link in this email people can opt out of their uniform allocation.',
  },
};

interface ConfirmProps {
  kind: EmailKind;
  /** Number of people selected; the dialog is closed while undefined. */
  count: number | undefined;
  /** Asks the server who would be mailed. */
  onPreview: () => Promise<InvitationSummary>;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Says who will be mailed and who will not before anything is sent, because sent emails cannot be recalled. */
export function ConfirmInvitations({ kind, count, onPreview, onClose, onConfirm }: ConfirmProps) {
  const { title } = emailTexts[kind];
  return (
    <Dialog
      opened={count !== undefined}
      onClose={onClose}
      title={title(plural(count ?? 0, 'person', 'people'))}
      closeLabel="Close without sending"
      width={480}
    >
      {count !== undefined && <Confirmation kind={kind} onPreview={onPreview} onClose={onClose} onConfirm={onConfirm} />}
    </Dialog>
  );
}

function Confirmation({ kind, onPreview, onClose, onConfirm }: Omit<ConfirmProps, 'count'>) {
  const { noun, explanation } = emailTexts[kind];
  const [sending, setSending] = useState(false);
  const { data, error, refetch } = useQuery({
    // Each opening of the dialog asks again: a response to an earlier one may be about other people.
    queryKey: ['preview of emails', kind, useId()],
    queryFn: onPreview,
    gcTime: 0,
    staleTime: 0,
  });
  async function confirm() {
    setSending(true);
    await onConfirm();
    setSending(false);
  }
  // The button to cancel stays the same element when the response arrives, so that it can be pressed at that moment.
  return (
    <>
      {data ? (
        <div>
          <p>
            {data.queued === 0
              ? 'No one you selected can be sent this email.'
              : `${plural(data.queued, 'person', 'people')} will get an email. ${explanation} Sent emails can’t be recalled.`}
          </p>
          <SkippedPeople skipped={data.skipped} heading={(people) => `${people} will not get one:`} />
        </div>
      ) : error ? (
        <ErrorState title="The recipients could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Checking who can be sent this email">
          <SkeletonText lines={4} />
        </Loading>
      )}
      <Group gap="xs" justify="flex-end" mt={20}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {data !== undefined && data.queued > 0 && (
          <Button data-autofocus loading={sending} disabled={sending} onClick={() => void confirm()}>
            Send {plural(data.queued, ...noun)}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The people who are left out, by reason. */
export function SkippedPeople({
  skipped,
  heading,
}: {
  skipped: InvitationSummary['skipped'];
  heading: (people: string) => string;
}) {
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <>
      <Text mt="sm">{heading(plural(total, 'person', 'people'))}</Text>
      <ul className={css.reasons}>
        {skipped.map(({ msg, count, people }) => (
          <li key={msg}>
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
    </>
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
      <Stack gap="xs">
        <span>
          {queued > 0 && sent > 0
            ? `${sent} of ${plural(total, 'invitation')} sent.`
            : `Sending ${plural(waiting, 'invitation')}.`}{' '}
          You can leave this page.
        </span>
        <progress className={css.progress} max={total} value={sent} aria-label="Invitations sent" />
      </Stack>
    </Notice>
  );
}

const MAX_NAMES = 5;

/** Result of a bulk invitation, with the people who were not invited and why. */
export function SendingOutcome({ sent: { queued, skipped }, onClose }: { sent: InvitationSummary; onClose: () => void }) {
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
      <p>{queued > 0 ? `${plural(queued, 'invitation')} sent.` : 'No invitations sent.'}</p>
      <SkippedPeople skipped={skipped} heading={(people) => `${people} not invited:`} />
    </Notice>
  );
}

function formatNames(names: readonly string[], count: number): string {
  const shown = names.slice(0, MAX_NAMES);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${plural(more, 'other')}` : shown.join(', ');
}
