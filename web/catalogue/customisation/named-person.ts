import { isWearer, type Profile } from '#web/app/session/profile.ts';
import type { NamedPerson } from './design-types.ts';

/** A person of whom the whole name is known: the first word counts as the first name. Names are shown before they are ordered, and can be changed. */
export function splitName(name: string): NamedPerson {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** For whom a garment is: its wearer, or the person themselves if they order for no one else. */
export function findNamedPerson(profile: Profile | undefined, wearerName: string | null | undefined): NamedPerson | undefined {
  if (wearerName) return splitName(wearerName);
  return profile && isWearer(profile) ? profile : undefined;
}
