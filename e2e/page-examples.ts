import { sql } from 'kysely';
import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { anEndpoint } from '#api/testing/webhooks.ts';
import { DEMO } from '#demo/demo.ts';
import { drawCorvaneMark, storeContents } from '#demo/logos.ts';
import { paths, patterns } from '#web/app/paths.ts';
import { ITEM_KINDS } from '#web/organisation/structure/item-kinds.ts';
import { type BrandName, DESKTOP_WIDTH, ORGANISATION, type PageSession } from './portal.ts';
import type { Pages } from './use-pages.ts';

/** An address of every page of the portal, with data of the demonstration. */

/** Who opens a page: no one who is logged in, or an account of the demonstration. */
export type PageVisitor = 'guest' | 'buyer' | 'wearer' | 'admin';

/** The addresses at which each page is opened, by the path of its route. */
export type PageExamples = Map<string, { as: PageVisitor; addresses: string[] }>;

const ACCOUNTS = {
  sundial: { buyer: 'buyer@meridian.example', wearer: 'staff@meridian.example', admin: 'admin@meridian.example' },
  alder: { buyer: 'buyer@hallam.example', wearer: 'staff@hallam.example', admin: 'admin@hallam.example' },
  brackwell: { buyer: 'buyer@corvane.example', wearer: 'staff@corvane.example', admin: 'admin@corvane.example' },
} as const satisfies Record<BrandName, Record<Exclude<PageVisitor, 'guest'>, keyof typeof DEMO.customers>>;

const REGISTRATION_TOKENS: Record<BrandName, string> = {
  sundial: DEMO.registrationTokens.meridian.approval,
  alder: DEMO.registrationTokens.hallam.approval,
  brackwell: DEMO.registrationTokens.corvane.approval,
};

/** The email address of a visitor's account. */
export const accountOf = (brand: BrandName, visitor: Exclude<PageVisitor, 'guest'>): string => ACCOUNTS[brand][visitor];

/** The ids of what the pages show; null for what the organisation does not have. */
interface Shown {
  product: number;
  order: number;
  shippedOrder: number;
  invoice: number | null;
  person: number;
  group: number;
  garment: number;
  choice: number | null;
  resort: number;
  wardrobe: number;
  /** Of the buyer, one in each state. */
  quotes: number[];
  /** One that the organisation's administrators keep. */
  announcement: number;
  information: number;
}

async function findShown(db: Db, brand: BrandName): Promise<Shown> {
  const organisationId = ORGANISATION[brand];
  const buyerId = DEMO.customers[ACCOUNTS[brand].buyer];
  const wearerId = DEMO.customers[ACCOUNTS[brand].wearer];
  const { rows } = await sql<Shown>`
    with garment as (
      select g.id as group_id, p.product_id from customer_collection c
      join collection_group g on g.organisation_id = c.organisation_id and g.collection_id = c.collection_id
      join collection_group_product p on p.organisation_id = g.organisation_id and p.collection_group_id = g.id
      where c.organisation_id = ${organisationId} and c.customer_id = ${wearerId} and g.super_group_option_id is null
      order by g.id, p.product_id limit 1)
    select ${DEMO.products.with150Combinations}::int as product,
      (select max(id) from orders where organisation_id = ${organisationId} and customer_id = ${buyerId}) as "order",
      (select max(id) from orders where organisation_id = ${organisationId} and customer_id = ${buyerId} and shipped_at is not null) as "shippedOrder",
      (select max(id) from invoice where organisation_id = ${organisationId}) as invoice,
      ${wearerId}::int as person,
      (select group_id from garment) as "group",
      (select product_id from garment) as garment,
      (select s.id from super_group s join customer_collection c on c.organisation_id = s.organisation_id and c.collection_id = s.collection_id
        where c.organisation_id = ${organisationId} and c.customer_id = ${wearerId} limit 1) as choice,
      (select array_agg(id order by state) from (
        select min(id) as id, quote_state_id as state from quote where organisation_id = ${organisationId} and customer_id = ${buyerId} group by 2) q) as quotes,
      (select min(id) from resort where organisation_id = ${organisationId}) as resort,
      (select max(publication_id) from topic where system_name = 'returns-in-short') as information,
      (select max(collection_id) from customer_collection where organisation_id = ${organisationId} and customer_id = ${wearerId}) as wardrobe,
      (select min(id) from publication where kind = 'announcement' and organisation_id = ${organisationId}) as announcement`.execute(
    db,
  );
  return rows[0] as Shown;
}

