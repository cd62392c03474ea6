import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONNECTION_PROFILES } from '#contract/integrations/punchout/connection-values.ts';
import { cutText, isTooLong, type TextLimit } from '../texts/cut-text.rules.ts';
import { findLimits, findUnitFault, isUnspsc } from './limits.rules.ts';

const BYTES_255: TextLimit = { most: 255, countedIn: 'bytes' };
const FAMILY = '👩‍👩‍👧';

describe('E2: a text is cut after measuring it', () => {
  it.each([
    ['a two-byte letter', `${'x'.repeat(254)}é`, 'x'.repeat(254)],
    ['an emoji of several code points', `${'x'.repeat(250)}${FAMILY}`, 'x'.repeat(250)],
    ['a letter with an accent of its own', `${'x'.repeat(254)}e\u0301`, 'x'.repeat(254)],
    ['Chinese characters of three bytes', '漢'.repeat(86), '漢'.repeat(85)],
    ['a space at the end', `${'x'.repeat(254)} y`, 'x'.repeat(254)],
    ['half of an emoji that was there before', `${'x'.repeat(252)}\ud83d`, `${'x'.repeat(252)}\ufffd`],
    ['what fits', 'x'.repeat(255), 'x'.repeat(255)],
  ])('%s', (_, text, kept) => {
    expect(cutText(text, BYTES_255)).toBe(kept);
  });

  it('and a character that alone is too long, between its code points', () => {
    expect(cutText(FAMILY, { most: 10, countedIn: 'bytes' })).toBe('👩\u200d');
    expect(cutText(FAMILY, { most: 3, countedIn: 'characters' })).toBe('👩\u200d');
  });

  it('to a beginning of it that is well formed, whatever it holds', () => {
    const texts = fc
      .array(fc.constantFrom('a', ' ', 'é', 'e\u0301', '漢', '🧥', FAMILY, '\ud800'))
      .map((parts) => parts.join(''));
    const limits = fc.record({ most: fc.integer({ min: 1, max: 12 }), countedIn: fc.constantFrom('bytes', 'characters') });
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        const cut = cutText(text, limit);
        expect(isTooLong(cut, limit)).toBe(false);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.toWellFormed().startsWith(cut)).toBe(true);
      }),
    );
  });
});

describe('E3: units', () => {
  it.each([
    ['general', 'EA PR SET PK'],
    ['ariba', 'EA PR SET PK'],
    ['coupa', 'EA PR SET PK'],
    ['jaggaer', 'EA PR SET PK'],
    ['oracle', 'EACH PR SET PK'],
    ['sap_srm', 'PCE PR SET PK'],
    ['oci', 'PCE PR SET PK'],
  ] as const)('that a connection to %s begins with suit it', (profile, codes) => {
    const { units, ...connection } = CONNECTION_PROFILES[profile];
    const { piece, pair, set, pack } = units;

    expect([piece, pair, set, pack].join(' ')).toBe(codes);
    for (const code of codes.split(' ')) expect(findUnitFault(code, connection)).toBeUndefined();
  });

  it('that OCI drops without an error are named', () => {
    const oci = { limits: 'sap_srm', protocol: 'oci' } as const;

    for (const code of ['EA', 'ST', 'EACH', 'PAK', 'pce', 'PIECE', 'P'])
      expect(findUnitFault(code, oci)).toContain('OCI takes ISO');
    for (const code of ['', 'E A', 'ÉA']) expect(findUnitFault(code, oci)).toBe('Use 1 to 10 letters and digits.');
    expect(findUnitFault('DZN', oci)).toBeUndefined();
    expect(findUnitFault('EACH', { limits: 'oracle', protocol: 'cxml' })).toBeUndefined();
  });
});

it('E5: only codes of UNSPSC are taken for some', () => {
  for (const code of ['46181531', '53102700', '53100000', '53000000']) expect(isUnspsc(code)).toBe(true);
  for (const code of [
    '',
    '4618153',
    '461815311',
    '4618 531',
    '46.18.15',
    '99999999',
    '00000000',
    '46001531',
    '46180031',
    '٤٦١٨١٥٣١',
  ])
    expect(isUnspsc(code)).toBe(false);
});

it('over OCI, its fields limit what another system would take', () => {
  const { partNumber, shortName, unit, description } = findLimits({ limits: 'ariba', protocol: 'oci' });

  expect([partNumber.most, shortName.most, unit.most]).toEqual([40, 40, 3]);
  expect(description.most).toBeGreaterThan(255);
  expect(findLimits({ limits: 'oracle', protocol: 'oci' }).partNumber.most).toBe(25);
});
