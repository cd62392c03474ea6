import { ApiKeysPage } from '#web/operator/api-keys/api-keys-page.tsx';
import { OrganisationsPage } from '#web/operator/organisations/organisations-page.tsx';
import { TeamPage } from '#web/operator/team/team-page.tsx';
import { type ListCase, listCase, upTo } from './list-case.ts';

/** Lists of operators, and those of customers that share their columns or cards with one. */
export const OPERATOR_LISTS: readonly ListCase[] = [
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
];
