import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { bulkEdit } from '../../platform/bulk-edit.ts';
import {
  amountInput,
  bool,
  currencyCode,
  dateTime,
  described,
  displayOrder,
  entity,
  expectedVersion,
  id,
  idOrNone,
  imageSrc,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  paging,
  seenOnUtc,
  sku,
  text,
  totalCount,
  version,
  wholeNumber,
  workbook,
} from '../../values.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Range'] as const;
const OWED = 'Wearers whose own wardrobe contains the product in an open group see it in any case.';

/** Whether a price is to come, or is today's until a day. */
export const SCHEDULED_PRICE_STATES = ['coming', 'active'] as const;

/** Products in one bulk edit. */
const MAX_BULK_EDIT_PRODUCTS = 10_000;

const productOrganisationCustomerRole = entity('RangeProductRole', {
  id: int,
  productOrganisationId: described(int, 'Product of the range.'),
  customerRoleId: described(int, 'Role that may see the product.'),
  name: described(text, 'Name of the role.'),
});

/** A price of an organisation from, or until, a day. Neither `price` nor `percent`: the catalogue's price. */
export const scheduledClientPrice = entity('ScheduledClientPrice', {
  id: described(int, 'Of the price with its days.'),
  state: oneOf(SCHEDULED_PRICE_STATES, '`coming`: begins on `startsOn`; `active`: today’s price, until `lastOn`.'),
  startsOn: described(text, 'First day on which it applies, such as `2027-04-01`.'),
  lastOn: described(nullable(text), 'Last day on which it applies; null: until another one is set.'),
  price: described(
    nullable(money),
    'One price for all sizes, excluding tax; null with `percent`, and for the catalogue’s price.',
  ),
  percent: described(
    nullable(Type.Number()),
    'Percent on the catalogue’s price; null with `price`, and for the catalogue’s price.',
  ),
});

/** A product of the range: what the organisation calls it, what it costs and who can see it. */
export const productOrganisation = entity('RangeProduct', {
  id: int,
  productId: described(int, 'Product of the supplier’s catalogue.'),
  organisationId: int,
  productName: described(text, 'Name in the supplier’s catalogue.'),
  name: described(nullable(text), 'The organisation’s own name; null to use the supplier’s.'),
  sku: described(nullable(text), 'SKU of the supplier; null when there is none.'),
  organisationSku: described(nullable(text), 'The organisation’s own SKU; null for none.'),
  imageSrc,
  overriddenPrice: described(nullable(money), 'One price for all sizes, excluding tax; null for none. Replaces `pricePercent`.'),
  pricePercent: described(
    nullable(Type.Number()),
    'Percent added to (or, if negative, taken off) the catalogue price; null for none.',
  ),
  price: described(nullable(money), 'Lowest price that people pay, excluding tax; null when it is on request.'),
  priceHighest: described(nullable(money), 'Highest price where combinations cost differently; else null.'),
  cataloguePrice: described(nullable(money), 'Lowest catalogue price, excluding tax; null when it is on request.'),
  cataloguePriceHighest: described(nullable(money), 'Highest catalogue price where combinations cost differently; else null.'),
  scheduledPrices: described(Type.Array(scheduledClientPrice), 'Prices that the supplier has set from, or until, a day, by day.'),
  published: described(bool, 'Whether people of the organisation can see it.'),
  supplied: described(bool, 'Whether the supplier still sells it. If not, no one sees it, regardless of `published`.'),
  featured: described(bool, 'Whether it is featured on the home page.'),
  displayOrder,
  businessAreaIds: described(Type.Array(int), `Only wearers of these business areas see it; empty for everyone. ${OWED}`),
  jobRoleIds: described(Type.Array(int), `Only wearers with these job roles see it; empty for everyone. ${OWED}`),
  collectionIds: described(Type.Array(int), `Only wearers with these wardrobes see it; empty for everyone. ${OWED}`),
  customerRoles: described(
    Type.Array(
      entity({
        id: described(int, 'Id of the limit, for `DELETE /api/productOrganisationCustomerRole/{id}`.'),
        customerRoleId: described(int, 'Role that may see the product.'),
        name: described(text, 'The organisation’s own name; null to use the supplier’s.'),
      }),
    ),
    'Only people with these roles see it; empty for everyone.',
  ),
  version,
});