/** Sends a call as someone of a brand, in a browser: Node does not resolve the hosts of all brands. Throws when it is refused. */
async function callApi<T>({ page, startSession }: PageSession, email: string, path: string, body: object | string): Promise<T> {
  const isFile = typeof body === 'string';
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await startSession(email)}`,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    },
    body: isFile ? body : JSON.stringify(body),
  };
  const reply = await page.evaluate(async ([url, init]) => (await fetch(url, init)).text(), [path, request] as const);
  const parsed = JSON.parse(reply) as T & { errors?: object };
  if (parsed.errors) throw new Error(`${path}: ${reply}`);
  return parsed;
}

/** Adds a document that the administrators of an organisation keep. No page of the examples opens its file. */
async function addDocument(db: Db, organisationId: number, customerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with published as (
      insert into publication (organisation_id, kind, is_published) values (${organisationId}, 'document', true) returning id),
    readers as (insert into publication_organisation (organisation_id, publication_id) select ${organisationId}, id from published),
    named as (
      insert into document (publication_id, document_type_id, name, published_at)
      select id, 1, 'Declaration of conformity of our winter gloves', now() from published),
    file as (
      insert into document_file (organisation_id, storage_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      values (${organisationId}, gen_random_uuid(), 'winter-gloves.pdf', 'application/pdf', 48213, sha256('gloves'), 'customer', ${customerId}, now())
      returning id),
    version as (
      insert into document_version (publication_id, number, file_id, actor_kind, actor_id, valid_until_on)
      select published.id, 1, file.id, 'customer', ${customerId}, '2031-06-30' from published, file)
    select id from published`.execute(db);
  return rows[0]?.id as number;
}

/** Adds what no one of the demonstration has: links in mails, a webhook, files that are imported, garments in carts. */
async function addShown({ portal, database: { db } }: Pages, brand: BrandName, { group, garment, wardrobe }: Shown) {
  const organisationId = ORGANISATION[brand];
  const customerId = DEMO.customers[ACCOUNTS[brand].buyer];
  const issueLink = async (purpose: 'recovery' | 'invitation') =>
    new URLSearchParams({
      email: ACCOUNTS[brand].buyer,
      token: await runInTransaction(db, (tx) => issuePasswordLink(tx, { organisationId, customerId, purpose, minutes: 60 })),
    });
  const recovery = await issueLink('recovery');
  const activation = await issueLink('invitation');
  const email = newToken();
  await sql`insert into email_change (organisation_id, customer_id, email, token_hash, requested_by_id, expires_at)
    values (${organisationId}, ${customerId}, ${`new.${ACCOUNTS[brand].buyer}`}, ${email.hash}, ${customerId}, now() + interval '1 hour')`.execute(
    db,
  );
  const document = await addDocument(db, organisationId, DEMO.customers[ACCOUNTS[brand].admin]);
  const { id: webhook } = await anEndpoint({ db }, { organisationId, url: 'https://erp.example/livery' });

  // Someone who has terms to accept gets to no page before.
  await sql`update customer set terms_agreed_version = b.terms_version, privacy_agreed_version = b.terms_version from brand b
    where b.id = customer.brand_id and customer.id = ${DEMO.customers[ACCOUNTS[brand].admin]}`.execute(db);
  await portal.settled();

  const visitor = await portal.openPage(brand, DESKTOP_WIDTH);
  // An empty page sends calls as well as one of the portal, which would have to be loaded.
  await visitor.page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await visitor.page.goto(`${visitor.origin}/empty`);
  const upload = async (kind: 'people' | 'range', file: string) => {
    const path = `/api/peopleimports?kind=${kind}&fileName=${kind}.csv`;
    return (await callApi<{ peopleImport: { id: number } }>(visitor, ACCOUNTS[brand].admin, path, file)).peopleImport.id;
  };
  const peopleImport = await upload('people', 'Email;First name;Last name\r\nann@made.example;Ann;Ash');
  const rangeImport = await upload('range', 'SKU;Price\r\nMP210-NVY-M;20.00');
  const addToCart = async (email: string, productId: number, more: object = {}) => {
    const { rows } = await sql<{ combinationId: number }>`
      select min(c.id) as "combinationId" from combination c join stock_level s on s.combination_id = c.id
      where c.product_id = ${productId} and s.on_hand > s.reserved`.execute(db);
    const item = { productId, combinationId: rows[0]?.combinationId, quantity: 1, ...more };
    await callApi(visitor, email, '/api/shopping_cart_items/multiple', { items: [item] });
  };
  await addToCart(ACCOUNTS[brand].buyer, DEMO.products.with150Combinations);
  await addToCart(ACCOUNTS[brand].wearer, garment, {
    organisationCollectionId: wardrobe,
    collectionGroupId: group,
    source: 'builder',
  });
  await visitor.close();
  return { recovery, activation, emailToken: email.secret, document, webhook, peopleImport, rangeImport };
}

