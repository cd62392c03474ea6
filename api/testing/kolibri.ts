import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { anItem, aPerson, aStockedProduct, createCheckoutChoices, fillCart, requestSummary, submitOrder } from './builders.ts';
import { aRequester, ask, decline } from './entitlement-requests.ts';
import { receive, ship } from './fulfilment.ts';
import { COLLECT, makeReady, orderWithDelivery } from './handovers.ts';
import { billAll, invoicesOf } from './invoices.ts';
import { findCall } from './named-fields.ts';
import type { TestClient, TestOperatorClient, TestPortal } from './portal.ts';
import { anApplicant, aRegistrationLink } from './registrations.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from './returns.ts';
import { readTextColumns } from './text-columns.ts';
import { aPicture, uploadReturnFiles } from './uploads.ts';
import { orderFor } from './wearers.ts';

/** A person whose first and last name occur nowhere in the demonstration. */
export const KOLIBRI = {
  firstName: 'Kolibri',
  lastName: 'Zaunkoenig',
  name: 'Kolibri Zaunkoenig',
  email: 'kolibri.zaunkoenig@made.example',
  employeeNumber: 'kolibri-1',
};

/** The columns of the database that contain one of the words of the person: `table.column`, and `pgboss.table`. */
export async function findColumnsWith(db: Db): Promise<string[]> {
  const isFound = (value: ReturnType<typeof sql>) => sql`(${value} like '%kolibri%' or ${value} like '%zaunkoenig%')`;
  const found: string[] = [];
  const byTable = Map.groupBy(await readTextColumns(db), ({ name }) => name.split('.')[0] ?? '');
  for (const [table, columns] of byTable) {
    const hits = await sql<{ names: string[] | null }>`
      select array_agg(distinct c.name) as names from ${sql.table(table)} t
      cross join lateral (values ${sql.join(
        columns.map(({ name }) => sql`(${name}::text, lower(${sql.ref(`t.${name.split('.')[1]}`)}::text))`),
      )}) as c (name, content)
      where ${isFound(sql`c.content`)}`.execute(db);
    found.push(...(hits.rows[0]?.names ?? []));
  }
  const { rows: others } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'public')`.execute(db);
  for (const { name } of others) {
    const hits = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} t where ${isFound(sql`lower(t::text)`)}`.execute(db);
    if (hits.rows[0]?.n) found.push(name);
  }
  return found.toSorted();
}

let numbers = 0;
/** A number for what may occur only once. */
const nextNumber = () => {
  numbers += 1;
  return numbers;
};

/** A key or name of a file that names the person. */
const nextKey = () => `for-${KOLIBRI.firstName}-${KOLIBRI.lastName}-${nextNumber()}`;

/** Throws when a call is refused: then it would prove nothing. */
async function mustSucceed<Reply extends { status: number; errors: object }>(what: string, call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.status !== 200) throw new Error(`${what} was refused: ${reply.status} ${JSON.stringify(reply.errors)}`);
  return reply;
}

/** A client whose successful calls are added to a set, as the contract names them. */
function recording<Client extends Pick<TestClient, 'post' | 'put'>>(client: Client, calls: Set<string>): Client {
  const record = (method: string, path: string, { status }: { status: number }) => {
    const call = findCall(method, path);
    if (status === 200 && call) calls.add(call);
  };
  return {
    ...client,
    post: async (path: string, ...more: [object?, Record<string, string>?]) => {
      const reply = await client.post(path, ...more);
      record('POST', path, reply);
      return reply;
    },
    put: async (path: string, ...more: [object?, Record<string, string>?]) => {
      const reply = await client.put(path, ...more);
      record('PUT', path, reply);
      return reply;
    },
  };
}

type Recorder = <Client extends Pick<TestClient, 'post' | 'put'>>(client: Client) => Client;

