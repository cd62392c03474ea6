import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { SingleKeysPreference } from '#web/app/lists/single-keys-preference.tsx';
import { profileQuery } from '#web/app/session/profile.ts';

/** Whether single keys act on lists. */
export function KeyboardCard() {
  const queries = useQueryClient();
  return (
    <SingleKeysPreference
      save={async (singleKeyShortcuts) => {
        const profile = await api('PUT /api/customerprofile', { body: { profile: { singleKeyShortcuts } } });
        queries.setQueryData(profileQuery.queryKey, profile);
      }}
    />
  );
}
