import { lazyPage, type OperatorPage } from './operator-page.ts';
import { punchoutPages } from './punchout/punchout-pages.ts';

/** The pages for those who connect other systems of the supplier. */
export const systemPages: readonly OperatorPage[] = [
  {
    path: 'webhooks',
    label: 'Webhooks',
    group: 'Administration',
    key: 'w',
    needs: ['administrator'],
    Page: lazyPage(
      () => import('./webhooks/webhooks-page.tsx'),
      ({ OperatorWebhooksPage }) => OperatorWebhooksPage,
    ),
  },
  {
    path: 'webhooks/:id',
    needs: ['administrator'],
    Page: lazyPage(
      () => import('./webhooks/webhook-log-page.tsx'),
      ({ OperatorWebhookLogPage }) => OperatorWebhookLogPage,
    ),
  },
  ...punchoutPages,
  {
    path: 'payment-providers',
    label: 'Payment providers',
    group: 'Administration',
    key: 'v',
    needs: ['administrator', 'invoices:read'],
    Page: lazyPage(
      () => import('./card-payments/payment-providers-page.tsx'),
      ({ PaymentProvidersPage }) => PaymentProvidersPage,
    ),
  },
  {
    path: 'keys',
    label: 'Keys',
    group: 'Administration',
    key: 'k',
    needs: ['administrator'],
    Page: lazyPage(
      () => import('./api-keys/api-keys-page.tsx'),
      ({ ApiKeysPage }) => ApiKeysPage,
    ),
  },
  {
    path: 'docs',
    Page: lazyPage(
      () => import('./api-keys/api-docs-page.tsx'),
      ({ ApiDocsPage }) => ApiDocsPage,
    ),
  },
];
