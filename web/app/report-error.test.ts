import { describe, expect, it } from 'vitest';
import { redactSecrets } from './report-error.ts';

describe('a reported error', () => {
  it.each([
    ['at https://uniforms.example/login?auto=abc123&x=1 in form', 'at https://uniforms.example/login in form'],
    ['no route /resetpassword?email=a@b.example&token=t', 'no route /resetpassword'],
    ['for ana.w@meridian.example today', 'for [email] today'],
    ['Authorization: Bearer abc.def', 'Authorization: [token]'],
    ['key 9f8e7d6c5b4a39281706f5e4d3c2b1a0 was refused', 'key [token] was refused'],
    ['eyJhbGciOi.eyJzdWIiOjEyMzQ1.SflKxwRJSMeKKF2QT4f', '[token]'],
  ])('reduces %j to %j', (text, clean) => {
    expect(redactSecrets(text)).toBe(clean);
  });

  it('keeps the message and stack positions', () => {
    const stack =
      'TypeError: cannot read properties of undefined\n  at OrganisationCollectionPage (https://a.example/assets/index-B1x.js:10:200)';
    expect(redactSecrets(stack)).toBe(stack);
  });
});
