import { setTimeout as delay } from 'node:timers/promises';
import type { AcknowledgedOrder } from './chaos-audit.ts';
import { type Buyer, type CartItem, createBuyer } from './shopping.ts';

class Refused extends Error {}

interface LoadOptions {
  origin: string;
  /** One session for each buyer. */
  tokens: readonly string[];
  item: CartItem;
}

/** Buyers who order again and again. */
export interface OrderLoad {
  acknowledged: AcknowledgedOrder[];
  /** Requests that got no response, or one from 500, by what the client saw. */
  failures: ReadonlyMap<string, number>;
  /** Requests so far, failed ones included. */
  requests(): number;
  /** The start of the latest acknowledged order: only an order that was started after a fault proves that the portal is back. */
  latestStart(): number;
  stop(): Promise<void>;
}

/**
 * Orders with every session at the same time, each order with a key of its own and repeated with that key until it is acknowledged, as the web app does.
 */
export function startOrderLoad({ origin, tokens, item }: LoadOptions): OrderLoad {
  const acknowledged: AcknowledgedOrder[] = [];
  const failures = new Map<string, number>();
  let running = true;
  let requests = 0;
  let latestStart = 0;

  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  /** A client that counts what goes wrong. */
  const connectBuyer = async (token: string): Promise<Buyer> => {
    requests += 1;
    const buyer = await createBuyer(origin, token).catch((error: NodeJS.ErrnoException) => {
      fail(error.code ?? error.message);
      throw error;
    });
    const { send } = buyer.client;
    const counting: typeof send = async (...request) => {
      requests += 1;
      const response = await send<never>(...request).catch((error: NodeJS.ErrnoException) => {
        fail(error.code ?? error.message);
        throw error;
      });
      if (response.status >= 500) fail(`status ${response.status}`);
      return response;
    };
    return { ...buyer, client: { ...buyer.client, send: counting } };
  };

  /** Repeats the order with the same key until there is a response. */
  const orderUntilResponse = async (token: string, key: string, first: Buyer): Promise<number> => {
    let buyer: Buyer | undefined = first;
    for (;;) {
      try {
        buyer ??= await connectBuyer(token);
        const { status, body } = await buyer.client.send<{ orderId?: number }>(
          'POST',
          '/api/setpaymentform',
          { checkout: {} },
          { 'idempotency-key': key },
        );
        if (status === 200 && body.orderId) return body.orderId;
        if (status >= 400 && status < 500) throw new Refused(`refused with ${status}: ${JSON.stringify(body)}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
        buyer?.client.close();
        buyer = undefined;
      }
      await delay(30);
    }
  };

  const work = async (token: string) => {
    while (running) {
      let buyer: Buyer | undefined;
      try {
        buyer = await connectBuyer(token);
        while (running) {
          await buyer.client.send('POST', '/api/shopping_cart_items/multiple', { items: [item] });
          const summary = await buyer.client.send<{ checkoutId?: string }>('POST', '/api/checkoutsummary', {
            checkout: {
              billingAddressId: buyer.addressId,
              shippingAddressId: buyer.addressId,
              shippingOption: { name: 'Standard delivery' },
              paymentMethodSystemName: 'Payments.OnAccount',
            },
          });
          const key = summary.body.checkoutId;
          if (summary.status !== 200 || !key) {
            await delay(30);
            continue;
          }
          const startedAt = performance.now();
          acknowledged.push({ key, orderId: await orderUntilResponse(token, key, buyer) });
          latestStart = Math.max(latestStart, startedAt);
        }
      } catch {
        await delay(50);
      } finally {
        buyer?.client.close();
      }
    }
  };
  const workers = tokens.map(work);
  return {
    acknowledged,
    failures,
    requests: () => requests,
    latestStart: () => latestStart,
    stop: async () => {
      running = false;
      await Promise.all(workers);
    },
  };
}
