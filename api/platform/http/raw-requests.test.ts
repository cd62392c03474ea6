import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

describe('malformed HTTP', () => {
  /** Sends bytes to the listening server; returns everything it sends until it closes the connection. */
  async function sendRaw(bytes: string): Promise<string> {
    if (!portal.app.server.listening) await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = portal.app.server.address() as { port: number };
    return new Promise((resolve, reject) => {
      let response = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        response += chunk;
      });
      socket.on('close', () => resolve(response));
      socket.on('error', reject);
      socket.setTimeout(5000, () => socket.destroy(new Error(`No answer: ${response}`)));
    });
  }
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object;

  it.each([
    ['headers of 100 KB', `GET /api/orders HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, '431'],
    ['noise', 'what is this\r\n\r\n', '400'],
    ['an unknown method', 'BREW /api/orders HTTP/1.1\r\nHost: localhost\r\n\r\n', '400'],
    ['two lengths', 'POST /api/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', '400'],
    [
      'a length and chunks',
      'POST /api/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['a line break in a header', 'GET /api/orders HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n', '400'],
  ])('%s gets an error response', async (_, bytes, status) => {
    const answer = await sendRaw(bytes);

    expect(answer.slice(9, 12)).toBe(status);
    expect(Object.keys(bodyOf(answer))).toEqual(['errors']);
    expect(answer.toLowerCase()).toContain('cache-control: no-store');
  });

  it.each(['/api/../api/theme/getthemebyhost', '/api/theme/../../etc/passwd', '/api\\theme'])(
    'does not resolve the path %s to a file or call',
    async (path) => {
      const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

      expect(['400', '404']).toContain(answer.slice(9, 12));
    },
  );

  it('ignores a host in the path', async () => {
    const answer = await sendRaw(
      'GET http://alder.localhost/api/theme/getthemebyhost HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );

    expect(bodyOf(answer)).toMatchObject({ name: 'sundial' });
  });

  it('ignores a different host in forwarding headers', async () => {
    const { body } = await portal.anonymous().get<'GET /api/theme/getthemebyhost'>('/api/theme/getthemebyhost', {
      'x-forwarded-host': 'alder.localhost',
      forwarded: 'host=alder.localhost',
    });

    expect(body.name).toBe('sundial');
  });
});
