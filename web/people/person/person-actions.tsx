import { Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName, useImpersonationSwitch } from '#web/app/session/impersonation.ts';
import { isAdmin, type Profile } from '#web/app/session/profile.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { lowerFirst } from '#web/ui/format/format.ts';
import { ErasePerson } from '../erasure/erase-person.tsx';
import { ConfirmOptOut } from '../opt-out/confirm-opt-out.tsx';
import { type Customer, canSetAccess } from './person-fields.ts';
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
  const blockers = useInvitationBlockers(person, caller);
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
          <BlockableButton
            variant="default"
            blocker={blockers?.invitation}
            disabled={isBusy || !blockers}
            onClick={() => send.mutate('invitation')}
          >
            Invite
          </BlockableButton>
          <BlockableButton
            variant="default"
            blocker={blockers?.reminder}
            disabled={isBusy || !blockers}
            onClick={() => send.mutate('reminder')}
          >
            Send a reminder to order
          </BlockableButton>
          <MenuButton label="More" disabled={isBusy}>
            <Menu.Item
              disabled={!blockers || blockers.optOutLink !== null}
              title={blockers?.optOutLink ?? undefined}
              onClick={() => send.mutate('optOutLink')}
            >
              Send opt-out link
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

/** Why actions on the person are disabled, for those who cannot see tooltips. */
export function PersonBlockers({ person, caller }: { person: Customer; caller: Profile }) {
  const blockers = useInvitationBlockers(person, caller);
  const reasons = [
    person.impersonationBlocker &&
      `Ordering for ${person.firstName || formatPersonName(person)}: ${lowerFirst(person.impersonationBlocker)}.`,
    blockers?.invitation && `Invitation: ${lowerFirst(blockers.invitation)}`,
    blockers?.reminder && `Reminder: ${lowerFirst(blockers.reminder)}`,
  ].filter(Boolean);
  return reasons.length > 0 ? (
    <Text span size="sm" c="dimmed">
      {reasons.join(' ')}
    </Text>
  ) : null;
}
