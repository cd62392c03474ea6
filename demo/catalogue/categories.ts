interface Branch {
  id: number;
  key: string;
  name: string;
  children?: readonly Branch[];
}

// biome-ignore format: a tree is easier to see with a leaf to a line
const tree = [
  {
    id: 1, key: 'front-of-house', name: 'Front of house', children: [
      { id: 11, key: 'shirts', name: 'Shirts' },
      { id: 12, key: 'blouses', name: 'Blouses' },
      { id: 13, key: 'jackets', name: 'Jackets and blazers' },
      { id: 14, key: 'waistcoats', name: 'Waistcoats' },
      { id: 15, key: 'trousers', name: 'Trousers' },
      { id: 16, key: 'skirts-dresses', name: 'Skirts and dresses' },
      { id: 17, key: 'concierge', name: 'Concierge and door' },
    ],
  },
  {
    id: 2, key: 'casual', name: 'Polos, tees and knitwear', children: [
      { id: 21, key: 'polos', name: 'Polo shirts' },
      { id: 22, key: 'tees', name: 'T-shirts' },
      { id: 23, key: 'sweatshirts', name: 'Sweatshirts and hoodies' },
      { id: 24, key: 'knitwear', name: 'Knitwear' },
      { id: 25, key: 'fleeces', name: 'Fleeces' },
    ],
  },
  {
    id: 3, key: 'kitchen', name: 'Kitchen', children: [
      { id: 31, key: 'chef-jackets', name: 'Chef jackets' },
      { id: 32, key: 'chef-trousers', name: 'Chef trousers' },
      { id: 33, key: 'aprons', name: 'Aprons' },
      { id: 34, key: 'kitchen-headwear', name: 'Headwear and neckwear' },
    ],
  },
  {
    id: 4, key: 'housekeeping', name: 'Housekeeping and spa', children: [
      { id: 41, key: 'tunics', name: 'Tunics' },
      { id: 42, key: 'tunic-trousers', name: 'Trousers for tunics' },
    ],
  },
  {
    id: 5, key: 'outerwear', name: 'Outerwear', children: [
      { id: 51, key: 'softshells', name: 'Softshells' },
      { id: 52, key: 'waterproofs', name: 'Waterproofs' },
      { id: 53, key: 'padded', name: 'Padded jackets and gilets' },
    ],
  },
  {
    id: 6, key: 'workwear', name: 'Workwear', children: [
      { id: 61, key: 'work-trousers', name: 'Work trousers and shorts' },
      { id: 62, key: 'coveralls', name: 'Coveralls' },
      { id: 63, key: 'work-jackets', name: 'Work jackets' },
      { id: 64, key: 'flame-retardant', name: 'Flame-retardant' },
      {
        id: 65, key: 'hi-vis', name: 'Hi-vis', children: [
          { id: 651, key: 'hi-vis-vests', name: 'Hi-vis waistcoats' },
          { id: 652, key: 'hi-vis-tops', name: 'Hi-vis tops' },
          { id: 653, key: 'hi-vis-jackets', name: 'Hi-vis jackets' },
          { id: 654, key: 'hi-vis-trousers', name: 'Hi-vis trousers and coveralls' },
        ],
      },
    ],
  },
  {
    id: 7, key: 'footwear', name: 'Footwear', children: [
      { id: 71, key: 'shoes', name: 'Shoes' },
      { id: 72, key: 'safety-footwear', name: 'Safety footwear' },
    ],
  },
  {
    id: 8, key: 'accessories', name: 'Accessories', children: [
      { id: 81, key: 'ties-scarves', name: 'Ties and scarves' },
      { id: 82, key: 'headwear', name: 'Headwear' },
      { id: 83, key: 'gloves', name: 'Gloves' },
      { id: 84, key: 'belts-socks', name: 'Belts and socks' },
      { id: 85, key: 'bags', name: 'Bags' },
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
}

/** Rows with parents first, and the id of each key. */
export function listCategories(): { rows: CategoryRow[]; idOf: Map<string, number> } {
  const rows: CategoryRow[] = [];
  const idOf = new Map<string, number>();
  const walk = (branches: readonly Branch[], parent: number | null) => {
    for (const [index, { id, key, name, children }] of branches.entries()) {
      rows.push({ id, parent_id: parent, name, display_order: index + 1 });
      idOf.set(key, id);
      if (children) walk(children, id);
    }
  };
  walk(tree, null);
  return { rows, idOf };
}
