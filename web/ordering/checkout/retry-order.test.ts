import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import { isIndeterminate, retryUntilResponse } from './retry-order.ts';

const failure = (status: number) => new ApiError(status, ['Sorry.']);
const createHooks = () => ({ onIndeterminate: vi.fn(), wait: vi.fn(async () => {}) });

describe('an order whose response is lost', () => {
  it('is retried until there is a response, and reported as indeterminate once', async () => {
    const hooks = createHooks();
    const send = vi.fn<() => Promise<string>>();
    send.mockRejectedValueOnce(failure(0)).mockRejectedValueOnce(failure(503)).mockRejectedValueOnce(new TypeError('cut off'));
    send.mockResolvedValueOnce('order 7');
    expect(await retryUntilResponse(send, hooks)).toBe('order 7');
    expect(send).toHaveBeenCalledTimes(4);
    expect(hooks.onIndeterminate).toHaveBeenCalledOnce();
  });

  it('is no longer retried after about a minute', async () => {
    const hooks = createHooks();
    const send = vi.fn(async () => Promise.reject(failure(0)));
    await expect(retryUntilResponse(send, hooks)).rejects.toThrow('Sorry.');
    const waited = hooks.wait.mock.calls.flat().reduce((sum: number, one) => sum + Number(one), 0);
    expect(waited).toBeGreaterThan(45_000);
    expect(waited).toBeLessThan(75_000);
  });
});

describe('a refusal', () => {
  it.each([400, 401, 404, 409, 422, 429, 500])('with status %i is definite and not retried', async (status) => {
    const hooks = createHooks();
    const send = vi.fn(async () => Promise.reject(failure(status)));
    await expect(retryUntilResponse(send, hooks)).rejects.toThrow('Sorry.');
    expect(send).toHaveBeenCalledOnce();
    expect(hooks.onIndeterminate).not.toHaveBeenCalled();
  });

  it('is not assumed if the request timed out', () => {
    expect(isIndeterminate(new DOMException('timed out', 'TimeoutError'))).toBe(true);
    expect(isIndeterminate(failure(504))).toBe(true);
    expect(isIndeterminate(failure(400))).toBe(false);
  });
});