/** An order with a note, a PO number and an idempotency key; returns it with its line. */
async function orderWithNote(portal: TestPortal, client: TestClient, owner: TestClient, quantity: number) {
  await fillCart(client, anItem(await aStockedProduct(portal.db), quantity));
  const choices = await createCheckoutChoices(portal.db, owner);
  const checkout = { ...choices, comments: `For ${KOLIBRI.name}`, poNumber: `PO ${KOLIBRI.name}` };
  await requestSummary(portal.db, client, checkout);
  const { body } = await mustSucceed('An order', submitOrder(client, checkout, nextKey()));
  const id = body.orderId as number;
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${id}`.execute(portal.db);
  return { id, lineId: rows[0]?.id as number };
}

/**
 * Adds the person and lets each kind of caller write their name wherever a call takes a text: the person, a colleague, an administrator, Sales ordering for
 * them, an operator, an API key and whoever has a link. `reachedColumns` are the columns of others in which the name is then.
 */
export async function nameKolibriEverywhere(
  portal: TestPortal,
  admin: TestClient,
): Promise<{ id: number; reachedColumns: readonly string[]; calls: ReadonlySet<string> }> {
  const { db } = portal;
  const calls = new Set<string>();
  const record = <Client extends Pick<TestClient, 'post' | 'put'>>(client: Client) => recording(client, calls);
  const { id } = await aPerson(db, { role: 'Buyer' });
  await sql`
    update customer set first_name = ${KOLIBRI.firstName}, last_name = ${KOLIBRI.lastName}, email = ${KOLIBRI.email}, employee_number = ${KOLIBRI.employeeNumber}
    where id = ${id}`.execute(db);
  const person = record(await portal.as(KOLIBRI.email));
  const colleague = record(await portal.as((await aPerson(db, { role: 'Buyer' })).email));
  const operator = record(await portal.asOperator());
  const apiKey = record(
    await portal.asApiKey(['orders:write', 'shipments:write', 'stock:write', 'returns:write', 'invoices:write']),
  );

  const own = await orderWithNote(portal, person, person, 4);
  const theirs = await orderWithNote(portal, colleague, colleague, 4);
  await orderWithNote(portal, record(await orderFor(portal, id)), person, 1);
  await writeAsCustomers(portal, { person, colleague, admin: record(admin) });
  // Which throws when a file is refused.
  calls.add('POST /api/peopleimports');
  await askForMore(portal, record, admin);
  for (const order of [own, theirs]) await handleOrder(operator, apiKey, order);
  for (const client of [person, colleague]) await collectPieces(portal, client, operator);
  await returnPieces(portal, person, operator, own);
  await returnPieces(portal, colleague, operator, theirs);
  await accountFor(portal, operator, theirs.id);
  await cancelOrder(portal, colleague);
  await register(portal, record, admin);
  return { id, reachedColumns: REACHED, calls };
}

const REACHED = [
  'address.last_name',
  'audit_event.after',
  'idempotency_key.key',
  'invoice.reason',
  'list_view.name',
  'mail_outbox.data',
  'operator_idempotency_key.key',
  'operator_list_view.name',
  'order_event.data',
  'order_sheet.name',
  'order_sheet_row.garment',
  'order_sheet_row.reason',
  'order_sheet_row.wearer',
  'orders.comments',
  'orders.po_number',
  'orders.search_text',
  'organisation_group.name',
  'payment_record.reference',
  'people_import.columns',
  'people_import.file_name',
  'people_import_row.cells',
  'return_request.comments',
  'return_request.decision_reason',
  'shipment.carrier',
  'shipment.collected_by',
  'stock_receipt.reference',
  'stored_file.file_name',
];

/** Texts of the person, a colleague and an administrator. */
async function writeAsCustomers(
  { app, db }: TestPortal,
  { person, colleague, admin }: Record<'person' | 'colleague' | 'admin', TestClient>,
) {
  const { rows } = await sql<{ id: number }>`select id from country where two_letter_iso_code = 'GB'`.execute(db);
  const { firstName, lastName, name, email } = KOLIBRI;
  const address = {
    firstName,
    lastName,
    email,
    countryId: rows[0]?.id,
    city: 'Leeds',
    address1: '1 Test Street',
    zipPostalCode: 'LS1 1AA',
  };
  for (const client of [person, colleague])
    await mustSucceed('An address', client.post('/api/createcustomeraddress', { address }));
  for (const client of [person, colleague, admin])
    await mustSucceed(
      'A view',
      client.post('/api/listviews/orders', {
        listView: { name: `Of ${name} ${nextNumber()}`, filters: `searchTerm=${firstName}` },
      }),
    );
  for (const client of [person, colleague, admin]) {
    const rows = [{ wearer: name }, { garment: name }, { reason: `For ${name}` }];
    const { body } = await mustSucceed(
      'A sheet',
      client.post<'POST /api/ordersheets'>('/api/ordersheets', { orderSheet: { name: `For ${name}`, rows } }),
    );
    await mustSucceed('A sheet', client.put(`/api/ordersheets/${body.orderSheet.id}`, { orderSheet: { rows } }));
  }
  await mustSucceed('A group', admin.post('/api/organisationgroups', { organisationGroup: { name: `Team of ${name}` } }));
  await mustSucceed('A request', person.post('/api/erasurerequest'));
  await mustSucceed('An invitation', admin.post('/api/invitations', { customerIds: [person.customerId] }));
  await mustSucceed('A change', admin.put(`/api/customers/${colleague.customerId}`, { customer: { poNumber: `With ${name}` } }));
  const edit = { action: 'move', organisationResortId: 3, customerIds: [person.customerId] };
  await mustSucceed('A bulk edit', admin.post('/api/customers/bulkedits', edit));
  // Without a line of headings, so that the person is taken for one.
  for (const content of [`${email},${firstName},${lastName}\nada@made.example,Ada,Lee\n`, `Email,First name\n${email},Ada\n`]) {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/peopleimports?kind=people&fileName=${encodeURIComponent(`${lastName}, ${firstName}.csv`)}`,
      headers: { ...admin.headers, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(content),
    });
    if (statusCode !== 200) throw new Error(`A file was refused: ${body}`);
    const { peopleImport } = JSON.parse(body) as { peopleImport: { id: number; columns: unknown[] } };
    const fields = ['email', 'firstName', 'lastName'].slice(0, peopleImport.columns.length);
    await mustSucceed('A preview', admin.post(`/api/peopleimports/${peopleImport.id}/preview`, { fields }));
  }
}

