import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import {
  bool,
  dateTime,
  entity,
  id,
  idOrNone,
  int,
  listOf,
  maybe,
  money,
  nullable,
  paging,
  seenOnUtc,
  text,
  workbook,
} from '../values.ts';

/** What an organisation buys of the supplier's catalogue: names, SKUs and prices of its own, and whom each product is for. */

const admin = roles('OrganisationAdmin');
const tags = ['Range'] as const;

/** So many products are changed, or added, at once. */
const MAX_BULK_EDIT_PRODUCTS = 10_000;

const productOrganisationCustomerRole = entity({ id: int, productOrganisationId: int, customerRoleId: int, name: text });

export const productOrganisation = entity({
  id: int,
  productId: int,
  organisationId: int,
  /** As the supplier calls it. */
  productName: text,
  /** As the organisation calls it; null where it has no name of its own. */
  name: nullable(text),
  sku: nullable(text),
  organisationSku: nullable(text),
  imageSrc: nullable(text),
  overriddenPrice: nullable(money),
  /** So much above or below the catalogue's prices; null where there is none, or a price of the organisation's own. */
  pricePercent: nullable(Type.Number()),
  /** What is paid, without tax: the lowest price, and the highest where combinations cost differently. Null where it is on request. */
  price: nullable(money),
  priceHighest: nullable(money),
  /** The lowest price of the catalogue, without tax; null where it is on request. */
  cataloguePrice: nullable(money),
  /** Set where the combinations cost differently. */
  cataloguePriceHighest: nullable(money),
  published: bool,
  /** Whether the supplier still sells it: otherwise nobody sees it, whatever the organisation says. */
  supplied: bool,
  featured: bool,
  displayOrder: int,
  businessAreaIds: Type.Array(int),
  jobRoleIds: Type.Array(int),
  collectionIds: Type.Array(int),
  customerRoles: Type.Array(entity({ id: int, customerRoleId: int, name: text })),
  version: int,
});

const keyword = Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters.' }));

/** What narrows the list; 0 is no filter. */
const filters = {
  keyword,
  published: Type.Optional(bool),
  businessAreaId: Type.Optional(idOrNone('businessArea')),
  jobRoleId: Type.Optional(idOrNone('jobRole')),
  collectionId: Type.Optional(idOrNone('collection')),
  customerRoleId: Type.Optional(idOrNone('role')),
};

const price = Type.Number({ minimum: 0, maximum: 1_000_000, message: 'Price must be an amount from 0 to 1,000,000.' });
const percent = Type.Number({ minimum: -100, maximum: 1000, message: 'Percent must be from -100 to 1000.' });
const someOf = (kind: 'businessArea' | 'jobRole' | 'collection' | 'role') =>
  Type.Array(id(kind), { maxItems: 500, message: 'Choose at most 500.' });

const own = {
  name: maybe(Type.String({ maxLength: 200, message: 'Name must not be longer than 200 characters.' })),
  organisationSku: maybe(Type.String({ maxLength: 60, message: 'SKU must not be longer than 60 characters.' })),
  overriddenPrice: maybe(price),
  /** Above or below the catalogue; takes the place of a price of one's own, as that takes its place. */
  pricePercent: maybe(percent),
  published: Type.Optional(bool),
  featured: Type.Optional(bool),
  displayOrder: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, message: 'Position must be a whole number from 0 to 1000000.' }),
  ),
  businessAreaIds: Type.Optional(someOf('businessArea')),
  jobRoleIds: Type.Optional(someOf('jobRole')),
  collectionIds: Type.Optional(someOf('collection')),
  customerRoleIds: Type.Optional(someOf('role')),
};

/** Puts products to parts of the organisation, takes them from some, or opens them to everybody. */
const limitChange = (kind: 'businessArea' | 'jobRole' | 'collection' | 'role') =>
  Type.Optional(
    Type.Object({
      add: Type.Optional(someOf(kind)),
      remove: Type.Optional(someOf(kind)),
      /** Takes all of them away, so that the product is for everybody. */
      everybody: Type.Optional(bool),
    }),
  );

const bulkChange = Type.Object({
  published: Type.Optional(bool),
  featured: Type.Optional(bool),
  /** The same price for all, up or down by percent, or the catalogue's again. */
  price: Type.Optional(
    Type.Object({
      amount: Type.Optional(price),
      percent: Type.Optional(percent),
      catalogue: Type.Optional(bool),
    }),
  ),
  businessAreas: limitChange('businessArea'),
  jobRoles: limitChange('jobRole'),
  collections: limitChange('collection'),
  customerRoles: limitChange('role'),
  /** Takes the products off the range. */
  remove: Type.Optional(bool),
});

/** A change of many products: how far it is and what became of them. More than some are changed by a job, in parts. */
const rangeChanged = entity({
  /** By this the change can be found again, and taken back for a day. */
  changeId: int,
  /** `changed`, `added`, `removed`, or `undone` where it takes another one back. */
  what: text,
  /** The change in a few words: "Changed 12 products". */
  words: text,
  madeOnUtc: dateTime,
  by: text,
  total: int,
  changed: int,
  /** They were so already. */
  unchanged: int,
  /** Left as they are, each with the reason. */
  skipped: Type.Array(entity({ reason: text, count: int })),
  /** Which of them because somebody changed them meanwhile, with the version of now; the first five hundred. */
  overtaken: Type.Array(entity({ id: int, version: int })),
  /** False while a job is still at it. */
  isFinished: bool,
  /** The job was given up before it came to an end; it can be gone on with. */
  isStopped: bool,
  /** Also while a job is still at it: the rest is left as it is then. */
  canBeUndone: bool,
  /** The change that took this one back. */
  undoneById: nullable(int),
});

