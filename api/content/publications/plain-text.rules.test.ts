import { expect, it } from 'vitest';
import { cleanText, readLink } from './plain-text.rules.ts';

it.each([
  ['a\tb   c', 'a b c'],
  ['\u202eabc\u2066\u200b\ufeff', 'abc'],
  ['one\r\ntwo\u0085three', 'one two three'],
  ['\ud800x', '\ufffdx'],
  ['👩‍🍳 chef', '👩‍🍳 chef'],
])('cleans %j on one line', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it('keeps single blank lines', () => {
  expect(cleanText('\n a\n\n\n\nb \n', { lines: true })).toBe('a\n\nb');
});

it.each([
  ['', null],
  [' /index/orders?tab=late#top ', '/index/orders?tab=late#top'],
  ['https://supplier.example', 'https://supplier.example/'],
  ['HTTPS://Supplier.example/A b', undefined],
  ['https://müller.example/ä', 'https://xn--mller-kva.example/%C3%A4'],
  ['/', '/'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['https:/\\evil.example', undefined],
  ['https://a@evil.example', undefined],
])('reads the link %j as %j', (typed, link) => {
  expect(readLink(typed)).toBe(link);
});
