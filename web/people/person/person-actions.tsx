import { Button, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonationSwitch } from '#web/app/session/impersonation.ts';
import { isAdmin, type Profile } from '#web/app/session/profile.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { ErasePerson } from '../erasure/erase-person.tsx';
import type { EmailKind } from '../invitations/invitations-sending.tsx';
import { ConfirmOptOut } from '../opt-out/confirm-opt-out.tsx';
import { type Customer, canSetAccess } from './person-fields.ts';
import css from './person-page.module.css';
import { useInvitationBlockers, usePersonActions } from './use-person-actions.ts';

/** Actions on the person as a whole. Actions that can be undone offer "Undo" instead of asking for confirmation. */
export function PersonActions({ person, caller }: { person: Customer; caller: Profile }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { begin, busy } = useImpersonationSwitch();
  const [opened, setOpened] = useState<'erase' | 'optOut'>();
  const { name, reload, send, setOptOut, setActive, busy: isActing } = usePersonActions(person);
  const params = { id: person.id };
  const onError = (error: Error) => showError(error);
  const canManage = canSetAccess(caller, person);
  const canEdit = isAdmin(caller);
  // The list from which the person was opened goes along.
  const { state } = useLocation();
  const restore = useMutation({
    mutationFn: () => api('POST /api/customers/:id/restore', { params }),
    onSuccess: async () => {
      showSuccess(`${name} restored.`, { persistent: true });
      await reload();
      await navigate(paths.person(person.id));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/customers/:id', { params }),
    onSuccess: async () => {
      showSuccess(`${name} removed. Their orders are kept.`, {
        persistent: true,
        action: { label: 'Undo', run: () => restore.mutate() },
      });
      await navigate(paths.people());
      client.removeQueries({ queryKey: ['GET /api/customers/:id', { params }] });
      await invalidateCalls(client, 'GET /api/customers');
    },
    onError,
  });
  const { impersonationBlocker: orderBlocker } = person;
  const isBusy = isActing || remove.isPending;
  return (
    <>
      <BlockableButton blocker={orderBlocker} disabled={busy !== undefined} onClick={() => void begin(person)}>
        Order for {person.firstName || name}
      </BlockableButton>
      {canEdit && (
        <>
          <Button component={Link} to={paths.personEdit(person.id)} state={state} variant="default">
            Edit details
          </Button>
          <MenuButton label="More" disabled={isBusy}>
            <MailItems person={person} caller={caller} onSend={(kind) => send.mutate(kind)} />
            <Menu.Item component={Link} to={paths.madeToMeasureNew({ for: person.id })} disabled={!person.active}>
              Request a garment made to measure
            </Menu.Item>
            {person.wardrobeOptOut ? (
              <Menu.Item onClick={() => setOptOut.mutate(false)}>Undo opt-out</Menu.Item>
            ) : (
              <Menu.Item onClick={() => setOpened('optOut')}>Opt out of uniform…</Menu.Item>
            )}
            {canManage && (
              <>
                <Menu.Item onClick={() => setActive.mutate(!person.active)}>
                  {person.active ? 'Close account' : 'Reopen account'}
                </Menu.Item>
                <Menu.Item onClick={() => remove.mutate()}>Remove person</Menu.Item>
                <Menu.Item onClick={() => setOpened('erase')}>Erase permanently…</Menu.Item>
              </>
            )}
          </MenuButton>
          <ConfirmOptOut
            who={name}
            opened={opened === 'optOut'}
            busy={setOptOut.isPending}
            onClose={() => setOpened(undefined)}
            onConfirm={() => setOptOut.mutate(true, { onSuccess: () => setOpened(undefined) })}
          />
          {canManage && <ErasePerson person={person} opened={opened === 'erase'} onClose={() => setOpened(undefined)} />}
        </>
      )}
    </>
  );
}

const MAIL_ITEMS = [
  ['invitation', 'Invite'],
  ['reminder', 'Send a reminder to order'],
  ['optOutLink', 'Send opt-out link'],
] as const;

/** The emails that can be sent to the person; those that cannot say why. */
function MailItems({ person, caller, onSend }: { person: Customer; caller: Profile; onSend: (kind: EmailKind) => void }) {
  const blockers = useInvitationBlockers(person, caller);
  return MAIL_ITEMS.map(([kind, label]) => (
    <Menu.Item key={kind} disabled={!blockers || blockers[kind] !== null} onClick={() => onSend(kind)}>
      {label}
      {blockers?.[kind] && (
        <Text span size="xs" display="block" className={css.reason}>
          {blockers[kind]}
        </Text>
      )}
    </Menu.Item>
  ));
}
