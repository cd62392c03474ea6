import { DeliveriesPage } from '#web/integrations/webhooks/deliveries-page.tsx';
import { ApiKeysPage } from '#web/operator/api-keys/api-keys-page.tsx';
import { OrganisationsPage } from '#web/operator/organisations/organisations-page.tsx';
import { OperatorReturnsPage } from '#web/operator/returns/returns-page.tsx';
import { BackOrdersPage } from '#web/operator/stock/back-orders-page.tsx';
import { TeamPage } from '#web/operator/team/team-page.tsx';
import { OperatorWebhookLogPage } from '#web/operator/webhooks/webhook-log-page.tsx';
import { ReturnsPage } from '#web/ordering/returns/returns-page.tsx';
import { type ListCase, listCase, upTo } from './list-case.ts';

/** Lists of operators, and those of customers that share their columns or cards with one. */
export const operatorLists: readonly ListCase[] = [
  listCase<'GET /api/operator/organisations'>({
    name: 'organisations',
    isOperator: true,
    page: () => <OrganisationsPage />,
    call: 'GET /api/operator/organisations',
    reply: (rows) => ({
      organisations: upTo(rows).map((id) => ({ id, name: `Organisation ${id}`, currencyCode: 'GBP' })),
      totalCount: rows,
    }),
    label: 'Organisations',
    several: 'organisations',
    emptyTitle: 'No organisations yet',
    filter: ['On hold', undefined, /^On hold$/],
    column: ['brand', 'Brand'],
    hasSearch: true,
    opens: /\/operator\/organisations\/1$/,
  }),
  listCase<'GET /api/operator/operators'>({
    name: 'team',
    isOperator: true,
    page: () => <TeamPage />,
    call: 'GET /api/operator/operators',
    reply: (rows) => ({ operators: upTo(rows).map((id) => ({ id, name: `Operator ${id}`, email: `${id}@example.com` })) }),
    label: 'Operators',
    several: 'operators',
    emptyTitle: 'No operators yet',
    sorted: 'Name',
    column: ['email', 'Email'],
    hasSearch: true,
  }),
  listCase<'GET /api/operator/apikeys'>({
    name: 'apikeys',
    isOperator: true,
    page: () => <ApiKeysPage />,
    call: 'GET /api/operator/apikeys',
    reply: (rows) => ({ apiKeys: upTo(rows).map((id) => ({ id, name: `System ${id}` })) }),
    label: 'API keys',
    several: 'API keys',
    emptyTitle: 'There are no API keys',
    sorted: 'Name',
    column: ['scopes', 'Purposes'],
    hasSearch: true,
  }),
  listCase<'GET /api/operator/webhooks/:id/deliveries'>({
    name: 'webhooklog',
    isOperator: true,
    page: () => <OperatorWebhookLogPage />,
    route: '/operator/webhooks/:id',
    path: '/operator/webhooks/7',
    call: 'GET /api/operator/webhooks/:id/deliveries',
    reply: (rows) => ({
      deliveries: upTo(rows).map((id) => ({ id, eventId: `event-${id}`, eventType: 'order.placed' })),
      totalCount: rows,
    }),
    label: 'Events',
    several: 'events',
    emptyTitle: 'Nothing sent yet',
    filter: ['Status', 'Failed', /^Status: Failed$/],
    column: ['attempts', 'Attempts'],
  }),
  listCase<'GET /api/webhooks/:id/deliveries'>({
    name: 'webhooklog',
    page: () => <DeliveriesPage />,
    route: '/index/settings/webhooks/:id',
    path: '/index/settings/webhooks/7',
    call: 'GET /api/webhooks/:id/deliveries',
    reply: (rows) => ({
      deliveries: upTo(rows).map((id) => ({ id, eventId: `event-${id}`, eventType: 'order.placed' })),
      totalCount: rows,
    }),
    label: 'Events',
    several: 'events',
    emptyTitle: 'Nothing sent yet',
    filter: ['Status', 'Failed', /^Status: Failed$/],
    column: ['attempts', 'Attempts'],
  }),
  listCase<'GET /api/operator/stock/backorders'>({
    name: 'backorders',
    isOperator: true,
    page: () => <BackOrdersPage />,
    call: 'GET /api/operator/stock/backorders',
    reply: (rows) => ({
      backOrders: upTo(rows).map((id) => ({ id, productName: `Polo ${id}`, lines: [{ orderItemId: id, orderId: 100 + id }] })),
      totalCount: rows,
    }),
    label: 'Garments that orders wait for',
    several: 'garments',
    emptyTitle: 'No order waits for stock',
    filter: ['Promised day', 'Day has passed', /^Promised day: Day has passed$/],
    column: ['expected', 'Expected'],
    hasSearch: true,
  }),
  listCase<'GET /api/operator/returns'>({
    name: 'returns',
    isOperator: true,
    page: () => <OperatorReturnsPage />,
    call: 'GET /api/operator/returns',
    reply: (rows) => ({
      returnRequests: upTo(rows).map((id) => ({ id, customNumber: `R5000${id}` })),
      totalCount: rows,
    }),
    label: 'Returns',
    several: 'returns',
    emptyTitle: 'No returns yet',
    column: ['reason', 'Reason'],
    hasSearch: true,
    opens: /\/operator\/returns\/1$/,
  }),
  listCase<'GET /api/customerreturnrequests'>({
    name: 'returns',
    page: () => <ReturnsPage />,
    call: 'GET /api/customerreturnrequests',
    reply: (rows) => ({ returnRequests: upTo(rows).map((id) => ({ id, customNumber: `R5000${id}` })) }),
    label: 'Your returns',
    several: 'returns',
    emptyTitle: 'No returns yet',
    sorted: 'Return',
    column: ['reason', 'Reason'],
    hasSearch: true,
  }),
];