/** What the warehouse writes about an order: by an operator and by an API key, each with an idempotency key. */
async function handleOrder(
  operator: TestOperatorClient,
  apiKey: TestOperatorClient,
  { id, lineId }: { id: number; lineId: number },
) {
  const reason = `By request of ${KOLIBRI.name}`;
  await mustSucceed(
    'Another day',
    operator.put(`/api/operator/orders/${id}/lines/due`, { items: [{ id: lineId, dueOn: '2030-01-01' }], reason }),
  );
  await mustSucceed(
    'A cancellation',
    operator.post(
      `/api/operator/orders/${id}/lines/cancel`,
      { items: [{ id: lineId, quantity: 1 }], reason },
      { 'idempotency-key': nextKey() },
    ),
  );
  for (const client of [operator, apiKey])
    await mustSucceed(
      'A parcel',
      ship(
        client,
        [{ carrier: `By hand to ${KOLIBRI.name}`, trackingNumber: KOLIBRI.email, items: [{ orderItemId: lineId, quantity: 1 }] }],
        nextKey(),
      ),
    );
  await mustSucceed(
    'A view',
    operator.post('/api/operator/listviews/board', {
      listView: { name: `Of ${KOLIBRI.name} ${nextNumber()}`, filters: `searchTerm=${KOLIBRI.firstName}` },
    }),
  );
}

/** Pieces that someone collects, in the name of the person. */
async function collectPieces(portal: TestPortal, client: TestClient, operator: TestOperatorClient) {
  const { id, lines } = await orderWithDelivery(portal, client, COLLECT, [await aStockedProduct(portal.db), 1]);
  await mustSucceed(
    'Packing',
    makeReady(
      operator,
      lines.map((line) => [line, 1]),
      nextKey(),
    ),
  );
  await mustSucceed(
    'A hand-over',
    operator.post(
      `/api/operator/orders/${id}/handover`,
      { collectedBy: `For ${KOLIBRI.name}` },
      { 'idempotency-key': nextKey() },
    ),
  );
}

