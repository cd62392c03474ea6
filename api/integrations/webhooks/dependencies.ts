import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { WebhookTransport } from './webhook-transport.ts';

/** What the calls about webhooks need. */
export type WebhookRoutesDependencies = Pick<
  ServerDependencies,
  'authenticator' | 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'vault'
> & { webhookTransport: WebhookTransport };
