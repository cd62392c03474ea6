import type { Query, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { api } from '../api.ts';
import { toListPlace } from '../list-trail.ts';
import { paths } from '../paths.ts';
import { emitImpersonationChange, notifyOtherTabs } from './impersonation-events.ts';
import { getEffectiveProfile, type Profile, profileQuery, useCaller } from './profile.ts';

/** "First last", or the email address of a person without a name. */
export const formatPersonName = ({ firstName, lastName, email }: Pick<Profile, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** The current impersonation: the names of both people, and when it ends. */
interface Impersonation {
  actor: string;
  person: string;
  endsOnUtc: string | null;
}

/** The current impersonation; undefined while people order for themselves. */
export function useImpersonation(): Impersonation | undefined {
  const caller = useCaller();
  if (!caller?.impersonatedCustomer) return undefined;
  return {
    actor: formatPersonName(caller),
    person: formatPersonName(caller.impersonatedCustomer),
    endsOnUtc: caller.impersonationEndsOnUtc,
  };
}

/** The name of the impersonated person; undefined without impersonation. */
export const useImpersonatedName = () => useImpersonation()?.person;

// These two do not depend on the impersonated person.
const INDEPENDENT_QUERIES = ['GET /api/theme/getthemebyhost', profileQuery.queryKey[0]];

/**
 * Shows the pages of the profile's effective person: cached data about the previous person is dropped and fetched again, after `leave` has opened another
 * page, so that what the page before asked for is not asked for this person, who may not see it.
 */
async function showProfile(client: QueryClient, profile: Profile, leave?: () => Promise<void>): Promise<void> {
  const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => !INDEPENDENT_QUERIES.includes(String(queryKey[0]));
  await client.cancelQueries({ predicate: isPersonal });
  client.setQueryData(profileQuery.queryKey, profile);
  client.removeQueries({ predicate: isPersonal, type: 'inactive' });
  const before = new Set(client.getQueryCache().findAll({ predicate: isPersonal }));
  await leave?.();
  const isFromBefore = (query: Query) => before.has(query);
  client.removeQueries({ predicate: isFromBefore, type: 'inactive' });
  void client.resetQueries({ predicate: isFromBefore });
}

// While this tab itself starts or stops, intermediate responses must not be taken for a change by another tab.
let pendingSwitches = 0;

async function whileSwitching<T>(work: () => Promise<T>): Promise<T> {
  pendingSwitches += 1;
  try {
    return await work();
  } finally {
    pendingSwitches -= 1;
  }
}

interface Person {
  id: number;
}

/** Starts and stops impersonation. `busy` is the id of the person being switched to, or `stopping`. */
export function useImpersonationSwitch() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<number | 'stopping'>();

  /**
   * Orders for this person from now on, or for the one whom a function finds, and opens their first page. Ends ordering for someone else first, since the server knows one person at a
   * time; the function runs after that. Returns whether it has begun; a failure is shown.
   */
  async function begin(person: Person | (() => Promise<Person | undefined>)): Promise<boolean> {
    setBusy(typeof person === 'function' ? 'stopping' : person.id);
    let ended: Profile | undefined;
    try {
      const started = await whileSwitching(async () => {
        if (client.getQueryData<Profile>(profileQuery.queryKey)?.impersonatedCustomer) {
          ended = await api('GET /api/customers/impersonateCancel');
          // Requests say for whom they are made.
          client.setQueryData(profileQuery.queryKey, ended);
        }
        const chosen = typeof person === 'function' ? await person() : person;
        if (chosen) await api('GET /api/customers/impersonate/:id', { params: { id: chosen.id } });
        const profile = chosen ? await api('GET /api/customerprofile') : ended;
        if (profile) await showProfile(client, profile);
        return chosen && profile;
      });
      notifyOtherTabs();
      if (!started) return false;
      showSuccess(`You are now ordering for ${formatPersonName(getEffectiveProfile(started))}.`, { persistent: true });
      await navigate(paths.landing());
      return true;
    } catch (error) {
      const shown = ended;
      if (shown) await whileSwitching(async () => showProfile(client, shown));
      notifyOtherTabs();
      showError(error);
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  async function stop() {
    setBusy('stopping');
    try {
      const person = getEffectiveProfile(client.getQueryData(profileQuery.queryKey) as Profile);
      await whileSwitching(async () =>
        showProfile(client, await api('GET /api/customers/impersonateCancel'), async () =>
          navigate(...toListPlace('people', paths.people(), person.id)),
        ),
      );
      notifyOtherTabs();
      showSuccess(`You are no longer ordering for ${formatPersonName(person)}. Their cart is saved.`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(undefined);
    }
  }

  return { begin, stop, busy };
}

/**
 * Adopts an impersonation change made outside this tab: shows the pages of the new effective person, with a message.
 * Returns whether another person is shown now.
 */
export async function syncImpersonation(client: QueryClient): Promise<boolean> {
  const before = client.getQueryData<Profile>(profileQuery.queryKey);
  if (!before || pendingSwitches > 0) return false;
  const profile = await api('GET /api/customerprofile');
  if (getEffectiveProfile(profile).id === getEffectiveProfile(before).id) {
    client.setQueryData(profileQuery.queryKey, profile);
    return false;
  }
  await showProfile(client, profile);
  const text = profile.impersonatedCustomer
    ? `You are now ordering for ${formatPersonName(profile.impersonatedCustomer)}. You started this in another tab.`
    : `You are no longer ordering for ${formatPersonName(getEffectiveProfile(before))}. Their cart is saved.`;
  showError(text, { persistent: true });
  return true;
}

/** Checks the impersonation again when its time is up; the server decides whether it has ended. */
export function useImpersonationExpiry(endsOnUtc: string | null | undefined): void {
  useEffect(() => {
    if (!endsOnUtc) return;
    const remaining = Date.parse(endsOnUtc) - Date.now() + 500;
    const timer = setTimeout(emitImpersonationChange, Math.max(0, remaining));
    return () => clearTimeout(timer);
  }, [endsOnUtc]);
}
