import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operatorApi } from '../session/operator-api.ts';
import type { GuideDraft, GuidePreview } from './guide-table.ts';

/** A pause in typing after which the table is checked. */
const PAUSE_MS = 400;

/** What the server says about the table as it is typed: undefined while it has not been checked, or with the error if it cannot be. */
export function useGuidePreview(
  draft: GuideDraft,
  productIds: readonly number[],
): { preview: GuidePreview | undefined; error: Error | null } {
  const { wearers, columns, rows } = draft;
  const key = JSON.stringify([wearers, columns, rows, productIds]);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const { data, error } = useQuery({
    queryKey: ['size guide preview', settled],
    queryFn: ({ signal }) =>
      operatorApi('POST /api/operator/sizeguides/preview', {
        body: {
          wearers,
          columns: [...columns],
          rows: rows.map((cells) => [...cells]),
          productIds: [...productIds],
        },
        signal,
      }),
    enabled: settled === key,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return settled === key ? { preview: data, error } : { preview: undefined, error: null };
}
