import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDay, formatMoney, formatMonth } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { describeInvoiceStatus, getInvoiceTitle, getSignedTotal } from './invoice-labels.ts';
import { InvoicePdf } from './invoice-pdf.tsx';

/** The invoices and credit notes of an order, for Admins. Nothing before the first. */
export function OrderInvoices({ orderId }: { orderId: number }) {
  const { data } = useQuery(apiQuery('GET /api/invoices', { query: { orderId, limit: 100 } }));
  if (!data || data.invoices.length === 0) return null;
  return (
    <Card title="Invoices">
      <Stack component="ul" gap={10} role="list">
        {data.invoices.map((invoice) => {
          const { label, tone } = describeInvoiceStatus(invoice);
          return (
            <li key={invoice.id}>
              <Group align="baseline" justify="space-between" gap="sm" wrap="nowrap">
                <Link to={paths.invoice(invoice.id)}>{getInvoiceTitle(invoice)}</Link>
                <StatusBadge tone={tone}>{label}</StatusBadge>
              </Group>
              <Group align="baseline" justify="space-between" gap="sm" wrap="nowrap">
                <span className={list.quiet}>
                  {formatDay(invoice.issuedOn)}
                  {invoice.periodOn && ` · all shipments of ${formatMonth(invoice.periodOn)}`}
                </span>
                <span className="figures">{formatMoney(getSignedTotal(invoice), invoice.currencyCode)}</span>
              </Group>
              <InvoicePdf invoice={invoice} />
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}
