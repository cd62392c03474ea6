import { OperatorInvoicesPage } from '#web/operator/invoices/invoices-page.tsx';
import { PaymentsPage } from '#web/operator/payments/payments-page.tsx';
import { ShipmentsPage } from '#web/operator/shipments/shipments-page.tsx';
import { InvoicesPage } from '#web/ordering/invoices/invoices-page.tsx';
import { ManagedReturnsPage } from '#web/ordering/managed-returns/managed-returns-page.tsx';
import { OrdersPage } from '#web/ordering/orders/orders-page.tsx';
import { QuotesPage } from '#web/ordering/quotes/quotes-page.tsx';
import { PeoplePage } from '#web/people/list/people-page.tsx';
import { listCase, upTo } from './list-case.ts';

/** Rows of a list of invoices. */
const listInvoices = (rows: number) => ({
  invoices: upTo(rows).map((id) => ({
    id,
    number: `SUN-${id}`,
    issuedOn: '2026-03-02',
    currencyCode: 'GBP',
    kind: 'invoice' as const,
  })),
  totalCount: rows,
});

/** Rows of a list of quotes. */
const listQuotes = (rows: number) => ({
  quotes: upTo(rows).map((id) => ({ id, quoteNumber: `Q${id}`, title: `Aprons ${id}`, customer: { id, firstName: 'Ann' } })),
  totalCount: rows,
});

/** The lists of people, orders, money and parcels. */
export const orderingListCases = [
  listCase<'GET /api/returns'>({
    name: 'managedreturns',
    page: () => <ManagedReturnsPage />,
    call: 'GET /api/returns',
    reply: (rows) => ({
      returns: upTo(rows).map((id) => ({
        id,
        orderId: 100 + id,
        customNumber: `R${id}`,
        productName: 'Tee',
        quantity: 1,
        createdOnUtc: '2026-11-02T09:00:00Z',
        person: { id, firstName: 'Ann', lastName: `Ash ${id}` },
      })),
      totalCount: rows,
    }),
    label: 'Returns',
    several: 'returns',
    emptyTitle: 'No returns waiting',
    filter: ['Requested', '14 days ago or more', /^Requested: 14 days ago or more/],
    sorted: 'Person',
    column: ['pieces', 'Pieces'],
    hasSearch: true,
    opens: /^\/index\/orders\/101$/,
  }),
  listCase<'GET /api/quotescustomer'>({
    name: 'quotes',
    page: () => <QuotesPage />,
    call: 'GET /api/quotescustomer',
    reply: listQuotes,
    label: 'Your quotes',
    several: 'quotes',
    emptyTitle: 'No quotes yet',
    sorted: 'Quote',
    column: ['neededBy', 'Needed by'],
    hasSearch: true,
    opens: /^\/index\/quotes\/1$/,
  }),
  listCase<'GET /api/quotesorganisation'>({
    name: 'organisationquotes',
    page: () => <QuotesPage />,
    route: '/index/quotes',
    path: '/index/quotes?of=organisation',
    call: 'GET /api/quotesorganisation',
    reply: listQuotes,
    label: 'Quotes of your organisation',
    several: 'quotes',
    emptyTitle: 'No quotes yet',
    column: ['person', 'Requested by'],
    hasSearch: true,
    opens: /^\/index\/quotes\/1$/,
  }),
  listCase<'GET /api/customers'>({
    name: 'people',
    page: () => <PeoplePage />,
    call: 'GET /api/customers',
    reply: (rows) => ({
      customers: upTo(rows).map((id) => ({ id, firstName: 'Ann', lastName: `Ash ${id}`, email: `ann.${id}@meridian.example` })),
      totalCount: rows,
    }),
    label: 'People',
    several: 'people',
    emptyTitle: 'No people yet',
    filter: ['Measured', 'Yes', /^Measured: Yes$/],
    sorted: 'Name',
    column: ['wardrobe', 'Wardrobe'],
    hasSearch: true,
    isSelectable: true,
    opens: /customers\/1$/,
  }),
  listCase<'GET /api/orders'>({
    name: 'orders',
    page: () => <OrdersPage />,
    call: 'GET /api/orders',
    reply: (rows) => ({ orders: upTo(rows).map((id) => ({ id })), totalCount: rows }),
    label: 'Orders',
    several: 'orders',
    emptyTitle: 'No orders yet',
    filter: ['Outstanding', undefined, /^Outstanding$/],
    sorted: 'Order',
    column: ['delivery', 'Delivery'],
    hasSearch: true,
    opens: /orders\/1$/,
  }),
  listCase<'GET /api/invoices'>({
    name: 'invoices',
    page: () => <InvoicesPage />,
    call: 'GET /api/invoices',
    reply: (rows) => ({ ...listInvoices(rows), totals: { currencyCode: 'GBP' } }),
    label: 'Invoices, newest first',
    several: 'invoices',
    emptyTitle: 'No invoices yet',
    filter: ['Status', 'Overdue', /^Status: Overdue$/],
    column: ['due', 'Due'],
    hasSearch: true,
    opens: /invoices\/1$/,
  }),
  listCase<'GET /api/operator/invoices'>({
    name: 'invoices',
    isOperator: true,
    page: () => <OperatorInvoicesPage />,
    call: 'GET /api/operator/invoices',
    reply: listInvoices,
    label: 'Invoices and credit notes',
    several: 'documents',
    emptyTitle: 'No invoices yet',
    filter: ['Status', 'Overdue', /^Status: Overdue$/],
    sorted: 'Due',
    column: ['due', 'Due'],
    hasSearch: true,
    opens: /invoices\/1$/,
  }),
  listCase<'GET /api/operator/payments'>({
    name: 'payments',
    isOperator: true,
    page: () => <PaymentsPage />,
    call: 'GET /api/operator/payments',
    reply: (rows) => ({
      payments: upTo(rows).map((id) => ({ id, receivedOn: '2026-03-02', currencyCode: 'GBP', reference: `BACS ${id}` })),
      totalCount: rows,
    }),
    label: 'Payments, credit notes and reversals, newest first',
    several: 'entries',
    emptyTitle: 'No payments yet',
    filter: ['With credit left', undefined, /^With credit left$/],
    column: ['kind', 'Kind'],
    hasSearch: true,
  }),
  listCase<'GET /api/operator/shipments'>({
    name: 'shipments',
    isOperator: true,
    page: () => <ShipmentsPage />,
    call: 'GET /api/operator/shipments',
    reply: (rows) => ({ shipments: upTo(rows).map((id) => ({ id, orderId: id, deliveredOnUtc: null })), totalCount: rows }),
    label: 'Shipments, newest first',
    several: 'shipments',
    emptyTitle: 'Nothing sent yet',
    filter: ['State', 'On the way', /^State: On the way$/],
    column: ['tracking', 'Tracking'],
    hasSearch: true,
    isSelectable: true,
    opens: /orders\/1$/,
  }),
];
