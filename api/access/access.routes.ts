import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { inTransaction } from '../db/database.ts';
import { serve } from '../http/endpoint.ts';
import { OAuthError } from '../http/errors.ts';
import { networkOf } from '../http/rate-limit.ts';
import type { Portal } from '../portal.ts';
import { logIn, logInByKey, renew } from './access.actions.ts';
import { revokeSession, toggleTaxDisplay } from './access.queries.ts';
import { getProfile } from './profile.queries.ts';

const LONGEST_FIELD = 2048;
const LONGEST_REPORT = 8192;

function asText(report: unknown): string {
  try {
    return JSON.stringify(report);
  } catch {
    return 'nested too deeply to be written down';
  }
}

/** A report as it may be logged: without queries of addresses, e-mail addresses, passwords and tokens. */
const withoutSecrets = (report: string) =>
  report
    .replaceAll(/[?#][^\s"'()\\]*/g, '')
    .replaceAll(/[^\s@<>"'():]+@[^\s@<>"'()]+\.[a-z]{2,}/gi, '[e-mail]')
    .replaceAll(/"([^"]*(?:password|token|authorization)[^"]*)"\s*:\s*"(?:[^"\\]|\\.)*"/gi, '"$1":"[redacted]"')
    .replaceAll(/[A-Za-z0-9_-]{43}/g, '[token]');

export function accessRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, hosts, sessions } = portal;

  serve(app, gate, 'POST /api/token', async ({ form, request, reply }) => {
    reply.header('pragma', 'no-cache');
    // A form on another site must not be able to log somebody in here.
    if (request.headers['sec-fetch-site'] === 'cross-site')
      throw new OAuthError(400, 'invalid_request', 'Please log in on the portal’s own page.');
    if (Object.values(form).some((value) => value.length > LONGEST_FIELD))
      throw new OAuthError(400, 'invalid_request', 'A field is too long.');
    const origin = {
      brand: await hosts.brandOf(request),
      network: networkOf(request.ip),
      userAgent: request.headers['user-agent'],
    };

    if (form.auto) return logInByKey(db, origin, form.auto);
    if (!form.grant_type) throw new OAuthError(400, 'invalid_request', 'grant_type is required.');
    if (form.grant_type === 'refresh_token') {
      if (!form.refresh_token) throw new OAuthError(400, 'invalid_request', 'refresh_token is required.');
      return renew(db, origin, form.refresh_token);
    }
    if (form.grant_type !== 'password') throw new OAuthError(400, 'unsupported_grant_type', 'This grant type is not supported.');
    if (!form.username) throw new OAuthError(400, 'invalid_request', 'Email is required');
    if (!form.password) throw new OAuthError(400, 'invalid_request', 'Password is required');
    // Fails closed: a brand that asks for a captcha gets nobody in until the answer can be verified.
    if (origin.brand.captchaEnabled) throw new OAuthError(400, 'invalid_grant', 'Please confirm that you are not a robot.');
    return logIn(db, origin, form.username, form.password);
  });

  serve(app, gate, 'GET /api/customerprofile', async ({ visit }) => {
    const own = await getProfile(db, visit.caller);
    if (visit.scope === visit.caller) return { ...own, impersonatedCustomer: null };
    const other = await getProfile(db, visit.scope);
    return { ...own, impersonatedCustomer: { ...other, impersonatedCustomer: null } };
  });

  serve(app, gate, 'GET /api/logout', async ({ visit, request }): Promise<ReplyOf<'GET /api/logout'>> => {
    if (visit) {
      await inTransaction(db, async (tx) => {
        await revokeSession(tx, visit.sessionId, 'logged out');
        await recordDeed(tx, visit, { action: 'session.ended', subjectId: visit.sessionId, requestId: request.id });
      });
      sessions.forget(visit.sessionId);
    }
    return { returnUrl: null };
  });

  serve(app, gate, 'POST /api/reportError', async ({ body, visit, request }) => {
    request.log.warn(
      { clientError: withoutSecrets(asText(body)).slice(0, LONGEST_REPORT), customerId: visit?.caller.customerId ?? null },
      'the client reports an error',
    );
    return { success: true };
  });

  serve(app, gate, 'PUT /api/toggletaxtype', async ({ visit }) => {
    const taxDisplayType = await toggleTaxDisplay(db, visit.caller);
    sessions.forget(visit.sessionId);
    return { taxDisplayType };
  });
}
