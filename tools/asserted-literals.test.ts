import { expect, test } from 'vitest';
import { readTestFile } from './asserted-literals.ts';

const asserted = (source: string) => [...readTestFile(source).asserted];

test('what is compared or looked for to the letter is asserted', () => {
  expect(asserted(`it('x', () => expect(f()).toBe('One'))`)).toEqual(['One']);
  expect(asserted(`it('x', () => expect(f()).toEqual([{ a: ['Two'] }]))`)).toEqual(['Two']);
  expect(asserted(`it('x', () => page.getByText('Three', { exact: true }).waitFor())`)).toEqual(['Three']);
  expect(asserted(`it('x', () => banner(page, 'Four').waitFor())`)).toEqual(['Four']);
  expect(asserted(`it.each([['Five']])('is %s', (text) => expect(f()).toBe(text))`)).toEqual(['Five']);
  expect(asserted(`const six = 'Six'; it('x', () => expect(f()).toBe(six))`)).toEqual(['Six']);
  expect(
    asserted(`it('x', async () => { for (const text of ['Seven']) await page.getByText(text, { exact: true }).waitFor() })`),
  ).toEqual(['Seven']);
});

test('what is looked for loosely, typed in, opened, titled, remarked or never used is not', () => {
  expect(asserted(`it('x', () => page.getByText('One').waitFor())`)).toEqual([]);
  expect(asserted(`it('x', () => page.getByRole('button', { name: 'Two' }).click())`)).toEqual([]);
  expect(asserted(`it('x', () => page.getByLabel(label).fill('Three'))`)).toEqual([]);
  expect(asserted(`it('says Four', () => expect(f()).toBe(4)) // 'Four'`)).toEqual([]);
  expect(asserted(`const list = ['Five']; it('x', () => expect(f()).toBe(5))`)).toEqual([]);
  expect(asserted(`import { six } from 'Six'; it('x', () => page.goto('Seven'))`)).toEqual([]);
});

test('a file that only lists texts asserts nothing', () => {
  expect(readTestFile(`export const texts = ['One', 'Two'];`)).toMatchObject({ hasTests: false, asserts: false });
  expect(readTestFile(`it('x', () => { f('One') })`)).toMatchObject({ hasTests: true, asserts: false });
  expect(
    readTestFile(`import { a } from './b.ts'; export const see = (page) => page.getByText('One', { exact: true });`),
  ).toMatchObject({
    hasTests: false,
    asserts: true,
    imports: ['./b.ts'],
  });
});
