/** The version of the body. It increases when a property changes its meaning or is removed, not when one is added. */
export const BODY_VERSION = 1;

/** The event with which an endpoint is tested. It is sent once. */
export const PING = 'ping';

/** What the body of a request is composed of. */
export interface WebhookEvent {
  eventId: string;
  eventType: string;
  sequence: number;
  createdAt: Date;
  organisationId: number | null;
  data: object;
}

/** The body of a request: the same text at every attempt. */
export const composeBody = ({ eventId, eventType, sequence, createdAt, organisationId, data }: WebhookEvent): string =>
  JSON.stringify({ id: eventId, type: eventType, version: BODY_VERSION, sequence, createdAt, organisationId, data });

const FIRST_DELAY_SECONDS = 30;
const MAX_DELAY_SECONDS = 4 * 3600;

/**
 * How many seconds to wait after the failed attempt of this number, counted from 1: 30, 60, 120 and so on up to four hours, each up to a quarter
 * shorter or longer, so that deliveries that failed together are not all tried again together.
 */
export function getRetryDelay(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), MAX_DELAY_SECONDS);
  return Math.round(delay * (0.75 + random() / 2));
}
