import { Group, Stack, Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { useProfile, useSeesCharges } from '#web/app/session/profile.ts';
import { type Amount, Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PAYMENT_LABELS, REFUND_LABELS } from './payment-words.ts';
import { ReceiptButton } from './receipt-button.tsx';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** Who pays what of an order with a part by card, how that stands, what was refunded, and the receipts. Nothing for any other order. */
export function PaymentCard({ order }: { order: Order }) {
  const isPayer = useProfile()?.id === order.customer.id;
  const seesCharges = useSeesCharges();
  const { payment, refunds, receipts, currencyCode, accountTotal } = order;
  if (!payment) return null;
  const { label, tone } = PAYMENT_LABELS[payment.state];
  const rows: Amount[] = [
    ...(seesCharges && accountTotal
      ? [{ label: 'Your organisation pays, incl. tax', value: formatMoney(accountTotal, currencyCode) }]
      : []),
    ...(payment.amount === null
      ? []
      : [
          {
            label: nameCardPart(payment, isPayer, order.customer.firstName),
            value: formatMoney(payment.amount, currencyCode),
          },
        ]),
  ];
  return (
    <Card title="Payment" action={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      {rows.length > 0 && <Amounts rows={rows} />}
      {refunds.length > 0 && (
        <Stack component="ul" gap={8} mt="sm" role="list" aria-label="Refunds">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <Group justify="space-between" gap="sm" wrap="nowrap">
                <span className="figures">
                  Refund{refund.amount !== null && ` of ${formatMoney(refund.amount, currencyCode)}`}
                </span>
                <StatusBadge tone={REFUND_LABELS[refund.state].tone}>{REFUND_LABELS[refund.state].label}</StatusBadge>
              </Group>
              <Text size="sm" c="dimmed">
                {formatDate(refund.settledOnUtc ?? refund.createdOnUtc)} · {refund.reason}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {receipts.length > 0 && (
        <Group gap="xs" mt="sm" className="not-printed">
          {receipts.map((receipt) => (
            <ReceiptButton key={receipt.id} receipt={receipt} />
          ))}
        </Group>
      )}
    </Card>
  );
}

function nameCardPart({ payer, state }: NonNullable<Order['payment']>, isPayer: boolean, person: string): string {
  const who = payer === 'organisation' ? 'Your organisation' : isPayer ? 'You' : person;
  return `${who} ${state === 'paid' ? 'paid' : who === 'You' ? 'pay' : 'pays'} by card, incl. tax`;
}
