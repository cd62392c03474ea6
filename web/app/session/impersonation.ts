import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { api } from '../api.ts';
import { paths } from '../paths.ts';
import { emitImpersonationChange, notifyOtherTabs } from './impersonation-events.ts';
import { getEffectiveProfile, type Profile, profileQuery, useCaller } from './profile.ts';

export const formatPersonName = ({ firstName, lastName, email }: Pick<Profile, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** Who orders for whom at the moment, and until when; undefined while people order for themselves. */
interface Impersonation {
  actor: string;
  person: string;
  endsOnUtc: string | null;
}

export function useImpersonation(): Impersonation | undefined {
  const caller = useCaller();
  if (!caller?.impersonatedCustomer) return undefined;
  return {
    actor: formatPersonName(caller),
    person: formatPersonName(caller.impersonatedCustomer),
    endsOnUtc: caller.impersonationEndsOnUtc,
  };
}

/** The name of the person who is ordered for; undefined while people order for themselves. */
export const useImpersonatedName = () => useImpersonation()?.person;

// These two are about the brand and about who logged in, whoever is ordered for.
const staysKnown = ['GET /api/theme/getthemebyhost', profileQuery.queryKey[0]];

/** Shows the profile's view from now on: whatever was told about the person shown before is forgotten and asked anew. */
async function show(client: QueryClient, profile: Profile): Promise<void> {
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !staysKnown.includes(String(queryKey[0]));
  await client.cancelQueries({ predicate: isOther });
  client.setQueryData(profileQuery.queryKey, profile);
  client.removeQueries({ predicate: isOther, type: 'inactive' });
  void client.resetQueries({ predicate: isOther });
}

// While this tab begins or stops, what comes back in between is no news from elsewhere.
let switching = 0;

async function whileSwitching<T>(work: () => Promise<T>): Promise<T> {
  switching += 1;
  try {
    return await work();
  } finally {
    switching -= 1;
  }
}

function begunInWords(person: Profile): string {
  const name = formatPersonName(person);
  const shared =
    person.permissions.length > 0 ? '' : ` You can’t choose garments for ${name}. You can see their cart and orders.`;
  return `You are now ordering for ${name}.${shared}`;
}

/** Begins and stops to order for somebody. */
export function useImpersonationSwitch() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<number | 'stopping'>();

  async function begin(person: { id: number }) {
    setBusy(person.id);
    try {
      const profile = await whileSwitching(async () => {
        await api('GET /api/customers/impersonate/:id', { params: { id: person.id } });
        const begun = await api('GET /api/customerprofile');
        await show(client, begun);
        return begun;
      });
      notifyOtherTabs();
      showSuccess(begunInWords(getEffectiveProfile(profile)), { persistent: true });
      await navigate(paths.landing());
    } catch (error) {
      showError(error);
    } finally {
      setBusy(undefined);
    }
  }

  async function stop() {
    setBusy('stopping');
    try {
      const person = getEffectiveProfile(client.getQueryData(profileQuery.queryKey) as Profile);
      await whileSwitching(async () => show(client, await api('GET /api/customers/impersonateCancel')));
      notifyOtherTabs();
      showSuccess(`You are no longer ordering for ${formatPersonName(person)}. Their cart is kept.`, { persistent: true });
      await navigate(paths.people());
    } catch (error) {
      showError(error);
    } finally {
      setBusy(undefined);
    }
  }

  return { begin, stop, busy };
}

/**
 * Takes over what the session acts for when that has changed without this tab: shows that person's pages and says so.
 * Answers whether somebody else is shown now.
 */
export async function syncImpersonation(client: QueryClient): Promise<boolean> {
  const before = client.getQueryData<Profile>(profileQuery.queryKey);
  if (!before || switching > 0) return false;
  const profile = await api('GET /api/customerprofile');
  if (getEffectiveProfile(profile).id === getEffectiveProfile(before).id) {
    client.setQueryData(profileQuery.queryKey, profile);
    return false;
  }
  await show(client, profile);
  const text = profile.impersonatedCustomer
    ? `You are now ordering for ${formatPersonName(profile.impersonatedCustomer)}. You started this in another tab.`
    : `You are no longer ordering for ${formatPersonName(getEffectiveProfile(before))}. Their cart is kept.`;
  showError(text, { persistent: true });
  return true;
}

/** Looks again when the hour is over; the server decides. */
export function useImpersonationExpiry(endsOnUtc: string | null | undefined): void {
  useEffect(() => {
    if (!endsOnUtc) return;
    const left = Date.parse(endsOnUtc) - Date.now() + 500;
    const timer = setTimeout(emitImpersonationChange, Math.max(0, left));
    return () => clearTimeout(timer);
  }, [endsOnUtc]);
}
