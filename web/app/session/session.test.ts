import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Storage of one browser, as its tabs share it. */
function aStorage(broken = false) {
  const held = new Map<string, string>();
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  return {
    held,
    getItem: broken ? refuse : (key: string) => held.get(key) ?? null,
    setItem: broken ? refuse : (key: string, value: string) => void held.set(key, value),
    removeItem: broken ? refuse : (key: string) => void held.delete(key),
  };
}

/** A tab: its own copy of the module on the shared storage. Without Web Locks, as on plain http. */
async function aTab(storage: ReturnType<typeof aStorage>) {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', {});
  return await import('./session.ts');
}

const tokens = (name: string, expires_in = 3600) => ({ access_token: `a-${name}`, refresh_token: `r-${name}`, expires_in });
const answer = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }));

let fetched: ReturnType<typeof vi.fn>;
beforeEach(() => {
  fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('a session', () => {
  it('is used as it is while more than five minutes are left', async () => {
    const tab = await aTab(aStorage());
    tab.startSession(tokens('1', 301));
    expect(await tab.getAccessToken()).toBe('a-1');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is renewed within five minutes of its end, once for all callers', async () => {
    const tab = await aTab(aStorage());
    tab.startSession(tokens('1', 299));
    fetched.mockImplementation(() => answer(200, tokens('2')));
    expect(await Promise.all([tab.getAccessToken(), tab.getAccessToken(), tab.getAccessToken()])).toEqual(['a-2', 'a-2', 'a-2']);
    expect(fetched).toHaveBeenCalledOnce();
    expect(String(fetched.mock.calls[0]?.[1].body)).toBe('grant_type=refresh_token&refresh_token=r-1');
  });

  it('is renewed by one of two tabs, and the other uses what that one got', async () => {
    const storage = aStorage();
    const one = await aTab(storage);
    const other = await aTab(storage);
    one.startSession(tokens('1', 10));
    fetched.mockImplementation(() => answer(200, tokens('2')));
    expect(await Promise.all([one.getAccessToken(), other.getAccessToken()])).toEqual(['a-2', 'a-2']);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('is not renewed again by a tab that saw the new token before its new end', async () => {
    const storage = aStorage();
    const tab = await aTab(storage);
    tab.startSession(tokens('2', 240));
    const asked = tab.getAccessToken();
    // What the other tab stored arrives item by item, the rest of it while this one waits for its turn.
    storage.held.set('livery.accessTokenExpiry', String(Date.now() + 3_600_000));
    expect(await asked).toBe('a-2');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is renewed when the access token is missing', async () => {
    const storage = aStorage();
    const tab = await aTab(storage);
    tab.startSession(tokens('1'));
    storage.held.delete('livery.accessToken');
    fetched.mockImplementation(() => answer(200, tokens('2')));
    expect(await tab.getAccessToken()).toBe('a-2');
  });

  it('is over when the server refuses to renew it', async () => {
    const tab = await aTab(aStorage());
    tab.startSession(tokens('1', 0));
    fetched.mockImplementation(() => answer(400, { error: 'invalid_grant' }));
    expect(await tab.getAccessToken()).toBeUndefined();
    expect(tab.isLoggedIn()).toBe(false);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is busy', () => answer(503, {})],
    ['asks for patience', () => answer(429, {})],
  ])('is kept when the server %s', async (_, reply) => {
    const tab = await aTab(aStorage());
    tab.startSession(tokens('1', 0));
    fetched.mockImplementation(reply);
    await expect(tab.getAccessToken()).rejects.toThrow('cannot be reached');
    expect(tab.isLoggedIn()).toBe(true);
    fetched.mockImplementation(() => answer(200, tokens('2')));
    expect(await tab.getAccessToken()).toBe('a-2');
  });

  it('continues with a valid token when it could not be renewed yet', async () => {
    const tab = await aTab(aStorage());
    tab.startSession(tokens('1', 120));
    fetched.mockImplementation(() => answer(503, {}));
    expect(await tab.getAccessToken()).toBe('a-1');
  });

  it('that was logged out during its renewal stays logged out', async () => {
    const storage = aStorage();
    const tab = await aTab(storage);
    tab.startSession(tokens('1', 0));
    fetched.mockImplementation(() => {
      tab.endSession();
      return answer(200, tokens('2'));
    });
    expect(await tab.getAccessToken()).toBeUndefined();
    expect([...storage.held.keys()].filter((key) => key !== 'livery.renewing')).toEqual([]);
  });

  it('is started again from storage by a new tab', async () => {
    const storage = aStorage();
    (await aTab(storage)).startSession(tokens('1'));
    expect(await (await aTab(storage)).getAccessToken()).toBe('a-1');
  });

  it('is kept in memory where storage is unavailable', async () => {
    const tab = await aTab(aStorage(true));
    tab.startSession(tokens('1'));
    expect(await tab.getAccessToken()).toBe('a-1');
    tab.endSession();
    expect(tab.isLoggedIn()).toBe(false);
  });
});

describe('logging out', () => {
  it('empties the storage at once and revokes the token', async () => {
    const storage = aStorage();
    const tab = await aTab(storage);
    tab.startSession(tokens('1'));
    fetched.mockImplementation(() => answer(200, { returnUrl: 'https://buyer.example/return' }));
    const left = tab.logOut();
    expect(storage.held.size).toBe(0);
    expect(await left).toBe('https://buyer.example/return');
    expect(fetched.mock.calls[0]?.[1].headers.Authorization).toBe('Bearer a-1');
  });

  it('works without a server', async () => {
    const tab = await aTab(aStorage());
    tab.startSession(tokens('1'));
    fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await tab.logOut()).toBeNull();
    expect(tab.isLoggedIn()).toBe(false);
  });

  it('is awaited by the next login, because its response clears the storage', async () => {
    const tab = await aTab(aStorage());
    const order: string[] = [];
    const answers: (() => void)[] = [];
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(new Response('{"returnUrl":null}')))));
    tab.startSession(tokens('1'));
    void tab.logOut().then(() => order.push('first answered'));
    void tab.logOut().then(() => order.push('second answered'));
    const next = tab.waitForPendingLogouts().then(() => order.push('next'));
    answers[1]?.();
    await vi.waitFor(() => expect(order).toEqual(['second answered']));
    answers[0]?.();
    await next;
    expect(order).toContain('next');
    await tab.waitForPendingLogouts();
  });

  it('is aborted after three seconds, so that a late response clears nothing', async () => {
    vi.useFakeTimers();
    try {
      const tab = await aTab(aStorage());
      let signal: AbortSignal | undefined;
      fetched.mockImplementation((_, options: RequestInit) => {
        signal = options.signal ?? undefined;
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal?.reason as Error)));
      });
      const left = tab.logOut();
      const next = tab.waitForPendingLogouts();
      await vi.advanceTimersByTimeAsync(2900);
      expect(signal?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(200);
      expect(signal?.aborted).toBe(true);
      await next;
      expect(await left).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('notifies listeners once', async () => {
    const tab = await aTab(aStorage());
    const heard: string[] = [];
    tab.onSessionEvent((event) => heard.push(event));
    tab.startSession(tokens('1'));
    tab.endSession('expired');
    tab.endSession();
    expect(heard).toEqual(['started', 'expired']);
  });
});

describe('other tabs', () => {
  /** What a tab hears when another one changes the storage, key by key as browsers tell it. */
  async function hearing() {
    const tab = await aTab(aStorage());
    let tell: (event: { key: string | null; oldValue: string | null; newValue: string | null }) => void = () => {};
    vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => {
      tell = listener;
    });
    const heard: string[] = [];
    tab.watchSessionInOtherTabs();
    tab.onSessionEvent((event) => heard.push(event));
    return {
      heard,
      tell: (key: string | null, newValue: string | null, oldValue: string | null = null) => tell({ key, oldValue, newValue }),
    };
  }

  it('learn why a session is over: expiry or logout', async () => {
    const { heard, tell } = await hearing();
    tell('livery.login', 'expired');
    tell('livery.accessToken', null);
    tell('livery.login', null);
    expect(heard).toEqual(['expired']);
    tell('livery.login', 'a-new-one');
    tell('livery.login', null);
    tell(null, null);
    expect(heard).toEqual(['expired', 'changed', 'ended', 'ended']);
  });

  it.each([
    ['was opened between both', []],
    ['logged in before', [['livery.login', 'a-new-one', null]]],
  ] as const)('learn of an expiry from the removal of its marker alone: a tab that %s', async (_, before) => {
    const { heard, tell } = await hearing();
    for (const event of before) tell(...event);
    heard.length = 0;
    tell('livery.login', null, 'expired');
    expect(heard).toEqual(['expired']);
  });

  it('learn of every expiry once, no matter who logged in before', async () => {
    const { heard, tell } = await hearing();
    for (let round = 0; round < 2; round++) {
      tell('livery.login', 'expired', 'the-old-one');
      tell('livery.login', null, 'expired');
    }
    expect(heard).toEqual(['expired', 'expired']);
  });

  it('do not log out of a session whose expiry they have heard of, while the rest of it is being removed', async () => {
    const storage = aStorage();
    const tab = await aTab(storage);
    fetched.mockImplementation(() => answer(200, {}));
    tab.startSession(tokens('1'));
    const heard: string[] = [];
    tab.onSessionEvent((event) => heard.push(event));
    storage.held.set('livery.login', 'expired');
    expect(tab.isLoggedIn()).toBe(false);
    expect(await tab.getAccessToken()).toBeUndefined();
    await tab.logOut();
    expect([heard, storage.held.size]).toEqual([[], 0]);
    tab.startSession(tokens('2'));
    expect(await tab.getAccessToken()).toBe('a-2');
  });

  it('see the expiry marker of the tab whose session was refused', async () => {
    const storage = aStorage();
    const tab = await aTab(storage);
    const written: string[] = [];
    vi.stubGlobal('localStorage', {
      ...storage,
      setItem: (key: string, value: string) => {
        written.push(`${key}=${value}`);
        storage.setItem(key, value);
      },
    });
    tab.startSession(tokens('1'));
    tab.endSession('expired');
    expect(written.at(-1)).toBe('livery.login=expired');
    expect(storage.held.size).toBe(0);
    tab.endSession('expired');
    expect(written.filter((note) => note.endsWith('=expired'))).toHaveLength(1);
  });
});

