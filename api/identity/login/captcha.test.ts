import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { createContentSecurityPolicy } from '#api/platform/http/security-headers.ts';
import { aPerson } from '#api/testing/builders.ts';
import { createFakeCaptchaProvider, type FakeCaptchaProvider } from '#api/testing/fake-captcha-provider.ts';
import { aNetwork, requestToken, type TokenRequestOptions } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';

const PASSWORD = 'Correct-horse-9';
const HOST = 'brackwell.localhost';
let provider: FakeCaptchaProvider;
const log: string[] = [];
let passwordHash: string;
let email: string;

beforeAll(async () => {
  provider = await createFakeCaptchaProvider();
});
afterAll(() => provider?.close());
const portal = usePortal(() => ({
  environment: provider.environment('brackwell'),
  logTo: { write: (line) => log.push(line) },
}));
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  await sql`update brand set captcha_enabled = true, captcha_public_key = 'public' where name <> 'sundial'`.execute(portal.db);
});
beforeEach(async () => {
  provider.behaviour = 'normal';
  provider.verifications.length = 0;
  ({ email } = await aPerson(portal.db, {
    organisationId: 3,
    groupIds: [],
    resortId: null,
    passwordHash,
  }));
});

const logIn = (answer: string | undefined, form: Record<string, string> = {}, options: TokenRequestOptions = {}) =>
  requestToken(
    portal.app,
    {
      grant_type: 'password',
      username: email,
      password: PASSWORD,
      ...(answer === undefined ? {} : { captcha_response: answer }),
      ...form,
    },
    { host: HOST, remoteAddress: aNetwork(), ...options },
  );

const NOT_ACCEPTED = {
  error: 'invalid_grant',
  error_description: 'The security check was not accepted. Please tick the box again.',
};

