import { describe, expect, it } from 'vitest';
import { createTestPortal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const theme = async (query: string, host = 'localhost') => {
  const { status, body } = await portal.anonymous(host).get<'GET /api/theme/getthemebyhost'>(`/api/theme/getthemebyhost${query}`);
  expect(status).toBe(200);
  return body;
};

describe('the theme of a host', () => {
  it.each([
    ['localhost', 'sundial'],
    ['sundial.localhost', 'sundial'],
    ['alder.localhost', 'alder'],
    ['ALDER.localhost:3000', 'alder'],
    ['brackwell.localhost.', 'brackwell'],
  ])('%s has the theme %s', async (host, name) => {
    expect((await theme(`?host=${host}`)).name).toBe(name);
  });

  it('contains what the login page shows', async () => {
    expect(await theme('?host=alder.localhost')).toEqual({
      name: 'alder',
      companyName: 'Alder & Vane',
      termsUrl: expect.any(String),
      privacyUrl: expect.any(String),
      reCaptchaEnabled: false,
      reCaptchaV2PublicKey: null,
      helpEmail: 'client.services@aldervane.example',
      helpPhone: '0113 496 0127',
      helpText: expect.stringContaining('Monday to Friday'),
    });
  });

  it('is that of the request’s own host by default', async () => {
    for (const query of ['', '?host', '?host=', '?host=undefined', '?host=null'])
      expect([query, (await theme(query, 'brackwell.localhost')).name]).toEqual([query, 'brackwell']);
  });

  it.each([
    'evil.example',
    'x'.repeat(5000),
    '..%2F..',
    'alder.localhost.evil.example',
    '[::1]:3000',
    "'%20or%201=1",
    '<script>',
    '%25',
  ])('is the default one for the unknown host %s', async (host) => {
    expect((await theme(`?host=${host}`, 'alder.localhost')).name).toBe('sundial');
  });
});

describe('anonymous calls', () => {
  it('are limited for each network, whatever their headers claim, with the time to wait', async () => {
    const strict = await createTestPortal({ anonymousLimit: 5 });
    try {
      const answers = [];
      for (let round = 0; round < 20; round += 1)
        answers.push(await strict.anonymous().get('/api/theme/getthemebyhost', { authorization: `Bearer ${round}` }));

      const last = answers.find(({ status }) => status === 429);
      expect(last?.errors).toEqual({ request: ['Too many requests. Please wait a moment and try again.'] });
      expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
      // Two windows at most, when a new minute starts in between.
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
      expect((await (await strict.as('buyer@meridian.example')).get('/api/customerprofile')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
