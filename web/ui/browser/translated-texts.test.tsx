import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { keepTranslatedTextsCurrent } from './translated-texts.ts';

beforeAll(() => keepTranslatedTextsCurrent());

/** A translator that marks what it has translated. */
const translate = (text: string) => `«${text}»`;

function listTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

const createFont = (text: string) => {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = translate(text);
  outer.append(inner);
  return outer;
};

/** The ways in which translators replace texts. */
const translators: Record<string, (root: Node) => void> = {
  'each text by an element': (root) => {
    for (const text of listTexts(root)) text.replaceWith(createFont(text.data));
  },
  'each text by an element that is inserted before it': (root) => {
    for (const text of listTexts(root)) {
      text.parentNode?.insertBefore(createFont(text.data), text);
      text.parentNode?.removeChild(text);
    }
  },
  'texts beside each other by one element': (root) => {
    for (const text of listTexts(root)) {
      if (!text.parentNode) continue;
      const beside = [text];
      for (let next = text.nextSibling; next instanceof Text; next = next.nextSibling) beside.push(next);
      text.parentNode.insertBefore(createFont(beside.map(({ data }) => data).join('')), text);
      for (const one of beside) one.remove();
    }
  },
  'all children by other texts': (root) => {
    for (const parent of new Set(listTexts(root).map(({ parentNode }) => parentNode as Element))) {
      const copies = [...parent.childNodes].map((node) =>
        node instanceof Text ? document.createTextNode(translate(node.data)) : node,
      );
      parent.replaceChildren(...copies);
    }
  },
};

/** Without the marks of the translator. */
const getText = () => (screen.getByTestId('page').textContent ?? '').replaceAll(/[«»]/g, '');

/** Something that depends on a number, which a button counts up. */
function Counter({ of }: { of: (n: number) => ReactNode }) {
  const [n, setN] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setN((before) => before + 1)}>
        +
      </button>
      <div data-testid="page">{of(n)}</div>
    </>
  );
}

function show(of: (n: number) => ReactNode) {
  render(<Counter of={of} />);
  const button = screen.getByRole('button');
  return { count: () => userEvent.click(button) };
}

const cases: Record<string, [of: (n: number) => ReactNode, texts: [string, string, string]]> = {
  'figures between words': [
    (n) => (
      <p>
        {n} line, {n * 2} garments
      </p>
    ),
    ['1 line, 2 garments', '2 line, 4 garments', '3 line, 6 garments'],
  ],
  'a figure alone': [(n) => <strong>{n}</strong>, ['1', '2', '3']],
  'a figure beside an element': [
    (n) => (
      <p>
        <b>Total</b> {n}
      </p>
    ),
    ['Total 1', 'Total 2', 'Total 3'],
  ],
  'a word that comes and goes': [
    (n) => (
      <p>
        {n % 2 === 0 && 'even '}
        <b>{n}</b> pieces
      </p>
    ),
    ['1 pieces', 'even 2 pieces', '3 pieces'],
  ],
  'an element that comes and goes before a word': [
    (n) => (
      <p>
        {n % 2 === 0 && <b>even </b>}
        pieces: {n}
      </p>
    ),
    ['pieces: 1', 'even pieces: 2', 'pieces: 3'],
  ],
  'words that become an element, and words again': [
    (n) => <p>{n % 2 === 0 ? <b>{n}</b> : `${n} pieces`}</p>,
    ['1 pieces', '2', '3 pieces'],
  ],
};

it.each(Object.keys(translators).flatMap((how) => Object.keys(cases).map((what) => [how, what] as const)))(
  'a translator that replaces %s: %s',
  async (how, what) => {
    const [of, [first, second, third]] = cases[what] as (typeof cases)[string];
    const { count } = show(of);
    const page = screen.getByTestId('page');
    expect(getText()).toBe(first);
    for (const expected of [second, third]) {
      translators[how]?.(page);
      await Promise.resolve();
      await count();
      expect(getText()).toBe(expected);
    }
  },
);

it('leaves a page as it is that is shown in its own language again', async () => {
  const { count } = show((n) => <p>{n} pieces</p>);
  const parent = screen.getByText('1 pieces');
  const own = [...parent.childNodes];
  translators['texts beside each other by one element']?.(screen.getByTestId('page'));
  await Promise.resolve();
  expect(parent.textContent).toBe('«1 pieces»');
  parent.replaceChildren(...own);
  await Promise.resolve();
  await count();
  expect(getText()).toBe('2 pieces');
  expect([...parent.childNodes]).toEqual(own);
});
