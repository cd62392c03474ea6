import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import type { InvitationSummary } from './invitations-sending.tsx';

/** Invites several people and refreshes the list; the result of the last time stays until it is closed. */
export function useSendInvitations() {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<InvitationSummary>();

  /** Returns false if nothing was sent; the error is shown. */
  async function inviteMany(request: BodyOf<'POST /api/invitations'>): Promise<boolean> {
    closeAlert();
    try {
      setOutcome(await api('POST /api/invitations', { body: request }));
      await invalidateCalls(client, 'GET /api/invitations');
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  /** Who would be invited, and who not and why. */
  const previewMany = (request: BodyOf<'POST /api/invitations'>) =>
    api('POST /api/invitations', { body: { ...request, preview: true } });

  return { inviteMany, previewMany, outcome, closeOutcome: () => setOutcome(undefined) };
}
