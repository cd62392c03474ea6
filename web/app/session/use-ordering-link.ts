import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { hasUniform, listOrderingWays, type OrderingWay } from './ordering-link.ts';
import { getEffectiveProfile, useCaller } from './profile.ts';

/** Without an id: the wardrobe that the wearer chose last. The server remembers it, so that another device opens the same one. */
export const ownBuilderQuery = {
  ...apiQuery('GET /api/organisation/uniformbuilder/:id', { params: { id: 0 } }),
  staleTime: 30_000,
};

/** Whether the person whose pages are shown has a wardrobe from which nothing can be ordered now; false while it is unknown. */
export function useUniformClosed(): boolean {
  const caller = useCaller();
  const profile = caller && getEffectiveProfile(caller);
  const hasWardrobe = profile !== undefined && hasUniform(profile) && profile.organisationCollections.length > 0;
  const { data } = useQuery({ ...ownBuilderQuery, enabled: hasWardrobe });
  return hasWardrobe && data?.uniformBuilder.canOrder === false;
}

/**
 * The link to the first way of ordering of the person whose pages are shown; undefined if there is none. While nothing can be ordered from their wardrobe it only
 * shows the uniform, and `isClosed` is set.
 */
export function useOrderingLink(): (OrderingWay & { isClosed: boolean }) | undefined {
  const caller = useCaller();
  const isUniformClosed = useUniformClosed();
  const way = caller && listOrderingWays(caller)[0];
  if (!way) return undefined;
  const isClosed = way.kind === 'uniform' && isUniformClosed;
  return { ...way, isClosed, label: isClosed ? 'View your uniform' : way.label };
}