export const rangeEndpoints = {
  'GET /api/productsorganisation': endpoint({
    summary: 'Products that the organisation buys, published or not, with what limits each',
    tags,
    access: admin,
    query: Type.Object({ ...filters, ...paging }),
    reply: Type.Object({
      productOrganisations: Type.Array(productOrganisation),
      totalCount: int,
      currencyCode: text,
      seenOnUtc: dateTime,
    }),
  }),
  'GET /api/productsorganisation/exportToExcel': endpoint({
    summary: 'The list of products that the organisation buys as an Excel workbook, all of its pages',
    tags,
    access: admin,
    query: Type.Object({ ...filters, ...paging }),
    reply: workbook,
  }),
  'GET /api/productsorganisation/available': endpoint({
    summary: 'Products of the supplier’s catalogue that the organisation does not buy yet',
    tags,
    access: admin,
    query: Type.Object({ keyword, category: Type.Optional(idOrNone('category')), ...paging }),
    reply: Type.Object({
      products: Type.Array(
        entity({
          id: int,
          name: text,
          sku: nullable(text),
          imageSrc: nullable(text),
          shortDescription: nullable(text),
          price: nullable(money),
          priceHighest: nullable(money),
        }),
      ),
      totalCount: int,
      currencyCode: text,
    }),
  }),
  'POST /api/productorganisation': endpoint({
    summary: 'Buy a product of the supplier’s catalogue',
    tags,
    access: admin,
    root: 'productOrganisation',
    body: Type.Object({ productId: id('product'), ...own }),
    reply: Type.Object({ productOrganisation }),
  }),
  'POST /api/productsorganisation/add': endpoint({
    summary: 'Buy several products of the supplier’s catalogue at once; those that are bought already stay as they are',
    tags,
    access: admin,
    body: Type.Object({
      productIds: Type.Array(id('product'), { minItems: 1, maxItems: 1000, message: 'Choose from 1 to 1000 products.' }),
      published: Type.Optional(bool),
    }),
    reply: rangeChanged,
  }),
  'PUT /api/productorganisation': endpoint({
    summary:
      'Change how a product is bought; what is absent stays, what somebody else changed since `version` is not overwritten',
    tags,
    access: admin,
    root: 'productOrganisation',
    body: Type.Object({ id: id('productOrganisation'), version: maybe(int), ...own }),
    reply: Type.Object({ productOrganisation }),
  }),
  'POST /api/productsorganisation/bulk': endpoint({
    summary: 'Change many products at once: those named, or all that match a search',
    tags,
    access: admin,
    body: Type.Object({
      ids: Type.Array(id('productOrganisation'), {
        maxItems: MAX_BULK_EDIT_PRODUCTS,
        message: `Choose at most ${MAX_BULK_EDIT_PRODUCTS} products.`,
      }),
      /** Of the ids, in their order, the versions that were looked at: what somebody else has set since is not overwritten. */
      versions: Type.Optional(
        Type.Array(int, { maxItems: MAX_BULK_EDIT_PRODUCTS, message: 'Versions must be one for each product.' }),
      ),
      /** Instead of ids: all that the list shows for these filters. */
      matching: Type.Optional(Type.Object(filters)),
      /** How many these were when they were looked at; when they are others by now, nothing is changed. */
      expectedCount: Type.Optional(int),
      /** With `matching`: `seenOnUtc` of the list that was looked at. What was changed since is left alone. */
      seenOnUtc,
      change: bulkChange,
    }),
    reply: rangeChanged,
  }),
  'GET /api/productsorganisation/changes': endpoint({
    summary: 'The latest changes of many products, of the last day, the newest first',
    tags,
    access: admin,
    reply: listOf('rangeChanges', rangeChanged),
  }),
  'GET /api/productsorganisation/changes/:id': endpoint({
    summary: 'How far a change of many products is, and what was left as it is',
    tags,
    access: admin,
    params: Type.Object({ id: id('rangeChange') }),
    reply: rangeChanged,
  }),
  'POST /api/productsorganisation/changes/:id/continue': endpoint({
    summary: 'Go on with a change whose job was given up',
    tags,
    access: admin,
    params: Type.Object({ id: id('rangeChange') }),
    reply: rangeChanged,
  }),
  'POST /api/productsorganisation/changes/:id/undo': endpoint({
    summary:
      'Take back a change of many products, or stop it and take back what was done; what somebody has changed since stays as it is',
    tags,
    access: admin,
    params: Type.Object({ id: id('rangeChange') }),
    reply: rangeChanged,
  }),
  'POST /api/productOrganisationCustomerRole': endpoint({
    summary: 'Limit a product to a role, beside the roles that it is limited to',
    tags,
    access: admin,
    root: 'productOrganisationCustomerRole',
    body: Type.Object({ productOrganisationId: id('productOrganisation'), customerRoleId: id('role') }),
    reply: Type.Object({ productOrganisationCustomerRole }),
  }),
  'DELETE /api/productOrganisationCustomerRole/:id': endpoint({
    summary: 'No longer limit a product to a role; without any it is for everybody',
    tags,
    access: admin,
    params: Type.Object({ id: id('productOrganisationRole') }),
    reply: Type.Object({}),
  }),
  'DELETE /api/productorganisation/:id': endpoint({
    summary: 'No longer buy a product',
    tags,
    access: admin,
    params: Type.Object({ id: id('productOrganisation') }),
    reply: Type.Object({}),
  }),
};