describe('a brand with a captcha', () => {
  it('lets people log in who tick the box, and verifies the response with the brand’s secret', async () => {
    const answer = provider.issueToken(HOST);

    const { status } = await logIn(answer);

    expect(status).toBe(200);
    expect(provider.verifications).toEqual([{ secret: 'the-secret-of-the-test', response: answer }]);
  });

  it.each([undefined, ''])('refuses a missing response with an explanation: %j', async (nothing) => {
    const { status, body } = await logIn(nothing);

    expect([status, body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Please confirm that you are not a robot.' },
    ]);
    expect(provider.verifications).toEqual([]);
  });

  it('accepts a response once, even in concurrent requests and whatever the outcome', async () => {
    const [used, concurrent, wrong] = [provider.issueToken(HOST), provider.issueToken(HOST), provider.issueToken(HOST)];
    await logIn(used);
    await logIn(wrong, { password: 'wrong' });

    expect((await logIn(used)).body).toEqual(NOT_ACCEPTED);
    expect((await logIn(wrong)).body).toEqual(NOT_ACCEPTED);
    const answers = await Promise.all([logIn(concurrent), logIn(concurrent), logIn(concurrent)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each(['localhost', 'brackwell.localhost.evil.example', 'alder.localhost', ''])(
    'an answer that was given at %j is not accepted',
    async (host) => {
      const { status, body } = await logIn(provider.issueToken(host));

      expect([status, body]).toEqual([400, NOT_ACCEPTED]);
    },
  );

  it('refuses an invented response', async () => {
    expect((await logIn('invented')).body).toEqual(NOT_ACCEPTED);
  });

  it.each(['down', 'nonsense', 'silent'] as const)('explains that no one can log in while the provider is %s', async (mood) => {
    provider.behaviour = mood;
    // The provider has five seconds to respond; here, a fiftieth of that.
    const startTimeout = AbortSignal.timeout;
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => startTimeout(ms / 50));

    const { status, headers, body } = await logIn(provider.issueToken(HOST));

    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '60',
      {
        error: 'temporarily_unavailable',
        error_description:
          'The security check is not available, so logging in is not possible right now. Please try again in a few minutes.',
      },
    ]);
    expect(timeouts.mock.calls).toEqual([[5000]]);
    timeouts.mockRestore();
    provider.behaviour = 'normal';
    expect((await logIn(provider.issueToken(HOST))).status).toBe(200);
  });

  it('does not count a refused captcha as a failed login of the account', async () => {
    for (let round = 0; round < 8; round += 1) await logIn('invented');

    expect((await logIn(provider.issueToken(HOST))).status).toBe(200);
  });

  it('lets no one log in without the brand’s secret, and logs the reason', async () => {
    const { status, body } = await logIn('anything', {}, { host: 'alder.localhost' });

    expect([status, body]).toEqual([
      503,
      {
        error: 'server_error',
        error_description: 'The security check of this portal is not fully set up. Please tell your administrator.',
      },
    ]);
    expect(log.join('')).toContain('no secret is configured');
  });

  it('logs no secret and no response', () => {
    expect(log.join('')).not.toMatch(/the-secret-of-the-test|captcha-[0-9a-f-]{36}/);
  });

  it('announces the captcha in the theme, and renews sessions without a captcha', async () => {
    const theme = await portal.anonymous(HOST).get<'GET /api/theme/getthemebyhost'>('/api/theme/getthemebyhost');
    expect(theme.body).toMatchObject({ reCaptchaEnabled: true, reCaptchaV2PublicKey: 'public' });
    const { body } = await logIn(provider.issueToken(HOST));

    const renewed = await requestToken(
      portal.app,
      { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' },
      { host: HOST },
    );

    expect(renewed.status).toBe(200);
  });
});

describe('a brand without a captcha', () => {
  it('never verifies a response, whatever is sent', async () => {
    const { status } = await requestToken(
      portal.app,
      { grant_type: 'password', username: 'admin@meridian.example', password: 'Uniform-2026', captcha_response: 'anything' },
      { remoteAddress: aNetwork() },
    );

    expect([status, provider.verifications]).toEqual([200, []]);
  });

  it('allows nothing from other hosts in its pages', () => {
    expect(createContentSecurityPolicy('n')).not.toMatch(/https?:|unsafe|frame-src/);
  });
});

describe('the policy of the pages that show a captcha', () => {
  const directives = (script: string) =>
    Object.fromEntries(
      createContentSecurityPolicy('n', script)
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );

  it.each([
    [
      'https://www.google.com/recaptcha/api.js',
      "'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
      'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    ],
    [
      'https://www.recaptcha.net/recaptcha/api.js',
      "'self' https://www.recaptcha.net/recaptcha/ https://www.gstatic.com/recaptcha/",
      'https://www.recaptcha.net/recaptcha/ https://recaptcha.google.com/recaptcha/',
    ],
    ['http://127.0.0.1:9/own.js', "'self' http://127.0.0.1:9/", 'http://127.0.0.1:9/'],
  ])('opens for %s alone', (script, scripts, frames) => {
    const policy = directives(script);

    expect(policy['script-src']).toBe(scripts);
    expect(policy['frame-src']).toBe(frames);
    expect([policy['default-src'], policy['connect-src'], policy['style-src']]).toEqual(["'self'", "'self'", "'self' 'nonce-n'"]);
  });
});

describe('the configuration', () => {
  it('names a secret for each brand, and the provider’s real addresses by default', () => {
    const config = loadConfig({ CAPTCHA_SECRET_SUNDIAL: 'a', CAPTCHA_SECRET_ALDER: '', OTHER: 'b' });

    expect(config.captchaSecrets).toEqual({ sundial: 'a' });
    expect(config.captchaVerifyUrl).toBe('https://www.google.com/recaptcha/api/siteverify');
  });

  it.each(['javascript:alert(1)', 'ftp://provider', 'not an address'])('refuses the URL %j', (address) => {
    expect(() => loadConfig({ CAPTCHA_SCRIPT_URL: address })).toThrow(/CAPTCHA_SCRIPT_URL must be a URL/);
  });
});
