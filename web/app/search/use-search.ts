import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '../api.ts';
import type { Command } from './search-actions.ts';

const DEBOUNCE_MS = 180;
/** The longest text that the server accepts. */
export const MAX_QUERY_LENGTH = 100;

/** How the server calls it. */
const PEOPLE_FOR = { orderFor: 'order', invite: 'invite' } as const satisfies Record<Command, string>;

interface Search {
  results: ReplyOf<'GET /api/search'> | undefined;
  /** Whether the results are those of the current text. */
  isCurrent: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Searches for a text shortly after its last change, with `command` for people with whom that can be done. Until the results arrive, the previous ones stay;
 * a new text aborts the request for the old one.
 */
export function useSearch(text: string, command?: Command): Search {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  const [query, setQuery] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isLongEnough = canSearch(typed);
  const found = useQuery({
    ...apiQuery('GET /api/search', { query: { query, ...(command && { peopleFor: PEOPLE_FOR[command] }) } }),
    enabled: canSearch(query) && isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  return {
    results: isLongEnough ? found.data : undefined,
    isCurrent: !isLongEnough || (typed === query && !found.isPlaceholderData && !found.isPending && !found.isFetching),
    error: isLongEnough && typed === query && !found.isFetching ? found.error : null,
    retry: () => void found.refetch(),
  };
}

/** Whether the server accepts a text: two characters that are not spaces. */
export const canSearch = (text: string) => text.replaceAll(/\s/g, '').length >= 2;
