import { useEffect, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { REASON_MISSING, type useBeyondReasons } from './beyond-reasons.tsx';
import { type CheckoutFormValues, type Summary, toCheckoutPayload } from './checkout-choices.ts';
import type { OrderRefusal } from './place-order-notice.tsx';
import { findRefusedStep } from './steps.ts';
import type { ShownCheckout } from './use-checkout.ts';
import { usePlaceOrder } from './use-place-order.ts';

type RefusedStep = NonNullable<ReturnType<typeof findRefusedStep>>;

interface Options {
  checkout: ShownCheckout;
  values: CheckoutFormValues;
  reasons: ReturnType<typeof useBeyondReasons>;
  /** Saves what has been typed and not yet saved. */
  saveNow: () => void;
  /** Shows what is missing, and returns whether anything is. */
  showMissing: () => boolean;
  /** Shows a refusal in the step it belongs to, when the order was placed or when a choice was saved. */
  onStepRefused: (refused: RefusedStep, when: { isPlacing: boolean; summary?: Summary | undefined }) => void;
}

const findStep = (error: unknown) => (error instanceof ApiError ? findRefusedStep(error) : undefined);

/** Placing the order: the reasons for pieces beyond the entitlement are saved first, then everything that was typed. */
export function useOrderSubmission({ checkout, values, reasons, saveNow, showMissing, onStepRefused }: Options) {
  const { summary, chosen, failure } = checkout;
  const profile = useProfile();
  const [refusal, setRefusal] = useState<OrderRefusal>();
  const [reasonError, setReasonError] = useState<string>();
  const { phase, place, tryAgain } = usePlaceOrder((error) => void onRefused(error));

  async function onRefused(error: unknown) {
    if (error instanceof ApiError && error.status === 401) return;
    const current = await checkout.refreshAll();
    const refused = findStep(error);
    if (refused) onStepRefused(refused, { isPlacing: true, summary: current });
    else setRefusal({ error, previousSummary: summary });
  }

  // A choice may be refused when it is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!failure) return;
    const refused = findStep(failure);
    if (refused) onStepRefused(refused, { isPlacing: false });
    else setRefusal({ error: failure, previousSummary: undefined });
  }, [failure]);

  /** Saves the reasons for pieces beyond the entitlement; false if one is missing or cannot be saved. */
  async function saveReasons(): Promise<boolean> {
    const { missing } = reasons;
    setReasonError(missing ? REASON_MISSING : undefined);
    if (missing) {
      document.querySelector<HTMLElement>(`[name="reason-${missing.id}"]`)?.focus();
      return false;
    }
    try {
      await reasons.saveAll();
      return true;
    } catch (error) {
      setRefusal({ error, previousSummary: undefined });
      return false;
    }
  }

  async function submit() {
    if (!(await saveReasons()) || showMissing()) return;
    setRefusal(undefined);
    saveNow();
    await checkout.settled();
    await place({ key: summary.checkoutId, checkout: toCheckoutPayload(chosen, values), customerId: profile?.id ?? 0 });
  }

  return { phase, refusal, reasonError, submit, tryAgain };
}
