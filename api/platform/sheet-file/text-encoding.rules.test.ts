import { describe, expect, it } from 'vitest';
import { ENCODED_NAMES, encodeText } from '#api/testing/text-encodings.ts';
import type { SheetEncoding } from '#contract/platform/sheet-file.ts';
import { decodeIn, describeEncoding, detectEncoding, hasBadBytes, repairText } from './text-encoding.rules.ts';

const toFile = (names: readonly string[]) =>
  `Number,Name,Email\r\n${names.map((name, index) => `${700 + index},${name},person${index}@meridian.example`).join('\r\n')}\r\n`;

describe('the encoding of a file', () => {
  it.each(
    Object.entries(ENCODED_NAMES).flatMap(([encoding, languages]) =>
      languages.map((names) => [encoding as SheetEncoding, names.join(', '), names] as const),
    ),
  )('%s is guessed by its names, and never certain: %s', (encoding, _, names) => {
    const text = toFile(names);
    const bytes = encodeText(text, encoding);
    const found = detectEncoding(bytes);
    expect(found).toMatchObject({ isCertain: false, badBytes: 0 });
    // Where two encodings have the same letters at these places, either is right.
    expect(decodeIn(bytes, found.name)).toBe(text);
  });

  const MIXED = toFile(['Jiří Dvořák', 'José Núñez', 'Иван Петров', '王小明', 'Zoë']);
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('%s is certain, without a byte order mark too', (encoding) => {
    for (const text of [MIXED, toFile(['Иван Петров', 'Наталья Соколова']), toFile(['Ann'])]) {
      const bytes = encodeText(text, encoding);
      expect(detectEncoding(bytes)).toEqual({ name: encoding, isCertain: true, badBytes: 0 });
      expect(decodeIn(bytes, encoding)).toBe(text);
    }
    const marked = encodeText(`\ufeff${MIXED}`, encoding);
    expect(decodeIn(marked, detectEncoding(marked).name)).toBe(MIXED);
  });

  it('is UTF-8 also with single bad bytes, which are read where they can only be one letter, and not certain', () => {
    const [before, after] = [encodeText('1,Jiří\n2,M', 'utf-8'), encodeText('ller\n3,José\n', 'utf-8')];
    const bytes = Uint8Array.from([...before, 0xfc, ...after]);
    expect(detectEncoding(bytes)).toEqual({ name: 'utf-8', isCertain: false, badBytes: 1 });
    const text = decodeIn(bytes, 'utf-8');
    expect([hasBadBytes(text), repairText(text)]).toEqual([true, '1,Jiří\n2,Müller\n3,José\n']);
  });

  it('leaves out the rest of a letter that was cut in two', () => {
    const bytes = Uint8Array.from([...encodeText('1,Jiří,Dvo', 'utf-8'), 0xc5, ...encodeText(',x', 'utf-8')]);
    expect(repairText(decodeIn(bytes, 'utf-8'))).toBe('1,Jiří,Dvo\ufffd,x');
  });

  it('is not guessed by signs beside figures', () => {
    expect(detectEncoding(encodeText('a,£12\nb,£7\n', 'windows-1252')).name).toBe('windows-1252');
  });

  it('that was chosen says how many bytes are no letter in it', () => {
    expect(describeEncoding(Uint8Array.of(0x61, 0x81, 0xe9), 'windows-1252').badBytes).toBe(1);
    expect(describeEncoding(Uint8Array.of(0x61, 0x81, 0xe9), 'utf-8').badBytes).toBe(2);
  });
});
