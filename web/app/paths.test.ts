import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { paths, patterns, queryString, slug } from './paths.ts';

describe('links', () => {
  it('lead to their screens', () => {
    const built: Record<keyof typeof patterns, string> = {
      ...(Object.fromEntries(Object.entries(patterns)) as Record<keyof typeof patterns, string>),
      product: paths.product({ id: 7, name: 'Piqué polo, men’s' }),
      confirmation: paths.confirmation(7),
      order: paths.order(7),
    };
    for (const [name, path] of Object.entries(built)) {
      expect(matchPath(patterns[name as keyof typeof patterns], path), path).not.toBeNull();
    }
  });

  it('contain a product’s name in plain letters, if possible', () => {
    expect(paths.product({ id: 7, name: 'Piqué polo, men’s 1/4 zip' })).toBe('/index/products/7/pique-polo-men-s-1-4-zip');
    expect(paths.product({ id: 7, name: '帽子' })).toBe('/index/products/7');
    expect(slug('../../etc')).toBe('etc');
  });

  it('repeat the key of a list and omit empty values', () => {
    expect(queryString({ a: 1, b: '', c: undefined, d: null, e: [1, 2], f: false, g: 0 })).toBe('?a=1&e=1&e=2&f=false&g=0');
    expect(queryString({})).toBe('');
    expect(queryString({ q: 'a&b=c#d' })).toBe('?q=a%26b%3Dc%23d');
  });
});
