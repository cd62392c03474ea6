import type { Profile } from '#web/app/session/profile.ts';
import type { ListedPerson } from '../person/listed-person.ts';

/** Who reads the list of people, and what its buttons do. */
export interface PeopleListReader {
  caller: Profile;
  /** Whether they manage people, and may know when someone has started work. */
  isManager: boolean;
  /** Whether they change people, one by one and in bulk. */
  administers: boolean;
  /** The id of the person for whom ordering is being started. */
  busy: number | 'stopping' | undefined;
  order: (person: ListedPerson) => void;
}
