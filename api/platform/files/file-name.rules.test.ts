import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFileName, toStoredName } from './file-name.rules.ts';
import { FILE_TYPES } from './file-type.rules.ts';

it('cuts long names without losing the extension or half a character', () => {
  expect(toStoredName(cleanFileName(`${'👕'.repeat(300)}`), FILE_TYPES['image/jpeg'])).toBe(`${'👕'.repeat(196)}.jpg`);
});

/** Any half of a character, which need not have its other half. */
const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

it('makes a name of any text that is no path and fits into the database, headers and file systems', () => {
  fc.assert(
    fc.property(fc.string({ unit: codeUnit, maxLength: 300 }), (text) => {
      const name = toStoredName(cleanFileName(text), FILE_TYPES['application/pdf']);

      expect(name).toMatch(/^[^.\s/\\<>:"|?*\p{Cc}\p{Cf}][^/\\<>:"|?*\p{Cc}\p{Cf}]*\.pdf$/u);
      expect([...name].length).toBeLessThanOrEqual(200);
      expect(() => encodeURIComponent(name)).not.toThrow();
    }),
    {
      numRuns: 100,
      seed: 1,
      examples: [['../..'], ['. . .pdf'], ['CON'], ['nul.pdf'], ['\ud83d'], ['a.pdf.pdf'], ['..pdf'], [' .pdf ']].map(
        ([text]) => [text as string],
      ),
    },
  );
});