const keyword = described(
  Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters.' })),
  'Words to find in name or SKU.',
);

/** Filters of the list; 0 means no filter. */
const filters = {
  keyword,
  published: described(Type.Optional(bool), 'Only published products, or only unpublished ones.'),
  businessAreaId: described(Type.Optional(idOrNone('businessArea')), 'Only products for this business area; 0 for all.'),
  jobRoleId: described(Type.Optional(idOrNone('jobRole')), 'Only products for this job role; 0 for all.'),
  collectionId: described(Type.Optional(idOrNone('collection')), 'Only products for this wardrobe; 0 for all.'),
  customerRoleId: described(Type.Optional(idOrNone('role')), 'Only products limited to this role; 0 for all.'),
};

const price = amountInput({ minimum: 0, maximum: 1_000_000, message: 'Price must be an amount from 0 to 1,000,000.' });
const percent = Type.Number({ minimum: -100, maximum: 1000, message: 'Percent must be from -100 to 1000.' });
const someOf = (kind: 'businessArea' | 'jobRole' | 'collection' | 'role') =>
  Type.Array(id(kind), { maxItems: 500, message: 'Select at most 500.' });

const SUPPLIERS_PRICES = 'Ignored unless the organisation keeps its own prices (`keepsOwnPrices` of its settings).';

const own = {
  name: described(
    maybe(Type.String({ maxLength: 200, message: 'Name must not be longer than 200 characters.' })),
    'The organisation’s own name; null to use the supplier’s.',
  ),
  organisationSku: described(
    maybe(Type.String({ maxLength: 60, message: 'SKU must not be longer than 60 characters.' })),
    'The organisation’s own SKU; null for none.',
  ),
  overriddenPrice: described(
    maybe(price),
    `One price for all sizes, excluding tax; null for none. Replaces \`pricePercent\`. ${SUPPLIERS_PRICES}`,
  ),
  pricePercent: described(
    maybe(percent),
    `Percent on the catalogue price, for example 7.5 or -10; null for none. Replaces \`overriddenPrice\`. ${SUPPLIERS_PRICES}`,
  ),
  published: described(Type.Optional(bool), 'Whether people of the organisation can see it.'),
  featured: described(Type.Optional(bool), 'Whether it is featured on the home page.'),
  displayOrder: described(
    Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, message: 'Position must be a whole number from 0 to 1000000.' }),
    ),
    'Position in lists, ascending.',
  ),
  businessAreaIds: described(
    Type.Optional(someOf('businessArea')),
    'Only wearers of these business areas see it; empty for everyone.',
  ),
  jobRoleIds: described(Type.Optional(someOf('jobRole')), 'Only wearers with these job roles see it; empty for everyone.'),
  collectionIds: described(Type.Optional(someOf('collection')), 'Only wearers with these wardrobes see it; empty for everyone.'),
  customerRoleIds: described(Type.Optional(someOf('role')), 'Only people with these roles see it; empty for everyone.'),
};

/** How the limits of one kind are changed. Without limits, everyone sees the products. */
const limitChange = (kind: 'businessArea' | 'jobRole' | 'collection' | 'role', description: string) =>
  described(
    Type.Optional(
      Type.Object({
        add: described(Type.Optional(someOf(kind)), 'Ids to add.'),
        remove: described(Type.Optional(someOf(kind)), 'Ids to remove.'),
        clear: described(Type.Optional(bool), 'Removes all limits of this kind.'),
      }),
    ),
    description,
  );

const bulkChange = entity('RangeEdit', {
  published: described(Type.Optional(bool), 'Whether the products are shown.'),
  featured: described(Type.Optional(bool), 'Whether the products are featured on the home page.'),
  price: described(
    Type.Optional(
      Type.Object({
        amount: described(Type.Optional(price), 'One price for all sizes of each product.'),
        percent: described(Type.Optional(percent), 'Percent above, or if negative below, the catalogue’s prices.'),
        catalogue: described(Type.Optional(bool), 'Back to the catalogue’s prices.'),
      }),
    ),
    'Exactly one of its properties. Every product is refused unless the organisation keeps its own prices (`keepsOwnPrices` of its settings).',
  ),
  businessAreas: limitChange('businessArea', 'Limits to business areas.'),
  jobRoles: limitChange('jobRole', 'Limits to job roles.'),
  collections: limitChange('collection', 'Limits to wardrobes.'),
  customerRoles: limitChange('role', 'Limits to customer roles.'),
  remove: described(Type.Optional(bool), 'Removes the products from the range.'),
});

