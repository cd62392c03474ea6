import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookReceiver, type WebhookReceiver } from '#api/testing/webhook-receiver.ts';
import { createWebhookTransport } from './webhook-transport.ts';

let receiver: WebhookReceiver;
let internal: WebhookReceiver;
beforeAll(async () => {
  receiver = await createWebhookReceiver();
  internal = await createWebhookReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await internal?.close();
});

const aRequest = (url = receiver.url) => ({ url, body: '{"id":1}', headers: { 'livery-event-id': 'e1' } });
const LOCAL = { address: '127.0.0.1', family: 4 };
const NOT_PUBLIC = { failure: { kind: 'address_not_public' } };

it('sends the body with its headers to the address that the name leads to', async () => {
  receiver.setBehaviour('accept');

  expect(await receiver.createTransport().post(aRequest(`${receiver.url}?a=1`))).toEqual({ status: 200, excerpt: 'thank you' });
  expect(receiver.received.at(-1)).toMatchObject({ path: '/hooks?a=1', eventId: 'e1', body: '{"id":1}' });
});

describe('an address that is not public', () => {
  it.each([
    ['the name leads to it', [LOCAL]],
    ['the name leads to it in IPv6', [{ address: '::1', family: 6 }]],
    ['the name leads to it and to a public one', [{ address: '93.184.216.34', family: 4 }, LOCAL]],
    ['the name leads to the metadata service', [{ address: '169.254.169.254', family: 4 }]],
    ['the name leads to IPv4 in IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('is not connected to: %s', async (_how, addresses) => {
    const before = receiver.received.length;
    const transport = receiver.createTransport({ allowsPrivate: false, lookup: async () => addresses });

    await expect(transport.post(aRequest())).rejects.toMatchObject(NOT_PUBLIC);
    expect(receiver.received.length).toBe(before);
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://[::ffff:7f00:1]/', 'https://169.254.169.254/'])(
    'is not connected to when the URL names it: %s',
    async (url) => {
      await expect(createWebhookTransport({ allowsPrivate: false }).post(aRequest(url))).rejects.toMatchObject(NOT_PUBLIC);
    },
  );

  it('is not connected to by the name localhost', async () => {
    const transport = createWebhookTransport({ allowsPrivate: false });

    await expect(transport.post(aRequest('https://localhost:9/'))).rejects.toMatchObject(NOT_PUBLIC);
  });

  it('is not reached by changing the name between check and connection: it is resolved once for each request', async () => {
    const answers = [LOCAL, { address: '10.255.255.1', family: 4 }];
    let asked = 0;
    const transport = receiver.createTransport({
      lookup: async () => [answers[asked++ % 2] as typeof LOCAL],
    });
    receiver.setBehaviour('accept');

    expect((await transport.post(aRequest())).status).toBe(200);
    expect(asked).toBe(1);
  });

  it('is checked again at each request', async () => {
    let address = '127.0.0.1';
    const transport = receiver.createTransport({ lookup: async () => [{ address, family: 4 }] });
    receiver.setBehaviour('accept');
    expect((await transport.post(aRequest())).status).toBe(200);

    address = '169.254.169.254';

    await expect(transport.post(aRequest())).rejects.toMatchObject(NOT_PUBLIC);
  });
});

it('says of a name that cannot be reached nothing but that, whatever the name leads to', async () => {
  const stopped = await createWebhookReceiver();
  await stopped.stop();
  const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const attempts = [
    receiver.createTransport({ allowsPrivate: false, lookup: async () => [LOCAL] }).post(aRequest()),
    receiver
      .createTransport({ allowsPrivate: false, lookup: async () => [{ address: '169.254.169.254', family: 4 }] })
      .post(aRequest()),
    receiver.createTransport({ lookup: async () => [] }).post(aRequest()),
    receiver.createTransport({ lookup: () => Promise.reject(unknown) }).post(aRequest()),
    stopped.createTransport().post(aRequest(stopped.url)),
  ];

  const texts = await Promise.all(attempts.map((attempt) => attempt.catch((error: Error) => error.message)));

  expect(new Set(texts)).toEqual(new Set(['The receiver could not be reached.']));
});

it('does not follow redirects', async () => {
  receiver.setBehaviour({ handle: (_request, response) => void response.writeHead(307, { location: internal.url }).end() });

  expect((await receiver.createTransport().post(aRequest())).status).toBe(307);
  expect(internal.received).toEqual([]);
});

it('refuses HTTP', async () => {
  await expect(receiver.createTransport().post(aRequest('http://receiver.test/'))).rejects.toThrow('https://');
});

describe('a receiver', () => {
  it('that sends without end is cut off, and its status counts', async () => {
    let sent = 0;
    receiver.setBehaviour({
      handle: (_request, response) => {
        const chunk = Buffer.alloc(16 * 1024, 'x');
        const more = () => {
          while (!response.destroyed) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
        };
        more();
      },
    });

    const { status, excerpt } = await receiver.createTransport().post(aRequest());

    expect([status, excerpt]).toEqual([200, 'x'.repeat(500)]);
    // What the buffers of both sides hold, besides the 64 KB that are read.
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('whose headers have no end is cut off', async () => {
    receiver.setBehaviour({ handle: (request) => void request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`) });

    await expect(receiver.createTransport().post(aRequest())).rejects.toThrow('failed');
  });

  it('that sends its headers byte by byte is given up when the time is up', async () => {
    receiver.setBehaviour({
      handle: (request) => {
        request.socket.write('HTTP/1.1 200 OK\r\nx: ');
        const timer = setInterval(() => request.socket.write('x'), 20);
        request.socket.once('close', () => clearInterval(timer));
      },
    });

    await expect(receiver.createTransport({ timeoutMs: 300 }).post(aRequest())).rejects.toThrow(
      'No response within 0.3 seconds.',
    );
  });

  it('that sends its content byte by byte has confirmed the event', async () => {
    receiver.setBehaviour({
      handle: (_request, response) => {
        response.writeHead(202);
        const timer = setInterval(() => response.write('.'), 20);
        response.once('close', () => clearInterval(timer));
      },
    });

    expect((await receiver.createTransport({ timeoutMs: 300 }).post(aRequest())).status).toBe(202);
  });

  it('that never responds is given up when the time is up, as is a name server', async () => {
    receiver.setBehaviour('hang');

    await expect(receiver.createTransport({ timeoutMs: 200 }).post(aRequest())).rejects.toThrow(
      'No response within 0.2 seconds.',
    );
    const unresolved = receiver.createTransport({ timeoutMs: 200, lookup: () => new Promise(() => {}) });
    await expect(unresolved.post(aRequest())).rejects.toThrow('No response within 0.2 seconds.');
  });

  it('with a certificate that no one knows, or for another name, receives nothing', async () => {
    const before = receiver.received.length;
    const untrusting = createWebhookTransport({ allowsPrivate: true, lookup: async () => [LOCAL] });
    await expect(untrusting.post(aRequest())).rejects.toThrow(/certificate .* not valid/);

    const misnamed = aRequest(receiver.url.replace('receiver.test', 'another.test'));
    await expect(receiver.createTransport().post(misnamed)).rejects.toThrow(/certificate .* not valid/);
    expect(receiver.received.length).toBe(before);
  });

  it('that is stopped refuses the connection', async () => {
    const stopped = await createWebhookReceiver();
    await stopped.stop();

    await expect(stopped.createTransport().post(aRequest(stopped.url))).rejects.toMatchObject({
      failure: { kind: 'connection_refused' },
    });
  });

  it('cannot put control characters into the log', async () => {
    receiver.setBehaviour({ handle: (_request, response) => void response.end('a\u0000b\u001b[31mc\u202ed\ne') });

    expect((await receiver.createTransport().post(aRequest())).excerpt).toBe('ab[31mcd\ne');
  });
});
