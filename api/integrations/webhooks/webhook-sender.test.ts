import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { countProcessed, createWebhookReceiver, type WebhookReceiver } from '#api/testing/webhook-receiver.ts';
import { anEndpoint, deliveriesOf, passTime, sendingFor, type TestEndpoint } from '#api/testing/webhooks.ts';
import { deleteOldDeliveries } from './deliveries.queries.ts';
import { sendDelivery } from './send-delivery.actions.ts';
import { createWebhookSender } from './webhook-sender.ts';
import type { WebhookTransport } from './webhook-transport.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let receiver: WebhookReceiver;
let endpoint: TestEndpoint;
beforeEach(async () => {
  receiver = await createWebhookReceiver();
  await sql`delete from webhook_endpoint`.execute(portal.db);
  endpoint = await anEndpoint(portal, { url: receiver.url, organisationId: 1 });
});
afterEach(() => receiver?.close());

const createSender = (transport: WebhookTransport = receiver.createTransport()) =>
  createWebhookSender(sendingFor(portal, mailJobs, transport));

/** Records events for an endpoint, as orders would. */
const addEvents = (count: number, endpointId = endpoint.id) =>
  sql`insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data)
    select ${endpointId}, 1, gen_random_uuid(), 'order.placed', nextval('webhook_event_sequence'), jsonb_build_object('orderId', n)
    from generate_series(1, ${count}::int) n`.execute(portal.db);

/** Events that were lost: recorded, but never processed. Events that were doubled: processed under more than one id. */
async function compare(from = receiver) {
  const recorded = (await deliveriesOf(portal, endpoint.id)).map(({ eventId }) => eventId);
  const processed = countProcessed(from);
  const unknown = [...processed.keys()].filter((eventId) => !recorded.includes(eventId));
  return { lost: recorded.filter((eventId) => !processed.has(eventId)).length, doubled: unknown.length };
}

const repeat = async (times: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < times; n += 1) await work();
};

describe('a receiver that is down for an hour', () => {
  // `WEBHOOK_EVENTS=1000` repeats it with more.
  const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 100);

  /** Sends all events to a receiver that fails in every way for an hour, and works from then on. */
  async function surviveOutage(transport: WebhookTransport): Promise<void> {
    await addEvents(EVENTS);
    let requests = 0;
    const failures = ['error', 'reset', 'error', 'accept and reset', 'error'] as const;
    receiver.setBehaviour(() => failures[requests++ % failures.length] ?? 'error');
    await createSender(transport).sendDue();
    await receiver.stop();
    await repeat(3, async () => {
      await passTime(portal, '20 minutes');
      await createSender(transport).sendDue();
    });
    await receiver.restart();
    receiver.setBehaviour('accept');
    await passTime(portal, '90 minutes');
    await createSender(transport).sendDue();
  }

  it('receives every event in the end, and repetitions only with the same id', async () => {
    await surviveOutage(receiver.createTransport());

    expect(await compare()).toEqual({ lost: 0, doubled: 0 });
    const stored = await deliveriesOf(portal, endpoint.id);
    expect(stored.filter(({ sent }) => sent)).toHaveLength(EVENTS);
    // Those whose response was lost are processed twice, with the same content.
    const bodies = Map.groupBy(receiver.received, ({ eventId }) => eventId);
    expect([...bodies.values()].filter((requests) => new Set(requests.map(({ body }) => body)).size > 1)).toEqual([]);
    expect([...countProcessed(receiver).values()].filter((count) => count === 2)).toHaveLength(EVENTS / 5);
  }, 60_000);

  it('would be seen to lose events by a sender that takes any response as a success', async () => {
    const real = receiver.createTransport();
    await surviveOutage({
      post: (request) =>
        real.post(request).then(
          (response) => ({ ...response, status: 200 }),
          () => ({ status: 200, excerpt: '' }),
        ),
    });

    expect((await compare()).lost).toBeGreaterThan(0);
  }, 60_000);
});

