import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueryOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import type { CombinedFilter, FilterEditorProps, FilterWordsProps } from '#web/app/lists/list-filter.ts';
import { OptionList } from '#web/app/lists/option-list.tsx';

type StockQuery = NonNullable<QueryOf<'GET /api/stock'>>;

/** The server takes 50 filters in all. */
const MAX_VALUES = 12;
const DEBOUNCE_MS = 200;
const MAX_URL_LENGTH = 1000;
const SEPARATOR = '|';

/** Parameters of the page that are no attributes. */
const RESERVED = new Set(['area', 'page', 'q', 'rows', 'sort', 'view']);

const toParam = (name: string) => {
  const param = name.trim().toLowerCase();
  return RESERVED.has(param) ? `${param}-` : param;
};

const escapeValue = (value: string) => value.replaceAll('%', '%25').replaceAll(SEPARATOR, '%7C');
const unescapeValue = (value: string) => value.replaceAll(/%7c/gi, SEPARATOR).replaceAll('%25', '%');

/** The attributes that an address filters by, until the server has said what they are called. */
export const listAttributeParams = (params: URLSearchParams): string[] =>
  [...new Set(params.keys())].filter((param) => param !== '' && !RESERVED.has(param));

function readValues(text: string): string[] | undefined {
  const values = text.split(SEPARATOR).flatMap((value) => unescapeValue(value).trim() || []);
  return values.length > 0 ? [...new Set(values)].slice(0, MAX_VALUES) : undefined;
}

const isChosen = (value: unknown): value is readonly string[] => Array.isArray(value) && value.length > 0;

/** The values of an attribute, found while typing; several are alternatives. */
function AttributeEditor({ filter: { label }, value, onChange }: FilterEditorProps<unknown>) {
  const chosen = isChosen(value) ? value : [];
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    ...apiQuery('GET /api/product/productAttributesValues', { query: { attributeName: label, keyword } }),
    placeholderData: keepPreviousData,
  });
  const found = data?.productAttributesValues;
  // What is chosen can be taken away again, wherever it is in the list.
  const others = typed === '' ? chosen.filter((each) => !found?.includes(each)) : [];
  return (
    <OptionList
      label={label}
      options={found && [...others, ...found].map((each) => ({ id: each, label: each }))}
      chosen={chosen}
      onTyped={setTyped}
      onChoose={(each) => {
        const next = chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each].slice(-MAX_VALUES);
        onChange(next.length > 0 ? next : undefined);
      }}
    />
  );
}

const AttributeInWords = ({ value }: FilterWordsProps<unknown>) => (isChosen(value) ? value.join(', ') : '');

/** A filter by any of several values of an attribute. */
export const filterByAttribute = (name: string): CombinedFilter<StockQuery> => ({
  label: name,
  url: toParam(name),
  maxLength: MAX_URL_LENGTH,
  read: readValues,
  write: (value) => (isChosen(value) ? value.map(escapeValue).join(SEPARATOR) : ''),
  Editor: AttributeEditor,
  Words: AttributeInWords,
  toQuery: (value) => (isChosen(value) ? { filters: value.map((each) => `${name}:${each}`) } : {}),
});
