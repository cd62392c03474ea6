import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activationUrl, resetPasswordUrl } from '#api/identity/passwords/password-urls.ts';
import { mailDefinitions } from '#api/mails.ts';
import { MAIL_SAMPLES, type MailName } from '#api/testing/mail-samples.ts';
import { brands } from '#brands/brands.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import type { Brand } from '../http/hosts.ts';
import { composeMail, createLink } from './compose.ts';
import { html, oneLine } from './html.ts';
import type { RenderedMail } from './layout.ts';
import { CARD, createMailTheme, DARK_CARD } from './mail-theme.ts';

const brandNamed = (name: string): Brand => ({
  id: 1,
  name,
  companyName: 'Alder & Vane',
  canonicalOrigin: 'https://uniforms.alder.example',
  termsUrl: null,
  privacyUrl: null,
  captchaEnabled: false,
  captchaPublicKey: null,
  helpEmail: null,
  helpPhone: null,
  helpText: null,
});
const alder = brandNamed('alder');
const BRACES = '{{7*7}} \u0024{7*7} #{7}';
const templates = Object.keys(MAIL_SAMPLES) as MailName[];
const recipient = 'zoe@meridian.example';
const compose = (template: MailName, changes: { data?: object; secrets?: object } = {}): RenderedMail => {
  const { definition, data, secrets } = MAIL_SAMPLES[template];
  return composeMail(alder, definition, {
    recipient,
    data: { ...data, ...changes.data },
    secrets: secrets && { ...secrets, ...changes.secrets },
  });
};
const addressesIn = (text: string) => [...new Set(text.match(/https?:\/\/[^\s"<>]+/g) ?? [])];
const unescaped = (text: string) => text.replaceAll('&amp;', '&');

describe.each(templates)('the mail "%s"', (template) => {
  const mail = compose(template);

  it('has the same content in text and HTML, with every link', () => {
    const links = addressesIn(unescaped(mail.html)).filter((address) => !address.endsWith('.png'));
    expect(addressesIn(mail.text).sort()).toEqual(links.sort());
    const bodies = [...mail.html.matchAll(/<(p|h1|blockquote)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , content = '']) =>
      content.replaceAll(/<br>/g, '\n').replaceAll(/<[^>]*>/g, ''),
    );
    expect(bodies.length).toBeGreaterThan(2);
    for (const body of bodies.flatMap((text) => text.split('\n')))
      if (!/^Or copy this address/.test(body)) expect(mail.text).toContain(unescaped(body).replaceAll('&#39;', "'"));
  });

  it('links to the brand’s own host and loads only its mark from there', () => {
    const all = [mail.html, mail.text].flatMap(addressesIn);
    expect(all.length).toBeGreaterThan(0);
    // Addresses that the mail is about, such as that of a courier, are part of its data.
    const given = addressesIn(JSON.stringify(MAIL_SAMPLES[template].data).replaceAll('\\"', '"'));
    for (const address of all.filter((each) => !given.includes(unescaped(each))))
      expect(new URL(unescaped(address)).origin).toBe(alder.canonicalOrigin);
    expect(mail.html.match(/<(script|link|iframe|form|object|svg)\b/i)).toBeNull();
    expect([...mail.html.matchAll(/\bsrc="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      'https://uniforms.alder.example/marks/alder.png',
    ]);
  });

  it('leads to what it is about, never to the start page alone', () => {
    const body = mail.text.slice(0, mail.text.indexOf('\n-- \n'));
    expect(addressesIn(body).filter((address) => /^\/(index|operator|index\/home)?\/?$/.test(new URL(address).pathname))).toEqual(
      [],
    );
  });

  it('has a subject of one line, and no missing values', () => {
    expect(mail.subject).toMatch(/^[^\r\n]{10,90}$/);
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/);
  });

  it('is small enough that no mail program clips it', () => {
    expect(Buffer.byteLength(mail.html)).toBeLessThan(30_000);
  });

  it('treats every value as text', () => {
    const facts = Object.entries(MAIL_SAMPLES[template].data).filter(
      ([name, value]) => typeof value === 'string' && !/Utc|On$|currency|reason|answer|comment|^kind$|^change$/.test(name),
    );
    const tags = (written: RenderedMail) => (written.html.match(/<[a-z!/]/gi) ?? []).length;
    const lines = (text: string) => text.split('\n').length;
    const plain = compose(template, { data: Object.fromEntries(facts.map(([name]) => [name, 'Plain'])) });
    const hostile = fc.oneof(
      fc.constantFrom(
        '<script>alert(1)</script>',
        BRACES,
        'a\r\nBcc: eve@evil.example',
        '" onload="x',
        '<!--',
        ']]>',
        '\u202Eevil',
      ),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { minLength: facts.length, maxLength: facts.length }), (values) => {
        fc.pre(values.every((value) => oneLine(value) !== ''));
        const written = compose(template, { data: Object.fromEntries(facts.map(([name], index) => [name, values[index]])) });
        expect(lines(written.text)).toBe(lines(plain.text));
        expect(tags(written)).toBe(tags(plain));
        expect(written.subject).not.toMatch(/[\r\n]/);
        expect(written.html).not.toContain('<script');
      }),
      { numRuns: 60 },
    );
  });
});

describe('values in templates', () => {
  it('are not executed: braces stay braces', () => {
    const mail = compose('registration-awaiting-decision', { data: { registrantName: BRACES } });

    for (const part of [mail.subject, mail.html, mail.text]) expect(part).toContain(BRACES);
  });

  it('are left out of the greeting when mail programs would turn the name into a link', () => {
    for (const firstName of ['http://evil.example', 'www.evil', 'evil.example', 'eve@evil.example'])
      expect(compose('registration-confirm', { data: { firstName } }).text).toContain('\nHello,\n');
    for (const firstName of ['Zoë', "D'Arcy", 'J. R.', 'Anne-Marie', '<b>'])
      expect(compose('registration-confirm', { data: { firstName } }).text).toContain(`\nHello ${firstName},\n`);
  });

  it('include a reason, quoted line by line, only when there is one', () => {
    expect(compose('registration-rejected', { data: { reason: 'One.\r\n\nTwo <b>.' } }).text).toContain('\n> One.\n> Two <b>.\n');
    expect(compose('registration-rejected', { data: { reason: '</blockquote><b>' } }).html).toContain(
      '>&lt;/blockquote&gt;&lt;b&gt;</blockquote>',
    );
    expect(compose('registration-rejected', { data: { reason: null } }).text).not.toContain('reason');
    expect(compose('registration-rejected', { data: { reason: ' ' } }).html).not.toContain('<blockquote');
  });

  it('agree in singular and plural', () => {
    expect(compose('invitation', { data: { validDays: 1 } }).text).toContain('within 1 day.');
    expect(compose('password-recovery', { data: { validMinutes: 30 } }).text).toContain('within 30 minutes.');
  });

  it('include times with their time zone', () => {
    expect(compose('password-changed').text).toContain('21 November 2026 at 14:05 UTC');
  });

  it('include where someone with a new account logs in, and as whom', () => {
    const { subject, text, html } = compose('account-ready');

    expect(subject).toBe('Your account is ready');
    expect(text).toContain('https://uniforms.alder.example/login');
    expect(html).toContain('href="https://uniforms.alder.example/login"');
    for (const part of [text, html]) expect(part).toContain(recipient);
    expect(`${text}${html}`).not.toContain('was changed');
  });

  it('include what was ordered and what it costs', () => {
    const { text, subject } = compose('order-placed', { data: { requiresApproval: true } });

    expect(subject).toBe('Order 10482 is waiting for approval');
    expect(text).toContain('1 × Harland two-button jacket, Navy, 40R (HTJ-NVY-40R): £89.40');
    expect(text).toContain('Total incl. tax: £240.08');
    expect(text).toContain('https://uniforms.alder.example/index/orders/10482');
  });

  it('leave out what it costs for people who see no amounts', () => {
    const lines = [{ quantity: 1, name: 'Harland two-button jacket, Navy, 40R', sku: 'HTJ-NVY-40R', amountMinor: null }];
    const { text, html } = compose('order-placed', { data: { lines, sums: null } });

    expect(text).toContain('1 × Harland two-button jacket, Navy, 40R (HTJ-NVY-40R)\n');
    expect(`${text}${html}`).not.toMatch(/[£€]|[Tt]otal|NaN/);
  });
});

describe('links', () => {
  it('encode address and token so that they can be decoded, whatever they contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (email, token) => {
        for (const build of [activationUrl, resetPasswordUrl]) {
          const url = new URL(build({ link: createLink('https://a.example'), recipient, secrets: { email, token } }));
          expect(url.origin).toBe('https://a.example');
          expect([url.searchParams.get('email'), url.searchParams.get('token')]).toEqual([
            email.toWellFormed(),
            token.toWellFormed(),
          ]);
        }
      }),
    );
  });

  it('contain the address of the account, otherwise that of the recipient', () => {
    const invited = new URL(addressesIn(compose('invitation').text)[0] ?? '');
    expect([invited.pathname, invited.searchParams.get('email'), invited.searchParams.get('token')]).toEqual([
      '/userActivation',
      'zoe+new@meridian.example',
      MAIL_SAMPLES.invitation.secrets.token,
    ]);
    expect(new URL(addressesIn(compose('registration-confirm').text)[0] ?? '').searchParams.get('email')).toBe(recipient);
    expect(new URL(addressesIn(compose('password-recovery').text)[0] ?? '').pathname).toBe('/resetpassword');
  });

  it('exist exactly where there are secrets', () => {
    for (const template of templates) {
      const { definition, secrets } = MAIL_SAMPLES[template];
      expect(definition.name).toBe(template);
      expect(definition.needsSecrets).toBe(secrets !== undefined);
      expect(mailDefinitions).toContain(definition);
    }
    expect(mailDefinitions).toHaveLength(templates.length);
  });
});

