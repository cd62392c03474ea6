import { expect, it } from 'vitest';
import { readLink } from './editor-links.ts';

it.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['www.example.com', 'https://www.example.com'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['help@example.com', 'mailto:help@example.com'],
  ['tel:+441234567890', 'tel:+441234567890'],
  ['/index/documents', '/index/documents'],
  ['javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['http://example.com', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['a word', undefined],
  ['word', undefined],
  ['', undefined],
])('%s leads to %s', (typed, expected) => {
  expect(readLink(typed)).toBe(expected);
});
