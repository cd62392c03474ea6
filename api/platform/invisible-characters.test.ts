import { expect, it } from 'vitest';
import { dropInvisible } from './invisible-characters.ts';

it.each([
  ['a zero-width space', 'ann@site.example\u200b'],
  ['a byte order mark', '\ufeffann@site.example'],
  ['a word joiner', 'ann\u2060@site.example'],
  ['zero-width joiners', 'ann@\u200csite.\u200dexample'],
  ['a soft hyphen', 'ann@si\u00adte.example'],
  ['marks of the direction of writing', '\u200eann@site.example\u200f\u202a\u202c\u2066\u2069'],
  ['a variation selector', 'ann@site.example\ufe0f'],
  ['a tag', 'ann@site.example\u{e0041}'],
  ['a Hangul filler', 'ann@site.example\u3164'],
])('%s is dropped', (_, text) => {
  expect(dropInvisible(text)).toBe('ann@site.example');
});

it.each([' ann@site.example\n', 'a-b_c', 'Zoë', '日本語', '👍'])('what is seen, and space, stays: %j', (text) => {
  expect(dropInvisible(text)).toBe(text);
});
