import { Group } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { operatorPaths } from '../operator-paths.ts';

type Organisation = ReplyOf<'GET /api/operator/organisations'>['organisations'][number];

/** The organisations of the operator's brands with their credit and billing. */
export const organisationsList = defineList<'GET /api/operator/organisations'>()({
  name: 'organisations',
  call: 'GET /api/operator/organisations',
  rowsKey: 'organisations',
  nouns: ['organisation', 'organisations'],
  label: 'Organisations',
  link: ({ id }) => operatorPaths.organisation(id),
  columns: {
    name: { title: 'Name', isHeading: true, wraps: true, cell: ({ name }) => name },
    brand: { title: 'Brand', cell: ({ companyName }) => companyName },
    invoicing: {
      title: 'Invoicing',
      cell: ({ invoiceMode }) => (invoiceMode === 'monthly' ? 'Monthly' : 'Each shipment'),
      onCard: ({ invoiceMode }) => (invoiceMode === 'monthly' ? 'monthly invoice' : 'invoice for each shipment'),
    },
    state: { title: 'State', cell: (organisation) => <State organisation={organisation} /> },
    open: {
      title: 'Open',
      basis: 'incl. tax',
      isNumber: true,
      cell: ({ openAmount, currencyCode }) => formatMoney(openAmount, currencyCode),
      onCard: ({ openAmount, currencyCode }) => `${formatMoney(openAmount, currencyCode)} open`,
    },
    limit: {
      title: 'Credit limit',
      isNumber: true,
      cell: ({ creditLimit, currencyCode }) => (creditLimit === null ? 'None' : formatMoney(creditLimit, currencyCode)),
      onCard: ({ creditLimit, currencyCode }) =>
        creditLimit === null ? 'No limit' : `Limit ${formatMoney(creditLimit, currencyCode)}`,
    },
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['brand', 'invoicing'] }, { start: ['limit'], end: 'open' }],
  search: { param: 'searchTerm', url: 'search', label: 'Search organisations', placeholder: 'Name' },
  filters: { onHold: flag({ label: 'On hold', url: 'hold', text: 'on' }) },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'No organisations yet', text: 'Organisations of your brands are listed here.' },
  nothingFound: 'Try another part of the name, or remove the filter.',
});

function State({ organisation: { creditHold, creditLimit, openAmount } }: { organisation: Organisation }) {
  const isExceeded = creditLimit !== null && openAmount > creditLimit;
  if (!creditHold && !isExceeded) return null;
  return (
    <Group gap={6} component="span">
      {creditHold && <StatusBadge tone="danger">On hold</StatusBadge>}
      {isExceeded && <StatusBadge tone="warning">Limit exceeded</StatusBadge>}
    </Group>
  );
}
