import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import { isSavedInputOf } from './form-restore.ts';
import { type Profile, profileQuery } from './profile.ts';

/**
 * Whether who has logged in in another tab is the person whose pages this tab shows, or whose input it keeps at the log-in. False when the server cannot be
 * reached.
 */
export async function isLoginOfSamePerson(client: QueryClient): Promise<boolean> {
  const shown = client.getQueryData<Profile>(profileQuery.queryKey);
  try {
    const { id } = await api('GET /api/customerprofile');
    return shown ? shown.id === id : isSavedInputOf(id);
  } catch {
    return false;
  }
}