/** Which products a bulk edit is about, and what it changes. */
const bulkBody = entity('RangeBulkEdit', {
  ids: Type.Array(id('productOrganisation'), {
    maxItems: MAX_BULK_EDIT_PRODUCTS,
    message: `Choose at most ${MAX_BULK_EDIT_PRODUCTS} products.`,
    description: 'Products of the range; empty with `matching`.',
  }),
  versions: Type.Optional(
    Type.Array(wholeNumber, {
      maxItems: MAX_BULK_EDIT_PRODUCTS,
      message: 'Versions must be one for each product.',
      description: 'The loaded versions of `ids`, in their order: newer changes by others are not overwritten.',
    }),
  ),
  matching: described(Type.Optional(Type.Object(filters)), 'Instead of `ids`: all products that match these filters.'),
  expectedCount: described(
    Type.Optional(wholeNumber),
    'With `matching`: how many products the list showed. If their number differs by now, nothing is changed.',
  ),
  seenOnUtc,
  change: described(bulkChange, 'What to change; absent properties stay as they are.'),
});

const previewedPrice = (what: string) =>
  entity({
    from: described(nullable(money), `Lowest price of the product ${what}, excluding tax; null when it is on request.`),
    to: described(nullable(money), `Highest price of the product ${what}; null where all sizes cost the same.`),
  });

/** What a bulk edit would make of prices. */
export const pricePreview = entity('PricePreview', {
  total: described(int, 'Selected products.'),
  changed: described(int, 'Products whose price would change.'),
  unchanged: described(int, 'Products whose price would stay as it is.'),
  sourceChanged: described(
    int,
    'Unchanged products that would get another own price or percentage, which makes a difference once the catalogue’s price changes.',
  ),
  refusals: Type.Array(
    entity({ reason: described(text, 'A sentence that can be shown to people.'), count: described(int, 'Number of products.') }),
    { description: 'Why products would be left alone.' },
  ),
  lowest: described(nullable(money), 'Lowest new price; null when no price changes.'),
  highest: described(nullable(money), 'Highest new price; null when no price changes.'),
  rounded: described(int, 'Products with a new price that is rounded to whole minor units.'),
  belowHalf: described(int, 'Products that would cost less than half of the catalogue’s price.'),
  products: Type.Array(
    entity({
      id: described(int, 'Product of the range.'),
      name: described(text, 'The organisation’s own name, otherwise the supplier’s.'),
      before: described(previewedPrice('now'), 'Prices now.'),
      after: described(previewedPrice('after the change'), 'Prices after the change.'),
    }),
    { description: 'The first 20 whose price would change, in the order of the list.' },
  ),
  currencyCode,
});

