import { expect, it } from 'vitest';
import { checkWebhookUrl } from './webhook-url.rules.ts';

const check = (url: string, allowsPrivate = false) => checkWebhookUrl(url, { allowsPrivate });

it.each([
  ['https://erp.example/hooks?source=livery', 'https://erp.example/hooks?source=livery'],
  [' https://ERP.example ', 'https://erp.example/'],
  ['https://erp.example:443/', 'https://erp.example/'],
  ['https://erp.example:8443/', 'https://erp.example:8443/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
])('accepts %s', (input, url) => {
  expect(check(input)).toEqual({ url });
});

it.each([
  ['no URL', 'erp.example', /full address/],
  ['HTTP', 'http://erp.example/', /https/],
  ['another scheme', 'file:///etc/passwd', /https/],
  ['another scheme', 'gopher://erp.example/', /https/],
  ['a user name', 'https://user@erp.example/', /user name/],
  ['a password', 'https://:secret@erp.example/', /user name/],
  ['a fragment', 'https://erp.example/#part', /#/],
  ['the port of SSH', 'https://erp.example:22/', /port/],
  ['the port of SMTP', 'https://erp.example:25/', /port/],
  ['port 0', 'https://erp.example:0/', /port/],
  ['loopback', 'https://127.0.0.1/', /public internet/],
  ['loopback as a number', 'https://2130706433/', /public internet/],
  ['loopback in hexadecimal', 'https://0x7f.1/', /public internet/],
  ['loopback in octal', 'https://0177.0.0.1/', /public internet/],
  ['metadata', 'https://169.254.169.254/latest', /public internet/],
  ['IPv6 loopback', 'https://[::1]/', /public internet/],
  ['IPv4 in IPv6', 'https://[::ffff:10.0.0.1]/', /public internet/],
])('refuses %s: %s', (_what, input, problem) => {
  expect(check(input)).toEqual({ problem: expect.stringMatching(problem) });
});

it('permits addresses of the own network where the configuration does, but not metadata', () => {
  expect(check('https://10.0.0.1/', true)).toEqual({ url: 'https://10.0.0.1/' });
  expect(check('https://169.254.169.254/', true)).toEqual({ problem: expect.any(String) });
});
