import { useQuery } from '@tanstack/react-query';

/**
 * Loads what checks and measures texts, once for the page. `data` is undefined meanwhile, and when it could not be loaded (`isError`, `refetch`). Not
 * part of pages, because few garments have a text.
 */
export const useLettering = (isNeeded = true) =>
  useQuery({
    queryKey: ['lettering'],
    queryFn: async () => (await import('./load-lettering.ts')).loadLettering(),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
