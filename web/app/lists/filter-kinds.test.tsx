import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { manyRecords, oneRecord } from './filter-kinds.tsx';
import type { FilterOption } from './list-filter.ts';

const OPTIONS = [{ id: 1, label: 'Torbay Heights' }];

it.each<[string, FilterOption<number>[] | undefined, number, string]>([
  ['the record that is chosen', OPTIONS, 1, 'Torbay Heights'],
  ['that there is no such record', OPTIONS, 7, 'Not found'],
  ['that its name is not loaded yet', undefined, 1, '…'],
])('a filter says %s', (_, options, value, words) => {
  const filter = oneRecord({ label: 'Destination', url: 'destination', options: () => options });
  const { Words } = filter;
  renderPage(<p data-words>{Words && <Words filter={filter} value={value} />}</p>);

  expect(document.querySelector('[data-words]')?.textContent).toBe(words);
});

it.each<[string, FilterOption<number>[] | undefined, number[], string]>([
  ['the records that are chosen', [...OPTIONS, { id: 2, label: 'Solent Quay' }], [2, 1], 'Torbay Heights, Solent Quay'],
  ['that there are no such records', OPTIONS, [7, 8], 'Not found'],
  ['that their names are not loaded yet', undefined, [1], '…'],
])('a filter by several says %s', (_, options, value, words) => {
  const filter = manyRecords({ label: 'Destination', url: 'destination', options: () => options });
  const { Words } = filter;
  renderPage(<p data-words>{Words && <Words filter={filter} value={value} />}</p>);

  expect(document.querySelector('[data-words]')?.textContent).toBe(words);
});

it.each([
  ['3', [3]],
  ['3,5,3', [3, 5]],
  ['3,x,-1,5', [3, 5]],
  ['', undefined],
  ['x', undefined],
])('a filter by several reads %j', (text, ids) => {
  expect(manyRecords({ label: 'Group', url: 'group', options: [] }).read(text)).toEqual(ids);
});
