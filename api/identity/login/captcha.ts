import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#api/platform/config.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import type { Brand } from '#api/platform/http/hosts.ts';

const VERIFY_TIMEOUT_MS = 5000;
/** Concurrent requests to the provider: a slow provider must not fill the process with waiting logins. */
const MAX_CONCURRENT_VERIFICATIONS = 50;

const missing = () => new OAuthError(400, 'invalid_grant', 'Please confirm that you are not a robot.');
/** The error for a rejected or reused captcha response. */
export const captchaRefused = () =>
  new OAuthError(400, 'invalid_grant', 'The security check was not accepted. Please tick the box again.');
const unreachable = () =>
  new OAuthError(
    503,
    'temporarily_unavailable',
    'The security check is not available, so logging in is not possible right now. Please try again in a few minutes.',
    { 'retry-after': '60' },
  );
const notConfigured = () =>
  new OAuthError(503, 'server_error', 'The security check of this portal is not fully set up. Please tell your administrator.');

interface Verdict {
  success?: unknown;
  hostname?: unknown;
}

/** Verifies captcha responses with the provider. If verification fails for any reason, no one can log in. */
export interface CaptchaVerifier {
  /**
   * Throws an OAuth error unless the provider confirms that the captcha was solved on this host: 400 with what to do, 503 when
   * the provider cannot be reached or the brand's secret is not configured.
   */
  verify(brand: Brand, response: string | undefined, host: string): Promise<void>;
}

/** A verifier with the provider's URL and the brands' secrets from the configuration. */
export function createCaptchaVerifier({ captchaVerifyUrl, captchaSecrets }: Config, log: FastifyBaseLogger): CaptchaVerifier {
  let inProgress = 0;

  const requestVerdict = async (secret: string, response: string): Promise<Verdict> => {
    if (inProgress >= MAX_CONCURRENT_VERIFICATIONS) throw new Error('too many verifications in progress');
    inProgress += 1;
    try {
      const reply = await fetch(captchaVerifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response }),
        signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
        redirect: 'error',
      });
      if (!reply.ok) throw new Error(`the provider responded with ${reply.status}`);
      const verdict: unknown = await reply.json();
      if (typeof verdict !== 'object' || verdict === null) throw new Error('the response is not an object');
      return verdict;
    } finally {
      inProgress -= 1;
    }
  };

  return {
    verify: async (brand, response, host) => {
      const secret = captchaSecrets[brand.name];
      if (!secret) {
        log.error({ brand: brand.name }, 'the brand requires a captcha but no secret is configured for it');
        throw notConfigured();
      }
      if (!response) throw missing();
      let verdict: Verdict;
      try {
        verdict = await requestVerdict(secret, response);
      } catch (error) {
        // Log the message only: the URL is not secret, but the error's cause might contain something that is.
        log.error({ brand: brand.name, reason: (error as Error).message }, 'captcha verification failed');
        throw unreachable();
      }
      if (verdict.success !== true || typeof verdict.hostname !== 'string' || verdict.hostname.toLowerCase() !== host)
        throw captchaRefused();
    },
  };
}
