import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.rules.ts';

test.each([
  ['Coat &amp; Co&#39;s <b>Parka</b>', "Coat & Co's Parka"],
  ['Caf&eacute; &#8220;Co&#x201D;&nbsp;&ndash; <i>P</i>arka', 'Café “Co” – Parka'],
  ['Coat &amp;amp; Co', 'Coat & Co'],
  ['&lt;b&gt;Parka&lt;/b&gt;', 'Parka'],
  ['Long<br>sleeve<br/>shirt', 'Long sleeve shirt'],
  ['<span style="color: red">Red</span> <p>polo</p>', 'Red polo'],
  ['<a href="https://x.example/?a=1&b=2">Polo</a>', 'Polo'],
  ['AT&T R&D', 'AT&T R&D'],
  ['Trousers <M> 3 < 4', 'Trousers <M> 3 < 4'],
  ['a  b', 'a  b'],
])('%s becomes %s', (text, plain) => {
  expect(toPlainText(text)).toBe(plain);
});

test('takes no longer for a long text of brackets', () => {
  const started = performance.now();
  for (const part of ['<', '<b ', '&amp;', '&', '<b>']) toPlainText(part.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(1500);
});
