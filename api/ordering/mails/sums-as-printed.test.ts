import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { billAll, ship } from '#api/testing/invoices.ts';
import { cancel, orderOf } from '#api/testing/order-changes.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { addUpInvoiceText, addUpOrderRows, readHtmlRows, readTextRows } from '#api/testing/printed-sums.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { renderInvoice } from '../documents/invoice-document.ts';
import { toInvoicePdf } from '../invoices/invoice-pdf.mapper.ts';
import { invoicesOfOrganisation, listInvoiceIds, readInvoices } from '../invoices/invoices.queries.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);

/** An organisation of each brand, with a group and a destination of it. */
const ORGANISATIONS = [1, 2, 3];
const ORDERS_OF_EACH = 5;

/** The same numbers in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
const random = createRandom(17);

interface Placed {
  organisationId: number;
  orderId: number;
  email: string;
  client: TestClient;
  approver: TestClient;
}
const placed: Placed[] = [];
let products: StockedProduct[];

/** Orders garments of which the entitlement covers some, all or none, of an odd price or in a tier, with tax shown or not. */
async function placeRandomOrder(organisationId: number, approver: TestClient) {
  await sql`update organisation set tax_display_type = ${random(2) * 10} where id = ${organisationId}`.execute(portal.db);
  const { rows } = await sql<{ groupId: number; resortId: number }>`
    select g.id as "groupId", (select min(r.id) from resort r where r.organisation_id = g.organisation_id) as "resortId"
    from organisation_group g where g.organisation_id = ${organisationId} order by g.id limit 1`.execute(portal.db);
  const { groupId = 0, resortId = 0 } = rows[0] ?? {};
  const role = (['Buyer', 'Admin'] as const)[random(2)] ?? 'Buyer';
  const person = await aPerson(portal.db, { role, organisationId, groupIds: [groupId], resortId });
  const [covered, ...others] = products as [StockedProduct, ...StockedProduct[]];
  const wardrobe = await aWardrobe(portal.db, person.id, [covered], {
    organisationId,
    quantity: 2 + random(2),
    beyond: 'approval',
  });
  const client = await portal.as(person.email);
  const items = [
    {
      ...anItem(covered, 1 + random(3)),
      organisationCollectionId: wardrobe.collectionId,
      collectionGroupId: wardrobe.groupId,
      source: 'builder',
      reason: 'I work outside.',
    },
    ...others.flatMap((product) => (random(3) > 0 ? [anItem(product, 1 + random(9))] : [])),
  ];
  await fillCart(client, ...items);
  const choices = await createCheckoutChoices(portal.db, client);
  await requestSummary(portal.db, client, choices);
  const { status, body, errors } = await submitOrder(client);
  expect([status, errors]).toEqual([200, {}]);
  placed.push({ organisationId, orderId: body.orderId as number, email: person.email, client, approver });
}

let isNextInPart = true;

/** Approves an order that waits; every other one that can be, with one piece less of its first line. */
async function decide({ orderId, client, approver }: Placed) {
  const order = await orderOf(client, orderId);
  if (order.orderStatus !== 'AwaitingApproval') return;
  const [line] = order.orderItems;
  const isDivisible = line !== undefined && line.cancellableQuantity > 1;
  const items = isDivisible && isNextInPart ? [{ id: line.id, quantity: line.cancellableQuantity - 1 }] : undefined;
  if (isDivisible) isNextInPart = !isNextInPart;
  const { status, errors } = await approver.post('/api/orders/approvereject', {
    ...{ id: orderId, action: 'approve', rejectReason: 'Fewer, please.', poNumber: 'PO-1' },
    ...(items && { items }),
  });
  expect([status, errors]).toEqual([200, {}]);
}

/** Cancels pieces of an order's last line. */
async function cancelSome({ orderId, client }: Placed) {
  const order = await orderOf(client, orderId);
  const line = order.orderItems.at(-1);
  if (!order.cancelAllowed || !line || line.cancellableQuantity < 2) return;
  await cancel(client, orderId, { items: [{ id: line.id, quantity: 1 + random(line.cancellableQuantity - 1) }] });
}

