import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import { deleteSavedInput } from './form-restore.ts';
import { isLoginOfSamePerson } from './login-elsewhere.ts';
import { saveFormInput } from './save-input.ts';
import { endSession, startSession } from './session.ts';

const serverKnows = (id: number) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id, impersonatedCustomer: null })));

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  queryClient.clear();
  deleteSavedInput();
  endSession();
  startSession({ access_token: 'one', refresh_token: 'r', expires_in: 3600 });
});

describe('a log-in in another tab', () => {
  it('is of the person whose pages are shown, or of someone else', async () => {
    queryClient.setQueryData(['GET /api/customerprofile'], { id: 7, impersonatedCustomer: null });
    serverKnows(7);
    expect(await isLoginOfSamePerson(queryClient)).toBe(true);
    serverKnows(8);
    expect(await isLoginOfSamePerson(queryClient)).toBe(false);
  });

  it('is of the person whose input waits at the log-in, or of someone else', async () => {
    serverKnows(7);
    expect(await isLoginOfSamePerson(queryClient)).toBe(false);
    saveFormInput(7, '/index/profile');
    expect(await isLoginOfSamePerson(queryClient)).toBe(true);
    saveFormInput(8, '/index/profile');
    expect(await isLoginOfSamePerson(queryClient)).toBe(false);
  });

  it('counts as someone else’s while the server cannot be reached', async () => {
    queryClient.setQueryData(['GET /api/customerprofile'], { id: 7, impersonatedCustomer: null });
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline');
    });
    expect(await isLoginOfSamePerson(queryClient)).toBe(false);
  });
});
