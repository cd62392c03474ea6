import { sql } from 'kysely';
import { newToken } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';
import { anEndpoint } from '#api/testing/webhooks.ts';
import { operatorPages } from '#web/operator/operator-pages.ts';
import { operatorPaths } from '#web/operator/operator-paths.ts';

/** The ids of what the pages with an id show. */
interface Shown {
  orders: [number, number];
  product: number;
  /** A product that people of a client see. */
  sold: { product: number; organisation: number };
  sizeGuide: number;
  returned: number;
  invoice: number;
  announcement: number;
  slide: number;
  document: number;
  organisation: number;
  garment: number;
  topic: number;
  proof: number;
  quote: number;
  cardPayment: number;
}

async function findShown(db: Db): Promise<Shown> {
  const { rows } = await sql<Shown>`
    select
      (select (array_agg(id))[1:2] from orders where released_at is not null and shipped_at is null and order_state_id = 20
        group by organisation_id, resort_id order by count(*) desc limit 1) as orders,
      (select min(id) from product) as product,
      (select json_build_object('product', product_id, 'organisation', organisation_id) from product_listing order by organisation_id, product_id limit 1) as sold,
      (select min(id) from size_guide) as "sizeGuide",
      (select max(id) from return_request) as returned,
      (select max(id) from invoice) as invoice,
      (select min(publication_id) from announcement) as announcement,
      (select min(publication_id) from slide) as slide,
      (select min(publication_id) from document) as document,
      (select min(id) from organisation) as organisation,
      (select min(combination_id) from stock_level where reserved > 0) as garment,
      (select min(publication_id) from topic) as topic,
      (select min(id) from proof_request) as proof,
      (select min(id) from quote where quote_state_id in (10, 20)) as quote,
      (select max(id) from card_payment) as "cardPayment"`.execute(db);
  return rows[0] as Shown;
}

/** An address of every page of the operators, with data of the demonstration. Throws for a page that has none. */
export async function createOperatorPageExamples(db: Db): Promise<{ loggedIn: string[]; loggedOut: string[] }> {
  const { orders, ...shown } = await findShown(db);
  const { rows: requests } = await sql<{ id: number }>`
    insert into made_to_measure_request (organisation_id, customer_id, requested_by_id, combination_id, quantity, status)
    select organisation_id, id, id, ${shown.garment}, 1, 'requested' from customer where email = 'staff@meridian.example' returning id`.execute(
    db,
  );
  const tailored = requests[0]?.id as number;
  const { id: webhook } = await anEndpoint(
    { db },
    { brandId: 1, url: 'https://warehouse.example/livery', eventTypes: ['order.placed'] },
  );
  const { rows } = await sql<{ id: number }>`
    with begun as (insert into stock_count (name, actor_kind, actor_id) select 'shelf A-01', 'operator', min(id) from operator returning id),
      lines as (
        insert into stock_count_line (count_id, combination_id, counted, expected, counted_at)
        select begun.id, s.combination_id, 3, s.on_hand, now() from begun, stock_level s where s.combination_id = ${shown.garment})
    select id from begun`.execute(db);
  const count = rows[0]?.id as number;
  const imported = await sql<{ id: number }>`
    insert into catalogue_import (actor_kind, actor_id, brand_ids, file_name, bytes, columns, mapping)
    select 'operator', min(id), '{1}', 'spring-range.csv', 1, '[{"header": "Style", "samples": ["HP-1"]}]', '{"columns": {}, "constants": {}, "format": "mapped"}'
    from operator returning id`.execute(db);
  const order = {
    ...{ orderId: 'PO-4711', contact: {}, comments: ['Please deliver to the stores.'], extrinsics: {}, attachments: [] },
    lines: [
      {
        lineNumber: 1,
        partId: 'WT100-NVY-32S',
        quantity: '3',
        unitPrice: { amount: '24.00', currencyCode: 'GBP' },
        comments: [],
      },
    ],
  };
  const purchased = await sql<{ id: number; connection: number }>`
    insert into purchase_order (organisation_id, connection_id, number, payload_id, fingerprint, is_test, state, document)
    select organisation_id, id, ${order.orderId}, 'example', '\\x00', false, 'waiting', ${JSON.stringify(order)}::jsonb from punchout_connection
    order by id limit 1 returning id, connection_id as connection`.execute(db);
  const { id: purchaseOrder, connection } = purchased.rows[0] as (typeof purchased.rows)[number];
  const withId: Record<string, string> = {
    'punchout/orders/:id': operatorPaths.purchaseOrder(purchaseOrder),
    'punchout/connections/:id': operatorPaths.punchoutConnection(connection),
    'punchout/connections/:id/unreturnable': operatorPaths.punchoutUnreturnable(connection),
    'products/import/:id': operatorPaths.productImport(imported.rows[0]?.id as number),
    'orders/:id': operatorPaths.order(orders[0]),
    pack: operatorPaths.pack(orders),
    'products/:id': operatorPaths.product(shown.product),
    'products/logos/:id': operatorPaths.clientLogos(shown.organisation),
    'products/:id/as/:organisationId': operatorPaths.productAs(shown.sold.product, shown.sold.organisation),
    'products/:id/variants': operatorPaths.variants(shown.product),
    'size-guides/:id': operatorPaths.sizeGuide(shown.sizeGuide),
    'stock/:combinationId': operatorPaths.stockGarment(shown.garment),
    'stock/counts/:id': operatorPaths.stockCount(count),
    'stock/counts/:id/differences': operatorPaths.stockDifferences(count),
    'content/topics/:id': operatorPaths.topic(shown.topic),
    'prices/:id': operatorPaths.clientPrices(2),
    'personalisation/:id': operatorPaths.clientDesigns(2),
    'content/news/:id': operatorPaths.announcement(shown.announcement),
    'content/slides/:id': operatorPaths.slide(shown.slide),
    'content/documents/:id': operatorPaths.document(shown.document),
    'returns/:id': operatorPaths.return(shown.returned),
    'proofs/:id': operatorPaths.proof(shown.proof),
    'quotes/:id': operatorPaths.quote(shown.quote),
    'made-to-measure/:id': operatorPaths.madeToMeasureRequest(tailored),
    'card-payments/:id': operatorPaths.cardPayment(shown.cardPayment),
    'invoices/:id': operatorPaths.invoice(shown.invoice),
    'organisations/:id': operatorPaths.organisation(shown.organisation),
    'content/terms/:id': operatorPaths.brandTerms(1),
    'webhooks/:id': operatorPaths.webhook(webhook),
  };
  const { secret, hash } = newToken();
  await sql`insert into operator_password_link (hash, operator_id, expires_at)
    select ${hash}, min(id), now() + interval '1 hour' from operator`.execute(db);
  const pages = operatorPages.map(({ path }) => {
    const address = withId[path] ?? `${operatorPaths.start}/${path}`;
    if (address.includes(':')) throw new Error(`The operators' page ${path} needs an example in ${import.meta.filename}.`);
    return address;
  });
  return {
    loggedIn: [...pages, `${operatorPaths.start}/no-such-page`],
    loggedOut: [operatorPaths.logIn(), `${operatorPaths.setPassword}?token=${secret}`],
  };
}
