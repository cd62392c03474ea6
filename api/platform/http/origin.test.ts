import { expect, test } from 'vitest';
import { isSameOrigin } from './origin.ts';

test.each([
  ['http://portal.example', { host: 'portal.example' }, true],
  ['http://portal.example', { host: 'PORTAL.example:80' }, true],
  ['http://portal.example:3000', { host: 'portal.example:3000' }, true],
  ['https://portal.example', { host: 'portal.example', isHttps: true }, true],
  ['https://portal.example', { host: 'portal.example:443', isHttps: true }, true],
  ['http://portal.example', { host: 'portal.example', isHttps: true }, false],
  ['https://portal.example', { host: 'portal.example' }, false],
  ['http://portal.example:8080', { host: 'portal.example' }, false],
  ['http://portal.example', { host: 'portal.example:3000' }, false],
  ['http://portal.example:3001', { host: 'portal.example:3000' }, false],
  ['http://evil.example', { host: 'portal.example' }, false],
  ['http://portal.example.evil.example', { host: 'portal.example' }, false],
  ['null', { host: 'portal.example' }, false],
  ['', { host: 'portal.example' }, false],
  ['http://portal.example', { host: undefined }, false],
  [undefined, { host: 'portal.example' }, true],
])(
  'the origin %s is that of %j: %s',
  (origin, { host, isHttps = false }: { host: string | undefined; isHttps?: boolean }, same) => {
    expect(isSameOrigin({ headers: { ...(host ? { host } : {}), ...(origin === undefined ? {} : { origin }) }, isHttps })).toBe(
      same,
    );
  },
);
