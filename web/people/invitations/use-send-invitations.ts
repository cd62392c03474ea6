import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatInviteeName, type Invitee } from './invitations-list.tsx';
import type { InvitationSummary } from './invitations-sending.tsx';

/** Invites one or many people and refreshes the list; the result of the last bulk invitation stays until it is closed. */
export function useSendInvitations() {
  const client = useQueryClient();
  const [inviting, setInviting] = useState<number>();
  const [outcome, setOutcome] = useState<InvitationSummary>();
  const refresh = () => invalidateCalls(client, 'GET /api/invitations');

  async function inviteOne(person: Invitee): Promise<void> {
    setInviting(person.id);
    try {
      const { success, msg } = await api('GET /api/sendemailinvite/:id', { params: { id: person.id } });
      if (success && msg === null) showSuccess(`${formatInviteeName(person)} has been invited.`);
      else showError(`${formatInviteeName(person)}: ${msg ?? 'The invitation could not be sent.'}`);
      await refresh();
    } catch (error) {
      showError(error);
    } finally {
      setInviting(undefined);
    }
  }

  /** Returns false if nothing was sent; the error is shown. */
  async function inviteMany(request: BodyOf<'POST /api/invitations'>): Promise<boolean> {
    closeAlert();
    try {
      setOutcome(await api('POST /api/invitations', { body: request }));
      await refresh();
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  /** Who would be invited, and who not and why. */
  const previewMany = (request: BodyOf<'POST /api/invitations'>) =>
    api('POST /api/invitations', { body: { ...request, preview: true } });

  return { inviteOne, inviteMany, previewMany, inviting, outcome, closeOutcome: () => setOutcome(undefined) };
}
