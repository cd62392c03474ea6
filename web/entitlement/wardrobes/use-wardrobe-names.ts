import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';

interface Described {
  seasonId: number | null;
  organisationGroupId: number | null;
}

const NONE: never[] = [];

/** The organisation's seasons and groups, and the names of those of a wardrobe. */
export function useWardrobeNames() {
  const seasons = useQuery(apiQuery('GET /api/organisationseasons')).data?.organisationSeasons ?? NONE;
  const groups = useQuery(apiQuery('GET /api/organisationgroups')).data?.organisationGroups ?? NONE;
  return {
    seasons,
    groups,
    /** The season and the group of a wardrobe, if it has them. */
    describe: ({ seasonId, organisationGroupId }: Described): string[] =>
      [seasons.find(({ id }) => id === seasonId)?.name, groups.find(({ id }) => id === organisationGroupId)?.name].filter(
        (name) => name !== undefined,
      ),
  };
}
