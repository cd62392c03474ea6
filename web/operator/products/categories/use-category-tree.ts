import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showError } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import type { CategoryPlace, KeptCategory } from './category-nodes.ts';

/** Loads the tree of categories, and what shows their names, again. */
export const useRefreshCategories = () => {
  const client = useQueryClient();
  return () =>
    invalidateOperatorCalls(
      client,
      'GET /api/operator/categories',
      'GET /api/operator/products/choices',
      'GET /api/operator/products',
      'GET /api/operator/products/:id',
    );
};

/** Moves categories one after the other. The handle of the one that was moved keeps the focus, also where the tree draws it anew. */
export function useMoveCategory(categories: readonly KeptCategory[]) {
  const refresh = useRefreshCategories();
  const moved = useRef<number>(undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ category: { id, version }, place }: { category: KeptCategory; place: CategoryPlace }) =>
      operatorApi('PUT /api/operator/categories/:id/place', { params: { id }, body: { ...place, version } }),
    onSuccess: refresh,
    onError: async (error) => {
      showError(error);
      await refresh();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle is where the tree that was drawn last has it
  useEffect(() => {
    if (moved.current === undefined) return;
    document.getElementById(handleIdOf(moved.current))?.querySelector('button')?.focus();
    moved.current = undefined;
  }, [categories]);
  return {
    isPending,
    move: (category: KeptCategory, place: CategoryPlace) => {
      // The next move begins with the tree that this one leaves.
      if (isPending) return;
      moved.current = category.id;
      mutate({ category, place });
    },
  };
}

/** The id of the element around the handle of a category. */
export const handleIdOf = (id: number) => `category-handle-${id}`;
