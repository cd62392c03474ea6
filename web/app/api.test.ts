import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, apiQuery } from './api.ts';
import type { ApiError } from './api-error.ts';
import { endSession, isLoggedIn, onSessionEvent, startSession } from './session/session.ts';

const answer = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const cart = 'GET /api/shopping_cart_items';
let fetched: ReturnType<typeof vi.fn<(path: string, init: RequestInit) => Promise<Response>>>;

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
  endSession();
  startSession({ access_token: 'one', refresh_token: 'r-one', expires_in: 3600 });
});

const failureOf = async (reply: Response): Promise<ApiError> => {
  fetched.mockResolvedValue(reply);
  return await api(cart).then(
    () => expect.unreachable('the call was answered'),
    (error: ApiError) => error,
  );
};

describe('a call', () => {
  it('uses the contract’s URL, query, token and no-cache headers', async () => {
    fetched.mockResolvedValue(answer(200, { products: [] }));
    await api('GET /api/products', { query: { keyword: 'polo & co', page: 0, filteredSpecOptionIds: [3, 4] } });
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/products?keyword=polo+%26+co&page=0&filteredSpecOptionIds=3&filteredSpecOptionIds=4');
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer one', 'Cache-Control': 'no-cache' });
  });

  it('encodes any parameters in the path', async () => {
    fetched.mockResolvedValue(answer(200, {}));
    await api('GET /api/product/stock/:sku', { params: { sku: 'AB/12 ü' } });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/product/stock/AB%2F12%20%C3%BC');
  });

  it('sends a body as JSON and a form as a form', async () => {
    fetched.mockImplementation(async () => answer(200, {}));
    await api('PUT /api/shopping_cart_items/:id', {
      params: { id: 7 },
      body: { shoppingCartItem: { quantity: 2 } },
      headers: { 'Idempotency-Key': 'k' },
    });
    await api('POST /api/token', { form: { username: 'a@b.example', auto: undefined } });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'PUT',
      body: '{"shoppingCartItem":{"quantity":2}}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    });
    expect(String(fetched.mock.calls[1]?.[1].body)).toBe('username=a%40b.example');
  });

  it('has a query key with its name, so that lists can be invalidated by name', () => {
    expect(apiQuery(cart).queryKey).toEqual([cart]);
    expect(apiQuery('GET /api/orders', { query: { page: 2 } }).queryKey).toEqual(['GET /api/orders', { query: { page: 2 } }]);
  });
});

describe('a refused session', () => {
  it('is renewed once and the call repeated', async () => {
    fetched.mockImplementation(async (path, init) => {
      if (path === '/api/token') return answer(200, { access_token: 'two', refresh_token: 'r-two', expires_in: 3600 });
      return (init.headers as Record<string, string>).Authorization === 'Bearer two'
        ? answer(200, { items: [] })
        : answer(401, {});
    });
    const replies = await Promise.all([api(cart), api(cart), api(cart)]);
    expect(replies).toEqual([{ items: [] }, { items: [] }, { items: [] }]);
    expect(fetched.mock.calls.filter(([path]) => path === '/api/token')).toHaveLength(1);
  });

  it('ends with a notification when it cannot be renewed', async () => {
    const heard: string[] = [];
    const stop = onSessionEvent((event) => heard.push(event));
    fetched.mockImplementation(async (path) =>
      path === '/api/token'
        ? answer(400, { error: 'invalid_grant' })
        : answer(401, { errors: { authorization: ['Please log in again.'] } }),
    );
    await expect(api(cart)).rejects.toMatchObject({ status: 401, message: 'Please log in again.' });
    stop();
    expect(heard).toEqual(['expired']);
    expect(isLoggedIn()).toBe(false);
  });

  it('does not end when the server is too busy to renew it', async () => {
    fetched.mockImplementation(async (path) => (path === '/api/token' ? answer(503, {}) : answer(401, {})));
    await expect(api(cart)).rejects.toMatchObject({ status: 0 });
    expect(isLoggedIn()).toBe(true);
  });
});

describe('a failure', () => {
  it('lists all errors line by line and by field', async () => {
    const error = await failureOf(
      answer(422, { errors: { email: ['Email is required'], 'items[0].quantity': ['Too few.', 'Not a number.'] } }),
    );
    expect(error).toMatchObject({ status: 422, message: 'Email is required\nToo few.\nNot a number.' });
    expect(error.field('items[0].quantity')).toBe('Too few.');
    expect(error.field('name')).toBeUndefined();
  });

  it.each([
    [
      'an error_description as it is',
      { error: 'invalid_grant', error_description: 'Wrong <b>password</b>.' },
      'Wrong <b>password</b>.',
    ],
    ['a message', { message: 'Not today.' }, 'Not today.'],
    ['a bare value', '"Not today."', 'Not today.'],
    ['bare text', 'Not today.', 'Not today.'],
  ])('has a suitable message for %s', async (_, body, said) => {
    expect((await failureOf(answer(400, body))).message).toBe(said);
  });

  it('has a useful message when a proxy responds with a page', async () => {
    expect((await failureOf(answer(502, '<html>Bad gateway</html>'))).message).toBe(
      'The server could not answer (502). Please try again in a moment.',
    );
  });

  it('has a message for network errors', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(api(cart)).rejects.toMatchObject({ status: 0, message: expect.stringContaining('cannot be reached') });
  });

  it('is passed on when the caller aborted the request', async () => {
    const stopped = AbortSignal.abort();
    fetched.mockRejectedValue(new DOMException('stopped', 'AbortError'));
    await expect(api(cart, { signal: stopped })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