describe('a sender', () => {
  it('that crashes after the receiver has processed an event sends it again with the same id', async () => {
    await addEvents(1);
    const [delivery] = await deliveriesOf(portal, endpoint.id);
    const real = receiver.createTransport();
    await new Promise<void>((crashed) => {
      const post: WebhookTransport['post'] = async (request) => {
        await real.post(request);
        crashed();
        return new Promise<never>(() => {});
      };
      void sendDelivery(sendingFor(portal, mailJobs, { post }), delivery?.id ?? 0);
    });

    await createSender().sendDue();
    expect(receiver.received).toHaveLength(1);
    await passTime(portal, '61 seconds');
    await createSender().sendDue();

    expect([...countProcessed(receiver)]).toEqual([[delivery?.eventId, 2]]);
  });

  it('sends each event once, also when several send at the same time', async () => {
    await addEvents(60);

    await Promise.all([createSender().sendDue(), createSender().sendDue(), createSender().sendDue()]);

    expect([...countProcessed(receiver).values()]).toEqual(Array(60).fill(1));
  });

  it('does not let a receiver that hangs delay the others', async () => {
    const slow = await createWebhookReceiver();
    slow.setBehaviour('hang');
    const slowEndpoint = await anEndpoint(portal, { url: slow.url, organisationId: 2 });
    await addEvents(20, slowEndpoint.id);
    await addEvents(20);
    const sender = createSender(receiver.createTransport({ timeoutMs: 15_000 }));

    sender.start();
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(20);

    expect(slow.received.length).toBeLessThanOrEqual(8);
    await slow.close();
    await sender.close();
  }, 20_000);

  it('waits longer after each failure, and sends what is left at once when the receiver works again', async () => {
    await addEvents(5);
    receiver.setBehaviour('error');
    await createSender().sendDue();
    expect(receiver.received).toHaveLength(5);
    await passTime(portal, '10 seconds');
    await createSender().sendDue();
    expect(receiver.received).toHaveLength(5);
    await passTime(portal, '40 seconds');
    await createSender().sendDue();
    expect(receiver.received).toHaveLength(10);
    receiver.setBehaviour('accept');
    await sql`update webhook_delivery set next_attempt_at = now() where id = (select min(id) from webhook_delivery)`.execute(
      portal.db,
    );

    await createSender().sendDue();

    expect(countProcessed(receiver).size).toBe(5);
  });

  it('signs with the previous secret as well until it expires', async () => {
    await sql`update webhook_endpoint set sealed_previous_secret = sealed_secret, previous_secret_expires_at = now() + interval '1 day'`.execute(
      portal.db,
    );
    await addEvents(1);
    await createSender().sendDue();
    await passTime(portal, '1 day');
    await addEvents(1);
    await createSender().sendDue();

    expect(receiver.received.map(({ signature }) => signature.match(/v1=/g)?.length)).toEqual([2, 1]);
  });
});

describe('an endpoint that fails for three days', () => {
  it('is paused, its administrators are mailed once, and it sends everything when it is resumed', async () => {
    const admin = await aPerson(portal.db, { role: 'Admin' });
    await addEvents(3);
    receiver.setBehaviour('error');
    await repeat(30, async () => {
      await createSender().sendDue();
      await passTime(portal, '3 hours');
    });
    await addEvents(1);
    const attempts = receiver.received.length;

    await createSender().sendDue();

    expect(receiver.received.length).toBe(attempts);
    const { rows } = await sql<Record<string, unknown>>`
      select paused_at is not null as paused, paused_by_failures as failed from webhook_endpoint where id = ${endpoint.id}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ paused: true, failed: true }]);
    const mails = await mailJobs.renderMails(admin.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['A webhook has been paused']);
    expect(mails[0]?.text).toContain('The receiver responded with 500.');
    const audited =
      await sql`select from audit_event where action = 'webhook.paused-by-failures' and subject_id = ${String(endpoint.id)}`.execute(
        portal.db,
      );
    expect(audited.rows).toHaveLength(1);
  });

  it('gives up an event that alone fails, and sends the others', async () => {
    await addEvents(1);
    const [poison] = await deliveriesOf(portal, endpoint.id);
    receiver.setBehaviour((body) => (body.includes(poison?.eventId ?? '') ? 'error' : 'accept'));
    await repeat(30, async () => {
      await addEvents(1);
      await createSender().sendDue();
      await passTime(portal, '3 hours');
    });

    const stored = await deliveriesOf(portal, endpoint.id);
    expect(stored.filter(({ sent }) => sent)).toHaveLength(30);
    expect(stored[0]).toMatchObject({ failed: true, failure: { kind: 'responded', status: 500 } });
    const { rows } = await sql<{ paused: boolean }>`select paused_at is not null as paused from webhook_endpoint`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ paused: false }]);
  });
});

it('deliveries are deleted after 30 days', async () => {
  await addEvents(3);
  await sql`update webhook_delivery set created_at = now() - interval '29 days 23 hours'`.execute(portal.db);
  expect(await deleteOldDeliveries(portal.db)).toBe(0);
  await sql`update webhook_delivery set created_at = created_at - interval '2 hours' where data @> '{"orderId": 2}'`.execute(
    portal.db,
  );

  expect(await deleteOldDeliveries(portal.db)).toBe(1);
});
