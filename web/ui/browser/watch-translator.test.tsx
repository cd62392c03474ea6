import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { watchTranslator } from './watch-translator.ts';

let count = () => {};

function Cart() {
  const [n, setN] = useState(2);
  count = () => act(() => setN(n + 1));
  return <p>{n} garments</p>;
}

/** Replaces the texts of a paragraph by one element. */
function translate(paragraph: HTMLElement) {
  const font = document.createElement('font');
  font.textContent = `«${paragraph.textContent}»`;
  paragraph.replaceChildren(font);
}

it('a figure follows from the first translation on, with what it needs loaded only then', async () => {
  const { removeChild } = Node.prototype;
  watchTranslator();
  const { container } = render(<Cart />);
  const paragraph = container.querySelector('p') as HTMLElement;
  count();
  await new Promise((done) => setTimeout(done, 50)); // waits because nothing must happen
  expect([paragraph.textContent, Node.prototype.removeChild === removeChild]).toEqual(['3 garments', true]);

  translate(paragraph);
  await waitFor(() => expect(Node.prototype.removeChild).not.toBe(removeChild));
  expect(screen.getByText('«3 garments»')).toBeDefined();
  count();
  expect(paragraph.textContent).toBe('4 garments');
});
