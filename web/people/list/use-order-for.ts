import { useNavigate } from 'react-router';
import { useOrderedFor } from '#web/app/ordered-for.ts';
import { formatPersonName, useImpersonationSwitch } from '#web/app/session/impersonation.ts';
import { hasAdhocList, listOrderingWays } from '#web/app/session/ordering-link.ts';
import { managesPeople, type Profile } from '#web/app/session/profile.ts';
import type { ListedPerson } from '../person/listed-person.ts';

/** Ordering for someone of the list of people. */
export interface OrderingFor {
  order: (person: ListedPerson) => void;
  /** Why it is not possible for this person, in a few words; null where it is. */
  findBlocker: (person: ListedPerson) => string | null;
  /** The id of the person for whom it is being started. */
  busy: number | 'stopping' | undefined;
}

/**
 * How someone orders for the people of their list: Admins and Sales in the place of the person, Buyers in their own cart, from the ad hoc list; undefined where
 * they have none.
 */
export function useOrderFor(caller: Profile): OrderingFor | undefined {
  const { begin, busy } = useImpersonationSwitch();
  const [, setOrderedFor] = useOrderedFor();
  const navigate = useNavigate();
  if (managesPeople(caller))
    return {
      order: (person) => void begin(person),
      findBlocker: ({ impersonationBlocker }) => impersonationBlocker,
      busy,
    };
  const adhoc = hasAdhocList(caller) ? listOrderingWays(caller).find(({ kind }) => kind === 'adhoc') : undefined;
  if (!adhoc) return undefined;
  return {
    order: (person) => {
      setOrderedFor({ id: person.id, name: formatPersonName(person) });
      void navigate(adhoc.to);
    },
    findBlocker: ({ active }) => (active ? null : 'Account closed'),
    busy: undefined,
  };
}
