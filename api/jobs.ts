import type { FastifyBaseLogger } from 'fastify';
import { createPortalBulkEdits, createSupplierBulkEdits } from './bulk-edits.ts';
import { jobs as productImport } from './catalogue/import/product-files/product-import.jobs.ts';
import { retention as productImportRetention } from './catalogue/import/product-files/product-imports.queries.ts';
import { retention as pictures } from './catalogue/pictures/stored-pictures.queries.ts';
import { jobs as prices } from './catalogue/prices/prices.jobs.ts';
import { jobs as tax } from './catalogue/tax/tax.jobs.ts';
import { retention as documents } from './content/documents/document-files.queries.ts';
import { jobs as documentExpiry } from './content/documents/documents.jobs.ts';
import { retention as wardrobeVersions } from './entitlement/wardrobes/versions/wardrobe-versions.queries.ts';
import { createPortalExports, createSupplierExports } from './exports.ts';
import { retention as oneTimeAddresses } from './identity/addresses/own-addresses.queries.ts';
import { retention as emailChanges } from './identity/emails/email-change.queries.ts';
import { retention as failedLogins } from './identity/login/failed-logins.queries.ts';
import { jobs as apiKeys } from './identity/operators/api-keys.jobs.ts';
import { retention as operatorAccess } from './identity/operators/operator-sessions.queries.ts';
import { retention as passkeyChallenges } from './identity/operators/passkeys.queries.ts';
import { retention as passwordLinks } from './identity/passwords/links.queries.ts';
import { jobs as passwords } from './identity/passwords/passwords.jobs.ts';
import { retention as sessions } from './identity/sessions/access.queries.ts';
import { retention as punchout } from './integrations/punchout/trips/retention.queries.ts';
import { retention as webhookDeliveries } from './integrations/webhooks/deliveries.queries.ts';
import { createWebhookSender } from './integrations/webhooks/webhook-sender.ts';
import { createWebhookTransport, type WebhookTransport } from './integrations/webhooks/webhook-transport.ts';
import { mailDefinitions } from './mails.ts';
import { jobs as approval } from './ordering/approval/approval.jobs.ts';
import { jobs as cardPayments } from './ordering/card-payments/card-payments.jobs.ts';
import { createFindPaymentProvider, type FindPaymentProvider } from './ordering/card-payments/payment-dependencies.ts';
import { jobs as cardRefunds } from './ordering/card-payments/refunds/refunds.jobs.ts';
import { retention as orderFigures } from './ordering/dashboards/keep-order-figures.queries.ts';
import { jobs as promises } from './ordering/fulfilment/stock/promises.jobs.ts';
import { jobs as invoices } from './ordering/invoices/invoices.jobs.ts';
import { retention as measurements } from './ordering/made-to-measure/keep-measurements.queries.ts';
import { jobs as madeToMeasure } from './ordering/made-to-measure/made-to-measure.jobs.ts';
import { retention as orderSheets } from './ordering/order-sheets/saved/saved-sheets.queries.ts';
import { jobs as proofs } from './ordering/proofs/proofs.jobs.ts';
import { jobs as quotes } from './ordering/quotes/mails/quotes.jobs.ts';
import { jobs as returns } from './ordering/returns/returns.jobs.ts';
import { jobs as stockNotices } from './ordering/stock-notices/stock-notices.jobs.ts';
import { retention as endedStockNotices } from './ordering/stock-notices/stock-notices.queries.ts';
import { jobs as entitlementRequests } from './people/entitlement-requests/entitlement-requests.jobs.ts';
import { retention as closedEntitlementRequests } from './people/entitlement-requests/entitlement-requests.queries.ts';
import { retention as importRows } from './people/import/imports.queries.ts';
import { jobs as peopleImport } from './people/import/people-import.jobs.ts';
import { jobs as invitations } from './people/invitations/invitations.jobs.ts';
import { retention as peopleCounts } from './people/list/people-counts.queries.ts';
import { jobs as people } from './people/person/person.jobs.ts';
import { retention as registrations } from './people/registration/requests.queries.ts';
import { jobs as bulkEdit } from './platform/bulk-edit/bulk-edit.jobs.ts';
import { retention as bulkEditRetention } from './platform/bulk-edit/bulk-edit.queries.ts';
import type { BulkEdits } from './platform/bulk-edit/bulk-edit-engine.ts';
import type { OperatorContext } from './platform/bulk-edit/bulk-edit-store.queries.ts';
import { retention as changeRetention } from './platform/changes/changes.queries.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/database.ts';
import { watchFreeSpace } from './platform/disk-space.ts';
import { openVault } from './platform/encryption/open-vault.ts';
import type { Vault } from './platform/encryption/vault.ts';
import { jobs as exportJobs } from './platform/exports/exports.jobs.ts';
import { retention as exportRetention } from './platform/exports/exports.queries.ts';
import type { Exports } from './platform/exports/exports-engine.ts';
import { type BlobStore, createBlobStore } from './platform/files/blob-store.ts';
import { retention as files } from './platform/files/stored-files.queries.ts';
import { createHosts, type Hosts } from './platform/http/hosts.ts';
import type { OperatorScope } from './platform/http/operator-scope.ts';
import { retention as rateLimits } from './platform/http/rate-limit.ts';
import type { RequestContext } from './platform/http/request-context.ts';
import { retention as idempotencyKeys } from './platform/idempotency/idempotency.queries.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import { createRetentionJobs } from './platform/jobs/retention.jobs.ts';
import { jobs as mail } from './platform/mail/mail.jobs.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { retention as mails } from './platform/mail/outbox.queries.ts';
import type { Observability } from './platform/observability/observability.ts';
import { retention as searchTexts } from './search/fill-search-texts.queries.ts';
import { retention as bodies } from './sizing/bodies.queries.ts';
import { retention as sizingTokens } from './sizing/tokens.queries.ts';

