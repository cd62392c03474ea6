import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { safeReturnUrl } from './return-url.ts';

const origin = 'https://uniforms.example';

describe('a return address', () => {
  it.each([
    ['/index/home', '/index/home'],
    ['/index/orders?page=2&searchTerm=a%20b', '/index/orders?page=2&searchTerm=a%20b'],
    ['/index/orders/17', '/index/orders/17'],
    ['/index/products/7/pique-polo?colour=3#sizes', '/index/products/7/pique-polo?colour=3#sizes'],
    ['/index/products/7', '/index/products/7'],
    ['/index/cart/', '/index/cart/'],
    ['/preferences', '/preferences'],
    ['/preferences?section=marketing', '/preferences?section=marketing'],
  ])('%s leads back', (raw, expected) => {
    expect(safeReturnUrl(raw, origin)).toBe(expected);
  });

  it('loses a return address within it', () => {
    expect(safeReturnUrl('/index/home?returnUrl=//evil.example&a=1', origin)).toBe('/index/home?a=1');
  });

  it.each([
    null,
    undefined,
    '',
    '/',
    '/index',
    '/login',
    '/login?returnUrl=/index/home',
    '/api/logout',
    '/index/unknown',
    '/index/home/more',
    '/preferences/more',
    '/preferences/../login',
    '//preferences',
    '/preferences@evil.example',
    '/preferencesevil',
    'https://evil.example/preferences',
    '/INDEX/../login',
    '//evil.example',
    '//evil.example/index/home',
    '///evil.example',
    '///evil.example/index/home',
    '\t//evil.example',
    '/\\evil.example',
    '/\\/evil.example/index/home',
    '\\/evil.example',
    '/index/home\\..\\..',
    '/index/home\\..\\..\\evil',
    '/%2Fevil.example/index/home',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/%252fevil.example',
    '/index/%2e%2e/%2Fevil.example',
    '/index/%2e%2e/%2e%2e/%2fevil.example',
    '/index/orders/../../login?returnUrl=//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /index/home',
    '/index/home ',
    '/index/home\u0000',
    '/index/home\u2028',
    '/%0d%0aLocation:evil/index/home',
    'https://evil.example/index/home',
    'https://uniforms.example/index/home',
    'https:/index/home',
    'https:evil.example',
    'HTTPS://evil.example',
    'javascript:alert(1)',
    'javascript:alert(document.domain)',
    'javascript:alert(1)//index/home',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,hello',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://uniforms.example/1',
    'index/home',
    './index/home',
    '../index/home',
    '@evil.example',
    '/@evil.example/..//evil.example',
    '/index/../../evil',
    '/index/home/..//..//evil.example',
  ])('%j is refused', (raw) => {
    expect(safeReturnUrl(raw, origin)).toBeUndefined();
  });

  it('of 300 hostile ones none leaves the site, nor the screens', () => {
    const targets = [
      'evil.example',
      'evil.example/index/home',
      'uniforms.example.evil.example',
      'uniforms.example@evil.example',
      '[::1]',
    ];
    const starts = [
      '//',
      '///',
      '////',
      '/\\',
      '\\\\',
      '/\\/',
      'https://',
      'https:/',
      'https:',
      'HTTPS://',
      'ht\ttps://',
      ' //',
      '\u00a0//',
      '\ufeff//',
      '/%2f',
      '/%2F%2F',
      '/%5c',
      '/%5C%5C',
      '/%252f%252f',
      '/%09//',
      '/\t/',
      '/\n/',
      '/\r\n/',
      '/.//',
      '/..//',
      '/index/..//',
      '/index/%2e%2e//',
      '/index/home/..//..//',
      '/index\\..\\',
      '/;//',
      '/@',
      '@',
      'javascript:location=`//`//',
      'javascript://%0aalert(1)//',
      'java\nscript:alert(1)//',
      'data:text/html,//',
      'vbscript:',
      'blob:https://',
      'filesystem:https://',
      'view-source:https://',
      'ftp://',
      'ws://',
      'mailto:',
      'intent://',
      '/login?returnUrl=//',
      '/login?auto=x&returnUrl=//',
      '/api/logout?//',
      '/index?//',
      '//％2f',
      '／／',
      '/／',
      '。//',
      '/index/home\u0000//',
      '/index/home\u2028//',
      '/\u202e//',
      '/index/home\\@',
      '/INDEX/HOME/..//',
      '/index/products/%2e%2e%2f%2e%2e%2f',
      '/index/orders/1/../../..//',
      '/index/unknown?//',
    ];
    const hostile = starts.flatMap((start) => targets.map((target) => start + target));
    expect(new Set(hostile).size).toBe(300);
    const through = hostile.filter((raw) => {
      const safe = safeReturnUrl(raw, origin);
      return safe !== undefined && (new URL(safe, origin).origin !== origin || !safe.startsWith('/index/'));
    });
    expect(through).toEqual([]);
    // Whatever is let through is one of our own screens; of these that is nothing.
    expect(hostile.filter((raw) => safeReturnUrl(raw, origin) !== undefined)).toEqual([]);
  });

  it('that is longer than any screen needs is refused', () => {
    expect(safeReturnUrl(`/index/home?${'a'.repeat(2001)}`, origin)).toBeUndefined();
  });

  it('never leaves the origin nor the screens, whatever is sent', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '.',
      '@',
      ':',
      '%2f',
      '%5C',
      '%00',
      '\t',
      '\r\n',
      '?',
      '#',
      'index',
      'preferences',
      'home',
      'orders',
      'evil.example',
      'javascript:',
      'https:',
      'data:',
      ' ',
      '\u3002',
      '。',
    );
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
    );
    fc.assert(
      fc.property(anything, (raw) => {
        const safe = safeReturnUrl(raw, origin);
        return (
          safe === undefined ||
          (new URL(safe, origin).origin === origin && /^\/(index\/|preferences\/?([?#]|$))/.test(safe) && !safe.startsWith('//'))
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('is accepted for every screen that links are built for', () => {
    for (const path of [
      paths.home(),
      paths.product({ id: 3, name: 'Piqué polo 1/4 zip' }),
      paths.order(9),
      paths.confirmation(9),
      `${paths.orders()}?page=3`,
    ]) {
      expect(safeReturnUrl(path, origin)).toBe(path);
    }
  });
});
