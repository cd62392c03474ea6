import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { describePayment, readVisit } from './payment-words.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { usePayNow } from './use-pay-now.ts';
import { usePaymentState } from './use-payment-state.ts';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** How the payment by card of an order stands, and the way to the payment page. Has the focus after the person has come from there. */
export function PaymentNotice({ order }: { order: Order }) {
  const visit = readVisit(useSearchParams()[0].get('payment'));
  const { payment, canPay, isSlow } = usePaymentState(order, visit);
  const { pay, isBusy } = usePayNow(order.id);
  const isPayer = useProfile()?.id === order.customer.id;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (visit) container.current?.focus();
  }, [visit]);
  if (!payment) return null;

  const words = describePayment({
    payment,
    currencyCode: order.currencyCode,
    visit,
    isPayer,
    person: order.customer.firstName,
    isSlow,
  });
  const receipt = payment.state === 'paid' && order.receipts.find(({ kind }) => kind === 'payment');
  return (
    <div ref={container} role="status" tabIndex={-1} className="not-printed">
      {words && (
        <Notice
          tone={words.tone}
          actions={
            <>
              {canPay && words.button && (
                <Button size="compact-sm" onClick={pay} loading={isBusy}>
                  {words.button}
                </Button>
              )}
              {receipt && <ReceiptButton receipt={receipt} />}
              {payment.state === 'cancelled' && isPayer && <Link to={paths.cart()}>View your cart</Link>}
            </>
          }
        >
          <strong>{words.title}</strong> {words.text}
        </Notice>
      )}
    </div>
  );
}