// Each task is a separate job. They are queued in this order, erasure of body data first.
const RETENTION_TASKS = [
  ...bodies,
  ...sizingTokens,
  ...sessions,
  ...failedLogins,
  ...operatorAccess,
  ...passkeyChallenges,
  ...passwordLinks,
  ...emailChanges,
  ...oneTimeAddresses,
  ...registrations,
  ...closedEntitlementRequests,
  ...endedStockNotices,
  ...importRows,
  ...orderSheets,
  ...measurements,
  ...bulkEditRetention,
  ...wardrobeVersions,
  ...changeRetention,
  ...productImportRetention,
  ...peopleCounts,
  ...orderFigures,
  ...searchTexts,
  ...mails,
  ...files,
  ...exportRetention,
  ...pictures,
  ...documents,
  ...punchout,
  ...webhookDeliveries,
  ...idempotencyKeys,
  ...rateLimits,
];

interface WorkerDependencies {
  config: Config;
  db: Db;
  jobs: JobQueue;
  log: FastifyBaseLogger;
}

interface WorkerOptions extends WorkerDependencies, Pick<Observability, 'traceCall'> {}

/** The dependencies of job handlers. */
interface JobDependencies extends WorkerDependencies {
  vault: Vault;
  hosts: Hosts;
  findPaymentProvider: FindPaymentProvider;
  mailer: Mailer;
  blobs: BlobStore;
  bulkEdits: BulkEdits;
  supplierBulkEdits: BulkEdits<OperatorContext>;
  exports: Exports<RequestContext>;
  supplierExports: Exports<{ caller: OperatorScope }>;
}

const JOB_HANDLERS: readonly JobHandler<JobDependencies>[] = [
  ...mail,
  ...passwords,
  ...apiKeys,
  ...invitations,
  ...people,
  ...entitlementRequests,
  ...approval,
  ...cardPayments,
  ...cardRefunds,
  ...invoices,
  ...returns,
  ...stockNotices,
  ...madeToMeasure,
  ...proofs,
  ...quotes,
  ...promises,
  ...prices,
  ...tax,
  ...documentExpiry,
  ...peopleImport,
  ...productImport,
  ...bulkEdit,
  ...exportJobs,
  ...createRetentionJobs(RETENTION_TASKS),
];

/** All kinds of jobs, for a process that queues jobs without running them. */
export const jobDefinitions = JOB_HANDLERS.map(({ job }) => job);

/** The background work of a process. */
export interface Workers {
  /** Stops what does not end with the job queue. */
  close(): Promise<void>;
}

/** Starts running jobs of all kinds, and sending webhooks, in this process. */
export async function startWorkers({ traceCall, ...dependencies }: WorkerOptions): Promise<Workers> {
  const { config, db, jobs, log } = dependencies;
  const vault = await openVault(config, db);
  const hosts = createHosts(db);
  const mailer = createMailer({ definitions: mailDefinitions, config, db, hosts, vault, log });
  const bulkEdits = createPortalBulkEdits({ db, jobs, vault });
  const supplierBulkEdits = createSupplierBulkEdits({ db, jobs });
  const exports = createPortalExports({ db, jobs });
  const supplierExports = createSupplierExports({ db, jobs });
  const blobs = createBlobStore(config.fileStorage);
  const findPaymentProvider = createFindPaymentProvider({ db, vault });
  const edits = { bulkEdits, supplierBulkEdits, exports, supplierExports };
  await jobs.start(JOB_HANDLERS, { config, db, jobs, log, vault, hosts, findPaymentProvider, mailer, blobs, ...edits });
  const { post } = createWebhookTransport({ allowsPrivate: config.webhookAllowPrivate });
  const transport: WebhookTransport = {
    post: (request) => traceCall('webhook', new URL(request.url).host, () => post(request)),
  };
  const webhooks = createWebhookSender({ db, vault, jobs, clock: systemClock, transport, log });
  webhooks.start();
  const space = watchFreeSpace([config.dataDir], log);
  return {
    close: async () => {
      space.close();
      await webhooks.close();
    },
  };
}
