import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReplyOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { inTransaction } from '../db/database.ts';
import { serve } from '../http/endpoint.ts';
import { OAuthError } from '../http/errors.ts';
import { hostName } from '../http/hosts.ts';
import { isFromOwnPage } from '../http/origin.ts';
import { networkOf } from '../http/rate-limit.ts';
import type { Portal } from '../portal.ts';
import { type Origin, renew } from './access.actions.ts';
import { revokeSession, toggleTaxDisplay } from './access.queries.ts';
import { openCaptcha } from './captcha.ts';
import { openDoorkeeper } from './doorkeeper.ts';
import { logIn, logInByKey } from './log-in.actions.ts';
import { readProfile } from './profile.actions.ts';

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

/** Known devices are known for half a year; the cookie is renewed with every log-in. */
const DEVICE_COOKIE = '__Host-livery-device';
const DEVICE_ATTRIBUTES = `Path=/; Max-Age=${180 * 24 * 3600}; Secure; HttpOnly; SameSite=Strict`;

const deviceTokenOf = ({ headers }: FastifyRequest) =>
  headers.cookie
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === DEVICE_COOKIE)?.[1];

export function accessRoutes(app: FastifyInstance, portal: Portal): void {
  const { config, db, gate, hosts, sessions, vault } = portal;
  const entrance = { db, vault, doorkeeper: openDoorkeeper(), captcha: openCaptcha(config, app.log) };

  serve(app, gate, 'POST /api/token', async ({ form, request, reply }) => {
    reply.header('pragma', 'no-cache');
    // A page on another site must not be able to log somebody in here.
    if (!isFromOwnPage(request.headers)) throw new OAuthError(400, 'invalid_request', 'Please log in on the portal’s own page.');
    if (Object.values(form).some((value) => value.length > LONGEST_FIELD))
      throw new OAuthError(400, 'invalid_request', 'A field is too long.');
    const origin: Origin = {
      brand: await hosts.brandOf(request),
      host: hostName(request.headers.host),
      network: networkOf(request.ip),
      userAgent: request.headers['user-agent'],
      deviceToken: deviceTokenOf(request),
    };

    if (form.auto) return logInByKey(entrance, origin, form.auto);
    if (!form.grant_type) throw new OAuthError(400, 'invalid_request', 'grant_type is required.');
    if (form.grant_type === 'refresh_token') {
      if (!form.refresh_token) throw new OAuthError(400, 'invalid_request', 'refresh_token is required.');
      return renew(db, origin, form.refresh_token);
    }
    if (form.grant_type !== 'password') throw new OAuthError(400, 'unsupported_grant_type', 'This grant type is not supported.');
    if (!form.username) throw new OAuthError(400, 'invalid_request', 'Email is required');
    if (!form.password) throw new OAuthError(400, 'invalid_request', 'Password is required');
    const { tokens, deviceToken } = await logIn(entrance, origin, {
      email: form.username.trim(),
      password: form.password,
      captchaAnswer: form.captcha_response,
      code: form.otp,
    });
    reply.header('set-cookie', `${DEVICE_COOKIE}=${deviceToken}; ${DEVICE_ATTRIBUTES}`);
    return tokens;
  });

  serve(app, gate, 'GET /api/customerprofile', async ({ visit }) => readProfile(db, visit));

  serve(app, gate, 'GET /api/logout', async ({ visit, request, reply }): Promise<ReplyOf<'GET /api/logout'>> => {
    if (visit) {
      await inTransaction(db, async (tx) => {
        await revokeSession(tx, visit.sessionId, 'logged out');
        await recordDeed(tx, visit, { action: 'session.ended', subjectId: visit.sessionId, requestId: request.id });
      });
      sessions.forget(visit.sessionId);
      // What the session left in the browser; the device stays known, and files stay cached.
      reply.header('clear-site-data', '"storage"');
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
