import { setTimeout as delay } from 'node:timers/promises';
import { DeliveryPostponedError } from '#api/platform/outbox/delivery.ts';
import { listDueDeliveries } from './deliveries.queries.ts';
import { type SendingDependencies, sendDelivery } from './send-delivery.actions.ts';

/** Sends the events that are due, in the background. */
export interface WebhookSender {
  /** Looks for deliveries that are due: now, every two seconds, and whenever one has been sent. */
  start(): void;
  /** Sends deliveries until none is due. */
  sendDue(): Promise<void>;
  /** Stops looking, and waits a few seconds for the deliveries that are being sent. */
  close(): Promise<void>;
}

const POLL_MS = 2000;
const CLOSE_MS = 5000;

/** How many requests a process makes at a time. */
const MAX_REQUESTS = 50;
/** To one endpoint, so that slow receivers do not use up all of them. */
const MAX_REQUESTS_PER_ENDPOINT = 4;

/**
 * The sender of this process. Every process sends; which of them sends a delivery is decided when it is claimed. Several processes together may make
 * more requests to one endpoint than one does.
 */
export function createWebhookSender(dependencies: SendingDependencies): WebhookSender {
  const { db, log } = dependencies;
  /** The deliveries that are being sent, and their endpoints. */
  const inFlight = new Map<number, { endpointId: number; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isFilling = false;
  let fillAgain = false;

  const countRequests = (endpointId: number) =>
    [...inFlight.values()].filter((request) => request.endpointId === endpointId).length;

  const send = async (id: number): Promise<void> => {
    try {
      await sendDelivery(dependencies, id);
    } catch (error) {
      if (!(error instanceof DeliveryPostponedError))
        log.warn({ reason: (error as Error).message }, 'a webhook could not be sent');
    } finally {
      inFlight.delete(id);
      if (isRunning) void fill();
    }
  };

  /** Starts as many deliveries that are due as there is room for. */
  const startDue = async (): Promise<void> => {
    const limit = MAX_REQUESTS - inFlight.size;
    if (limit <= 0) return;
    const endpointIds = new Set([...inFlight.values()].map(({ endpointId }) => endpointId));
    const due = await listDueDeliveries(db, {
      perEndpoint: MAX_REQUESTS_PER_ENDPOINT,
      limit,
      exceptIds: [...inFlight.keys()],
      exceptEndpointIds: [...endpointIds].filter((endpointId) => countRequests(endpointId) >= MAX_REQUESTS_PER_ENDPOINT),
    });
    for (const { id, endpointId } of due)
      if (!inFlight.has(id) && countRequests(endpointId) < MAX_REQUESTS_PER_ENDPOINT)
        inFlight.set(id, { endpointId, done: send(id) });
  };

  const fill = async (): Promise<void> => {
    if (isFilling) {
      fillAgain = true;
      return;
    }
    isFilling = true;
    try {
      do {
        fillAgain = false;
        await startDue();
      } while (fillAgain && isRunning);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'webhooks that are due could not be read');
    } finally {
      isFilling = false;
    }
  };

  return {
    start: () => {
      isRunning = true;
      timer = setInterval(() => void fill(), POLL_MS);
      void fill();
    },
    sendDue: async () => {
      for (;;) {
        await startDue();
        if (inFlight.size === 0) return;
        await Promise.race([...inFlight.values()].map(({ done }) => done));
      }
    },
    close: async () => {
      isRunning = false;
      clearInterval(timer);
      await Promise.race([
        Promise.all([...inFlight.values()].map(({ done }) => done)),
        delay(CLOSE_MS, undefined, { ref: false }),
      ]);
    },
  };
}
