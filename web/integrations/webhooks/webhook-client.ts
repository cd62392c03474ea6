import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import type { Webhook, WebhookDelivery, WebhookList } from './webhook-texts.ts';

/** What someone enters about a webhook. */
export interface WebhookValues {
  url: string;
  description: string;
  eventTypes: readonly string[];
  /** Where webhooks belong to brands: the brand of a new one. */
  brandId?: number | undefined;
}

/** How the pages about webhooks read and change them: an organisation's own, or those of the supplier. */
export interface WebhookClient {
  useList: () => { data: WebhookList | undefined; error: Error | null; refetch: () => unknown };
  /** Returns the secret. */
  add: (values: WebhookValues, proof: IdentityProof | undefined) => Promise<string>;
  /** Saves what was entered; `url` only where it is another one. */
  change: (
    webhook: Webhook,
    values: Omit<WebhookValues, 'url'> & { url?: string },
    proof: IdentityProof | undefined,
  ) => Promise<unknown>;
  setPaused: (id: number, isPaused: boolean) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
  /** Returns the new secret. */
  replaceSecret: (id: number, proof: IdentityProof) => Promise<string>;
  test: (id: number) => Promise<WebhookDelivery>;
  resend: (deliveryId: number) => Promise<WebhookDelivery>;
  /** Reads list and logs again. */
  refresh: (queries: QueryClient) => Promise<unknown>;
  /** Whether the caller has a second factor: adding, another address and another secret take password and code. */
  useNeedsCode: () => boolean;
  /** The brands of which webhooks can be; empty where they are the organisation's. */
  useBrands: () => readonly { id: number; name: string }[];
  listPath: string;
  logPath: (id: number) => string;
  /** The page of an order that an event is about; undefined where there is none. */
  orderPath: (orderId: number) => string | undefined;
}

const WebhookClientContext = createContext<WebhookClient | undefined>(undefined);

export const WebhookClientProvider = WebhookClientContext.Provider;

/** The client of the page. */
export function useWebhookClient(): WebhookClient {
  const client = useContext(WebhookClientContext);
  if (!client) throw new Error('This component needs a WebhookClientProvider.');
  return client;
}
