import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { extractWords, isMadeOfOwnWords } from './own-words.rules.ts';

describe('the words that a password must not consist of', () => {
  it('are the parts of names and addresses and the whole names, longest first, without short ones', () => {
    expect(extractWords(['Zoë O’Neil', 'j@li.example'])).toEqual([
      'jliexample',
      'zoeoneil',
      'uniforms',
      'workwear',
      'example',
      'uniform',
      'livery',
      'portal',
      'neil',
      'zoe',
    ]);
  });
});

describe('a password made of them', () => {
  const words = extractWords(['Meridian Resorts', 'Ann', 'Lee', 'ann.lee@meridian.example', 'sundial', 'Sundial Uniforms']);

  it.each([
    'Meridian2026!',
    'meridianresorts',
    'M3r1d1an-1',
    'ann.lee.1984',
    'Sundial#2026',
    'Uniform-2026',
    'Livery-portal-1',
    'annlee@meridian.example',
    'ＡｎｎＬｅｅ１９８４',
  ])('is detected: %s', (password) => {
    expect(isMadeOfOwnWords(password, words)).toBe(true);
  });

  it.each(['meridian-moss-kettle', 'Correct-horse-9', 'zkqvmtwp', '20-81-1990-4'])('does not include %s', (password) => {
    expect(isMadeOfOwnWords(password, words)).toBe(false);
  });

  it('is detected quickly, however long it is', async () => {
    const taken = await measureProcessorMs(() => {
      for (const password of ['ab'.repeat(64), '!'.repeat(128)]) isMadeOfOwnWords(password, extractWords(['A B C '.repeat(100)]));
    });

    expect(taken).toBeLessThan(200);
  });
});