/** A return with a note and a picture, and the supplier's answer. */
async function returnPieces(
  portal: TestPortal,
  client: TestClient,
  operator: TestOperatorClient,
  { id, lineId }: { id: number; lineId: number },
) {
  await sql`update shipment set delivered_at = now() where order_id = ${id}`.execute(portal.db);
  const { files } = await uploadReturnFiles(portal, client, [{ name: `${nextKey()}.jpg`, content: await aPicture() }]);
  const { body } = await mustSucceed(
    'A return',
    askToReturn(client, {
      orderId: id,
      returnRequestReasonId: RETURN_REASONS.faulty,
      returnRequestActionId: RETURN_ACTIONS.credit,
      comments: `Worn by ${KOLIBRI.name}`,
      fileIds: files.map((file) => file.id),
      items: [{ id: lineId, quantity: 1 }],
    }),
  );
  const returnId = body.returnRequests[0]?.id;
  await mustSucceed('A receipt', operator.post(`/api/operator/returns/${returnId}/receive`, { quantity: 1, condition: 'worn' }));
  await mustSucceed(
    'A decision',
    operator.post(`/api/operator/returns/${returnId}/decide`, { decision: 'reject', reason: `Worn by ${KOLIBRI.name}` }),
  );
}

/** What accounts and the goods-in desk write. */
async function accountFor(portal: TestPortal, operator: TestOperatorClient, orderId: number) {
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, orderId);
  const { rows } = await sql<{ id: number }>`
    select id from invoice_line where invoice_id = ${invoice?.id} and kind = 'goods' limit 1`.execute(portal.db);
  await mustSucceed(
    'A credit note',
    operator.post(`/api/operator/invoices/${invoice?.id}/credit`, {
      key: nextKey(),
      reason: `Agreed with ${KOLIBRI.name}`,
      lines: [{ lineId: rows[0]?.id, quantity: 1 }],
    }),
  );
  const { body } = await mustSucceed(
    'A payment',
    operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
      payment: {
        organisationId: 1,
        amount: 1,
        receivedOn: '2026-03-12',
        reference: `${KOLIBRI.name} ${nextNumber()}`,
        allocations: [],
      },
    }),
  );
  await mustSucceed(
    'A reversal',
    operator.post(`/api/operator/payments/${body.payments[0]?.id}/reverse`, { reason: `Paid by ${KOLIBRI.name}` }),
  );
  const { combinations } = await aStockedProduct(portal.db);
  const { rows: codes } = await sql<{ sku: string }>`select sku from combination where id = ${combinations[0]?.id}`.execute(
    portal.db,
  );
  await mustSucceed('A delivery', receive(operator, `From ${KOLIBRI.name} ${nextNumber()}`, [codes[0]?.sku ?? '', 1]));
}

/** A wearer asks for more of their uniform, and an administrator declines; balances are adjusted by hand. */
async function askForMore(portal: TestPortal, record: Recorder, admin: TestClient) {
  const reason = `As much as ${KOLIBRI.name}`;
  const { wearer: signedIn, accountId } = await aRequester(portal, await aStockedProduct(portal.db, { stock: [5000] }));
  const wearer = record(signedIn);
  const { body } = await mustSucceed('A request', ask(wearer, accountId, { reason }));
  await mustSucceed('An answer', decline(record(admin), body.request.id, reason));
  await mustSucceed('An adjustment', record(admin).post('/api/entitlement/adjustments', { accountId, amount: 1, reason }));
}

/** Someone cancels their order, because of the person. */
async function cancelOrder(portal: TestPortal, client: TestClient) {
  const { id } = await orderWithNote(portal, client, client, 1);
  await mustSucceed('A cancellation', client.post(`/api/orders/${id}/cancel`, { reason: `${KOLIBRI.name} orders it` }));
}

/** Registrations with a link, under the person’s address, and of someone whom an administrator refuses because of them. */
async function register(portal: TestPortal, record: Recorder, admin: TestClient) {
  const { token } = await aRegistrationLink(portal.db, { type: 3 });
  const { firstName, lastName, email } = KOLIBRI;
  await mustSucceed(
    'A registration',
    record(portal.anonymous()).post('/api/registerwithtoken', { customer: { token, firstName, lastName, email } }),
  );
  const applicant = anApplicant();
  await mustSucceed('A registration', portal.anonymous().post('/api/registerwithtoken', { customer: { token, ...applicant } }));
  const { rows } = await sql<{ id: number }>`select id from registration where email = ${applicant.email}`.execute(portal.db);
  await mustSucceed(
    'A refusal',
    record(admin).post(`/api/registrationrequests/${rows[0]?.id}/reject`, { reason: `Not without ${KOLIBRI.name}` }),
  );
}
