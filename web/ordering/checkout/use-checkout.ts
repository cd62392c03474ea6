import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api, apiQuery } from '#web/app/api.ts';
import { findEffectivePersonId } from '#web/app/session/profile.ts';
import { createAutosave } from './autosave.ts';
import {
  type CheckoutChoices,
  type CheckoutFormValues,
  type CheckoutOptions,
  findDefaultAddressId,
  getDefaultChoices,
  type Summary,
  toCheckoutChoices,
} from './checkout-choices.ts';

/** The order as the server worked it out last. What is shown is what is ordered. */
export const summaryQuery = {
  queryKey: ['POST /api/checkoutsummary'] as const,
  queryFn: ({ signal }: { signal?: AbortSignal } = {}) => api('POST /api/checkoutsummary', { body: { checkout: {} }, signal }),
  // Asking again changes what the server counts as shown, so nothing asks behind the person's back.
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};

const keepSummary = (client: QueryClient, summary: Summary) => void client.setQueryData(summaryQuery.queryKey, summary);

/** Everything the checkout shows and the way to choose; defaults are chosen as soon as they are known. */
export function useCheckout() {
  const client = useQueryClient();
  const [saver] = useState(() => {
    // What is saved last, when the page is left, must not go into the cart of whoever is shown by then.
    const person = findEffectivePersonId(client);
    return createAutosave({
      send: async (checkout) => {
        if (findEffectivePersonId(client) !== person) throw new Error('Somebody else’s cart is shown now.');
        return api('POST /api/checkoutsummary', { body: { checkout } });
      },
      storeSummary: (summary) => keepSummary(client, summary),
    });
  });
  const { unsaved, saving, failure } = useSyncExternalStore(saver.subscribe, saver.state);

  const summary = useQuery({ ...summaryQuery, refetchOnMount: 'always' });
  const shipping = useQuery(apiQuery('GET /api/shippingaddresses'));
  const billing = useQuery(apiQuery('GET /api/billingaddresses'));
  const payment = useQuery(apiQuery('GET /api/paymentoptions'));
  const chosen: CheckoutChoices | undefined = summary.data && { ...toCheckoutChoices(summary.data), ...unsaved };
  const addressId = chosen?.shippingAddressId ?? findDefaultAddressId(shipping.data?.addresses ?? []);
  const delivery = useQuery({
    ...apiQuery('GET /api/shippingoptions/:id', { params: { id: addressId ?? 0 } }),
    enabled: addressId !== null,
  });

  const loaded = [summary, shipping, billing, payment];
  const deliveryOptions = delivery.data?.shippingOptions ?? (delivery.isError || addressId === null ? [] : undefined);
  const lists: CheckoutOptions | undefined = shipping.data &&
    billing.data &&
    payment.data && {
      shippingAddresses: shipping.data.addresses,
      billingAddresses: billing.data.addresses,
      paymentOptions: payment.data.paymentOptions,
      deliveryOptions,
    };

  const missing = chosen && lists && deliveryOptions && !summary.isFetching ? getDefaultChoices(chosen, lists) : undefined;
  useDefaults(missing, saver.save);
  const ready = missing !== undefined && Object.keys(missing).length === 0 && !saving;

  return {
    summary: summary.data,
    /** Why there is nothing to show. */
    error: loaded.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    reload: () => void Promise.all(loaded.map((query) => query.refetch())),
    /** Asks for summary and lists anew, after a refusal said that they have changed. */
    async refreshAll() {
      await Promise.allSettled([...loaded, delivery].map((query) => query.refetch()));
    },
    chosen,
    lists,
    deliveryError: delivery.error,
    reloadDelivery: () => void delivery.refetch(),
    ready,
    busy: saving || summary.isFetching,
    failure,
    save: saver.save,
    settled: saver.settled,
  };
}

/** Chooses what can be chosen for the person, and nothing twice: a default that is refused is left open. */
function useDefaults(
  missing: Partial<CheckoutChoices> | undefined,
  save: (choices: Partial<CheckoutChoices>, typed?: Partial<CheckoutFormValues>) => unknown,
) {
  const tried = useRef('');
  const wanted = missing && Object.keys(missing).length > 0 ? JSON.stringify(missing) : '';
  useEffect(() => {
    if (wanted === '' || wanted === tried.current) return;
    tried.current = wanted;
    void save(JSON.parse(wanted) as Partial<CheckoutChoices>);
  }, [wanted, save]);
}

export type Checkout = ReturnType<typeof useCheckout>;
