import type { AllocationType } from './plan.ts';

/** What the wardrobes of the demonstration hold; the key is the wardrobe's id. */

export interface GroupPlan {
  name: string;
  /** Pieces owed; null where no number has been set. */
  quantity: number | null;
  /** The least a wearer should have; nothing where it is left out. */
  minimum?: number;
  products: string[];
  /** Pieces of each product under fixed allocation. Where nothing is given, the first product that fits has all of the group's pieces. */
  fixed?: Record<string, number>;
  /** Only in these children of the wardrobe (1, 2, …). */
  children?: number[];
  /** Offered only under this option of the wardrobe's either/or. */
  option?: string;
}

export interface WardrobePlan {
  groups: GroupPlan[];
  /** Points or pence without tax that a wearer may spend in a season, where the organisation allocates by points or money. */
  budget?: number;
  /** The only allocation types that the wardrobe permits; otherwise the organisation's. */
  allocationTypes?: AllocationType[];
  /** "Trousers or skirt", in the children named. */
  eitherOr?: { name: string; options: string[]; children: number[] };
}

const group = (name: string, quantity: number | null, products: string[], more: Partial<GroupPlan> = {}): GroupPlan => ({
  name,
  quantity,
  minimum: quantity !== null && quantity > 1 ? 1 : 0,
  products,
  ...more,
});

const trousersOrSkirt = (children: number[]) => ({ name: 'Trousers or skirt', options: ['Trousers', 'Skirt'], children });

const suit: GroupPlan[] = [
  group('Jacket', 1, ['mens-blazer', 'womens-blazer']),
  group('Trousers', 2, ['mens-flat-front-trousers'], { children: [1] }),
  group('Trousers', 2, ['womens-straight-trousers'], { children: [2], option: 'Trousers' }),
  group('Skirts', 2, ['pencil-skirt'], { children: [2], option: 'Skirt' }),
];