/** The range: products of the supplier's catalogue that the organisation buys. */
export const rangeEndpoints = {
  'GET /api/productsorganisation': endpoint({
    name: 'listRange',
    summary: 'List the organisation’s range',
    description: 'Products that the organisation buys, published or not, with who can see each.',
    tags,
    access: admin,
    query: Type.Object({ ...filters, ...paging }),
    reply: Type.Object({
      productOrganisations: Type.Array(productOrganisation),
      totalCount,
      currencyCode,
      seenOnUtc: described(dateTime, 'Time as of which the list was read. Send it with a bulk edit of all that match.'),
    }),
  }),
  'GET /api/productsorganisation/exportToExcel': endpoint({
    name: 'exportRange',
    summary: 'Export the range to Excel',
    description: 'All pages of the list.',
    tags,
    access: admin,
    query: Type.Object({ ...filters, ...paging }),
    reply: workbook,
  }),
  'GET /api/productsorganisation/available': endpoint({
    name: 'listProductsOutsideRange',
    summary: 'List products that can be added to the range',
    description: 'Products of the supplier’s catalogue that the organisation does not buy yet.',
    tags,
    access: admin,
    query: Type.Object({
      keyword,
      category: described(Type.Optional(idOrNone('category')), 'Category, with its descendants; 0 for all.'),
      ...paging,
    }),
    reply: Type.Object({
      products: Type.Array(
        entity({
          id: int,
          name: text,
          sku,
          imageSrc,
          shortDescription: described(nullable(text), 'One or two sentences; null when there are none.'),
          price: described(nullable(money), 'Lowest catalogue price, excluding tax; null when it is on request.'),
          priceHighest: described(nullable(money), 'Highest catalogue price where combinations cost differently; else null.'),
        }),
      ),
      totalCount,
      currencyCode,
    }),
  }),
  'POST /api/productorganisation': endpoint({
    name: 'addToRange',
    summary: 'Add a product to the range',
    description: '409 when it is in the range already.',
    tags,
    access: admin,
    root: 'productOrganisation',
    body: Type.Object({ productId: described(id('product'), 'Product of the supplier’s catalogue.'), ...own }),
    reply: Type.Object({ productOrganisation }),
  }),
  'POST /api/productsorganisation/add': endpoint({
    name: 'addManyToRange',
    summary: 'Add several products of the catalogue to the range',
    description: 'Products that are in the range already stay as they are.',
    tags,
    access: admin,
    refusesUnknown: true,
    body: Type.Object({
      productIds: Type.Array(id('product'), {
        minItems: 1,
        maxItems: 1000,
        message: 'Choose from 1 to 1000 products.',
        description: 'Products of the catalogue.',
      }),
      published: described(Type.Optional(bool), 'Whether the products are shown; true unless given.'),
    }),
    reply: entity({ bulkEdit }),
  }),
  'PUT /api/productorganisation': endpoint({
    name: 'updateRangeProduct',
    summary: 'Change a product of the range',
    description:
      'Absent properties stay as they are, null clears. 409 when someone else has changed the same value since `version`.',
    tags,
    access: admin,
    root: 'productOrganisation',
    body: Type.Object({ id: id('productOrganisation'), version: expectedVersion, ...own }),
    reply: Type.Object({ productOrganisation }),
  }),
  'POST /api/productsorganisation/bulk': endpoint({
    name: 'bulkEditRange',
    summary: 'Start a bulk edit of the range',
    description: 'Of the products named in `ids`, or of all that match the filters in `matching`.',
    tags,
    access: admin,
    refusesUnknown: true,
    body: bulkBody,
    reply: entity({ bulkEdit }),
  }),
  'POST /api/productsorganisation/bulk/preview': endpoint({
    name: 'previewRangeBulkEdit',
    summary: 'Preview the prices that a bulk edit of the range would set',
    description: 'Plans the same edit as `POST /api/productsorganisation/bulk` and changes nothing.',
    tags,
    access: admin,
    refusesUnknown: true,
    body: bulkBody,
    reply: entity({ pricePreview }),
  }),
  'POST /api/productOrganisationCustomerRole': endpoint({
    name: 'limitProductToRole',
    summary: 'Limit a product to a role',
    description: 'In addition to the roles that it is already limited to. 409 when it is limited to this role already.',
    tags,
    access: admin,
    root: 'productOrganisationCustomerRole',
    body: Type.Object({
      productOrganisationId: described(id('productOrganisation'), 'Product of the range.'),
      customerRoleId: described(id('role'), 'Role that may see the product.'),
    }),
    reply: Type.Object({ productOrganisationCustomerRole }),
  }),
  'DELETE /api/productOrganisationCustomerRole/:id': endpoint({
    name: 'removeProductRoleLimit',
    summary: 'Remove the limit of a product to a role',
    description: 'A product that is limited to no role can be seen by everyone.',
    tags,
    access: admin,
    params: Type.Object({ id: id('productOrganisationRole') }),
    reply: Type.Object({}),
  }),
  'DELETE /api/productorganisation/:id': endpoint({
    name: 'removeFromRange',
    summary: 'Remove a product from the range',
    tags,
    access: admin,
    params: Type.Object({ id: id('productOrganisation') }),
    reply: Type.Object({}),
  }),
};
