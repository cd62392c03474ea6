import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { INVITATION_TABS, invitationsList } from './invitations-list.tsx';
import css from './invitations-page.module.css';
import { ConfirmInvitations, SendingOutcome, SendingProgress } from './invitations-sending.tsx';
import { useSendInvitations } from './use-send-invitations.ts';

const POLL_INTERVAL_MS = 1500;

/** The administrators' page for people without a password: status of their invitations, and sending them. */
export function InvitationsPage() {
  const model = useList(invitationsList, undefined, {
    // Invitations are sent in the background, so the list is polled meanwhile.
    refetchInterval: (reply) => (reply && reply.waiting > 0 ? POLL_INTERVAL_MS : false),
  });
  const { reply, totalCount, selection, conditions } = model;
  const [confirmation, setConfirmation] = useState<{ count: number; all: boolean }>();
  const { inviteMany, previewMany, outcome, closeOutcome } = useSendInvitations();
  const notices = useRef<HTMLDivElement>(null);
  const getRequest = () =>
    confirmation?.all ? { allMatching: true, ...conditions } : { customerIds: [...(selection?.ids ?? [])] };
  async function send() {
    const done = await inviteMany(getRequest());
    setConfirmation(undefined);
    if (!done) return;
    selection?.clear();
    // The result is shown above the list; the pressed button may be gone.
    scrollTo({ top: 0 });
    notices.current?.focus({ preventScroll: true });
  }
  const selected = selection?.count ?? 0;
  return (
    <>
      <PageHeader
        title="Invitations"
        above={<PeopleNav />}
        actions={
          totalCount > 0 && (
            <Button onClick={() => setConfirmation({ count: totalCount, all: true })}>
              {model.isNarrowed || model.isOtherTab ? `Invite all ${formatNumber(totalCount)} found` : 'Invite everyone'}
            </Button>
          )
        }
      >
        People who have not set a password yet.
      </PageHeader>
      <Stack gap="xs" ref={notices} className={css.notices} tabIndex={-1}>
        {reply && reply.waiting > 0 && <SendingProgress queued={outcome?.queued ?? 0} waiting={reply.waiting} />}
        {outcome && (reply?.waiting === 0 || outcome.skipped.length > 0) && (
          <SendingOutcome sent={outcome} onClose={closeOutcome} />
        )}
      </Stack>
      <ListPage
        model={model}
        cardsBelow={1024}
        tabs={<ListTabs model={model} label="Invitation status" filter="state" tabs={listTabs(reply?.counts)} />}
        selectionActions={
          <Button onClick={() => setConfirmation({ count: selected, all: selection?.all ?? false })}>
            Invite {plural(selected, 'person', 'people')}
          </Button>
        }
      />
      <ConfirmInvitations
        kind="invitation"
        count={confirmation?.count}
        onPreview={() => previewMany(getRequest())}
        onClose={() => setConfirmation(undefined)}
        onConfirm={send}
      />
    </>
  );
}

/** Everyone, and people by state, with their numbers once these are known. */
const listTabs = (counts: ReplyOf<'GET /api/invitations'>['counts'] | undefined) => [
  { label: 'All', value: undefined, count: counts && counts.NotInvited + counts.Invited + counts.Expired },
  ...INVITATION_TABS.map(({ id, label }) => ({ label, value: id, count: counts?.[id] })),
];