describe('a session of a login link', () => {
  const shared = aStorage();
  /** Shows a tab: what it calls uses its own session storage. */
  const show = (own: ReturnType<typeof aStorage>) => vi.stubGlobal('sessionStorage', own);

  it('S7: belongs to its tab alone, beside another trip and the session that the tabs share', async () => {
    const stores = [aStorage(), aStorage(), aStorage()] as const;
    show(stores[0]);
    const person = await aTab(shared);
    person.startSession(tokens('person'));
    for (const [place, name] of [
      [1, 'one'],
      [2, 'two'],
    ] as const) {
      show(stores[place]);
      const tab = await aTab(shared);
      fetched.mockImplementation(() => answer(200, { returnUrl: null }));
      tab.leaveSession(true);
      tab.startSession(tokens(name), true);
      tab.setTrip(name);
    }
    for (const [place, token] of ['a-person', 'a-one', 'a-two'].entries()) {
      show(stores[place] as ReturnType<typeof aStorage>);
      // Loaded again, as after a reload.
      expect(await (await aTab(shared)).getAccessToken()).toBe(token);
    }
    // No one was logged out on the way.
    expect(fetched.mock.calls.map(([, { headers }]) => headers.Authorization)).toEqual([undefined, undefined]);
  });

  it('S8: replaces the trip that was open in its tab, whose log-out leads nowhere', async () => {
    show(aStorage());
    const tab = await aTab(shared);
    tab.startSession(tokens('old'), true);
    tab.setTrip('old-trip');
    fetched.mockImplementation(() => answer(200, { returnUrl: 'https://portal.example/punchout/return/old-trip' }));
    tab.leaveSession(true);
    expect(fetched.mock.calls[0]?.[1].headers.Authorization).toBe('Bearer a-old');
    expect([tab.getTrip(), tab.isLoggedIn()]).toEqual(['', false]);
    tab.startSession(tokens('new'), true);
    await tab.waitForPendingLogouts();
    expect(await tab.getAccessToken()).toBe('a-new');
  });

  it('remembers its trip after it has expired, until someone logs in as always', async () => {
    show(aStorage());
    const tab = await aTab(shared);
    tab.startSession(tokens('one'), true);
    tab.setTrip('trip-1');
    tab.endSession('expired');
    expect([tab.getTrip(), tab.isLoggedIn()]).toEqual(['trip-1', false]);
    expect((await aTab(shared)).getTrip()).toBe('trip-1');
    tab.startSession(tokens('person'));
    expect([tab.getTrip(), (await aTab(shared)).getTrip()]).toEqual([null, null]);
  });

  it('F1: lives in memory where the storage of a frame cannot be used', async () => {
    const blocked = aStorage(true);
    show(blocked);
    const tab = await aTab(blocked);
    tab.leaveSession(true);
    tab.startSession(tokens('one'), true);
    tab.setTrip('trip-1');
    expect([tab.getTrip(), await tab.getAccessToken()]).toEqual(['trip-1', 'a-one']);
  });
});
