import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExistingCategory, placeCategory, readCategoryPath } from './categories.rules.ts';
import { colourWords } from './colour-words.ts';
import { parseColour } from './colours.rules.ts';
import { sanitiseDescription, shortenDescription } from './descriptions.rules.ts';
import { assignDisplayOrders } from './display-order.rules.ts';
import { classifyGarment } from './garments.rules.ts';
import { isPlaceholderOption, parseOption, readOptionName } from './options.rules.ts';
import { isSize, sortSizes } from './sizes.rules.ts';
import { readSpecifications, readTags } from './specifications.rules.ts';

test.each([
  [
    ['L', 'XXS', 'M', '5XL', 'XS', 'S', '3XL', 'XXL', 'XL'],
    ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '5XL'],
  ],
  [
    ['XLarge', 'Small', 'Large', 'XSmall', 'Medium'],
    ['XSmall', 'Small', 'Medium', 'Large', 'XLarge'],
  ],
  [
    ['10', '9.5', '8', '10,5', '12'],
    ['8', '9.5', '10', '10,5', '12'],
  ],
  [
    ['32R', '30L', '30S', '30R', '34S'],
    ['30S', '30R', '30L', '32R', '34S'],
  ],
  [
    ['32/34', '30/32', '32/30', '30/30'],
    ['30/30', '30/32', '32/30', '32/34'],
  ],
  [
    ['L/XL', 'S/M', 'M', 'S'],
    ['S', 'S/M', 'M', 'L/XL'],
  ],
  [
    ['160cm', '157.5cm', '156cm Wide', '156cm'],
    ['156cm', '156cm Wide', '157.5cm', '160cm'],
  ],
  [
    ['8 years', 'S', '6-12 months', '2 years'],
    ['S', '6-12 months', '2 years', '8 years'],
  ],
  [
    ['Tall', 'M', 'One Size', 'S'],
    ['One Size', 'S', 'M', 'Tall'],
  ],
])('sorts the sizes %s as %s', (given, sorted) => expect(sortSizes(given)).toEqual(sorted));

test('keeps every size exactly once and ignores the input order when sorting', () => {
  const size = fc.constantFrom('XS', 'S', 'M', 'L', 'XL', '2XL', '30R', '32L', '8', '10', '9.5', 'S/M', 'one size');
  fc.assert(
    fc.property(fc.uniqueArray(size), (sizes) => {
      const sorted = sortSizes(sizes);
      expect([...sorted].sort()).toEqual([...sizes].sort());
      expect(sortSizes([...sizes].reverse())).toEqual(sorted);
    }),
  );
});

test.each(['M', '2XL', '42', '30R', '158cm', 'One Size', 'XXL Tall'])('recognises %s as a size', (text) =>
  expect(isSize(text)).toBe(true),
);
test.each(['Navy', 'Slim', 'Cotton'])('does not recognise %s as a size', (text) => expect(isSize(text)).toBe(false));

test.each([
  ['Navy', '#1f2a44', null],
  ['navy/white', '#1f2a44', '#ffffff'],
  ['Heather Grey', '#b3b6ba', null],
  ['Black and Red', '#1d1d1f', '#b51f2e'],
  ['Schwarz', '#1d1d1f', null],
  ['True Black/Stout White', '#1d1d1f', '#ffffff'],
  ['Hi-Vis Yellow', '#d8f01a', null],
  ['Black/Black', '#1d1d1f', null],
  ['White/Black/Teal', '#ffffff', '#1d1d1f'],
  ['Off-White', '#f5f1e6', null],
])('reads the colour %s as %s with accent %s', (name, rgb, accent) => expect(parseColour(name)).toEqual({ rgb, accent }));

test('lightens and darkens shades, and returns undefined for unknown colours', () => {
  const brightness = (name: string) => Number.parseInt(parseColour(name)?.rgb.slice(1, 3) ?? '', 16);
  expect(brightness('Dark Teal')).toBeLessThan(brightness('Teal'));
  expect(brightness('Pale Teal')).toBeGreaterThan(brightness('Teal'));
  expect([parseColour('Krakken'), parseColour('constructor'), parseColour('')]).toEqual([undefined, undefined, undefined]);
});

