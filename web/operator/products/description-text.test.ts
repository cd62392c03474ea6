import { describe, expect, it } from 'vitest';
import { toDescriptionHtml, toDescriptionText } from './description-text.ts';

describe('the text of a description', () => {
  it.each([
    ['', null],
    ['Warm & light.', '<p>Warm &amp; light.</p>'],
    ['Warm.\n\nLight,\nthin.', '<p>Warm.</p><p>Light,<br />thin.</p>'],
    ['Warm.\n\n- Two pockets\n- Size < 10', '<p>Warm.</p><ul><li>Two pockets</li><li>Size &lt; 10</li></ul>'],
  ])('%j is edited as text and saved as HTML', (text, html) => {
    expect(toDescriptionText(html)).toBe(text);
    expect(toDescriptionHtml(text)).toBe(html);
  });

  it.each(['<p>A <strong>warm</strong> one.</p>', '<h3>Care</h3><p>Wash.</p>', '<p>&lt;p&gt; is a tag</p>'])(
    '%s stays HTML',
    (html) => {
      expect(toDescriptionText(html)).toBe(html);
      expect(toDescriptionHtml(html)).toBe(html);
    },
  );

  it('finds points below a sentence', () => {
    expect(toDescriptionHtml('It has:\n- one\n• two')).toBe('<p>It has:</p><ul><li>one</li><li>two</li></ul>');
  });
});
