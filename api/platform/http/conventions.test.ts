import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, fillCart } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { createTestPortal, type TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

let log = '';
let admin: TestClient;
const logRecorder = {
  write: (line: string) => {
    log += line;
  },
};
const portal = usePortal({ logTo: logRecorder });

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const request = async (method: InjectOptions['method'], url: string, options: InjectOptions = {}) => {
  const answer = await portal.app.inject({ method, url, ...options, headers: { ...admin.headers, ...options.headers } });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    body: answer.payload ? answer.json() : undefined,
  };
};
const post = (url: string, payload: string | Buffer, contentType: string | undefined = 'application/json') =>
  request('POST', url, { payload, headers: contentType ? { 'content-type': contentType } : {} });
const listOrders = async (query: string) => (await request('GET', `/api/orders${query}`)).body;

describe('a path', () => {
  it.each(['/api/orders', '/api/orders/', '/API/ORDERS', '/Api/Orders/?limit=1', '/api/orders?'])(
    '%s is the list of orders',
    async (path) => {
      expect((await request('GET', path)).body.orders.length).toBeGreaterThan(0);
    },
  );

  it.each([
    '//api/orders',
    '/api//orders',
    '/api/orders//',
    '/api',
    '/api/',
    '/api/nothing',
    '/apiorders',
    '/api/orders/1/2',
    '/api/orders%2F1',
  ])('%s does not exist, and gets a standard error', async (path) => {
    const { status, body } = await request('GET', path);

    expect([path, [400, 404].includes(status), Object.keys(body)]).toEqual([path, true, ['errors']]);
  });

  it('that cannot be decoded, or is too long, gets a standard error with all headers', async () => {
    for (const path of ['/api/%', '/api/orders/%E0%A4%A', '/%', `/api/states/${'1'.repeat(400)}`]) {
      const { status, body, headers } = await request('GET', path);
      expect([path, [400, 404].includes(status), Object.keys(body)]).toEqual([path, true, ['errors']]);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('with an encoded slash in a SKU reaches the SKU', async () => {
    const { status, body } = await request('GET', '/api/product/stock/AB%2FC-1');

    expect([status, body]).toEqual([404, { errors: { sku: ['Sku not found.'] } }]);
  });

  it.each(['OPTIONS', 'TRACE', 'PATCH', 'DELETE', 'POST'] as const)('does not support %s', async (method) => {
    const { status, headers, body } = await request(method as InjectOptions['method'], '/api/orders');

    expect([status, headers.allow, body]).toEqual([
      405,
      'GET, HEAD',
      { errors: { method: ['This method is not supported here.'] } },
    ]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['DELETE', '/API/Orders/', 'GET, HEAD'],
    ['PATCH', '/api/customers/1', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/api/token', 'POST'],
    ['POST', '/api/wardrobepptout', 'GET'],
    ['DELETE', '/sizing/garment/list/1', 'GET, HEAD, OPTIONS'],
    ['POST', '/livez', 'GET, HEAD'],
  ] as const)('answers %s %s with the methods %s', async (method, url, allow) => {
    // Even where the body cannot be read: it is not the reason.
    const payload = method === 'GET' ? {} : { payload: '{', headers: { 'content-type': 'text/plain' } };
    const { status, headers, body } = await request(method, url, payload);

    expect([status, headers.allow, Object.keys(body.errors)]).toEqual([405, allow, ['method']]);
  });

  it.each(['/api/orders/nothing', '/api/orders/１２', '/api/orders/x1', '/api/customers/x/invitation'])(
    'with a word instead of an id, %s, does not exist',
    async (url) => {
      for (const method of ['GET', 'PATCH'] as const) {
        const { status, body } = await request(method, url);
        expect([status, body]).toEqual([404, { errors: { path: ['Path not found.'] } }]);
      }
    },
  );

  it.each(['0', '-1', '1.5', '1e3', '12x', '99999999999'])('with the invalid id %s is refused with 400', async (id) => {
    const { status, body } = await request('GET', `/api/orders/${id}`);
    expect([status, body]).toEqual([400, { errors: { id: ['This id is not valid.'] } }]);
  });

  it('gets the same response to HEAD as to GET, without the body', async () => {
    for (const url of [
      '/api/orders?limit=1',
      '/api/orders/0',
      '/api/organisations/settings',
      '/api/nothing',
      '/api/theme/getthemebyhost',
    ]) {
      const get = await request('GET', url);
      const head = await request('HEAD', url);
      const shared = ({ status, headers }: typeof get) => [url, status, headers['content-type'], headers['content-length']];
      expect([shared(head), head.text]).toEqual([shared(get), '']);
    }
  });
});

describe('a query', () => {
  it('accepts names in any case and with underscores', async () => {
    for (const name of ['createdAtMin', 'CREATEDATMIN', 'created_at_min', 'Created_At_Min', 'createdatmin'])
      expect([name, (await listOrders(`?${name}=2199-01-01`)).orders]).toEqual([name, []]);
  });

  it('uses the first value of a repeated name, and skips those that mean “absent”', async () => {
    expect((await listOrders('?limit=2&limit=5')).orders).toHaveLength(2);
    expect((await listOrders('?limit=&limit=null&limit=3')).orders).toHaveLength(3);
    expect((await listOrders('?limit')).orders).toHaveLength(10);
  });

  it('may contain unknown names', async () => {
    for (const query of [
      '?__proto__=1',
      '?constructor=1',
      '?constructor[prototype][admin]=1',
      '?a[]=1&&=&=x&%',
      '?hasOwnProperty=1',
      `?${'a=1&'.repeat(1000)}`,
    ])
      expect([query.slice(0, 30), (await request('GET', `/api/orders${query}`)).status]).toEqual([query.slice(0, 30), 200]);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('a body', () => {
  let item: ReturnType<typeof anItem>;
  let buyer: TestClient;
  beforeAll(async () => {
    item = anItem(await aStockedProduct(portal.db, { stock: [10_000] }));
    buyer = await portal.as((await aPerson(portal.db)).email);
    await fillCart(buyer, item);
  });
  const summary = (payload: string, headers: Record<string, string> = {}) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/checkoutsummary',
      headers: { ...buyer.headers, 'content-type': 'application/json', ...headers },
      payload,
    });

  it('accepts keys in any case, at any depth; an exact match has precedence', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/shopping_cart_items/multiple',
      headers: buyer.headers,
      payload: {
        ITEMS: [{ PRODUCTID: item.productId, Quantity: 1, quantity: 2, customerID: buyer.customerId, colour: 'invented' }],
      },
    });

    expect(answer.statusCode).toBe(200);
    expect(answer.json().items.at(-1)).toMatchObject({ quantity: 2, customerId: buyer.customerId });
  });

  it('may be wrapped, flat, empty, or contain unknown keys', async () => {
    for (const payload of [
      '{"checkout":{"comments":"x"}}',
      '{"comments":"x"}',
      '{"CHECKOUT":{"COMMENTS":"x"}}',
      '',
      '{}',
      'null',
      '{"checkout":null}',
      '{"hat":1,"checkout":{"hat":{}}}',
    ])
      expect([payload, (await summary(payload)).json().comments]).toEqual([payload, 'x']);
  });

  it('ignores prototypes', async () => {
    const answer = await summary('{"checkout":{"__proto__":{"comments":"polluted"},"constructor":{"prototype":{"admin":true}}}}');

    expect([answer.statusCode, answer.json().comments]).toEqual([200, 'x']);
    expect(({} as { admin?: unknown; comments?: unknown }).admin).toBeUndefined();
  });

  it.each(['{', '{"a":}', "{'a':1}", '{"a":NaN}', '\u0000', 'undefined', '[1,]'])(
    'that is not JSON is refused: %j',
    async (payload) => {
      const answer = await summary(payload);

      expect([answer.statusCode, answer.json()]).toEqual([400, { errors: { json: ['The body is not valid JSON.'] } }]);
    },
  );

  it.each([
    '[]',
    '"x"',
    '7',
    'true',
    '{"checkout":[]}',
    '{"checkout":"x"}',
    '[{"comments":"x"}]',
    `${'['.repeat(100)}${']'.repeat(100)}`,
  ])('that is not an object is refused: %j', async (payload) => {
    const answer = await summary(payload);

    expect([answer.statusCode, answer.json()]).toEqual([422, { errors: { body: ['The body must be a JSON object.'] } }]);
  });

  it('may be nested a hundred levels deep, or up to the size limit in an unknown key', async () => {
    for (const depth of [100, 100_000])
      expect((await summary(`{"hat":${'['.repeat(depth)}${']'.repeat(depth)}}`)).statusCode).toBe(200);
  });

  it.each([
    ['lists', '{"comments":["x"]}', 'comments'],
    ['numbers', '{"comments":7}', 'comments'],
    ['objects', '{"billingAddressId":{"id":1}}', 'billingAddressId'],
    ['truth', '{"termsAccepted":"yes"}', 'termsAccepted'],
    ['infinity', '{"billingAddressId":1e999}', 'billingAddressId'],
  ])('does not convert %s to another type', async (_, payload, field) => {
    const answer = await summary(payload);

    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-nothing', 'nonsense'])(
    'of the type %s is refused',
    async (type) => {
      const answer = await summary('x', { 'content-type': type });

      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        { errors: { request: ['This content type is not accepted here.'] } },
      ]);
    },
  );

  it('may declare its character set', async () => {
    expect((await summary('{}', { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200);
  });

  it('of ten megabytes is refused', async () => {
    const { status, body } = await post('/api/checkoutsummary', Buffer.alloc(10_000_000, 'x'));

    expect([status, body]).toEqual([413, { errors: { request: ['The request is too large.'] } }]);
  });
});

describe('every response of the API', () => {
  it('forbids storing and sniffing, has a request id, and loads nothing', async () => {
    const answers = [
      await request('GET', '/api/orders?limit=1'),
      await request('GET', '/api/orders?limit=1&fields=id'),
      await request('GET', '/api/orders?limit=0'),
      await request('GET', '/api/nothing'),
      await request('GET', '/%61pi/orders'),
      await request('GET', '/API/customerprofile', { headers: { authorization: '' } }),
      await post('/api/setpaymentform', '{'),
      await post('/api/token', 'grant_type=x', 'application/x-www-form-urlencoded'),
      await request('GET', '/api/theme/getthemebyhost'),
      await request('GET', '/api/%'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 404, 200, 401, 400, 400, 200, 400]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
  });

  it('is 421 on a host that belongs to no brand, with or without a session; only the theme has a default', async () => {
    const host = 'portal.evil.example';
    const unknownHost = [421, { errors: { host: ['This address does not belong to a portal.'] } }];
    for (const [method, url] of [
      ['GET', '/api/orders'],
      ['GET', '/api/countries'],
      ['GET', '/api/checkregistrationtoken?token=x'],
      ['POST', '/api/reportError'],
      ['PUT', '/api/customers/1'],
    ] as const)
      for (const authorization of ['', 'Bearer x', admin.headers.authorization ?? '']) {
        const { status, body } = await request(method, url, { headers: { host, authorization } });
        expect([url, status, body]).toEqual([url, ...unknownHost]);
      }
    const theme = await request('GET', '/api/theme/getthemebyhost', { headers: { host } });
    expect([theme.status, theme.body.name]).toEqual([200, 'sundial']);
  });

  it('reveals nothing about an unexpected error, which is logged in full', async () => {
    const broken = await createTestPortal({ logTo: logRecorder });
    try {
      const person = await broken.as('admin@meridian.example');
      await runAsOwner(broken, 'drop table slide');

      const { status, body } = await person.get('/api/organisations/slider');

      expect([status, body]).toEqual([
        500,
        { errors: { server: ['Something went wrong on our side. It has been reported; please try again.'] } },
      ]);
      expect(log).toContain('relation \\"slide\\" does not exist');
    } finally {
      await broken.close();
    }
  });
});

describe('the log', () => {
  it('never contains passwords, tokens, email addresses or query strings', async () => {
    const secrets = ['Secret-passw0rd', 'secret.person@made.example', `${'tok3n'.repeat(8)}abc`, 'needle in the search'];
    const [password, email, token, words] = secrets as [string, string, string, string];
    await post(
      '/api/token',
      new URLSearchParams({ grant_type: 'password', username: email, password }).toString(),
      'application/x-www-form-urlencoded',
    );
    await post(
      '/api/token',
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString(),
      'application/x-www-form-urlencoded',
    );
    await request('GET', `/api/orders?searchTerm=${encodeURIComponent(words)}&email=${email}&token=${token}`);
    await request('GET', `/api/customerprofile?email=${email}`, { headers: { authorization: `Bearer ${token}` } });
    await request('GET', `/api/%?email=${email}`);
    await request('GET', `/api/nothing?token=${token}`);
    await post(
      '/api/reportError',
      JSON.stringify({
        message: `No answer for ${email}`,
        url: `https://x.example/resetpassword?email=${email}&token=short1`,
        password,
        stack: { access_token: token },
      }),
    );
    await post('/api/setpaymentform', `{"password":"${password}"`);

    expect(log.length).toBeGreaterThan(1000);
    expect(log).toContain('client error report');
    for (const secret of [...secrets, 'short1', encodeURIComponent(words), admin.headers.authorization?.slice(7) ?? '?'])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
    for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});
