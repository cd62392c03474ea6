import { describe, expect, it } from 'vitest';
import { type Contract, findDuplicateLines, type KeyedLine } from './lines.rules.ts';

const TODAY = '2026-06-01';
const RUNNING: Contract = { isClosed: false, startsOn: null, endsOn: null };

/** Lines of `number,email,first name,last name`, from line 2 on. */
const lines = (...texts: string[]): KeyedLine[] =>
  texts.map((text, index) => {
    const [number, email, firstName, lastName] = text.split(',');
    return { rowNo: index + 1, line: index + 2, numberKey: number || null, emailKey: email || null, firstName, lastName };
  });
/** What each duplicate shares, as `3: person of 2`. */
const find = (rows: KeyedLine[], contracts: Record<number, Partial<Contract>> = {}) =>
  findDuplicateLines(rows, ({ line }) => ({ ...RUNNING, ...contracts[line] }), TODAY).map(
    ({ rowNo, line, kind }) => `${rowNo + 1}: ${kind} of ${line}`,
  );

describe('lines of one person', () => {
  it('are those with the same number and one of the names or the address, or the same address and name', () => {
    expect(find(lines('1,a@x,Ann,Ash', '1,b@x,Ann,Oak'))).toEqual(['3: person of 2']);
    expect(find(lines('1,a@x,Ann,Ash', '1,b@x,Anna,Ash'))).toEqual(['3: person of 2']);
    expect(find(lines('1,a@x,Ann,Ash', '1,a@x,Bea,Oak'))).toEqual(['3: person of 2']);
    expect(find(lines('1,a@x,Ann,Ash', '2,a@x,ann,ÁSH'))).toEqual(['3: person of 2']);
    expect(find(lines('1,,,', '1,,Ann,Ash'))).toEqual(['3: person of 2']);
    expect(find(lines('1,,Ann,Ash', '1,,,'))).toEqual(['3: person of 2']);
    expect(find(lines(',a@x,,', '1,a@x,Ann,Ash'))).toEqual(['3: person of 2']);
    expect(find(lines('1,a@x,Ann,Ash', '2,b@x,Ann,Ash'))).toEqual([]);
  });

  it('can be connected by a later one', () => {
    expect(find(lines('1,,Ann,Ash', ',a@x,Ann,Ash', '1,a@x,Ann,Ash'))).toEqual(['3: person of 2', '4: person of 2']);
  });

  it('that share only the address or only the number belong to different people', () => {
    expect(find(lines('671,lodge@x,Amy,Rae', '672,lodge@x,Ben,Rae'))).toEqual(['3: email of 2']);
    expect(find(lines('1,a@x,Ann,Ash', '1,b@x,Ben,Oak'))).toEqual(['3: number of 2']);
    expect(find(lines('1,a@x,,', '2,a@x,,'))).toEqual(['3: email of 2']);
  });
});

describe('of several contracts', () => {
  const twice = lines('681,rita@x,Rita,Back', '681,rita@x,Rita,Back');

  it('the one that runs counts, wherever it is', () => {
    const ended = { isClosed: true, endsOn: '2026-03-01' };
    expect(find(twice, { 2: ended })).toEqual(['2: contract of 3']);
    expect(find(twice, { 3: ended })).toEqual(['3: contract of 2']);
    expect(find(twice, { 2: { endsOn: '2026-03-01' } })).toEqual(['2: contract of 3']);
    expect(find(twice, { 2: { isClosed: true } })).toEqual(['2: contract of 3']);
  });

  it('the one that ends last or not at all counts, then the one that began last', () => {
    expect(find(twice, { 2: { endsOn: '2026-08-01' } })).toEqual(['2: contract of 3']);
    expect(find(twice, { 2: { endsOn: '2026-01-01' }, 3: { endsOn: '2025-01-01' } })).toEqual(['3: contract of 2']);
    expect(find(twice, { 2: { startsOn: '2020-01-01' }, 3: { startsOn: '2024-01-01' } })).toEqual(['2: contract of 3']);
  });

  it('the first one counts where nothing tells', () => {
    expect(find(twice)).toEqual(['3: person of 2']);
  });
});

it('leaves an address to the person whose contract runs', () => {
  const rows = lines('1,desk@x,Ann,Ash', '2,desk@x,Ben,Oak', '3,desk@x,Cid,Elm');
  expect(find(rows, { 2: { isClosed: true } })).toEqual(['2: email of 3', '4: email of 3']);
});

it('takes a linear time', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `${at % 2 ? at : ''},shared@x,Name ${at},Same`);
  const started = performance.now();
  find(lines(...many));
  find(lines(...many.map((_, at) => `7,,First ${at},Last ${at}`)));
  expect(performance.now() - started).toBeLessThan(5000);
});
