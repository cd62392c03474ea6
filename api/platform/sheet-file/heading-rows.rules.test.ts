import { expect, it } from 'vitest';
import { findHeadings } from './heading-rows.rules.ts';
import type { SheetSample } from './sheet-reading.ts';

const KNOWN: Readonly<Record<string, string>> = {
  number: 'number',
  'employee number': 'number',
  first: 'first',
  last: 'last',
  email: 'email',
  'work email': 'email',
  group: 'group',
  site: 'site',
};
const fieldOf = (heading: string) => KNOWN[heading.toLowerCase()];
const sample = (text: string, sheet = 0): SheetSample => ({
  sheet,
  lines: text
    .split('\n')
    .map((line, index) => ({ line: index + 1, cells: line.split('|') }))
    .filter(({ cells }) => cells.some((cell) => cell !== '')),
});
const find = (...sheets: string[]) => findHeadings(sheets.map(sample), fieldOf);
const ROWS = '1|Ann|Lee|ann@x.example\n2|Ben|Ray|ben@x.example';

it.each([
  ['the first line', `Number|First|Last|Email\n${ROWS}`, 1],
  ['below titles and an empty line', `All workers\nSite|Hotel\nDate|11/28/2026\n\nNumber|First|Last|Email\n${ROWS}`, 5],
  ['below a group of headings', `Person|||Contact\nNumber|First|Last|Email\n${ROWS}`, 2],
  ['although they are repeated', `Report\nNumber|First|Last|Email\n${ROWS}\nNumber|First|Last|Email\n3|Cyd|Orr|cyd@x.example`, 2],
  ['none known, by their width', `Staff list\nNr|Etu|Suku|Posti\n${ROWS}`, 2],
  ['with one that is not known', `Number|First|Shoe\n1|Ann|7\n2|Ben|8`, 1],
])('finds headings: %s', (_, text, line) => {
  expect(find(text)).toEqual({ sheet: 0, line, headingLines: 1 });
});

it.each([
  [
    'where merged ones have others below them',
    `Employee number|Name||Email\n|First|Last|\n${ROWS}`,
    ['Employee number', 'First', 'Last', 'Email'],
  ],
  [
    'where the lower ones are the same',
    'Number|Home|Work\n|email|email\n1|a@x.example|b@x.example',
    ['Number', 'Home email', 'Work email'],
  ],
])('puts together headings over two lines, %s', (_, text, headings) => {
  expect(find(text)).toEqual({ sheet: 0, line: 1, headingLines: 2, headings });
});

it('takes the sheet that has them, and the first of several', () => {
  const notes = 'Read me\nThis lists all workers.\nDo not forward.';
  const sites = 'Site\nBamburgh\nSolent';
  expect(find(notes, sites, `Number|First|Last|Email\n${ROWS}`)).toMatchObject({ sheet: 2, line: 1 });
  expect(find(`Number|First|Last|Email\n${ROWS}`, `Number|First|Last|Email\n${ROWS}`)).toMatchObject({ sheet: 0 });
});

it('finds none in rows without headings', () => {
  expect(find(ROWS)).toBeUndefined();
});

it('keeps what was chosen', () => {
  const samples = [sample('Title|x\nOther|y', 0), sample(`Number|First|Last|Email\n${ROWS}`, 1)];
  expect(findHeadings(samples, fieldOf, { sheet: 0 })).toMatchObject({ sheet: 0 });
  expect(findHeadings(samples, fieldOf, { sheet: 1, line: 2 })).toEqual({ sheet: 1, line: 2, headingLines: 1 });
  expect(findHeadings(samples, fieldOf, { sheet: 1, line: 90 })).toEqual({ sheet: 1, line: 90, headingLines: 1 });
});
