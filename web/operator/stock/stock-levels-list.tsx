import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import type { FilterEditorProps, ListFilter } from '#web/app/lists/list-filter.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import list from '#web/ui/lists/list.module.css';
import { formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { describeGarment } from './describe-garment.ts';

type StockLevel = ReplyOf<'GET /api/operator/stock'>['stock'][number];

/** The currency of catalogue prices; undefined until it is known. */
export interface StockReading {
  currencyCode: string | undefined;
}

function ShelfEditor({ filter, value = '', onChange }: FilterEditorProps<string>) {
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed.trim() || undefined);
  };
  return (
    <StackedForm gap={10} onSubmit={submit}>
      <TextInput
        label={`${filter.label} begins with`}
        maxLength={40}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Show this shelf</Button>
    </StackedForm>
  );
}

const shelfFilter: ListFilter<string> = {
  label: 'Shelf',
  url: 'shelf',
  read: (text) => text.trim().slice(0, 40) || undefined,
  write: (value) => value,
  closes: true,
  Editor: ShelfEditor,
  Words: ({ value }) => value,
};

/** Pieces that can be promised, with what is unusual about them. */
export const Available = ({
  level: { available, managesStock, isLow },
}: {
  level: Pick<StockLevel, 'available' | 'managesStock' | 'isLow'>;
}) => (
  <>
    {formatNumber(available)}
    {managesStock && (available < 0 || available === 0 || isLow) && (
      <>
        {' '}
        <StatusBadge tone={available < 0 ? 'danger' : available === 0 ? 'danger' : 'warning'}>
          {available < 0 ? 'Oversold' : available === 0 ? 'Out' : 'Low'}
        </StatusBadge>
      </>
    )}
  </>
);

const describeExpected = ({ expected, expectedOn }: StockLevel) =>
  expected > 0 && expectedOn !== null ? `${formatNumber(expected)}, next on ${formatShortDay(expectedOn)}` : '';

/** The stock of all garments that the operator sees. */
export const stockLevelsList = defineList<'GET /api/operator/stock', StockReading>()({
  name: 'stocklevels',
  call: 'GET /api/operator/stock',
  rowsKey: 'stock',
  nouns: ['garment', 'garments'],
  label: 'Stock',
  link: ({ id }) => operatorPaths.stockGarment(id),
  columns: {
    garment: {
      title: 'Garment',
      isHeading: true,
      wraps: true,
      cell: describeGarment,
      sorts: ['product', '-product'],
    },
    sku: { title: 'SKU', cell: ({ sku }) => sku, sorts: ['sku', '-sku'] },
    gtin: { title: 'Barcode', isExtra: true, cell: ({ gtin }) => gtin },
    shelf: {
      title: 'Shelf',
      cell: ({ shelf }) => shelf,
      onCard: ({ shelf }) => shelf && `shelf ${shelf}`,
      sorts: ['shelf', '-shelf'],
    },
    onHand: {
      title: 'On hand',
      isNumber: true,
      cell: ({ onHand }) => formatNumber(onHand),
      onCard: ({ onHand }) => `${formatNumber(onHand)} on hand`,
    },
    reserved: {
      title: 'Reserved',
      isNumber: true,
      cell: ({ reserved }) => formatNumber(reserved),
      onCard: ({ reserved }) => `${formatNumber(reserved)} reserved`,
    },
    available: {
      title: 'Available',
      isNumber: true,
      cell: (level) => <Available level={level} />,
      onCard: (level) => (
        <>
          <Available level={level} /> available
        </>
      ),
      sorts: ['available', '-available'],
    },
    expected: {
      title: 'Expected',
      wraps: true,
      cell: ({ expected, expectedOn }) =>
        expected > 0 && expectedOn !== null ? (
          <>
            {formatNumber(expected)}
            <span className={list.line}>{formatShortDay(expectedOn)}</span>
          </>
        ) : (
          '–'
        ),
      onCard: (level) => describeExpected(level) && `expected: ${describeExpected(level)}`,
    },
    threshold: {
      title: 'Low below',
      isNumber: true,
      isRoomy: true,
      cell: ({ lowStockThreshold }) => (lowStockThreshold === null ? '–' : formatNumber(lowStockThreshold)),
      onCard: ({ lowStockThreshold }) => lowStockThreshold !== null && `low below ${formatNumber(lowStockThreshold)}`,
    },
    value: {
      title: 'Value',
      basis: 'catalogue price',
      isNumber: true,
      isRoomy: true,
      cell: ({ value }, { currencyCode }) => currencyCode && formatMoney(value, currencyCode),
      sorts: ['-value', 'value'],
    },
  },
  card: [
    { start: ['garment'], end: 'available' },
    { start: ['sku', 'shelf'] },
    { start: ['onHand', 'reserved'], end: 'value' },
    { start: ['expected', 'threshold'] },
  ],
  search: { param: 'searchTerm', url: 'q', label: 'Search stock', placeholder: 'SKU, name or barcode' },
  filters: {
    state: oneOf({
      label: 'Stock',
      url: 'state',
      options: [
        { id: 'low', label: 'Low' },
        { id: 'out', label: 'Out of stock' },
        { id: 'oversold', label: 'Oversold' },
        { id: 'expected', label: 'Delivery expected' },
      ],
    }),
    shelf: shelfFilter,
  },
  sorts: {
    product: 'Name, A to Z',
    '-product': 'Name, Z to A',
    sku: 'SKU, A to Z',
    '-sku': 'SKU, Z to A',
    shelf: 'Shelf, first to last',
    '-shelf': 'Shelf, last to first',
    available: 'Fewest available first',
    '-available': 'Most available first',
    '-value': 'Highest value first',
    value: 'Lowest value first',
  },
  getUsualSort: () => 'product',
  toSortQuery: (sort) => ({ sort }),
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'No stock to show', text: 'The garments of your brands’ clients appear here with their warehouse stock.' },
  nothingFound: 'You can search by SKU, name, colour, size or barcode. Check the spelling or remove a filter.',
});
