/**
 * The route map: path, guard and page of every screen.
 *
 * How to add a page:
 * - Add its path to `patterns` in app/paths.ts and a lazy route here. A page is loaded when it is first opened, so code
 *   and CSS that only it needs stay out of the first load.
 * - Import the CSS of Mantine components next to the page that uses them, for example
 *   `import '@mantine/core/styles/Modal.layer.css'`. ui/styles/mantine.css already contains UnstyledButton, Button, Input and
 *   Loader, and mantine-layout.css beside it Group, Stack and Text for pages inside the shell. Other styles go into CSS modules
 *   and use the custom properties of themes/theme.ts (`--surface`, `--line`, `--muted`, `--brand`, `--on-brand`, `--brand-text`,
 *   `--brand-tint`, `--radius-card`, `--radius-control`, `--card-padding`, `--control-height`).
 * - Position sticky elements with `bottom: var(--bottom-bar)` or `top: var(--top-bar)`, so that the shell's own bars do
 *   not cover them.
 * - Render `<PageHeader title=…>` (ui/layout/page-header.tsx) first, also while loading: it sets the document title and is the
 *   heading that receives the focus after navigation.
 * - Fetch data with `useQuery(apiQuery('GET /api/…', { query }))` (app/api.ts), the cart with `cartQuery` (app/cart.ts)
 *   and the person with `useProfile` and `useHasPermission` (app/session/profile.ts). Link with `paths` (app/paths.ts)
 *   and react-router's `Link`. Show messages with `showSuccess` and `showError` (ui/feedback/alerts.ts): `action` adds a button,
 *   `persistent` keeps the message for one navigation.
 */
import { Navigate, type RouteObject } from 'react-router';
import { lazyRoute } from './app/lazy-route.ts';
import { OPERATOR_PATH, paths, patterns } from './app/paths.ts';
import {
  adminGuard,
  formerSettingsRedirect,
  homeGuard,
  impersonationGuard,
  invoicesGuard,
  landingGuard,
  orderSheetGuard,
  peopleGuard,
  permissionGuard,
  rangeImportGuard,
  returnsGuard,
  selfServiceGuard,
  sessionGuard,
  settingsGuard,
  startGuard,
  twinGuard,
  withPrefetch,
} from './app/session/guards.ts';
import { cataloguePermissions, productListPermissions } from './app/session/profile.ts';
import { RootError, RouteError } from './app/shell/route-error.tsx';
import { afterOrderRoutes } from './ordering/after-order-routes.ts';

