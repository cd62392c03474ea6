import type { ReplyOf } from '#contract/index.ts';
import type { ListColumn } from '#web/app/lists/define-list.ts';
import { plural } from '#web/ui/format/format.ts';

type ListedSizeGuide = Pick<
  ReplyOf<'GET /api/operator/sizeguides'>['sizeGuides'][number],
  'measures' | 'name' | 'sizes' | 'wearers'
>;

export const WEARER_LABELS: Readonly<Record<ListedSizeGuide['wearers'], string>> = {
  men: 'Men',
  women: 'Women',
  everyone: 'Everyone',
};

/** What lists of size guides show of each, for the supplier and for the customer. */
export const sizeGuideColumns = {
  name: { title: 'Size guide', isHeading: true, wraps: true, cell: ({ name }) => name },
  measures: {
    title: 'Measures',
    wraps: true,
    cell: ({ measures }) => (measures.length > 0 ? measures.join(', ') : 'None'),
    onCard: ({ measures }) => (measures.length > 0 ? measures.join(', ') : 'No measures'),
  },
  wearers: {
    title: 'For',
    cell: ({ wearers }) => WEARER_LABELS[wearers],
    onCard: ({ wearers }) => `For ${WEARER_LABELS[wearers].toLowerCase()}`,
  },
  sizes: { title: 'Sizes', isNumber: true, cell: ({ sizes }) => sizes, onCard: ({ sizes }) => plural(sizes, 'size') },
} as const satisfies Record<string, ListColumn<ListedSizeGuide, unknown, never>>;
