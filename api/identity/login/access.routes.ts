import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import { hostName } from '#api/platform/http/hosts.ts';
import { isSameOrigin } from '#api/platform/http/origin.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import { redactReport } from '#api/platform/redact-report.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { cleanEmail } from '../emails/email.rules.ts';
import { revokeSession, toggleTaxDisplay } from '../sessions/access.queries.ts';
import { type LoginOrigin, renewSession } from './access.actions.ts';
import { createCaptchaVerifier } from './captcha.ts';
import { createDeviceCookie, readCookie } from './device-cookie.ts';
import { logIn, logInByKey } from './log-in.actions.ts';
import type { LoginThrottle } from './login-throttle.ts';

const MAX_FIELD_LENGTH = 2048;
const MAX_REPORT_LENGTH = 8192;

function stringifyReport(report: unknown): string {
  try {
    return JSON.stringify(report);
  } catch {
    return 'too deeply nested to be logged';
  }
}

const DEVICE_COOKIE = '__Host-livery-device';

/** Login, renewal, logout, error reports and the tax display of the session. */
export function routes(
  app: FastifyInstance,
  {
    config,
    db,
    authenticator,
    hosts,
    sessions,
    throttle,
    vault,
  }: Pick<ServerDependencies, 'authenticator' | 'config' | 'db' | 'hosts' | 'vault'> & {
    sessions: Sessions;
    throttle: LoginThrottle;
  },
): void {
  const dependencies = { db, vault, throttle, captcha: createCaptchaVerifier(config, app.log) };

  registerEndpoint(app, authenticator, 'POST /api/token', async ({ form, request, reply }) => {
    reply.header('pragma', 'no-cache');
    // A page on another site must not be able to log a user in here.
    if (!isSameOrigin(request)) throw new OAuthError(400, 'invalid_request', 'Please log in on the portal’s own page.');
    if (Object.values(form).some((value) => value.length > MAX_FIELD_LENGTH))
      throw new OAuthError(400, 'invalid_request', 'A field is too long.');
    const origin: LoginOrigin = {
      brand: await hosts.getBrandForRequest(request),
      host: hostName(request.headers.host),
      network: toNetworkPrefix(request.ip),
      userAgent: request.headers['user-agent'],
      deviceToken: readCookie(request, DEVICE_COOKIE),
    };

    if (form.auto) return logInByKey(dependencies, origin, form.auto);
    if (!form.grant_type) throw new OAuthError(400, 'invalid_request', 'grant_type is required.');
    if (form.grant_type === 'refresh_token') {
      if (!form.refresh_token) throw new OAuthError(400, 'invalid_request', 'refresh_token is required.');
      return renewSession(db, origin, form.refresh_token);
    }
    if (form.grant_type !== 'password') throw new OAuthError(400, 'unsupported_grant_type', 'This grant type is not supported.');
    if (!form.username) throw new OAuthError(400, 'invalid_request', 'Email is required');
    if (!form.password) throw new OAuthError(400, 'invalid_request', 'Password is required');
    const { tokens, deviceToken } = await logIn(dependencies, origin, {
      email: cleanEmail(form.username),
      password: form.password,
      captchaAnswer: form.captcha_response,
      code: form.otp,
    });
    reply.header('set-cookie', createDeviceCookie(DEVICE_COOKIE, deviceToken));
    return tokens;
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/logout',
    async ({ context, request, reply }): Promise<ReplyOf<'GET /api/logout'>> => {
      if (context) {
        await runInTransaction(db, async (tx) => {
          await revokeSession(tx, context.sessionId, 'logged_out');
          await recordAuditEvent(tx, context, { action: 'session.ended', subjectId: context.sessionId, requestId: request.id });
        });
        sessions.evict(context.sessionId);
        // Clears what the session stored in the browser. Cookies stay, so the device remains known, and so do cached files. A trip of PunchOut has stored
        // nothing that outlives its tab, beside which others have sessions of their own.
        if (!context.caller.trip) reply.header('clear-site-data', '"storage"');
      }
      const trip = context?.caller.trip;
      if (!trip) return { returnUrl: null };
      const { canonicalOrigin } = await hosts.getBrandById(context.caller.brandId);
      // A page, since only a form can tell the buyer's system that nothing was changed.
      return { returnUrl: `${canonicalOrigin}/punchout/return/${trip.id}?outcome=cancel` };
    },
  );

  registerEndpoint(app, authenticator, 'POST /api/reportError', async ({ body, context, request }) => {
    const clientError = redactReport(stringifyReport(body), MAX_REPORT_LENGTH);
    request.browserError = clientError;
    request.log.warn({ clientError, customerId: context?.caller.customerId ?? null }, 'client error report');
    return { success: true };
  });

  registerEndpoint(app, authenticator, 'PUT /api/toggletaxtype', async ({ context }) => {
    // Whoever comes from a buyer's system sees the prices that go back to it.
    if (context.caller.trip) return { taxDisplayType: context.caller.taxDisplayType };
    const taxDisplayType = await toggleTaxDisplay(db, context.caller);
    sessions.evict(context.sessionId);
    return { taxDisplayType };
  });
}
