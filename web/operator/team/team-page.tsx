import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { OperatorForm } from './operator-form.tsx';
import { type TeamListActions, teamList } from './team-list.tsx';
import type { TeamMember } from './team-member.ts';

type Window = { name: 'new' } | { name: 'change' | 'reset' | 'link'; member: TeamMember };

const titles: Record<Window['name'], string> = {
  new: 'Add operator',
  change: 'Change operator',
  reset: 'Reset second factor',
  link: 'Send password link',
};

/** The operators: add, change and disable them, and help with lost passwords and authenticator apps. */
export function TeamPage() {
  const client = useQueryClient();
  const [open, setOpen] = useState<Window>();
  const [actions] = useState<TeamListActions>({ open: (name, member) => setOpen({ name, member }) });
  const model = useList(teamList, actions);
  const close = () => setOpen(undefined);
  const finish = async (message: string) => {
    close();
    showSuccess(message);
    await invalidateOperatorCalls(client, 'GET /api/operator/operators', 'GET /api/operator/me');
  };
  const help = useMutation({
    mutationFn: ({ kind, member: { id } }: { kind: 'reset' | 'link'; member: TeamMember }) =>
      kind === 'reset'
        ? operatorApi('POST /api/operator/operators/:id/resetsecondfactor', { params: { id } })
        : operatorApi('POST /api/operator/operators/:id/passwordlink', { params: { id } }),
    onSuccess: (_, { kind, member: { name, email } }) =>
      finish(kind === 'reset' ? `The second factor of ${name} has been reset.` : `A link has been sent to ${email}.`),
    onError: (failure) => {
      showError(failure);
      close();
      model.refetch();
    },
  });

  return (
    <>
      <PageHeader title="Team" actions={<Button onClick={() => setOpen({ name: 'new' })}>Add operator</Button>}>
        The operators who work for your brands alone.
      </PageHeader>
      <ListPage model={model} cardsBelow={1200} />
      <Dialog opened={open !== undefined} onClose={close} title={open ? titles[open.name] : ''} closeLabel="Close">
        {open?.name === 'new' && <OperatorForm onSaved={(message) => void finish(message)} onCancel={close} />}
        {open?.name === 'change' && (
          <OperatorForm member={open.member} onSaved={(message) => void finish(message)} onCancel={close} />
        )}
        {(open?.name === 'reset' || open?.name === 'link') && (
          <Stack gap={18}>
            <p>
              {open.name === 'reset'
                ? `The authenticator app, the recovery codes and the passkeys of ${open.member.name} stop working, and their sessions end. At the next log-in they set up another app. Make sure that the request really comes from them. You both get an email.`
                : `${open.member.email} gets a link for setting a password. It works once, within seven days; earlier links stop working.`}
            </p>
            <Group gap={10}>
              <Button
                loading={help.isPending}
                onClick={() => help.mutate({ kind: open.name === 'reset' ? 'reset' : 'link', member: open.member })}
              >
                {open.name === 'reset' ? 'Reset second factor' : 'Send link'}
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </>
  );
}
