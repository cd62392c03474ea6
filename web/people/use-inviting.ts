import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import { api, refresh } from '../api.ts';
import { closeAlert, showError, showSuccess } from '../ui/alerts.ts';
import { nameOf, type Person } from './invitations-list.tsx';
import type { Sent } from './invitations-sending.tsx';

/** Invites people and reads the list again; what came of the last bulk invitation stays until it is closed. */
export function useInviting() {
  const client = useQueryClient();
  const [inviting, setInviting] = useState<number>();
  const [outcome, setOutcome] = useState<Sent>();
  const lookAgain = () => refresh(client, 'GET /api/invitations');

  async function inviteOne(person: Person): Promise<void> {
    setInviting(person.id);
    try {
      const { success, msg } = await api('GET /api/sendemailinvite/:id', { params: { id: person.id } });
      if (success) showSuccess(`${nameOf(person)} has been invited.`);
      else showError(`${nameOf(person)}: ${msg ?? 'The invitation could not be sent.'}`);
      await lookAgain();
    } catch (error) {
      showError(error);
    } finally {
      setInviting(undefined);
    }
  }

  /** False when nothing was sent; why is said. */
  async function inviteMany(whom: BodyOf<'POST /api/invitations'>): Promise<boolean> {
    closeAlert();
    try {
      setOutcome(await api('POST /api/invitations', { body: whom }));
      await lookAgain();
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  return { inviteOne, inviteMany, inviting, outcome, closeOutcome: () => setOutcome(undefined) };
}
