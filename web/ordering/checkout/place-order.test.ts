import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import { isIndeterminate, retryUntilResponse } from './place-order.ts';

const failure = (status: number) => new ApiError(status, ['Sorry.']);
const surroundings = () => ({ onIndeterminate: vi.fn(), wait: vi.fn(async () => {}) });

describe('an order whose answer is lost', () => {
  it('is asked for again until there is an answer, and tells so once', async () => {
    const around = surroundings();
    const ask = vi.fn<() => Promise<string>>();
    ask.mockRejectedValueOnce(failure(0)).mockRejectedValueOnce(failure(503)).mockRejectedValueOnce(new TypeError('broke off'));
    ask.mockResolvedValueOnce('order 7');
    expect(await retryUntilResponse(ask, around)).toBe('order 7');
    expect(ask).toHaveBeenCalledTimes(4);
    expect(around.onIndeterminate).toHaveBeenCalledOnce();
  });

  it('is given up after a minute', async () => {
    const around = surroundings();
    const ask = vi.fn(async () => Promise.reject(failure(0)));
    await expect(retryUntilResponse(ask, around)).rejects.toThrow('Sorry.');
    const waited = around.wait.mock.calls.flat().reduce((sum: number, one) => sum + Number(one), 0);
    expect(waited).toBeGreaterThan(45_000);
    expect(waited).toBeLessThan(75_000);
  });
});

describe('a refusal', () => {
  it.each([400, 401, 404, 409, 422, 429, 500])('with status %i is certain and asked for once', async (status) => {
    const around = surroundings();
    const ask = vi.fn(async () => Promise.reject(failure(status)));
    await expect(retryUntilResponse(ask, around)).rejects.toThrow('Sorry.');
    expect(ask).toHaveBeenCalledOnce();
    expect(around.onIndeterminate).not.toHaveBeenCalled();
  });

  it('is none when nobody answered in time', () => {
    expect(isIndeterminate(new DOMException('late', 'TimeoutError'))).toBe(true);
    expect(isIndeterminate(failure(504))).toBe(true);
    expect(isIndeterminate(failure(400))).toBe(false);
  });
});
