import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { paths, queryString } from '#web/app/paths.ts';
import type { StockNotices } from '#web/app/stock-notices.ts';
import { useBusinessAreaOptions } from '#web/organisation/structure-options.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { formatDueStock, formatShortDate } from '../products/stock-labels.ts';
import { filterByAttribute } from './attribute-filters.tsx';
import css from './stock-list.module.css';

type EnquiredStock = ReplyOf<'GET /api/stock'>['stock'][number];

/** Who enquires after stock. */
export interface StockReader {
  /** Whether they may order, so that rows lead to the product. */
  mayOrder: boolean;
  pricesVisible: boolean;
  currencyCode: string;
  /** "incl. tax" or "excl. tax". */
  taxWords: string;
  /** What they wait for; without notices, no row has a button. */
  notices: StockNotices;
}

const TONES: Record<EnquiredStock['stockStatus'], Tone> = {
  InStock: 'success',
  LowStock: 'warning',
  OutOfStock: 'danger',
  Backorder: 'info',
  NotManaged: 'neutral',
  Discontinued: 'neutral',
};

/** What is in stock now, in a few words. */
function describeNow({ stockStatus, stockQuantity, stockMessage }: EnquiredStock): string {
  if (stockStatus === 'Backorder') return 'On backorder';
  if (stockStatus === 'NotManaged') return 'Available';
  return stockStatus === 'LowStock' && stockQuantity !== null ? `${formatNumber(stockQuantity)} left` : stockMessage;
}

/** "30 pieces on 4 Dec". */
const describeDelivery = ({ dueDateUtc, dueQuantity }: EnquiredStock) =>
  dueDateUtc && [dueQuantity && plural(dueQuantity, 'piece'), formatShortDate(dueDateUtc)].filter(Boolean).join(' on ');

const toProductPath = ({ productId, combinationId, name }: EnquiredStock) =>
  paths.product({ id: productId, name }) + queryString({ combination: combinationId });

/** To be told when a row can be ordered again. */
function NoticeButton({ item, notices }: { item: EnquiredStock; notices: StockNotices }) {
  if (!notices.notices || !item.canBeAwaited) return null;
  const notice = notices.find(item.combinationId);
  const name = [item.name, item.attributeDescription].filter(Boolean).join(', ');
  return (
    <RowButton
      aria-label={`Tell me when ${name} can be ordered`}
      aria-pressed={notice !== undefined}
      aria-disabled={notices.isPending || undefined}
      onClick={() => (notice ? notices.remove(notice) : notices.add({ combinationId: item.combinationId, name }))}
    >
      {notice ? 'You’ll be notified' : 'Tell me'}
    </RowButton>
  );
}

/** The stock of all combinations that a person can see, with a filter for each of these attributes; with buttons for those who can wait for what is out. */
export const createStockList = (attributeNames: readonly string[], canWait = false) =>
  defineList<'GET /api/stock', StockReader>()({
    name: 'stock',
    call: 'GET /api/stock',
    rowsKey: 'stock',
    idKey: 'combinationId',
    nouns: ['item', 'items'],
    label: 'Stock',
    link: (item, { mayOrder }) => (mayOrder ? toProductPath(item) : undefined),
    columns: {
      product: {
        title: 'Product',
        isHeading: true,
        wraps: true,
        cell: ({ name, imageSrc }) => (
          <span className={css.product}>
            <Picture src={imageSrc} alt="" size={40} />
            <span>{name}</span>
          </span>
        ),
      },
      choice: {
        title: 'Colour, size and fit',
        wraps: true,
        cell: ({ attributeDescription }) => attributeDescription || '–',
        onCard: ({ attributeDescription }) => attributeDescription,
      },
      sku: { title: 'SKU', isRoomy: true, cell: ({ sku }) => sku },
      stock: {
        title: 'Now',
        cell: (item) => <StatusBadge tone={TONES[item.stockStatus]}>{describeNow(item)}</StatusBadge>,
      },
      due: {
        title: 'Next delivery',
        cell: (item) => describeDelivery(item) || '–',
        onCard: (item) => item.dueDateUtc && formatDueStock(item),
      },
      price: {
        title: 'Price',
        basis: ({ taxWords }) => taxWords,
        isNumber: true,
        isAllowed: ({ pricesVisible }) => pricesVisible,
        cell: ({ price }, { currencyCode }) => (price === null ? 'On request' : formatMoney(price, currencyCode)),
      },
    },
    card: [
      { start: ['product'], end: 'price' },
      { start: ['choice'] },
      { start: ['sku'] },
      { start: ['stock', 'due'], end: 'actions' },
    ],
    ...(canWait && { actions: (item, { notices }) => <NoticeButton item={item} notices={notices} /> }),
    search: { param: 'keyword', url: 'q', label: 'Search stock', placeholder: 'Name, colour, size or SKU' },
    filters: { businessAreaId: oneRecord({ label: 'Business area', url: 'area', options: useBusinessAreaOptions }) },
    combinedFilters: Object.fromEntries(attributeNames.map((name) => [`attribute ${name}`, filterByAttribute(name)])),
    rows: { usual: 10, choices: [10, 25, 50, 100] },
    empty: {
      title: 'No stock to show',
      text: 'The garments your organisation buys will appear here, with stock and next delivery.',
    },
    nothingFound: 'You can search by name, colour, size or SKU. Check the spelling or remove a filter.',
  });
