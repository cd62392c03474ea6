import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { invalidatePrices } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatSavedPrice, type PriceEntry, toPriceEntry } from './price-entry.ts';
import { getRangeProductName, type RangeProduct } from './range-labels.ts';
import { useReloadRangeProduct } from './use-reload-range-product.ts';

const LIST = 'GET /api/productsorganisation';
type RangeList = ReplyOf<typeof LIST>;

export type PriceEdit = ReturnType<typeof usePriceEdit>;

/** Saves prices of single products, offers to undo each, and loads the list again after an edit conflict. */
export function usePriceEdit() {
  const client = useQueryClient();
  const reload = useReloadRangeProduct();
  const send = useCallback(
    async ({ id, version }: Pick<RangeProduct, 'id' | 'version'>, entry: PriceEntry) => {
      const { productOrganisation } = await api('PUT /api/productorganisation', {
        body: { productOrganisation: { id, version, ...entry } },
      });
      client.setQueriesData<RangeList>(
        { queryKey: [LIST] },
        (list) =>
          list && {
            ...list,
            productOrganisations: list.productOrganisations.map((one) => (one.id === id ? productOrganisation : one)),
          },
      );
      void invalidatePrices(client);
      return productOrganisation;
    },
    [client],
  );
  /** Saves the price of a product as it was loaded. Throws ApiError; 409 when someone else has changed the price since. */
  const save = useCallback(
    async (product: RangeProduct, entry: PriceEntry, currencyCode: string) => {
      const saved = await send(product, entry);
      const name = getRangeProductName(saved);
      const undo = () =>
        void send(saved, toPriceEntry(product)).then(
          (restored) => showSuccess(`Price of “${name}” is ${formatSavedPrice(restored, currencyCode)} again.`),
          showError,
        );
      showSuccess(`Price of “${name}” is now ${formatSavedPrice(saved, currencyCode)}.`, {
        action: { label: 'Undo', run: undo },
      });
    },
    [send],
  );
  // The same object in every render: all rows depend on it.
  return useMemo(() => ({ save, reload }), [save, reload]);
}
