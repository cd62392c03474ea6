import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { ConfirmIdentityDialog, needsIdentityProof, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { OperatorForm } from './operator-form.tsx';
import { type TeamListActions, teamList } from './team-list.tsx';
import type { TeamMember } from './team-member.ts';

type Window = { name: 'new' } | { name: 'change'; member: TeamMember } | { name: 'reset' | 'link'; member: TeamMember };

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
  const [actions] = useState<TeamListActions>({
    open: (name, member) => setOpen(name === 'change' ? { name, member } : { name, member }),
  });
  const model = useList(teamList, actions);
  const close = () => setOpen(undefined);
  const finish = async (message: string) => {
    close();
    showSuccess(message);
    await invalidateOperatorCalls(client, 'GET /api/operator/operators', 'GET /api/operator/me');
  };
  const help = useMutation({
    mutationFn: ({ kind, member: { id }, proof }: { kind: 'reset' | 'link'; member: TeamMember; proof: IdentityProof }) => {
      const input = { params: { id }, body: toCallerProof(proof) };
      return kind === 'reset'
        ? operatorApi('POST /api/operator/operators/:id/resetsecondfactor', input)
        : operatorApi('POST /api/operator/operators/:id/passwordlink', input);
    },
    onSuccess: (_, { kind, member: { name, email } }) =>
      finish(kind === 'reset' ? `The second factor of ${name} has been reset.` : `A link has been sent to ${email}.`),
    onError: (failure) => {
      // Errors of the password and the code are shown at their fields.
      if (needsIdentityProof(failure)) return;
      showError(failure);
      close();
      model.refetch();
    },
  });

  return (
    <>
      <PageHeader
        title="Team"
        actions={
          <Button aria-haspopup="dialog" onClick={() => setOpen({ name: 'new' })}>
            Add operator
          </Button>
        }
      >
        Operators who only work for your brands.
      </PageHeader>
      <ListPage model={model} cardsBelow={1200} />
      <Dialog
        opened={open?.name === 'new' || open?.name === 'change'}
        onClose={close}
        title={open ? titles[open.name] : ''}
        closeLabel="Close"
      >
        {open?.name === 'new' && <OperatorForm onSaved={(message) => void finish(message)} onCancel={close} />}
        {open?.name === 'change' && (
          <OperatorForm member={open.member} onSaved={(message) => void finish(message)} onCancel={close} />
        )}
      </Dialog>
      {(open?.name === 'reset' || open?.name === 'link') && (
        <ConfirmIdentityDialog
          opened
          title={titles[open.name]}
          onClose={close}
          isPending={help.isPending}
          error={help.error}
          needsCode
          confirmLabel={open.name === 'reset' ? 'Reset second factor' : 'Send link'}
          onConfirm={(proof) => help.mutate({ kind: open.name, member: open.member, proof })}
        >
          {open.name === 'reset'
            ? `The authenticator app, the recovery codes and the passkeys of ${open.member.name} stop working, and their sessions end. At the next login they set up another app. Make sure that the request really comes from them. They and the administrators of their brands get an email.`
            : `${open.member.email} gets a link for setting a password. It works once, within seven days; earlier links stop working.`}
        </ConfirmIdentityDialog>
      )}
    </>
  );
}
