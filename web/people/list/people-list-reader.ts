import type { Profile } from '#web/app/session/profile.ts';
import type { OrderingFor } from './use-order-for.ts';

/** Who reads the list of people, and what its buttons do. */
export interface PeopleListReader {
  caller: Profile;
  /** Whether they manage people, and may know when someone has started work. */
  isManager: boolean;
  /** Whether they change people, one by one and in bulk. */
  administers: boolean;
  /** Undefined for those who have no way of ordering for them here. */
  ordering: OrderingFor | undefined;
}
