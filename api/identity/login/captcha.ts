import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#api/platform/config.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import type { Brand } from '#api/platform/http/hosts.ts';

const VERIFY_WITHIN_MS = 5000;
/** Questions to the provider at the same time; a slow provider must not fill the process with waiting log-ins. */
const MAX_CONCURRENT_VERIFICATIONS = 50;

const missing = () => new OAuthError(400, 'invalid_grant', 'Please confirm that you are not a robot.');
export const captchaRefused = () =>
  new OAuthError(400, 'invalid_grant', 'The security check was not accepted. Please tick the box again.');
const unreachable = () =>
  new OAuthError(
    503,
    'temporarily_unavailable',
    'The security check cannot be reached, so nobody can log in right now. Please try again in a few minutes.',
    { 'retry-after': '60' },
  );
const notSetUp = () =>
  new OAuthError(
    503,
    'server_error',
    'The security check of this portal is not set up completely. Please tell your administrator.',
  );

interface Verdict {
  success?: unknown;
  hostname?: unknown;
}

/** Asks the provider of the captcha about the answers that people send. Whatever goes wrong, nobody gets in. */
export interface CaptchaVerifier {
  /**
   * Throws an OAuth error unless the provider says that the answer was given at this host: 400 with what to do, 503 when
   * the provider cannot be reached or the brand's secret is not configured.
   */
  verify(brand: Brand, answer: string | undefined, host: string): Promise<void>;
}

export function createCaptchaVerifier({ captchaVerifyUrl, captchaSecrets }: Config, log: FastifyBaseLogger): CaptchaVerifier {
  let asking = 0;

  const ask = async (secret: string, response: string): Promise<Verdict> => {
    if (asking >= MAX_CONCURRENT_VERIFICATIONS) throw new Error('too many questions are waiting for an answer');
    asking += 1;
    try {
      const reply = await fetch(captchaVerifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response }),
        signal: AbortSignal.timeout(VERIFY_WITHIN_MS),
        redirect: 'error',
      });
      if (!reply.ok) throw new Error(`it answers ${reply.status}`);
      const verdict: unknown = await reply.json();
      if (typeof verdict !== 'object' || verdict === null) throw new Error('its answer is no object');
      return verdict;
    } finally {
      asking -= 1;
    }
  };

  return {
    verify: async (brand, answer, host) => {
      const secret = captchaSecrets[brand.name];
      if (!secret) {
        log.error({ brand: brand.name }, 'the brand asks for a captcha, and no secret is configured for it');
        throw notSetUp();
      }
      if (!answer) throw missing();
      let verdict: Verdict;
      try {
        verdict = await ask(secret, answer);
      } catch (error) {
        // The address may carry nothing secret, the error's cause might: its own words are enough.
        log.error({ brand: brand.name, reason: (error as Error).message }, 'the captcha’s provider cannot be asked');
        throw unreachable();
      }
      if (verdict.success !== true || typeof verdict.hostname !== 'string' || verdict.hostname.toLowerCase() !== host)
        throw captchaRefused();
    },
  };
}
