import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';

export type FoundItem = ReplyOf<'GET /api/product/lookup'>['items'][number];

const DEBOUNCE_MS = 150;
/** Less would find almost anything. */
const MIN_LENGTH = 2;

/** What a code or words find, shortly after the last key. Until the answer arrives, the previous one stays. */
export function useLookup(text: string) {
  const typed = text.trim();
  const [keyword] = useDebouncedValue(typed, DEBOUNCE_MS);
  const isLongEnough = typed.length >= MIN_LENGTH;
  const found = useQuery({
    ...apiQuery('GET /api/product/lookup', { query: { keyword } }),
    enabled: isLongEnough && keyword.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  return {
    items: isLongEnough ? (found.data?.items ?? []) : [],
    hasMore: isLongEnough && (found.data?.hasMore ?? false),
    /** Whether the items are those of the text. */
    isCurrent: isLongEnough && typed === keyword && found.isSuccess && !found.isPlaceholderData,
    error: isLongEnough && typed === keyword ? found.error : null,
  };
}
