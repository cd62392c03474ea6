import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDateTime, formatDay, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorApi, operatorDownload } from '../session/operator-api.ts';
import {
  type CardPaymentDetail,
  type CardRefund,
  DISPUTE_STATES,
  describePaymentState,
  EVENT_OUTCOMES,
  nameEvent,
  nameProvider,
  REFUND_STATES,
} from './card-payment-labels.ts';
import css from './card-payments.module.css';
import { refreshCardPayments } from './refresh-card-payments.ts';

interface Props {
  payment: CardPaymentDetail;
}

/** Amounts, and the numbers by which the provider knows the payment. */
export function AboutPayment({ payment }: Props) {
  const { amount, received, refunded, refundable, currencyCode } = payment;
  const money = (value: number) => formatMoney(value, currencyCode);
  const facts = [
    ['Provider', nameProvider(payment.provider)],
    ['Payment number', payment.paymentReference],
    ['Payment page', payment.sessionReference],
    ['Paid by', payment.payer === 'person' ? 'The person' : 'The organisation'],
    ['Started', formatDateTime(payment.createdOnUtc)],
    ['Can be paid until', payment.state === 'open' && formatDateTime(payment.expiresOnUtc)],
  ] as const;
  return (
    <Card title="Amounts incl. tax">
      <Amounts
        rows={[
          { label: 'Requested', value: money(amount) },
          { label: 'Received', value: received === null ? 'Nothing yet' : money(received) },
          ...(refunded > 0 ? [{ label: 'Refunded', value: money(refunded) }] : []),
          ...(received === null ? [] : [{ label: 'Can be refunded', value: money(refundable), strong: true }]),
        ]}
      />
      <Stack component="dl" gap="xs" mt="md">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <dd className={css.reference}>{value}</dd>
            </div>
          ))}
      </Stack>
    </Card>
  );
}

/** What was refunded, and what the provider refused. */
export const Refunds = ({ payment }: Props) =>
  payment.refunds.length === 0 ? null : (
    <Card title="Refunds">
      <Stack component="ul" gap={12} role="list">
        {payment.refunds.map((refund) => (
          <RefundRow key={refund.id} payment={payment} refund={refund} />
        ))}
      </Stack>
    </Card>
  );

function RefundRow({ payment, refund }: Props & { refund: CardRefund }) {
  const mayChange = useMay('invoices:write');
  const client = useQueryClient();
  const { label, tone } = REFUND_STATES[refund.state];
  const amount = formatMoney(refund.amount, payment.currencyCode);
  const repeating = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/cardpayments/refunds/:id/repeat', { params: { id: refund.id } }),
    async onSuccess() {
      await refreshCardPayments(client);
      showSuccess(`The refund of ${amount} is sent again.`);
    },
    onError: showError,
  });
  const canRepeat = mayChange && (refund.state === 'refused' || (refund.state === 'due' && refund.problem !== null));
  return (
    <li>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <strong className="figures">{amount}</strong>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Group>
      <p>{refund.reason}</p>
      <Text size="sm" c="dimmed" className={css.reference}>
        {[
          formatDateTime(refund.createdOnUtc),
          refund.nextAttemptOnUtc && refund.attempts > 0 && `sent again ${formatDateTime(refund.nextAttemptOnUtc)}`,
          refund.settledOnUtc && `done ${formatDateTime(refund.settledOnUtc)}`,
          refund.refundReference,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {refund.problem && refund.state !== 'done' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {refund.problem}
        </Text>
      )}
      {canRepeat && (
        <Button size="compact-sm" variant="default" mt={6} loading={repeating.isPending} onClick={() => repeating.mutate()}>
          Send again<VisuallyHidden> the refund of {amount}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

/** Disputes of the holder of the card with their bank. */
export const Disputes = ({ payment: { disputes, currencyCode, provider } }: Props) =>
  disputes.length === 0 ? null : (
    <Card title="Disputes">
      <Stack component="ul" gap={12} role="list">
        {disputes.map((dispute) => (
          <li key={dispute.reference}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <strong className="figures">{formatMoney(dispute.amount, currencyCode)}</strong>
              <StatusBadge tone={DISPUTE_STATES[dispute.state].tone}>{DISPUTE_STATES[dispute.state].label}</StatusBadge>
            </Group>
            {dispute.reason && <p>{dispute.reason}</p>}
            <Text size="sm" c="dimmed" className={css.reference}>
              {[
                `Opened ${formatDateTime(dispute.openedOnUtc)}`,
                dispute.closedOnUtc && `closed ${formatDateTime(dispute.closedOnUtc)}`,
                dispute.reference,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </Stack>
      {disputes.some(({ state }) => state === 'open') && (
        <Text size="sm" mt="sm">
          Disputes are answered at {nameProvider(provider)}.
        </Text>
      )}
    </Card>
  );

/** What the provider has told, oldest first. */
export const Events = ({ payment: { events, currencyCode } }: Props) => (
  <Card title="Events">
    {events.length === 0 ? (
      <p>Nothing received from the provider yet.</p>
    ) : (
      <Stack component="ol" gap={12} role="list">
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end.
          <li key={at}>
            <Group justify="space-between" gap="sm" wrap="nowrap" align="baseline">
              <span>
                {nameEvent(event.kind)}
                {event.amount !== null && <span className="figures"> {formatMoney(event.amount, currencyCode)}</span>}
              </span>
              <Text span size="sm" c={event.outcome === 'applied' ? 'dimmed' : undefined}>
                {EVENT_OUTCOMES[event.outcome]}
              </Text>
            </Group>
            <Text size="sm" c="dimmed" className={css.reference}>
              {formatDateTime(event.occurredOnUtc)}
            </Text>
          </li>
        ))}
      </Stack>
    )}
  </Card>
);

/** Receipts of the payment and its refunds, as PDF. */
export const Receipts = ({ payment: { receipts, currencyCode } }: Props) =>
  receipts.length === 0 ? null : (
    <Card title="Receipts">
      <Stack component="ul" gap={10} role="list">
        {receipts.map(({ id, number, issuedOn, total }) => (
          <li key={id}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <span>
                {number}
                <Text size="sm" c="dimmed" className="figures">
                  {formatDay(issuedOn)} · {formatMoney(total, currencyCode)}
                </Text>
              </span>
              <DownloadButton
                size="compact-sm"
                label={`${number} as PDF`}
                file={() => operatorDownload('GET /api/operator/receipts/:id/pdf', { params: { id } })}
              >
                PDF
              </DownloadButton>
            </Group>
          </li>
        ))}
      </Stack>
    </Card>
  );

function AttemptState(payment: Pick<CardPaymentDetail, 'state' | 'needsDecision'>) {
  const { label, tone } = describePaymentState(payment);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The other attempts to pay for the order. */
export const Attempts = ({ payment }: Props) =>
  payment.attempts.length < 2 ? null : (
    <Card title="Attempts for this order">
      <Stack component="ul" gap={8} role="list">
        {payment.attempts.map(({ id, attempt, state }) => (
          <li key={id}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              {id === payment.id ? (
                <span>Attempt {attempt}, shown here</span>
              ) : (
                <Link to={operatorPaths.cardPayment(id)}>Attempt {attempt}</Link>
              )}
              <AttemptState state={state} needsDecision={id === payment.id ? payment.needsDecision : state === 'held'} />
            </Group>
          </li>
        ))}
      </Stack>
    </Card>
  );
