import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { isAdmin, type Profile } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import type { EmailKind } from '../invitations/invitations-sending.tsx';
import type { Customer } from './person-fields.ts';

const sendEmail = (kind: EmailKind, id: number) => {
  const params = { id };
  if (kind === 'reminder') return api('POST /api/sendorderreminder/:id', { params });
  return kind === 'invitation' ? api('GET /api/sendemailinvite/:id', { params }) : api('GET /api/sendoptoutlink/:id', { params });
};

const sentLabels: Record<EmailKind, string> = {
  invitation: 'has been invited',
  reminder: 'has been reminded to order',
  optOutLink: 'has been sent the opt-out link',
};

/** Actions on a person that administrators have on the person's page and in the list. Those that can be undone offer "Undo". */
export function usePersonActions(person: Pick<Customer, 'id' | 'firstName' | 'lastName' | 'email'>) {
  const client = useQueryClient();
  const name = formatPersonName(person);
  const params = { id: person.id };
  const reload = () =>
    invalidateCalls(
      client,
      'GET /api/customers/:id',
      'GET /api/customers',
      'GET /api/customers/:id/history',
      'GET /api/customers/:id/invitationblockers',
    );
  const onError = (error: Error) => showError(error);
  const send = useMutation({
    mutationFn: (kind: EmailKind) => sendEmail(kind, person.id),
    onSuccess: ({ success, msg }, kind) => {
      if (success && msg === null) showSuccess(`${name} ${sentLabels[kind]}.`);
      else showError(`${name}: ${msg ?? 'The email could not be sent.'}`);
      return reload();
    },
    onError,
  });
  const setOptOut = useMutation({
    mutationFn: (wardrobeOptOut: boolean) => api('PUT /api/customers/:id', { params, body: { customer: { wardrobeOptOut } } }),
    onSuccess: (_, isOut) => {
      showSuccess(
        isOut ? `${name} has been opted out of their uniform.` : `${name} can be allocated a uniform again.`,
        isOut ? { action: { label: 'Undo', run: () => setOptOut.mutate(false) } } : {},
      );
      return reload();
    },
    onError,
  });
  const setActive = useMutation({
    mutationFn: (active: boolean) => api('PUT /api/customers/:id', { params, body: { customer: { active } } }),
    onSuccess: (_, active) => {
      showSuccess(
        active ? `${name} can log in again.` : `Account closed. ${name} has been logged out everywhere.`,
        active ? {} : { action: { label: 'Undo', run: () => setActive.mutate(true) } },
      );
      return reload();
    },
    onError,
  });
  return { name, reload, send, setOptOut, setActive, busy: send.isPending || setOptOut.isPending || setActive.isPending };
}

/** Why each email cannot be sent to the person; undefined until it is known, and for people who may not send any. */
export const useInvitationBlockers = (person: Pick<Customer, 'id'>, caller: Profile) =>
  useQuery({
    ...apiQuery('GET /api/customers/:id/invitationblockers', { params: { id: person.id } }),
    enabled: isAdmin(caller),
  }).data;
