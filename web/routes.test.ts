import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { sessionGuard } from './app/session/guards.ts';
import { routes } from './routes.tsx';

/** The routes that match a path, from the outermost to the page itself. */
const match = (path: string) => (matchRoutes(routes, path) ?? []).map(({ route }) => route);

it.each(['/index/no-such-page', '/index/orders/1/no-such-part'])(
  '%s is unknown, and needs a session like any page under /index',
  (path) => {
    const matched = match(path);
    expect(matched.at(-1)?.path).toBe('*');
    expect(matched.some(({ loader }) => loader === sessionGuard)).toBe(true);
  },
);

it('an unknown path outside /index is not below the shell', () => {
  expect(match('/no-such-page').some(({ loader }) => loader === sessionGuard)).toBe(false);
});
