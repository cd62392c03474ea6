import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api, apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
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
import { findSummaryRefusal } from './steps.ts';

/** The order as last calculated by the server. The order placed is exactly the one shown. */
export const summaryQuery = {
  queryKey: ['POST /api/checkoutsummary'] as const,
  queryFn: ({ signal }: { signal?: AbortSignal } = {}) => api('POST /api/checkoutsummary', { body: { checkout: {} }, signal }),
  // Every request changes what the server regards as shown to the person, so there is no background refetch.
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};

/** Whether there is nothing to check out. */
export const isEmptyCartError = (error: unknown) =>
  error instanceof ApiError && error.status === 400 && error.errors.cart !== undefined;

const cacheSummary = (client: QueryClient, summary: Summary) => void client.setQueryData(summaryQuery.queryKey, summary);

const isDeliveryWithdrawn = (summary: Summary | undefined) =>
  summary !== undefined && findSummaryRefusal(summary, 'shippingOption') !== undefined;

/** The state of the checkout and the functions to change it. Defaults are chosen as soon as the options are known. */
export function useCheckout() {
  const client = useQueryClient();
  const [autosave] = useState(() => {
    // The last save, when the page is left, must not go to the cart of another person selected since.
    const person = findEffectivePersonId(client);
    return createAutosave({
      send: async (checkout) => {
        if (findEffectivePersonId(client) !== person)
          throw new Error('You are ordering for someone else now, so this change was not saved.');
        return api('POST /api/checkoutsummary', { body: { checkout } });
      },
      storeSummary: (summary) => cacheSummary(client, summary),
    });
  });
  const { unsaved, saving, failure } = useSyncExternalStore(autosave.subscribe, autosave.state);

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

  const missing =
    chosen && lists && deliveryOptions && !summary.isFetching
      ? getDefaultChoices(chosen, lists, isDeliveryWithdrawn(summary.data))
      : undefined;
  const areDefaultsSaved = useDefaults(missing, autosave.save);
  // Saving the text fields does not change what is chosen.
  const ready = areDefaultsSaved && Object.keys(unsaved).length === 0;

  return {
    summary: summary.data,
    /** Why the summary could not be loaded the last time; an earlier one may still be shown. */
    summaryError: summary.error,
    /** Why the checkout cannot be shown. */
    error: loaded.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    reload: () => void Promise.all(loaded.map((query) => query.refetch())),
    /** Reloads the summary and all options after a refusal, because they may have changed. Returns the summary. */
    async refreshAll() {
      const others = [shipping, billing, payment, delivery].map((query) => query.refetch());
      const [{ data }] = await Promise.all([summary.refetch(), Promise.allSettled(others)]);
      return data;
    },
    chosen,
    lists,
    deliveryError: delivery.error,
    reloadDelivery: () => void delivery.refetch(),
    /** Every default has been saved or refused, and the summary is about what is chosen. */
    ready,
    busy: saving || summary.isFetching,
    failure,
    save: autosave.save,
    settled: autosave.settled,
  };
}

/**
 * Saves the defaults, each only once: a default that is refused is left for the person to choose. Returns whether all of them have
 * been tried; false while they are not known.
 */
function useDefaults(
  missing: Partial<CheckoutChoices> | undefined,
  save: (choices: Partial<CheckoutChoices>, values?: Partial<CheckoutFormValues>) => unknown,
): boolean {
  const [tried, setTried] = useState('');
  const defaults = missing && Object.keys(missing).length > 0 ? JSON.stringify(missing) : '';
  useEffect(() => {
    if (defaults === '' || defaults === tried) return;
    setTried(defaults);
    void save(JSON.parse(defaults) as Partial<CheckoutChoices>);
  }, [defaults, tried, save]);
  return missing !== undefined && (defaults === '' || defaults === tried);
}

export type Checkout = ReturnType<typeof useCheckout>;
/** A checkout of which everything is loaded. */
export type ShownCheckout = Checkout & { summary: Summary; lists: CheckoutOptions; chosen: CheckoutChoices };