/** The pages of customers at a brand, each with data of its organisation. A page that no one of it can open is left out. */
export async function createPageExamples(pages: Pages, brand: BrandName): Promise<PageExamples> {
  const shown = await findShown(pages.database.db, brand);
  const added = await addShown(pages, brand, shown);
  const examples: PageExamples = new Map();
  const add = (as: PageVisitor, pattern: string, ...addresses: string[]) =>
    examples.set(pattern, { as, addresses: addresses.length > 0 ? addresses : [pattern] });

  add('guest', patterns.login);
  add('guest', patterns.passwordRecovery);
  add('guest', patterns.register, `${patterns.register}?token=${REGISTRATION_TOKENS[brand]}`);
  add('guest', patterns.optOut);
  add('guest', patterns.undoOptOut);
  add('guest', patterns.resetPassword, `${patterns.resetPassword}?${added.recovery}`);
  add('guest', patterns.activation, `${patterns.activation}?${added.activation}`);
  add('guest', patterns.confirmEmail, `${patterns.confirmEmail}?token=${added.emailToken}`);
  add('guest', patterns.terms);
  add('guest', patterns.privacy);

  add('buyer', patterns.products);
  add('buyer', patterns.productsModal);
  add('buyer', patterns.product, paths.product({ id: shown.product }));
  add('buyer', patterns.cart);
  add('buyer', patterns.checkout);
  add('buyer', patterns.confirmation, paths.confirmation(shown.order));
  add('buyer', patterns.orders);
  add('buyer', patterns.order, paths.order(shown.shippedOrder));
  add('buyer', patterns.returnRequest, paths.returnRequest(shown.shippedOrder));
  add('buyer', patterns.returns);
  add('buyer', patterns.quotes, paths.quotes(), paths.quotes({ of: 'organisation' }));
  add('buyer', patterns.quoteNew, paths.quoteNew({ from: 'cart' }));
  add('buyer', patterns.quote, ...shown.quotes.map((id) => paths.quote(id)));
  add('admin', patterns.proofs);
  add('buyer', patterns.madeToMeasure);
  add('admin', patterns.madeToMeasureNew, paths.madeToMeasureNew({ for: shown.person }));
  add('buyer', patterns.madeToMeasureGarment, paths.madeToMeasureGarment(shown.product));
  add('buyer', patterns.information, paths.information(shown.information));
  add('buyer', patterns.stock);
  add('buyer', patterns.profile);
  add('buyer', brand === 'alder' ? patterns.adhocOrderModal : patterns.adhocOrder);
  add('buyer', patterns.orderSheet);

  add('wearer', patterns.size);
  add('wearer', patterns.uniformBuilder);
  add('wearer', patterns.statement);
  add('wearer', patterns.builderGroup, paths.builderGroup(shown.group));
  add('wearer', patterns.builderGarment, paths.builderGarment(shown.group, shown.garment));
  add('wearer', patterns.builderOrder);
  if (shown.choice !== null) add('wearer', patterns.builderChoice, paths.builderChoice(shown.choice));

  add('admin', patterns.preferences);
  add('admin', patterns.home);
  // No order of Corvane waits for approval.
  if (brand !== 'brackwell') add('admin', patterns.approvals);
  if (shown.invoice !== null) add('admin', patterns.invoice, paths.invoice(shown.invoice));
  for (const pattern of [
    patterns.invoices,
    patterns.managedReturns,
    patterns.delegations,
    patterns.invitations,
    patterns.registrations,
    patterns.requests,
    patterns.timeRequests,
    patterns.people,
    patterns.personNew,
    patterns.peopleImports,
    patterns.balanceImports,
    patterns.organisationSettings,
    patterns.approvalRules,
    patterns.documents,
    patterns.ownDocuments,
    patterns.ownDocumentNew,
    patterns.news,
    patterns.ownNews,
    patterns.newAnnouncement,
    patterns.logos,
    patterns.webhooks,
    patterns.wardrobes,
    patterns.range,
    patterns.rangeSizeGuides,
    patterns.rangeImports,
  ])
    add('admin', pattern);
  add('admin', patterns.person, paths.person(shown.person));
  add('admin', patterns.personEdit, paths.personEdit(shown.person));
  add('admin', patterns.personStatement, paths.personStatement(shown.person));
  add('admin', patterns.peopleImport, paths.peopleImport(added.peopleImport));
  add('admin', patterns.rangeImport, paths.rangeImport(added.rangeImport));
  add('admin', patterns.structure, ...ITEM_KINDS.map(({ slug }) => paths.structure(slug)));
  add('admin', patterns.resort, paths.resort(shown.resort));
  add('admin', patterns.wardrobe, paths.wardrobe(shown.wardrobe));
  add('admin', patterns.announcement, paths.announcement(shown.announcement));
  add('admin', patterns.ownDocument, paths.ownDocument(added.document));
  add('admin', patterns.webhook, paths.webhook(added.webhook));
  // An address that does not exist.
  add('admin', '*', `${patterns.landing}/no-such-page`);
  return examples;
}

/** The demonstration of tests has rows of pictures alone. */
export async function storePictures({ portal, database }: Pages): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from stored_file where purpose in ('garmentLogo', 'proof', 'quote')`.execute(database.db);
  const picture = await drawCorvaneMark();
  const keys = rows.map(({ key }) => key);
  await storeContents(
    createBlobStore(portal.fileStorage),
    keys.map(() => picture),
    keys,
  );
}
