import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import list from '#web/privacy/account/account.module.css';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from '../operator-forms.module.css';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import { OperatorForm } from './operator-form.tsx';
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
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/operators'));
  const [open, setOpen] = useState<Window>();
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
      void refetch();
    },
  });

  return (
    <>
      <PageHeader title="Team" actions={<Button onClick={() => setOpen({ name: 'new' })}>Add operator</Button>}>
        The operators who work for your brands alone.
      </PageHeader>
      <Card>
        {error && !data ? (
          <ErrorState title="The operators could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading>
            <SkeletonText lines={5} />
          </Loading>
        ) : (
          // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
          <ul className={list.list} role="list" aria-label="Operators">
            {data.operators.map((member) => (
              <li key={member.id} className={list.entry}>
                <div className={list.content}>
                  <span className={css.title}>
                    <strong>{member.name}</strong>
                    <MemberState member={member} />
                  </span>
                  <p className={list.note}>{member.email}</p>
                  <p className={list.note}>
                    {member.brands.map(({ companyName }) => companyName).join(', ') || 'No brands'} ·{' '}
                    {member.lastSeenUtc === null ? 'never logged in' : `last active ${formatDateTime(member.lastSeenUtc)}`}
                  </p>
                </div>
                <div className={css.buttons}>
                  <MemberButton label="Change" member={member} onClick={() => setOpen({ name: 'change', member })} />
                  {!member.isCaller && !member.disabled && (
                    <MemberButton label="Send password link" member={member} onClick={() => setOpen({ name: 'link', member })} />
                  )}
                  {!member.isCaller && member.hasSecondFactor && (
                    <MemberButton
                      label="Reset second factor"
                      member={member}
                      onClick={() => setOpen({ name: 'reset', member })}
                    />
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Dialog opened={open !== undefined} onClose={close} title={open ? titles[open.name] : ''} closeLabel="Close">
        {open?.name === 'new' && <OperatorForm onSaved={(message) => void finish(message)} onCancel={close} />}
        {open?.name === 'change' && (
          <OperatorForm member={open.member} onSaved={(message) => void finish(message)} onCancel={close} />
        )}
        {(open?.name === 'reset' || open?.name === 'link') && (
          <div className={css.form}>
            <p>
              {open.name === 'reset'
                ? `The authenticator app, the recovery codes and the passkeys of ${open.member.name} stop working, and their sessions end. At the next log-in they set up another app. Make sure that the request really comes from them. You both get an email.`
                : `${open.member.email} gets a link for setting a password. It works once, within seven days; earlier links stop working.`}
            </p>
            <div className={css.buttons}>
              <Button
                loading={help.isPending}
                onClick={() => help.mutate({ kind: open.name === 'reset' ? 'reset' : 'link', member: open.member })}
              >
                {open.name === 'reset' ? 'Reset second factor' : 'Send link'}
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}

const MemberButton = ({ label, member, onClick }: { label: string; member: TeamMember; onClick: () => void }) => (
  <Button size="sm" variant="default" onClick={onClick}>
    {label}
    <VisuallyHidden>, {member.name}</VisuallyHidden>
  </Button>
);

function MemberState({ member: { isCaller, disabled, hasPassword, hasSecondFactor } }: { member: TeamMember }) {
  if (disabled) return <StatusBadge tone="danger">Disabled</StatusBadge>;
  if (isCaller) return <StatusBadge tone="success">You</StatusBadge>;
  if (!hasPassword) return <StatusBadge tone="info">Invited</StatusBadge>;
  return hasSecondFactor ? null : <StatusBadge tone="warning">No second factor</StatusBadge>;
}