beforeAll(async () => {
  const organisationIds = ORGANISATIONS;
  products = await Promise.all(
    [1333, 1234, 1777, 499].map((price) => aStockedProduct(portal.db, { organisationIds, price, stock: [1000] })),
  );
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${products[1]?.id}, 4, 1111), (${products[2]?.id}, 3, 1555)`.execute(
    portal.db,
  );
  for (const organisationId of ORGANISATIONS) {
    const admin = await aPerson(portal.db, { organisationId, role: 'Admin', approver: true, groupIds: [], resortId: null });
    const approver = await portal.as(admin.email);
    for (let count = 0; count < ORDERS_OF_EACH; count++) await placeRandomOrder(organisationId, approver);
  }
  for (const order of placed) {
    await cancelSome(order);
    await decide(order);
    await cancelSome(order);
    const { rows } = await sql`select from orders where id = ${order.orderId} and released_at is not null`.execute(portal.db);
    if (rows.length > 0) await ship(portal, order.orderId);
  }
  await billAll(portal);
}, 300_000);

describe('every sum of random orders in three brands is printed as it adds up', () => {
  it('in the mails about them, which all have sums for who sees prices', async () => {
    const templates = new Map<string, number>();
    for (const { email, orderId } of placed) {
      const mails = await mailJobs.listMails(email);
      const rendered = await mailJobs.renderMails(email);
      for (const [index, { template, data }] of mails.entries()) {
        if (Number(data.orderId) !== orderId) continue;
        const { text = '', html = '' } = rendered[index] ?? {};
        for (const rows of [readTextRows(text), readHtmlRows(html)]) {
          const { faults, sums } = addUpOrderRows(rows);
          expect([template, faults]).toEqual([template, []]);
          expect([template, sums > 0]).toEqual([template, true]);
          templates.set(template, (templates.get(template) ?? 0) + sums);
        }
      }
    }
    expect([...templates.keys()].sort()).toEqual(['order-approved', 'order-changed', 'order-partly-approved', 'order-placed']);
  });

  it('and the total of a confirmation is that of the order', async () => {
    for (const { email, orderId } of placed) {
      const [confirmation] = (await mailJobs.listMails(email)).filter(({ template }) => template === 'order-placed');
      const { rows } = await sql<{ total: number }>`
        select (data ->> 'totalMinor')::int as total from audit_event cross join lateral (select after as data) a
        where action = 'order.placed' and subject_id = ${String(orderId)}`.execute(portal.db);
      expect(confirmation?.data).toMatchObject({ sums: { totalMinor: rows[0]?.total } });
    }
  });

  it.skipIf(!hasPdfReaders)(
    'and on invoices and credit notes, those of the demonstration among them',
    async () => {
      const counted = { invoice: 0, credit_note: 0 };
      for (const organisationId of ORGANISATIONS) {
        const visible = invoicesOfOrganisation(organisationId);
        const own = new Set(placed.filter((order) => order.organisationId === organisationId).map(({ orderId }) => orderId));
        const ids = await listInvoiceIds(portal.db, visible, {}, new Date());
        const all = await readInvoices(portal.db, visible, ids, new Date());
        const credits = all.filter(({ kind }) => kind === 'credit_note').slice(0, 4);
        const others = all.filter(({ kind, lines }) => kind === 'invoice' && lines.some(({ order_id }) => own.has(order_id)));
        for (const row of [...others, ...credits]) {
          const task = toInvoicePdf(row);
          if (task.kind !== 'invoice') throw new Error('It is no invoice.');
          const { pages } = await readPdf(renderInvoice(...task.content));
          expect([row.number, addUpInvoiceText(pages.join('\n'))]).toEqual([row.number, []]);
          counted[row.kind as keyof typeof counted] += 1;
        }
      }
      expect(counted.invoice).toBeGreaterThanOrEqual(placed.length / 2);
      expect(counted.credit_note).toBeGreaterThan(0);
    },
    300_000,
  );
});