export const wardrobes: Record<number, WardrobePlan> = {
  // Meridian Resorts
  1: {
    groups: [
      group(
        'Shirts and blouses',
        4,
        ['oxford-shirt-long-sleeve', 'oxford-shirt-short-sleeve', 'oxford-blouse-long-sleeve', 'poplin-blouse-three-quarter'],
        {
          fixed: {
            'oxford-shirt-long-sleeve': 3,
            'oxford-shirt-short-sleeve': 1,
            'oxford-blouse-long-sleeve': 3,
            'poplin-blouse-three-quarter': 1,
          },
        },
      ),
      ...suit,
      group('Knitwear', 1, ['v-neck-jumper'], { children: [1] }),
      group('Knitwear', 1, ['v-neck-cardigan', 'v-neck-jumper'], { children: [2] }),
      group('Ties and scarves', 2, ['silk-feel-tie'], { children: [1] }),
      group('Ties and scarves', 2, ['silk-feel-scarf', 'silk-feel-tie'], { children: [2] }),
    ],
    eitherOr: trousersOrSkirt([2]),
  },
  2: {
    groups: [
      group('Service shirts', 3, [
        'poplin-shirt-slim',
        'stretch-service-shirt',
        'denim-bar-shirt',
        'pique-polo',
        'pique-polo-womens',
      ]),
      group('Trousers', 2, ['stretch-chinos-mens', 'stretch-chinos-womens', 'service-trousers']),
      group('Aprons', 2, ['bistro-waist-apron', 'denim-cross-back-apron']),
      group('Shoes', 1, ['service-trainer']),
    ],
  },
  3: {
    groups: [
      group('Chef jackets', 3, ['chef-jacket-classic', 'chef-jacket-short', 'chef-jacket-vented', 'chef-jacket-womens'], {
        children: [1],
      }),
      group('Tunics', 3, ['chef-jacket-short', 'chef-jacket-vented'], { children: [2] }),
      group('Trousers', 2, ['chef-trousers-check']),
      group('Aprons', 2, ['bib-apron']),
      group('Hats', 2, ['skull-cap'], { children: [1] }),
      group('Neckerchiefs', 5, ['chef-neckerchief'], { children: [1] }),
      group('Clogs', 1, ['kitchen-clog']),
    ],
  },
  4: {
    groups: [
      group('Polo shirts', 3, ['pique-polo'], { children: [1] }),
      group('Trousers', 2, ['service-trousers'], { children: [1] }),
      group('Tunics and dresses', 3, ['zip-tunic', 'housekeeping-dress'], { children: [2] }),
      group('Trousers', 2, ['tunic-trousers'], { children: [2] }),
      group('Warm layer', 1, ['fleece-gilet', 'micro-fleece']),
      group('Shoes', 1, ['service-trainer']),
    ],
  },
  5: {
    groups: [
      group('Polo shirts', 3, ['pique-polo'], { children: [1] }),
      group('Trousers', 2, ['service-trousers'], { children: [1] }),
      group('Tunics', 3, ['spa-wrap-tunic', 'shift-dress'], { children: [2] }),
      group('Trousers', 2, ['tunic-trousers'], { children: [2] }),
    ],
  },
  6: {
    groups: [
      group('Tops', 3, ['activity-tee', 'performance-polo']),
      group('Shorts', 2, ['activity-shorts']),
      group('Warm layer', 1, ['zip-hoodie', 'padded-gilet']),
      group('Cap', 1, ['baseball-cap']),
      group('Helmet', 1, ['cycle-helmet'], { children: [2] }),
    ],
  },
  7: {
    groups: [
      group('Work trousers', 2, ['cargo-work-trousers', 'polycotton-coverall']),
      group('Sweatshirts and jackets', 2, ['crew-sweatshirt', 'work-jacket']),
      group('Safety footwear', 1, ['safety-boot', 'safety-trainer']),
      group('Hi-vis', 1, ['hi-vis-vest', 'hi-vis-vest-zip', 'hi-vis-parka']),
      // Sold by the dozen.
      group('Gloves', 12, ['cut-gloves'], { children: [2] }),
    ],
  },
  8: {
    allocationTypes: [50],
    groups: [
      group('Shirts and blouses', null, ['poplin-shirt-classic', 'oxford-blouse-long-sleeve'], { minimum: 3 }),
      group('Jacket', null, ['mens-blazer', 'womens-blazer'], { minimum: 1 }),
      group('Trousers', null, ['mens-flat-front-trousers', 'womens-straight-trousers'], { minimum: 2 }),
    ],
  },
  // Hallam Hotels
  101: {
    budget: 95,
    groups: [
      group('Shirts and blouses', 4, ['poplin-shirt-classic', 'crepe-tie-neck-blouse', 'oxford-blouse-long-sleeve']),
      ...suit,
      group('Ties and scarves', 1, ['silk-feel-tie', 'silk-feel-scarf']),
    ],
    eitherOr: trousersOrSkirt([2]),
  },
  102: {
    budget: 65,
    groups: [
      group('Coat', 1, ['long-rain-coat', 'insulated-parka']),
      group('Jacket', 1, ['mens-blazer']),
      group('Ties', 2, ['silk-feel-tie']),
    ],
  },
  103: {
    budget: 50,
    groups: [
      group('Service shirts', 3, [
        'poplin-shirt-slim',
        'mandarin-collar-shirt',
        'stretch-service-shirt',
        'poplin-blouse-three-quarter',
      ]),
      group('Aprons', 2, ['bistro-waist-apron', 'denim-cross-back-apron', 'pocket-half-apron']),
      group('Shoes', 1, ['service-trainer']),
    ],
  },
  104: {
    budget: 50,
    groups: [
      group('Chef jackets', 3, ['chef-jacket-classic', 'chef-jacket-vented', 'chef-jacket-womens', 'chef-jacket-short']),
      group('Trousers', 2, ['chef-trousers-check', 'chef-trousers-slim']),
      group('Aprons', 2, ['bib-apron']),
    ],
  },
  105: {
    budget: 45,
    groups: [
      group('Polo shirts', 3, ['pique-polo'], { children: [1] }),
      group('Trousers', 2, ['service-trousers'], { children: [1] }),
      group('Dresses and tunics', 3, ['housekeeping-dress', 'button-tunic', 'zip-tunic'], { children: [2] }),
      group('Trousers', 2, ['tunic-trousers'], { children: [2] }),
    ],
  },
  // Corvane Rail
  201: {
    budget: 22_000,
    groups: [
      group('Shirts and blouses', 5, [
        'pilot-shirt-short-sleeve',
        'pilot-shirt-long-sleeve',
        'oxford-blouse-long-sleeve',
        'poplin-blouse-three-quarter',
      ]),
      group('Jacket', 1, ['mens-blazer', 'womens-blazer']),
      group('Trousers and skirts', 2, ['mens-flat-front-trousers', 'womens-straight-trousers', 'pencil-skirt']),
      group('Hi-vis', 1, ['hi-vis-executive-vest']),
    ],
  },
  202: {
    budget: 18_000,
    groups: [
      group('Shirts and blouses', 5, [
        'pilot-shirt-short-sleeve',
        'pilot-shirt-long-sleeve',
        'oxford-blouse-long-sleeve',
        'poplin-blouse-three-quarter',
      ]),
      group('Trousers', 2, ['mens-flat-front-trousers', 'womens-straight-trousers', 'womens-slim-trousers']),
      group('Softshell', 1, ['softshell-mens', 'softshell-womens']),
    ],
  },
  203: {
    budget: 14_000,
    groups: [
      group('Service shirts', 3, ['stretch-service-shirt']),
      group('Waistcoats', 2, ['mens-waistcoat', 'womens-waistcoat']),
      group('Aprons', 2, ['bistro-waist-apron']),
    ],
  },
  204: {
    budget: 24_000,
    groups: [
      group('Work trousers', 2, ['cargo-work-trousers', 'stretch-work-trousers', 'bib-and-brace']),
      group('Tops', 3, ['heavy-tee', 'crew-sweatshirt', 'quarter-zip-sweatshirt']),
      group('Flame-resistant', 1, ['fr-coverall', 'fr-jacket'], { children: [1] }),
      group('Safety footwear', 1, ['safety-boot', 'safety-trainer', 'safety-wellington']),
    ],
  },
  205: {
    budget: 18_000,
    groups: [
      group('Orange jacket', 1, ['rail-jacket-orange', 'hi-vis-bomber', 'hi-vis-softshell']),
      group('Orange trousers', 2, ['rail-trousers-orange']),
      group('Hi-vis tops', 2, ['hi-vis-polo', 'hi-vis-sweatshirt']),
      // Sold in packs of six.
      group('Gloves', 6, ['thermal-gloves'], { children: [2] }),
    ],
  },
};
