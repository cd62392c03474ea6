import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteSizeCookies, readSizeCookies, saveSizeCookies } from './size-cookies.ts';

/** A browser's cookies, as far as they matter here. */
const jar = new Map<string, string>();
const written: string[] = [];
const MAN = { gender: 0, heightUnits: 2, heightFeet: 5, height: 10, weightUnits: 0, weight: 82, ukbra: 34, ukbracup: 'DD' };

beforeEach(() => {
  jar.clear();
  written.length = 0;
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text);
      const [pair = ''] = text.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/Max-Age=0\b/.test(text)) jar.delete(name);
      else jar.set(name, value);
    },
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
  });
});

describe('cookies of the measuring screen', () => {
  it('contain only the units until the person agrees', () => {
    saveSizeCookies(MAN, 'units');
    expect([...jar.keys()].toSorted()).toEqual(['heightUnits', 'weightUnits']);
    expect(readSizeCookies()).toEqual({ heightUnits: 2, weightUnits: 0 });
  });

  it('last 30 days, are not sent with API calls, and omit empty fields', () => {
    saveSizeCookies(MAN, 'body');
    expect(readSizeCookies()).toEqual(MAN);
    const kept = written.filter((text) => !text.includes('Max-Age=0'));
    expect(kept).toHaveLength(Object.keys(MAN).length);
    for (const text of kept) expect(text).toMatch(/; Path=\/index; Max-Age=2592000; SameSite=Strict$/);
  });

  it('are secure and have the prefix for that over HTTPS', () => {
    vi.stubGlobal('location', { protocol: 'https:' });
    saveSizeCookies(MAN, 'body');
    expect(readSizeCookies()).toEqual(MAN);
    for (const text of written) expect(text).toMatch(/^__Secure-\w+=.*; Secure$/);
    deleteSizeCookies();
    expect(readSizeCookies()).toEqual({ heightUnits: 2, weightUnits: 0 });
    vi.stubGlobal('location', undefined);
  });

  it('are deleted except for the units', () => {
    saveSizeCookies(MAN, 'body');
    deleteSizeCookies();
    expect(readSizeCookies()).toEqual({ heightUnits: 2, weightUnits: 0 });
  });

  it('are ignored when they are not numbers', () => {
    expect(readSizeCookies('height=tall; weight=82; other=1; ukbracup=DD')).toEqual({ weight: 82, ukbracup: 'DD' });
  });
});