describe('the design', () => {
  it.each(['sundial', 'alder', 'brackwell', 'without a design'])('of %s is readable, in light and dark mode', (name) => {
    const look = createMailTheme(brandNamed(name));

    expect(getContrastRatio(look.onPrimary, look.primary)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [CARD, look.canvas]) expect(getContrastRatio(look.link, ground)).toBeGreaterThanOrEqual(4.5);
    expect(getContrastRatio(look.dark.onButton, look.dark.button)).toBeGreaterThanOrEqual(4.5);
    expect(getContrastRatio(look.dark.link, DARK_CARD)).toBeGreaterThanOrEqual(4.5);
    expect(getContrastRatio(look.dark.button, DARK_CARD)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.values(brands))('of $company has a mark that is a PNG', ({ name, company }) => {
    const { pathname } = new URL(createMailTheme({ ...alder, name, companyName: company }).logoUrl ?? '');
    const mark = readFileSync(join(import.meta.dirname, '../../../web/public', pathname));
    expect(mark.subarray(1, 4).toString()).toBe('PNG');
  });

  it('has no mark for another company that uses it', () => {
    expect(createMailTheme({ ...alder, companyName: 'Northgate' })).toMatchObject({ logoUrl: null, company: 'Northgate' });
  });

  it('has no image without a mark', () => {
    expect(
      composeMail(brandNamed('new'), MAIL_SAMPLES['password-changed'].definition, {
        recipient,
        ...MAIL_SAMPLES['password-changed'],
      }).html,
    ).not.toContain('<img');
  });
});

describe('markup', () => {
  it('treats values as text, never as markup or as a template', () => {
    expect(html`<p title="${'"\'><script>'}">${'{{7*7}} #{1}'}${null}${undefined}${0}</p>`.text).toBe(
      '<p title="&quot;&#39;&gt;&lt;script&gt;">{{7*7}} #{1}0</p>',
    );
    expect(html`<ul>${['<a>', 'b'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
      '<ul><li>&lt;a&gt;</li><li>b</li></ul>',
    );
  });

  it('makes a value one line', () => {
    expect(oneLine(' Order\r\nBcc: eve@evil.example\n\u2028\u0000x\u202E')).toBe('Order Bcc: eve@evil.example x');
  });
});
