import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  enrolmentUri,
  findTimeStep,
  generateTotpSecret,
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeCode,
} from './second-factor-codes.ts';

/** The secret of RFC 6238, appendix B: the test values there have eight digits; our codes are the last six. */
const RFC = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('is that of RFC 6238 at second %i', (second, code) => {
    expect(findTimeStep(RFC, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
  });

  it('is accepted one step early and one step late, and identifies its own step', () => {
    const at = (second: number) => findTimeStep(RFC, '005924', new Date(second * 1000));
    const own = Math.floor(1234567890 / 30);

    expect([at(1234567890 - 60), at(1234567890 - 30), at(1234567890 + 30), at(1234567890 + 60)]).toEqual([
      undefined,
      own,
      own,
      undefined,
    ]);
  });

  it.each(['', '5924', '0059240', '00592a', ' 005924', '００５９２４', '-05924', '+05924', '005924\n'])('is not %j', (code) => {
    expect(findTimeStep(RFC, code, new Date(1234567890 * 1000))).toBeUndefined();
  });

  it('may contain the space that apps show', () => {
    expect(normalizeCode(' 005 924 ')).toBe('005924');
  });

  it('comes from a secret of 160 random bits, with a URI that every app supports', () => {
    const secrets = Array.from({ length: 1000 }, generateTotpSecret);

    expect(new Set(secrets).size).toBe(1000);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolmentUri('JBSWY3DPEHPK3PXP', 'Alder & Vane', 'zoë+1@made.example')).toBe(
      'otpauth://totp/Alder%20%26%20Vane:zo%C3%AB%2B1%40made.example?issuer=Alder%20%26%20Vane&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('recovery codes', () => {
  it('are ten, all different, each of 140 random bits', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCodes);

    expect(codes.every((ten) => ten.length === 10)).toBe(true);
    expect(new Set(codes.flat()).size).toBe(2000);
    for (const code of codes.flat()) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{7}(-[0-9a-hjkmnp-tv-z]{7}){3}$/);
    // Every letter at every position: a biased generator would leave some out.
    for (let index = 0; index < 31; index += 1)
      if (index % 8 !== 7) expect(new Set(codes.flat().map((code) => code[index])).size).toBe(32);
  });

  it('match in any case and with any separators', () => {
    const hash = hashRecoveryCode('0123456-789abcd-efghjkm-npqrs1e');

    expect(hash).toHaveLength(32);
    for (const typed of [
      '0123456789ABCDEFGHJKMNPQRS1E',
      ' 0123 4567 89ab cdef ghjk mnpq rs1e ',
      'o123456-789abcd-efghjkm-npqrsle',
      'O123456-789ABCD-EFGHJKM-NPQRSIE',
    ])
      expect(hashRecoveryCode(typed)).toEqual(hash);
    expect(hashRecoveryCode('0123456-789abcd-efghjkm-npqrs1f')).not.toEqual(hash);
  });

  it.each([
    '',
    '123456',
    '0123456-789abcd-efghjkm-npqrs1',
    '0123456-789abcd-efghjkm-npqrs1eu',
    '0123456-789abcd-efghjkm-npqrsue',
    '🎉123456-789abcd-efghjkm-npqrs1',
  ])('are not %j', (typed) => {
    expect(hashRecoveryCode(typed)).toBeUndefined();
  });
});
