interface Branch {
  id: number;
  key: string;
  name: string;
  /** That of the category above where it is left out. */
  unspsc?: string;
  children?: readonly Branch[];
}

// biome-ignore format: a tree is easier to see with a leaf to a line
const tree = [
  {
    id: 1, key: 'front-of-house', name: 'Front of house', unspsc: '53102710', children: [
      { id: 11, key: 'shirts', name: 'Shirts', unspsc: '53101602' },
      { id: 12, key: 'blouses', name: 'Blouses', unspsc: '53101604' },
      { id: 13, key: 'jackets', name: 'Jackets and blazers', unspsc: '53101900' },
      { id: 14, key: 'waistcoats', name: 'Waistcoats', unspsc: '53103100' },
      { id: 15, key: 'trousers', name: 'Trousers', unspsc: '53101500' },
      { id: 16, key: 'skirts-dresses', name: 'Skirts and dresses', unspsc: '53102000' },
      { id: 17, key: 'concierge', name: 'Concierge and door' },
    ],
  },
  {
    id: 2, key: 'casual', name: 'Polos, tees and knitwear', unspsc: '53103000', children: [
      { id: 21, key: 'polos', name: 'Polo shirts', unspsc: '53101600' },
      { id: 22, key: 'tees', name: 'T-shirts', unspsc: '53103001' },
      { id: 23, key: 'sweatshirts', name: 'Sweatshirts and hoodies', unspsc: '53101700' },
      { id: 24, key: 'knitwear', name: 'Knitwear', unspsc: '53101700' },
      { id: 25, key: 'fleeces', name: 'Fleeces', unspsc: '53101800' },
    ],
  },
  {
    id: 3, key: 'kitchen', name: 'Kitchen', unspsc: '53102705', children: [
      { id: 31, key: 'chef-jackets', name: 'Chef jackets' },
      { id: 32, key: 'chef-trousers', name: 'Chef trousers' },
      { id: 33, key: 'aprons', name: 'Aprons' },
      { id: 34, key: 'kitchen-headwear', name: 'Headwear and neckwear', unspsc: '53102503' },
    ],
  },
  {
    id: 4, key: 'housekeeping', name: 'Housekeeping and spa', unspsc: '53102700', children: [
      { id: 41, key: 'tunics', name: 'Tunics' },
      { id: 42, key: 'tunic-trousers', name: 'Trousers for tunics', unspsc: '53101500' },
    ],
  },
  {
    id: 5, key: 'outerwear', name: 'Outerwear', unspsc: '53101800', children: [
      { id: 51, key: 'softshells', name: 'Softshells' },
      { id: 52, key: 'waterproofs', name: 'Waterproofs' },
      { id: 53, key: 'padded', name: 'Padded jackets and gilets' },
    ],
  },
  {
    id: 6, key: 'workwear', name: 'Workwear', unspsc: '53102700', children: [
      { id: 61, key: 'work-trousers', name: 'Work trousers and shorts', unspsc: '53101500' },
      { id: 62, key: 'coveralls', name: 'Coveralls', unspsc: '46181503' },
      { id: 63, key: 'work-jackets', name: 'Work jackets', unspsc: '53101800' },
      { id: 64, key: 'flame-retardant', name: 'Flame-retardant', unspsc: '46181508' },
      {
        id: 65, key: 'hi-vis', name: 'Hi-vis', unspsc: '46181500', children: [
          { id: 651, key: 'hi-vis-vests', name: 'Hi-vis waistcoats', unspsc: '46181507' },
          { id: 652, key: 'hi-vis-tops', name: 'Hi-vis tops' },
          { id: 653, key: 'hi-vis-jackets', name: 'Hi-vis jackets' },
          { id: 654, key: 'hi-vis-trousers', name: 'Hi-vis trousers and coveralls' },
        ],
      },
    ],
  },
  {
    id: 7, key: 'footwear', name: 'Footwear', unspsc: '53111600', children: [
      { id: 71, key: 'shoes', name: 'Shoes' },
      { id: 72, key: 'safety-footwear', name: 'Safety footwear', unspsc: '46181600' },
    ],
  },
  {
    id: 8, key: 'accessories', name: 'Accessories', unspsc: '53102500', children: [
      { id: 81, key: 'ties-scarves', name: 'Ties and scarves', unspsc: '53102502' },
      { id: 82, key: 'headwear', name: 'Headwear', unspsc: '53102503' },
      { id: 83, key: 'gloves', name: 'Gloves', unspsc: '53102504' },
      { id: 84, key: 'belts-socks', name: 'Belts and socks' },
      { id: 85, key: 'bags', name: 'Bags', unspsc: '53121600' },
    ],
  },
] as const satisfies readonly Branch[];

type KeyIn<B> = B extends { key: infer K; children: readonly (infer C)[] }
  ? K | KeyIn<C>
  : B extends { key: infer K }
    ? K
    : never;
export type CategoryKey = KeyIn<(typeof tree)[number]>;

export interface CategoryRow {
  id: number;
  parent_id: number | null;
  name: string;
  display_order: number;
  unspsc_code: string | null;
}

/** Rows with parents first, and the id of each key. */
export function listCategories(): { rows: CategoryRow[]; idOf: Map<string, number> } {
  const rows: CategoryRow[] = [];
  const idOf = new Map<string, number>();
  const walk = (branches: readonly Branch[], parent: number | null) => {
    for (const [index, { id, key, name, unspsc = null, children }] of branches.entries()) {
      rows.push({ id, parent_id: parent, name, display_order: index + 1, unspsc_code: unspsc });
      idOf.set(key, id);
      if (children) walk(children, id);
    }
  };
  walk(tree, null);
  return { rows, idOf };
}
