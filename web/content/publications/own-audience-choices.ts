import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { settingsQuery, useCaller } from '#web/app/session/profile.ts';
import type { AudienceChoices } from './audience.ts';

const RARELY = { staleTime: 5 * 60_000 };

/** Whom an administrator can choose as readers: roles and groups of their organisation, of some groups alone those. Undefined until it is loaded. */
export function useOwnAudienceChoices(): AudienceChoices | undefined {
  const caller = useCaller();
  const name = useQuery(settingsQuery).data?.name;
  const roles = useQuery({ ...apiQuery('GET /api/customerroles'), ...RARELY }).data?.customerRoles;
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...RARELY }).data?.organisationGroups;
  return useMemo(() => {
    if (!caller || !roles || !groups) return undefined;
    const organisationId = caller.organisationId;
    return {
      brands: [],
      organisations: [],
      roles: roles.map((role) => ({ id: role.id, name: role.name, organisationId: null })),
      groups: groups.map((group) => ({ id: group.id, name: group.name, organisationId })),
      own: {
        id: organisationId,
        name: name ?? 'your organisation',
        mustChooseGroups: caller.adminableOrganisationGroupIds.length > 0,
      },
    };
  }, [caller, name, roles, groups]);
}
