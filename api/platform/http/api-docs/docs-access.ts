import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Vault } from '../../encryption/vault.ts';
import { type Authenticator, registerEndpoint } from '../endpoint.ts';

const COOKIE = 'livery-api-docs';
const PURPOSE = 'api-docs';
const TTL_MS = 60 * 60_000;
const PATH = '/docs/api';

/** What decides who reads the documentation of the API. */
export interface DocsAccessDependencies {
  /** Everyone may read it, as in the demonstration. */
  isOpen: boolean;
  authenticator: Authenticator;
  clock: Clock;
  vault: Vault;
}

/** Who may read the documentation. */
export interface DocsAccess {
  isOpen: boolean;
  /** Whether the request is of an operator, of an API key, or of a browser in which an operator has opened the documentation within the last hour. */
  mayRead(request: FastifyRequest): Promise<boolean>;
}

function readCookie({ headers }: FastifyRequest): string | undefined {
  const pair = headers.cookie?.split(';').find((each) => each.trim().startsWith(`${COOKIE}=`));
  return pair?.trim().slice(COOKIE.length + 1);
}

/**
 * Registers the call with which operators open the documentation. Browsers send no token with the address of a page, so the call gives them a cookie for these
 * addresses alone, which says until when, and nothing about anyone.
 */
export function createDocsAccess(
  app: FastifyInstance,
  { isOpen, authenticator, clock, vault }: DocsAccessDependencies,
): DocsAccess {
  registerEndpoint(app, authenticator, 'POST /api/operator/docs', async ({ reply }) => {
    const until = clock.now() + TTL_MS;
    const value = vault.seal(PURPOSE, String(until)).toString('base64url');
    reply.header('set-cookie', `${COOKIE}=${value}; Path=${PATH}; Max-Age=${TTL_MS / 1000}; Secure; HttpOnly; SameSite=Strict`);
    return { path: PATH, expiresUtc: new Date(until).toISOString() };
  });

  const isOpened = (request: FastifyRequest): boolean => {
    const value = readCookie(request);
    if (value === undefined) return false;
    try {
      return Number(vault.open(PURPOSE, Buffer.from(value, 'base64url'))) > clock.now();
    } catch {
      return false;
    }
  };
  return {
    isOpen,
    mayRead: async (request) => isOpen || isOpened(request) || (await authenticator.authenticateOperator(request)) !== undefined,
  };
}
