import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorQuery } from '../session/operator-api.ts';
import type { CardPaymentDetail } from './card-payment-labels.ts';
import { AboutPayment, Attempts, Disputes, Events, Receipts, Refunds } from './card-payment-parts.tsx';
import css from './card-payments.module.css';
import { PaymentState } from './card-payments-list.tsx';
import { DecideForm, type HeldDecision } from './decide-form.tsx';
import { RefundForm } from './refund-form.tsx';

/** How often a page asks whether a refund has been sent. */
const REFUND_INTERVAL_MS = 3000;

/** One attempt to pay by card: what the provider has told, what was refunded, and what can be done. */
export function CardPaymentPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/cardpayments/:id', { params: { id } }),
    enabled: isId,
    // A refund is sent right after it was decided.
    refetchInterval: ({ state }) =>
      state.data?.cardPayments[0]?.refunds.some((refund) => refund.state === 'due') ? REFUND_INTERVAL_MS : false,
  });
  const payment = data?.cardPayments[0];
  if (payment) return <PaymentView key={id} payment={payment} />;
  return (
    <>
      <PageHeader title="Card payment" above={<BackToPayments id={id} />} />
      <Card>
        <RecordStates
          noun="payment"
          isId={isId}
          error={error}
          onRetry={() => void refetch()}
          action={
            <Button component={Link} to={operatorPaths.cardPayments}>
              View card payments
            </Button>
          }
        />
      </Card>
    </>
  );
}

const BackToPayments = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.cardPayments}
    label="Card payments"
    list="cardpayments"
    noun="payment"
    id={id}
    pathOf={operatorPaths.cardPayment}
  />
);

type Open = 'refund' | HeldDecision;

/** Why nothing can be refunded; undefined when something can. */
function explainNoRefund({ state, refundable }: CardPaymentDetail): string | undefined {
  if (state === 'held') return 'Decide on the payment first.';
  if (state !== 'paid') return 'Nothing was paid by this attempt.';
  return refundable > 0 ? undefined : 'Everything has been refunded.';
}

function PaymentView({ payment }: { payment: CardPaymentDetail }) {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMay('invoices:write');
  const mayOpenOrders = useMay('orders:write', 'shipments:write');
  const { id, orderId, attempt, personName, organisationName } = payment;
  const titles: Record<Open, string> = {
    refund: `Refund order ${orderId}`,
    accept: 'Take as paid?',
    reject: 'Refund and cancel the order?',
  };
  return (
    <>
      <PageHeader
        title={`Payment for order ${orderId}`}
        above={<BackToPayments id={id} />}
        actions={
          mayChange && (
            <BlockableButton variant="default" blocker={explainNoRefund(payment)} onClick={() => setOpen('refund')}>
              Refund
            </BlockableButton>
          )
        }
      >
        <span className={css.state}>
          <PaymentState payment={payment} />
        </span>
        {formatMoney(payment.amount, payment.currencyCode)} · {personName}, {organisationName}
        {attempt > 1 && ` · attempt ${attempt}`}
        {mayOpenOrders && (
          <>
            {' '}
            · <Link to={operatorPaths.order(orderId)}>View the order</Link>
          </>
        )}
      </PageHeader>
      <Stack>
        {payment.needsDecision && <HeldNotice payment={payment} onDecide={mayChange ? setOpen : undefined} />}
        {!payment.needsDecision && payment.problem && <Notice tone="warning">{payment.problem}</Notice>}
        <div className={css.columns}>
          <Stack miw={0}>
            <Refunds payment={payment} />
            <Disputes payment={payment} />
            <Events payment={payment} />
          </Stack>
          <Stack miw={0}>
            <AboutPayment payment={payment} />
            <Receipts payment={payment} />
            <Attempts payment={payment} />
          </Stack>
        </div>
      </Stack>
      <Dialog opened={open !== undefined} onClose={() => setOpen(undefined)} title={open ? titles[open] : ''} closeLabel="Close">
        {open === 'refund' && <RefundForm payment={payment} onClose={() => setOpen(undefined)} />}
        {(open === 'accept' || open === 'reject') && (
          <DecideForm payment={payment} decision={open} onClose={() => setOpen(undefined)} />
        )}
      </Dialog>
    </>
  );
}

/** Why a payment is held, and what can be decided. */
function HeldNotice({
  payment,
  onDecide,
}: {
  payment: CardPaymentDetail;
  onDecide: ((decision: HeldDecision) => void) | undefined;
}) {
  const { problem, amount, received, currencyCode } = payment;
  const sums =
    received === null
      ? ''
      : ` Requested: ${formatMoney(amount, currencyCode)}. Received: ${formatMoney(received, currencyCode)}.`;
  return (
    <Notice
      tone="warning"
      actions={
        onDecide && (
          <>
            <Button size="compact-sm" aria-haspopup="dialog" onClick={() => onDecide('accept')}>
              Take as paid
            </Button>
            <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => onDecide('reject')}>
              Refund and cancel order
            </Button>
          </>
        )
      }
    >
      <strong>This payment is held, and its order is not sent.</strong>{' '}
      {problem ?? `What was paid differs from what was requested.${sums}`}
    </Notice>
  );
}
