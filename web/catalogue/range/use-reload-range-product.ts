import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import type { RangeProduct } from './range-labels.ts';

const LIST = 'GET /api/productsorganisation';

/** Loads the list again, from which its products come; returns the product as it is saved now, undefined where the list no longer has it. */
export function useReloadRangeProduct(): (id: number) => Promise<RangeProduct | undefined> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      await client.refetchQueries({ queryKey: [LIST], type: 'active' });
      const lists = client.getQueriesData<ReplyOf<typeof LIST>>({ queryKey: [LIST], type: 'active' });
      return lists.flatMap(([, list]) => list?.productOrganisations ?? []).find((product) => product.id === id);
    },
    [client],
  );
}
