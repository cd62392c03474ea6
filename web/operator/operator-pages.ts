/**
 * The operators' pages. To add one, append an entry: `path` is the part of the address after `/operator/` (with `:parameters`), `label`
 * the entry of the navigation, if it has one, `group` the button under which the entry is found, and `key` the letter that opens it after `g`.
 * The page is loaded when it is first opened.
 */
import { cataloguePages } from './catalogue-pages.ts';
import { publicationPages } from './content/publication-pages.ts';
import { lazyPage, type OperatorPage } from './operator-page.ts';
import { personalisationPages } from './personalisation/personalisation-pages.ts';
import { systemPages } from './system-pages.ts';
import { warehousePages } from './warehouse-pages.ts';

/** In the order of the navigation, those of a group together. The first one that the operator may open is shown at `/operator`. */
export const operatorPages: readonly OperatorPage[] = [
  ...warehousePages,
  {
    path: 'quotes',
    label: 'Quotes',
    group: 'Orders',
    key: 'q',
    needs: ['quotes:write'],
    Page: lazyPage(
      () => import('./quotes/operator-quotes-page.tsx'),
      ({ OperatorQuotesPage }) => OperatorQuotesPage,
    ),
  },
  {
    path: 'quotes/:id',
    needs: ['quotes:write'],
    Page: lazyPage(
      () => import('./quotes/operator-quote-page.tsx'),
      ({ OperatorQuotePage }) => OperatorQuotePage,
    ),
  },
  {
    path: 'punchout/orders',
    label: 'PunchOut orders',
    group: 'Orders',
    key: 'j',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./punchout/orders/purchase-orders-page.tsx'),
      ({ PurchaseOrdersPage }) => PurchaseOrdersPage,
    ),
  },
  {
    path: 'punchout/orders/:id',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./punchout/orders/purchase-order-page.tsx'),
      ({ PurchaseOrderPage }) => PurchaseOrderPage,
    ),
  },
  {
    path: 'made-to-measure',
    label: 'Tailoring',
    group: 'Orders',
    key: 'm',
    needs: ['tailoring:read'],
    Page: lazyPage(
      () => import('./made-to-measure/operator-made-to-measure-page.tsx'),
      ({ OperatorMadeToMeasurePage }) => OperatorMadeToMeasurePage,
    ),
  },
  {
    path: 'made-to-measure/:id',
    needs: ['tailoring:read'],
    Page: lazyPage(
      () => import('./made-to-measure/operator-request-page.tsx'),
      ({ OperatorRequestPage }) => OperatorRequestPage,
    ),
  },
  {
    path: 'returns',
    label: 'Returns',
    group: 'Orders',
    key: 'r',
    needs: ['returns:write'],
    Page: lazyPage(
      () => import('./returns/returns-page.tsx'),
      ({ OperatorReturnsPage }) => OperatorReturnsPage,
    ),
  },
  {
    path: 'returns/:id',
    needs: ['returns:write'],
    Page: lazyPage(
      () => import('./returns/operator-return-page.tsx'),
      ({ OperatorReturnPage }) => OperatorReturnPage,
    ),
  },
  ...cataloguePages,
  ...personalisationPages,
  {
    path: 'content/topics',
    label: 'Content',
    section: 'content',
    key: 'e',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/topics/topics-page.tsx'),
      ({ TopicsPage }) => TopicsPage,
    ),
  },
  {
    path: 'content/topics/new',
    needs: ['content:write'],
    Page: lazyPage(
      () => import('./content/topics/topic-page.tsx'),
      ({ NewTopicPage }) => NewTopicPage,
    ),
  },
  {
    path: 'content/topics/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/topics/topic-page.tsx'),
      ({ TopicPage }) => TopicPage,
    ),
  },
  ...publicationPages,
  {
    path: 'content/terms',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/terms/terms-page.tsx'),
      ({ BrandTermsListPage }) => BrandTermsListPage,
    ),
  },
  {
    path: 'content/terms/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/terms/brand-terms-page.tsx'),
      ({ BrandTermsPage }) => BrandTermsPage,
    ),
  },
  {
    path: 'invoices',
    label: 'Invoices',
    group: 'Billing',
    key: 'i',
    needs: ['invoices:read'],
    Page: lazyPage(
      () => import('./invoices/invoices-page.tsx'),
      ({ OperatorInvoicesPage }) => OperatorInvoicesPage,
    ),
  },
  {
    path: 'invoices/:id',
    needs: ['invoices:read'],
    Page: lazyPage(
      () => import('./invoices/invoice-page.tsx'),
      ({ OperatorInvoicePage }) => OperatorInvoicePage,
    ),
  },
  {
    path: 'payments',
    label: 'Payments',
    group: 'Billing',
    key: 'p',
    needs: ['invoices:write'],
    Page: lazyPage(
      () => import('./payments/payments-page.tsx'),
      ({ PaymentsPage }) => PaymentsPage,
    ),
  },
  {
    path: 'card-payments',
    label: 'Card payments',
    group: 'Billing',
    key: 'y',
    needs: ['invoices:read'],
    Page: lazyPage(
      () => import('./card-payments/card-payments-page.tsx'),
      ({ CardPaymentsPage }) => CardPaymentsPage,
    ),
  },
  {
    path: 'card-payments/:id',
    needs: ['invoices:read'],
    Page: lazyPage(
      () => import('./card-payments/card-payment-page.tsx'),
      ({ CardPaymentPage }) => CardPaymentPage,
    ),
  },
  {
    path: 'organisations',
    needs: ['invoices:write'],
    Page: lazyPage(
      () => import('./organisations/organisations-page.tsx'),
      ({ OrganisationsPage }) => OrganisationsPage,
    ),
  },
  {
    path: 'organisations/:id',
    needs: ['invoices:write'],
    Page: lazyPage(
      () => import('./organisations/organisation-page.tsx'),
      ({ OrganisationPage }) => OrganisationPage,
    ),
  },
  ...systemPages,
  {
    path: 'team',
    label: 'Team',
    group: 'Administration',
    key: 't',
    needs: ['administrator'],
    Page: lazyPage(
      () => import('./team/team-page.tsx'),
      ({ TeamPage }) => TeamPage,
    ),
  },
  {
    path: 'account',
    Page: lazyPage(
      () => import('./account/account-page.tsx'),
      ({ AccountPage }) => AccountPage,
    ),
  },
];
