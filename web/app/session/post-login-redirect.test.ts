import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPostLoginRedirect, consumePostLoginRedirect, savePostLoginRedirect } from './post-login-redirect.ts';

/** The tab's storage; a broken one throws whatever is asked. */
function aStorage(broken = false) {
  const held = new Map<string, string>();
  const refuse = () => {
    throw new DOMException('no storage here', 'SecurityError');
  };
  return {
    held,
    getItem: broken ? refuse : (key: string) => held.get(key) ?? null,
    setItem: broken ? refuse : (key: string, value: string) => void held.set(key, value),
    removeItem: broken ? refuse : (key: string) => void held.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://uniforms.example' });
  vi.stubGlobal('sessionStorage', aStorage());
  clearPostLoginRedirect();
});

describe.each([
  ['kept in the tab', false],
  ['where storage throws, kept by the page', true],
])('a destination, %s,', (_, broken) => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', aStorage(broken));
  });

  it('is used once', () => {
    savePostLoginRedirect('/index/orders?page=2');
    expect([consumePostLoginRedirect(), consumePostLoginRedirect()]).toEqual(['/index/orders?page=2', undefined]);
  });

  it('is the last one saved, and none after it was cleared', () => {
    savePostLoginRedirect('/index/orders');
    savePostLoginRedirect('/index/cart');
    expect(consumePostLoginRedirect()).toBe('/index/cart');
    savePostLoginRedirect('/index/cart');
    clearPostLoginRedirect();
    expect(consumePostLoginRedirect()).toBeUndefined();
  });

  it('is a screen of the portal, or none', () => {
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '/login',
      'javascript:alert(1)',
      '/index/unknown',
      '/preferences',
      '',
    ])
      for (const before of [undefined, '/index/home']) {
        if (before) savePostLoginRedirect(before);
        savePostLoginRedirect(path);
        expect([path, consumePostLoginRedirect()]).toEqual([path, undefined]);
      }
  });
});

it('a path that others wrote into the storage is validated', () => {
  const storage = aStorage();
  vi.stubGlobal('sessionStorage', storage);
  storage.held.set('livery.destination', '//evil.example/index/home');
  expect(consumePostLoginRedirect()).toBeUndefined();
  expect(storage.held.size).toBe(0);
});
