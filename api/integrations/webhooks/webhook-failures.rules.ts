import { describeReason, type ReasonOf, type StoredReason } from '#api/platform/reasons.ts';

/** What is said of every receiver that cannot be reached, so that no one finds out by names which addresses of our own networks exist, and what listens there. */
const NOT_REACHABLE = () => 'The receiver could not be reached.';

/** Why an event was not delivered. */
export const WEBHOOK_FAILURE_WORDING = {
  endpoint_deleted: () => 'The endpoint was deleted.',
  responded: ({ status }: { status: number }) => `The receiver responded with ${status}.`,
  redirected: ({ status }: { status: number }) =>
    `The receiver responded with ${status}. Redirects are not followed: enter the address to which it leads.`,
  no_response_in_time: ({ seconds }: { seconds: number }) => `No response within ${seconds} seconds.`,
  host_not_resolved: NOT_REACHABLE,
  address_not_public: NOT_REACHABLE,
  not_https: () => 'The address does not begin with https://.',
  connection_refused: NOT_REACHABLE,
  connection_closed: () => 'The receiver closed the connection without a response.',
  not_reachable: NOT_REACHABLE,
  certificate_not_valid: ({ code }: { code: string }) => `The certificate of the receiver is not valid (${code}).`,
  no_tls: () => 'The receiver does not support TLS at this address.',
  request_failed: ({ message }: { message: string }) => `The request failed: ${message}`,
};
/** One of them, as it is stored. */
export type WebhookFailure = ReasonOf<typeof WEBHOOK_FAILURE_WORDING>;

/** A stored failure of a delivery as a sentence. */
export const describeWebhookFailure = (failure: StoredReason): string => describeReason(WEBHOOK_FAILURE_WORDING, failure);

/** An attempt that failed. */
export class WebhookFailedError extends Error {
  readonly failure: WebhookFailure;

  constructor(failure: WebhookFailure) {
    super(describeWebhookFailure(failure));
    this.failure = failure;
  }
}
