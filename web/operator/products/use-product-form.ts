import { useQueryClient } from '@tanstack/react-query';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import type { KeptProduct } from './product-labels.ts';
import {
  findProblems,
  type ProductValueName,
  type ProductValues,
  SERVER_NAMES,
  toProductBody,
  toProductValues,
} from './product-values.ts';
import { useUndo } from './use-undo.ts';

/** The state of the form of a product. */
export type ProductForm = ReturnType<typeof useEntityForm<ProductValues, { product: KeptProduct }>>;

/** The last save, as it can be undone: the former values, and the version that it made. */
export interface LastSave {
  former: ReturnType<typeof toProductBody>;
  version: number;
}

/** The form of a product; `onSaved` is told how the save can be undone. Only what was changed is sent. */
export function useProductForm(product: KeptProduct, onSaved: (save: LastSave) => void): ProductForm {
  const client = useQueryClient();
  const { id } = product;
  const query = operatorQuery('GET /api/operator/products/:id', { params: { id } });
  const before = toProductValues(product);
  const state: { former: LastSave['former'] } = { former: {} };
  return useEntityForm<ProductValues, { product: KeptProduct }>({
    draftKey: `product.${id}`,
    saved: before,
    version: product.version,
    validate: findProblems,
    serverNames: SERVER_NAMES,
    save: ({ values, changed, expectedVersion }) => {
      state.former = toProductBody(before, withSuccessor(changed));
      return operatorApi('PUT /api/operator/products/:id', {
        params: { id },
        body: { ...toProductBody(values, withSuccessor(changed)), version: expectedVersion },
      });
    },
    getVersion: ({ product: saved }) => saved.version,
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).product.version,
    onSaved: async (saved) => {
      client.setQueryData(query.queryKey, saved);
      onSaved({ former: state.former, version: saved.product.version });
      await invalidateOperatorCalls(client, 'GET /api/operator/products', 'GET /api/operator/products/:id/history');
    },
  });
}

/** With its status a product gets or loses its successor. */
const withSuccessor = (changed: readonly ProductValueName[]): ProductValueName[] =>
  changed.includes('state') ? [...new Set([...changed, 'successorId' as const])] : [...changed];

/** Undoing the last save of a product. */
export const useProductUndo = (id: number) =>
  useUndo<LastSave>({
    id,
    send: ({ former, version }) =>
      operatorApi('PUT /api/operator/products/:id', { params: { id }, body: { ...former, version } }),
    savedText: 'The product has been saved.',
    describeUndone: () => 'Undone. The product is restored.',
  });