/** A page that only administrators open, while they act for themselves. */
const forAdmins = (path: string, lazy: () => Promise<ReturnType<typeof lazyRoute>>): RouteObject => ({
  path,
  loader: adminGuard,
  lazy,
});

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RootError,
    children: [
      { path: '/', loader: startGuard, element: null },
      {
        path: patterns.login,
        loader: async (args) => (await import('./identity/login/login-page.tsx')).loginLoader(args),
        // Opening the screen logs out; removing the login key from its address must not do so again.
        shouldRevalidate: () => false,
        lazy: async () => lazyRoute((await import('./identity/login/login-page.tsx')).LoginPage),
      },
      {
        path: patterns.passwordRecovery,
        lazy: async () => lazyRoute((await import('./identity/passwords/password-recovery-page.tsx')).PasswordRecoveryPage),
      },
      {
        path: patterns.register,
        lazy: async () => lazyRoute((await import('./people/registration/form/register-page.tsx')).RegisterPage),
      },
      { path: patterns.optOut, lazy: async () => lazyRoute((await import('./people/opt-out/opt-out-page.tsx')).OptOutPage) },
      {
        path: patterns.undoOptOut,
        lazy: async () => lazyRoute((await import('./people/opt-out/opt-out-page.tsx')).UndoOptOutPage),
      },
      {
        path: patterns.resetPassword,
        lazy: async () => lazyRoute((await import('./identity/passwords/reset-password-page.tsx')).ResetPasswordPage),
      },
      {
        path: patterns.activation,
        lazy: async () => lazyRoute((await import('./identity/passwords/activation-page.tsx')).ActivationPage),
      },
      {
        path: patterns.confirmEmail,
        lazy: async () => lazyRoute((await import('./identity/emails/confirm-email-page.tsx')).ConfirmEmailPage),
      },
      {
        path: patterns.preferences,
        loader: async (args) => (await import('./identity/preferences/preferences-loader.ts')).preferencesLoader(args),
        lazy: async () => lazyRoute((await import('./identity/preferences/preferences-page.tsx')).PreferencesPage),
      },
      { path: patterns.terms, lazy: async () => lazyRoute((await import('./identity/preferences/legal-pages.tsx')).TermsPage) },
      {
        path: patterns.privacy,
        lazy: async () => lazyRoute((await import('./identity/preferences/legal-pages.tsx')).PrivacyPage),
      },
      {
        path: patterns.landing,
        loader: sessionGuard,
        lazy: async () => lazyRoute((await import('./app/shell/shell.tsx')).Shell),
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { index: true, loader: landingGuard, element: null },
              {
                path: patterns.home,
                loader: withPrefetch(async () => (await import('./content/home/home-page.tsx')).prefetchHomePage, homeGuard),
                lazy: async () => lazyRoute((await import('./content/home/home-page.tsx')).HomePage),
              },
              {
                path: patterns.news,
                loader: withPrefetch(async () => (await import('./content/announcements/news-page.tsx')).prefetchNewsPage),
                lazy: async () => lazyRoute((await import('./content/announcements/news-page.tsx')).NewsPage),
              },
              {
                path: patterns.products,
                loader: withPrefetch(
                  async () => (await import('./catalogue/products/products-page.tsx')).prefetchProductsPage,
                  permissionGuard(...productListPermissions),
                ),
                lazy: async () => lazyRoute((await import('./catalogue/products/products-page.tsx')).ProductsPage),
              },
              {
                path: patterns.productsModal,
                loader: permissionGuard(...productListPermissions),
                lazy: async () => lazyRoute((await import('./catalogue/products/products-modal-page.tsx')).ProductsModalPage),
              },
              {
                path: patterns.product,
                loader: withPrefetch(
                  async () => (await import('./catalogue/products/product-page.tsx')).prefetchProductPage,
                  permissionGuard(...cataloguePermissions),
                ),
                lazy: async () => lazyRoute((await import('./catalogue/products/product-page.tsx')).ProductPage),
              },
              {
                path: patterns.information,
                lazy: async () => lazyRoute((await import('./content/topics/information-page.tsx')).InformationPage),
              },
              { path: patterns.cart, lazy: async () => lazyRoute((await import('./ordering/cart/cart-page.tsx')).CartPage) },
              {
                path: patterns.checkout,
                lazy: async () => lazyRoute((await import('./ordering/checkout/checkout-page.tsx')).CheckoutPage),
              },
              {
                path: patterns.confirmation,
                lazy: async () => lazyRoute((await import('./ordering/checkout/confirmation-page.tsx')).ConfirmationPage),
              },
              {
                path: patterns.orders,
                loader: withPrefetch(async () => (await import('./ordering/orders/orders-page.tsx')).prefetchOrdersPage),
                lazy: async () => lazyRoute((await import('./ordering/orders/orders-page.tsx')).OrdersPage),
              },
              ...afterOrderRoutes,
              { path: patterns.order, lazy: async () => lazyRoute((await import('./ordering/orders/order-page.tsx')).OrderPage) },
              {
                path: patterns.invoices,
                loader: invoicesGuard,
                lazy: async () => lazyRoute((await import('./ordering/invoices/invoices-page.tsx')).InvoicesPage),
              },
              {
                path: patterns.managedReturns,
                loader: returnsGuard,
                lazy: async () =>
                  lazyRoute((await import('./ordering/managed-returns/managed-returns-page.tsx')).ManagedReturnsPage),
              },
              {
                path: patterns.invoice,
                loader: invoicesGuard,
                lazy: async () => lazyRoute((await import('./ordering/invoices/invoice-page.tsx')).InvoicePage),
              },
              {
                path: patterns.documents,
                lazy: async () => lazyRoute((await import('./content/documents/documents-page.tsx')).DocumentsPage),
              },
              forAdmins(patterns.ownDocuments, async () =>
                lazyRoute((await import('./content/documents/own/own-documents-page.tsx')).OwnDocumentsPage),
              ),
              forAdmins(patterns.ownDocumentNew, async () =>
                lazyRoute((await import('./content/documents/own/own-document-page.tsx')).NewOwnDocumentPage),
              ),
              forAdmins(patterns.ownDocument, async () =>
                lazyRoute((await import('./content/documents/own/own-document-page.tsx')).OwnDocumentPage),
              ),
              {
                path: patterns.approvals,
                loader: selfServiceGuard,
                lazy: async () => lazyRoute((await import('./ordering/approval/approvals-page.tsx')).ApprovalsPage),
              },
              forAdmins(patterns.invitations, async () =>
                lazyRoute((await import('./people/invitations/invitations-page.tsx')).InvitationsPage),
              ),
              {
                path: patterns.adhocOrder,
                loader: twinGuard('AllowAdhocOrder', { permission: 'AllowAdhocOrderModal', path: paths.adhocOrderModal() }),
                lazy: async () => lazyRoute((await import('./catalogue/adhoc-list/adhoc-order-page.tsx')).AdhocOrderPage),
              },
              {
                path: patterns.adhocOrderModal,
                loader: twinGuard('AllowAdhocOrderModal', { permission: 'AllowAdhocOrder', path: paths.adhocOrder() }),
                lazy: async () => lazyRoute((await import('./catalogue/adhoc-list/adhoc-modal-page.tsx')).AdhocModalPage),
              },
              {
                path: patterns.orderSheet,
                loader: orderSheetGuard,
                lazy: async () => lazyRoute((await import('./ordering/order-sheets/order-sheet-page.tsx')).OrderSheetPage),
              },
              {
                loader: permissionGuard('AllowUniformBuilder'),
                lazy: async () => lazyRoute((await import('./content/home/uniform-pages.tsx')).UniformPages),
                children: [
                  {
                    path: patterns.uniformBuilder,
                    loader: withPrefetch(async () => (await import('./content/home/uniform-pages.tsx')).prefetchUniformOverview),
                    lazy: async () => lazyRoute((await import('./ordering/uniform-builder/overview.tsx')).OverviewPage),
                  },
                  {
                    path: patterns.builderChoice,
                    loader: withPrefetch(async () => (await import('./ordering/uniform-builder/use-builder.ts')).prefetchBuilder),
                    lazy: async () => lazyRoute((await import('./ordering/uniform-builder/choice-page.tsx')).ChoicePage),
                  },
                  ...[patterns.builderGroup, patterns.builderGarment].map((path) => ({
                    path,
                    loader: withPrefetch(async () => (await import('./ordering/uniform-builder/use-builder.ts')).prefetchGarment),
                    lazy: async () => lazyRoute((await import('./ordering/uniform-builder/group-page.tsx')).GroupPage),
                  })),
                  {
                    path: patterns.builderOrder,
                    lazy: async () =>
                      lazyRoute((await import('./ordering/uniform-builder/builder-order-page.tsx')).BuilderOrderPage),
                  },
                ],
              },
              {
                path: patterns.statement,
                lazy: async () => lazyRoute((await import('./entitlement/statement/statement-page.tsx')).OwnStatementPage),
              },
              {
                path: patterns.personStatement,
                loader: impersonationGuard,
                lazy: async () => lazyRoute((await import('./entitlement/statement/statement-page.tsx')).PersonStatementPage),
              },
              forAdmins(patterns.registrations, async () =>
                lazyRoute((await import('./people/registration/registrations-page.tsx')).RegistrationsPage),
              ),
              forAdmins(patterns.requests, async () =>
                lazyRoute((await import('./people/entitlement-requests/entitlement-requests-page.tsx')).EntitlementRequestsPage),
              ),
              forAdmins(patterns.timeRequests, async () =>
                lazyRoute((await import('./people/time-requests/time-requests-page.tsx')).TimeRequestsPage),
              ),
              {
                path: patterns.stock,
                loader: withPrefetch(
                  async () => (await import('./catalogue/stock-enquiry/stock-page.tsx')).prefetchStockPage,
                  permissionGuard('AllowStockEnquiry'),
                ),
                lazy: async () => lazyRoute((await import('./catalogue/stock-enquiry/stock-page.tsx')).StockPage),
              },
              {
                path: patterns.profile,
                loader: selfServiceGuard,
                lazy: async () => lazyRoute((await import('./privacy/account/profile-page.tsx')).ProfilePage),
              },
              { path: patterns.size, lazy: async () => lazyRoute((await import('./sizing/size-page.tsx')).SizePage) },
              forAdmins(patterns.peopleImports, async () =>
                lazyRoute((await import('./people/import/imports-page.tsx')).ImportsPage),
              ),
              forAdmins(patterns.balanceImports, async () =>
                lazyRoute((await import('./people/import/imports-page.tsx')).BalanceImportsPage),
              ),
              forAdmins(patterns.peopleImport, async () =>
                lazyRoute((await import('./people/import/import-page.tsx')).ImportPage),
              ),
              forAdmins(patterns.personNew, async () =>
                lazyRoute((await import('./people/person/person-new-page.tsx')).PersonNewPage),
              ),
              {
                path: patterns.person,
                loader: impersonationGuard,
                lazy: async () => lazyRoute((await import('./people/person/person-page.tsx')).PersonPage),
              },
              forAdmins(patterns.personEdit, async () =>
                lazyRoute((await import('./people/person/person-edit-page.tsx')).PersonEditPage),
              ),
              { path: patterns.formerSettings, loader: formerSettingsRedirect, element: null },
              {
                loader: adminGuard,
                lazy: async () => lazyRoute((await import('./organisation/settings/settings-layout.tsx')).SettingsLayout),
                children: [
                  { path: patterns.settings, loader: settingsGuard, element: null },
                  {
                    path: patterns.organisationSettings,
                    lazy: async () =>
                      lazyRoute((await import('./organisation/settings/organisation-page.tsx')).OwnOrganisationPage),
                  },
                  {
                    path: patterns.structure,
                    lazy: async () => lazyRoute((await import('./ordering/settings-section-page.tsx')).SettingsSectionPage),
                  },
                  {
                    path: patterns.approvalRules,
                    lazy: async () => lazyRoute((await import('./ordering/approval/approval-rules-page.tsx')).ApprovalRulesPage),
                  },
                  {
                    path: patterns.ownNews,
                    lazy: async () => lazyRoute((await import('./content/announcements/own-news-page.tsx')).OwnNewsPage),
                  },
                  {
                    path: patterns.logos,
                    lazy: async () => lazyRoute((await import('./catalogue/customisation/logos/logos-page.tsx')).LogosPage),
                  },
                  {
                    path: patterns.webhooks,
                    lazy: async () => lazyRoute((await import('./integrations/webhooks/webhooks-page.tsx')).WebhooksPage),
                  },
                  {
                    path: patterns.wardrobes,
                    lazy: async () => lazyRoute((await import('./entitlement/wardrobes/wardrobes-page.tsx')).WardrobesPage),
                  },
                ],
              },
              forAdmins(patterns.resort, async () =>
                lazyRoute((await import('./organisation/structure/resort-page.tsx')).ResortPage),
              ),
              forAdmins(patterns.newAnnouncement, async () =>
                lazyRoute((await import('./content/announcements/own-announcement-page.tsx')).NewOwnAnnouncementPage),
              ),
              forAdmins(patterns.announcement, async () =>
                lazyRoute((await import('./content/announcements/own-announcement-page.tsx')).OwnAnnouncementPage),
              ),
              forAdmins(patterns.webhook, async () =>
                lazyRoute((await import('./integrations/webhooks/deliveries-page.tsx')).DeliveriesPage),
              ),
              {
                path: patterns.delegations,
                loader: selfServiceGuard,
                lazy: async () => lazyRoute((await import('./ordering/approval/delegations-page.tsx')).DelegationsPage),
              },
              forAdmins(patterns.wardrobe, async () =>
                lazyRoute((await import('./entitlement/wardrobes/wardrobe-page.tsx')).WardrobePage),
              ),
              forAdmins(patterns.range, async () => lazyRoute((await import('./catalogue/range/range-page.tsx')).RangePage)),
              forAdmins(patterns.rangeSizeGuides, async () =>
                lazyRoute((await import('./catalogue/range/range-size-guides-page.tsx')).RangeSizeGuidesPage),
              ),
              {
                path: patterns.rangeImports,
                loader: rangeImportGuard,
                lazy: async () => lazyRoute((await import('./people/import/imports-page.tsx')).RangeImportsPage),
              },
              {
                path: patterns.rangeImport,
                loader: rangeImportGuard,
                lazy: async () => lazyRoute((await import('./people/import/import-page.tsx')).ImportPage),
              },
              {
                path: patterns.people,
                loader: peopleGuard,
                lazy: async () => lazyRoute((await import('./people/list/people-page.tsx')).PeoplePage),
              },
              { path: '*', lazy: async () => lazyRoute((await import('./app/shell/not-found-page.tsx')).NotFoundPage) },
            ],
          },
        ],
      },
      {
        // The operators' pages have a route map, a session and a theme of their own.
        path: `${OPERATOR_PATH}/*`,
        lazy: async () => lazyRoute((await import('./operator/operator-app.tsx')).OperatorApp),
      },
      { path: '*', element: <Navigate to={paths.login()} replace /> },
    ],
  },
];
