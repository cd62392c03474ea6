import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { api, invalidateCalls } from '../api.ts';
import { useOrderedFor } from '../ordered-for.ts';
import { useImpersonationSwitch } from '../session/impersonation.ts';
import { useCaller } from '../session/profile.ts';
import { type ActedOn, findWearerList, type SearchAct } from './search-actions.ts';

/** Does what was chosen in the search: orders for someone from now on, or invites them. What comes of it is shown. */
export function useSearchAct(): (act: SearchAct) => Promise<void> {
  const caller = useCaller();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { begin } = useImpersonationSwitch();
  const [, setOrderedFor] = useOrderedFor();

  async function orderFor(person: ActedOn): Promise<void> {
    const list = caller && findWearerList(caller);
    if (list === undefined) {
      await begin(person);
      return;
    }
    setOrderedFor(person);
    await navigate(list);
  }

  async function invite({ id, name }: ActedOn): Promise<void> {
    try {
      const { success, msg } = await api('GET /api/sendemailinvite/:id', { params: { id } });
      if (success && msg === null) showSuccess(`${name} has been invited.`);
      else showError(`${name}: ${msg ?? 'The email could not be sent.'}`);
    } catch (error) {
      showError(error);
    }
    await invalidateCalls(
      client,
      'GET /api/customers',
      'GET /api/customers/:id',
      'GET /api/customers/:id/invitationblockers',
      'GET /api/invitations',
    );
  }

  return async (act) => {
    if (act.kind === 'orderFor') await orderFor(act.person);
    if (act.kind === 'invite') await invite(act.person);
  };
}
