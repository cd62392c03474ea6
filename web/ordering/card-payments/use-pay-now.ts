import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { openPaymentPage, pathAfterPayment } from './payment-page.ts';

/** Leads to the payment page of an order: the one that is open, or a new one. What cannot be paid any more is said, and the order is read again. */
export function usePayNow(orderId: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const paying = useMutation({
    mutationFn: () => api('GET /api/checkout/tryagain/:id', { params: { id: orderId } }),
    async onSuccess({ redirectUrl, msg }) {
      if (redirectUrl === null) {
        if (msg) showError(new Error(msg));
        return;
      }
      // Whoever goes back from the payment page is told how the payment stands.
      await navigate(pathAfterPayment(orderId, 'open'), { replace: true, preventScrollReset: true });
      openPaymentPage(redirectUrl);
    },
    onError(error) {
      showError(error);
      void invalidateCalls(client, 'GET /api/orders/:id');
    },
  });
  const { reset } = paying;
  // A page that the browser kept while the payment page was open is used again.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      reset();
      void invalidateCalls(client, 'GET /api/orders/:id', 'GET /api/checkout/:orderId/payment');
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [client, reset]);
  // It stays busy until the browser has left.
  const isLeaving = paying.isSuccess && paying.data.redirectUrl !== null;
  return { pay: () => paying.mutate(), isBusy: paying.isPending || isLeaving };
}
