import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { REASON_MISSING, type useBeyondReasons } from '../checkout/beyond-reasons.tsx';
import { toCheckoutPayload } from '../checkout/checkout-choices.ts';
import type { OrderRefusal } from '../checkout/place-order-notice.tsx';
import { findPoNumberRefusal, findProblem, findSummaryRefusal } from '../checkout/steps.ts';
import type { ShownCheckout } from '../checkout/use-checkout.ts';
import { useCheckoutFormValues } from '../checkout/use-checkout-form-values.ts';
import { usePlaceOrder } from '../checkout/use-place-order.ts';

interface Options {
  checkout: ShownCheckout;
  reasons: ReturnType<typeof useBeyondReasons>;
  /** The element with the fields. */
  page: RefObject<HTMLElement | null>;
}

type ProblemField = 'poNumber' | 'reason' | 'form';

/** Ordering what was chosen, at once or in the checkout: what was typed, what is missing, and why the order was refused. */
export function useBuilderOrder({ checkout, reasons, page }: Options) {
  const { summary, chosen, save, settled, refreshAll, failure } = checkout;
  const profile = useProfile();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { values, update, saveNow } = useCheckoutFormValues(summary, profile?.poNumber ?? '', (change) => void save({}, change));
  const [problem, setProblem] = useState<{ field: ProblemField; text: string }>();
  const [refusal, setRefusal] = useState<OrderRefusal>();
  const { phase, place, tryAgain } = usePlaceOrder((error) => void onRefused(error));

  useEffect(() => {
    if (failure) setRefusal({ error: failure, previousSummary: undefined });
  }, [failure]);

  async function onRefused(error: unknown) {
    if (error instanceof ApiError && error.status === 401) return;
    // It may have been emptied or ordered in another tab.
    await client.invalidateQueries({ queryKey: cartQuery.queryKey });
    await refreshAll();
    setRefusal({ error, previousSummary: summary });
  }
  function report(field: ProblemField, text: string, name: string) {
    setProblem({ field, text });
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
  }
  /** Saves the reasons for pieces beyond the entitlement; false if one is missing. */
  async function explain(): Promise<boolean> {
    if (reasons.missing) {
      report('reason', REASON_MISSING, `reason-${reasons.missing.id}`);
      return false;
    }
    if (reasons.beyond.length === 0) return true;
    try {
      await reasons.saveAll();
      await refreshAll();
      return true;
    } catch (error) {
      setRefusal({ error, previousSummary: undefined });
      return false;
    }
  }
  // Known since the last summary, and not only when the order is placed.
  const known: Partial<Record<ProblemField, string>> = {
    poNumber: findPoNumberRefusal(summary, values),
    form: chosen.shippingOption === null ? findSummaryRefusal(summary, 'shippingOption') : undefined,
  };
  return {
    phase,
    refusal,
    tryAgain,
    poNumber: values.poNumber,
    setPoNumber(poNumber: string) {
      setProblem(undefined);
      update({ poNumber });
    },
    savePoNumber: saveNow,
    /** What is wrong at a place of the page; undefined if nothing is. */
    findProblem: (field: ProblemField) => (problem?.field === field ? problem.text : known[field]),
    async goToCheckout() {
      if (await explain()) await navigate(paths.checkout());
    },
    async placeOrder() {
      if (!(await explain())) return;
      const missing = (['address', 'delivery', 'invoice', 'payment'] as const)
        .map((step) => findProblem(step, chosen, values, summary))
        .find(Boolean);
      if (missing) return report(missing.field === 'poNumber' ? 'poNumber' : 'form', missing.text, 'poNumber');
      setProblem(undefined);
      setRefusal(undefined);
      saveNow();
      await settled();
      await place({ key: summary.checkoutId, checkout: toCheckoutPayload(chosen, values), customerId: profile?.id ?? 0 });
    },
  };
}

export type BuilderOrder = ReturnType<typeof useBuilderOrder>;