test('has a valid hex colour for every word of the palette', () => {
  for (const [word, rgb] of Object.entries(colourWords)) {
    expect(rgb).toMatch(/^#[0-9a-f]{6}$/);
    expect(parseColour(word)?.rgb).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test.each([
  ['Snowboard Boots', 'Moto', 'boot'],
  ['Snowboards', 'Mega', 'bag'],
  ['Ski Bindings', 'Griffon', 'bag'],
  ['Goggles', 'Tracker', 'bag'],
  ['Beanies', 'Amy', 'beanie'],
  ['Gloves', 'Recon Mitt', 'gloves'],
  ['Jackets', 'Winter Down Parka', 'parka'],
  ['Jackets', 'Flint', 'softshell'],
  ['', 'Ski Pants', 'trousers'],
  ['', 'Zip Hoodie', 'hoodie'],
  ['', 'Yellow Wool Jumper', 'jumper'],
  ['', 'Cotton Dress Shirt', 'shirt'],
  ['', 'Evening Dress', 'dress'],
  ['', 'Hi-Vis Softshell Jacket', 'hi-vis-jacket'],
  ['', 'Safety Vest', 'hi-vis-vest'],
  ['', 'Cargo Work Trousers', 'cargo-trousers'],
  ['', 'Chef’s Jacket', 'chef-jacket'],
  ['', 'Long Sleeve Polo', 'long-sleeve-polo'],
  ['', 'T-Shirt', 'tee'],
  ['', 'LED High Tops', 'shoe'],
  ['Kochjacke', 'Bruno', 'chef-jacket'],
])('classifies type "%s" with title "%s" as %s', (type, title, garment) => {
  expect(classifyGarment({ type, title, tags: [], category: '' }).garment).toBe(garment);
});

test('falls back to tags, then category, then the neutral type when type and title name no garment', () => {
  expect(classifyGarment({ type: '', title: 'Bruno', tags: ['new', 'Aprons'], category: '' })).toEqual({
    garment: 'apron',
    isGarment: true,
  });
  expect(classifyGarment({ type: '', title: 'Bruno', tags: [], category: 'Clothing Skirts' }).garment).toBe('skirt');
  expect(classifyGarment({ type: '', title: 'Bruno', tags: [], category: '' })).toEqual({ garment: 'bag', isGarment: false });
  expect(classifyGarment({ type: 'Bags', title: 'Lobby', tags: [], category: '' })).toEqual({ garment: 'bag', isGarment: true });
});

test.each([
  ['Color', 'Colour', 'colour'],
  ['COLOUR', 'Colour', 'colour'],
  ['Farbe', 'Farbe', 'colour'],
  ['Größe', 'Größe', 'size'],
  ['shoe size', 'shoe size', 'size'],
  ['Inseam', 'Inseam', 'length'],
  ['Fit', 'Fit', 'fit'],
  ['Material', 'Material', null],
  ['Style', 'Style', null],
])('reads the option %s as %s with role %s', (given, name, role) => expect(readOptionName(given, ['x'])).toEqual({ name, role }));

test('names an option by its values when it is called Title', () => {
  expect(readOptionName('Title', ['166cm'])).toEqual({ name: 'Size', role: 'size' });
  expect(readOptionName('Title', ['Black', 'Teal'])).toEqual({ name: 'Colour', role: 'colour' });
  expect(readOptionName('', ['With pockets'])).toEqual({ name: 'Option', role: null });
  expect([isPlaceholderOption('Title', 'Default Title'), isPlaceholderOption('Title', 'Black')]).toEqual([true, false]);
  expect(parseOption('Size', ['M', 'm', 'S']).values.map(({ name }) => name)).toEqual(['S', 'm']);
});

const categories: ExistingCategory[] = [
  { id: 1, parentId: null, name: 'Front of house' },
  { id: 2, parentId: 1, name: 'Jackets and blazers' },
  { id: 3, parentId: null, name: 'Footwear' },
  { id: 4, parentId: 3, name: 'Boots' },
  { id: 5, parentId: null, name: 'Accessories' },
  { id: 6, parentId: 5, name: 'Gloves' },
];

test.each<[string[], string[], unknown]>([
  [['glove'], [], { existing: 6 }],
  [['Ski Boots'], [], { name: 'Ski Boots', below: 4 }],
  [['Jackets'], [], { name: 'Jackets', below: 2 }],
  [['Apparel', 'Footwear', 'Clogs'], [], { name: 'Clogs', below: 3 }],
  [['Muffs'], ['Headwear', 'Accessories'], { name: 'Muffs', below: 5 }],
  [['Goggles'], [], { name: 'Goggles', below: null }],
  [[], ['Jackets'], { existing: 2 }],
  [[], [], undefined],
])('puts the path %s with garment categories %s at %j', (path, garmentCategories, expected) =>
  expect(placeCategory(path, garmentCategories, categories)).toEqual(expected),
);

test('splits category paths', () => {
  expect(readCategoryPath('Apparel & Accessories > Clothing > Shirts & Tops')).toEqual([
    'Apparel & Accessories',
    'Clothing',
    'Shirts & Tops',
  ]);
  expect(readCategoryPath('1604')).toEqual([]);
});

test('reads specifications from single tags, and from the columns that state them', () => {
  const nothing = { title: 'Bruno', vendor: '', tags: [], gender: '', ageGroup: '', metafields: [] };
  const options = (product: Partial<Parameters<typeof readSpecifications>[0]>) =>
    readSpecifications({ ...nothing, ...product }).map(({ specification, option }) => `${specification}: ${option}`);
  expect(options({ vendor: 'Hearth', tags: ['Winter', 'mens', 'Merino Wool'] })).toEqual([
    'Brand: Hearth',
    'Cut: Men’s',
    'Season: Winter',
    'Fabric: Merino wool',
  ]);
  expect(options({ tags: ['men', 'women'] })).toEqual(['Cut: Unisex']);
  expect(options({ title: "Women's Linen Shirt" })).toEqual(['Cut: Women’s', 'Fabric: Linen']);
  expect(options({ tags: ['best deals for men this week'] })).toEqual([]);
  expect(options({ gender: 'unisex', tags: ['men'] })).toEqual(['Cut: Unisex']);
  expect(readTags('A, b ,a,, c')).toEqual(['a', 'b', 'c']);
});

test.each([
  ['<p onclick="x()">Hello</p>', '<p>Hello</p>'],
  ['<script>alert(1)</script><p>Hi</p>', '<p>Hi</p>'],
  ['<h1>Big</h1><div>Text</div>', '<h3>Big</h3><p>Text</p>'],
  ['<a href="javascript:alert(1)">there</a>', 'there'],
  ['<img src=x onerror=alert(1)>', null],
  ['5 < 6 & 7', '<p>5 &lt; 6 &amp; 7</p>'],
  ['one\n\ntwo\nthree', '<p>one</p><p>two<br />three</p>'],
  ['<p>&nbsp;</p>', null],
  ['', null],
])('sanitises the description %j to %j', (html, expected) => expect(sanitiseDescription(html)).toBe(expected));

test('removes everything that could run from any mix of markup', () => {
  const piece = fc.constantFrom(
    '<script>',
    '</script>',
    '<img src=x onerror=1>',
    '<svg/onload=1>',
    '<',
    '>',
    '"',
    "'",
    '<p',
    ' style=x',
    '<a href=javascript:1>',
    '</p>',
    '<!--',
    '-->',
    'text',
    '<math>',
    '<iframe src=x>',
    '&lt;script&gt;',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const clean = sanitiseDescription(pieces.join('')) ?? '';
      expect(clean).not.toMatch(/<(?!\/?(?:p|br|ul|ol|li|strong|em|u|sub|sup|h3|h4|table|thead|tbody|tr|th|td)(?: ?\/)?>)/);
    }),
  );
});

test('ends short descriptions after a sentence', () => {
  const html = `<p>${'A jacket that keeps the rain out all day long. '.repeat(8)}</p>`;
  expect(shortenDescription(html, '')).toMatch(/^A jacket .{30,150}\.$/);
  expect(shortenDescription(html, 'A <b>shorter</b> text.')).toBe('A shorter text.');
  expect(shortenDescription(null, '')).toBeNull();
  expect(shortenDescription('<p>Fish &amp; chips</p>', '')).toBe('Fish & chips');
});

test('assigns rising display orders and keeps existing ones where possible', () => {
  expect(assignDisplayOrders([0, null, 100])).toEqual([0, 50, 100]);
  expect(assignDisplayOrders([null, null])).toEqual([0, 100]);
  expect(assignDisplayOrders([100, 0])).toEqual([0, 100]);
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 500 })), { maxLength: 20 }), (present) => {
      const orders = assignDisplayOrders(present);
      expect(orders).toHaveLength(present.length);
      for (const [index, order] of orders.entries()) if (index > 0) expect(order).toBeGreaterThan(orders[index - 1] ?? 0);
    }),
  );
});
