import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { api } from '../api.ts';
import { extendTrail, isLastOfTrail, readTrail, saveTrail } from '../list-trail.ts';
import { paths } from '../paths.ts';
import { useImpersonationSwitch } from '../session/impersonation.ts';
import { useProfile } from '../session/profile.ts';

/**
 * After an order for someone of the list of people: orders for the next one of the list without going back to it, or goes back to where the person is in it. Nothing where the
 * person was not chosen from the list.
 */
export function OrderForNext() {
  const person = useProfile();
  const navigate = useNavigate();
  const { begin, stop, busy } = useImpersonationSwitch();
  const [isLooking, setLooking] = useState(false);
  const trail = readTrail('people');
  const index = person && trail ? trail.ids.indexOf(person.id) : -1;
  if (!trail || index < 0) return null;

  async function orderForNext(): Promise<void> {
    if (!trail) return;
    setLooking(true);
    let isLast = false;
    const known = trail.ids[index + 1];
    await begin(
      known !== undefined
        ? { id: known }
        : async () => {
            const longer = await extendTrail(trail, async (query) => (await api('GET /api/customers', { query })).customers);
            saveTrail('people', longer);
            const next = longer.ids[index + 1];
            isLast = next === undefined;
            return next === undefined ? undefined : { id: next };
          },
    );
    setLooking(false);
    if (!isLast) return;
    showSuccess('That was the last person in the list.', { persistent: true });
    await navigate({ pathname: paths.people(), search: trail.search });
  }
  return (
    <>
      {!isLastOfTrail(trail, index) && (
        <Button loading={isLooking} disabled={busy !== undefined && !isLooking} onClick={() => void orderForNext()}>
          Order for the next person
        </Button>
      )}
      <Button
        variant={isLastOfTrail(trail, index) ? 'filled' : 'default'}
        loading={busy === 'stopping' && !isLooking}
        disabled={busy !== undefined}
        onClick={() => void stop()}
      >
        Back to the list
      </Button>
    </>
  );
}
