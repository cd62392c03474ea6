import { sql } from 'kysely';
import pino from 'pino';
import { type Connection, findConnectionByKey } from '#api/integrations/punchout/connections/connection.queries.ts';
import { readEnvelope } from '#api/integrations/punchout/cxml/envelope.rules.ts';
import type { Status } from '#api/integrations/punchout/cxml/statuses.rules.ts';
import type { OrderFile } from '#api/integrations/punchout/orders/attachments.actions.ts';
import { type PurchaseOrderDependencies, receiveOrder } from '#api/integrations/punchout/orders/receive-order.actions.ts';
import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { createCartLines } from '#api/ordering/cart/cart-lines.actions.ts';
import { createFileStore } from '#api/platform/files/file-store.ts';
import type { StockedProduct } from './builders.ts';
import type { MailJobsHarness } from './mail-jobs-harness.ts';
import type { TestPortal } from './portal.ts';
import { uniqueText } from './unique-text.ts';

/** The connection of the demonstration, whose carts are in cXML. */
export const CORVANE = 3;

/** A line that was returned. */
export interface TestReturnedLine {
  auxiliaryId: string;
  sku: string;
  unitPriceMinor: number;
  quantity: number;
  description: string;
  unit: string;
  kind: 'goods' | 'charge';
}

/** A line of an order, as a buyer's system sends it. */
export interface TestSentLine {
  partId?: string | undefined;
  auxiliaryId?: string | undefined;
  quantity?: string | number;
  price?: string | undefined;
  currency?: string;
  unit?: string;
  description?: string;
  shipTo?: string;
}

/** An order, as a buyer's system sends it. */
export interface TestOrder {
  orderId: string;
  payloadId?: string;
  type?: 'new' | 'update' | 'delete';
  isTest?: boolean;
  lines: readonly TestSentLine[];
  total?: string;
  shipping?: string;
  shipTo?: string;
  email?: string;
  comments?: string;
}

export const ADDRESS = `<Address isoCountryCode="GB"><Name xml:lang="en">Corvane Rail</Name><PostalAddress><DeliverTo>Ann Example</DeliverTo>
  <Street>1 Station Road</Street><City>Derby</City><PostalCode>DE1 1AA</PostalCode><Country isoCountryCode="GB">United Kingdom</Country></PostalAddress></Address>`;

const money = (amount: string, currency = 'GBP') => `<Money currency="${currency}">${amount}</Money>`;

const lineXml = (
  line: TestSentLine,
  index: number,
) => `<ItemOut quantity="${line.quantity ?? 1}" lineNumber="${index + 1}"><ItemID>
  <SupplierPartID>${line.partId ?? ''}</SupplierPartID>${line.auxiliaryId ? `<SupplierPartAuxiliaryID>${line.auxiliaryId}</SupplierPartAuxiliaryID>` : ''}</ItemID>
  <ItemDetail>${line.price === undefined ? '' : `<UnitPrice>${money(line.price, line.currency)}</UnitPrice>`}<Description xml:lang="en">${line.description ?? ''}</Description>
  <UnitOfMeasure>${line.unit ?? 'EA'}</UnitOfMeasure></ItemDetail>${line.shipTo ? `<ShipTo>${line.shipTo}</ShipTo>` : ''}</ItemOut>`;

/** The document of an order. */
export const orderXml = (
  order: TestOrder,
): string => `<?xml version="1.0"?><cXML payloadID="${order.payloadId ?? uniqueText()}" timestamp="2026-11-20T10:00:00+00:00">
  <Header><From><Credential domain="DUNS"><Identity>555000111</Identity></Credential></From><To><Credential domain="DUNS"><Identity>555999000</Identity></Credential></To>
  <Sender><Credential domain="DUNS"><Identity>555000111</Identity></Credential><UserAgent>Buyer</UserAgent></Sender></Header>
  <Request deploymentMode="${order.isTest ? 'test' : 'production'}"><OrderRequest><OrderRequestHeader orderID="${order.orderId}" orderDate="2026-11-20" type="${order.type ?? 'new'}">
  ${order.total === undefined ? '' : `<Total>${money(order.total)}</Total>`}<ShipTo>${order.shipTo ?? ADDRESS}</ShipTo>
  ${order.shipping === undefined ? '' : `<Shipping>${money(order.shipping)}<Description xml:lang="en">Delivery</Description></Shipping>`}
  <Contact role="endUser"><Name xml:lang="en">Ann Example</Name>${order.email ? `<Email>${order.email}</Email>` : ''}</Contact>
  ${order.comments ? `<Comments>${order.comments}</Comments>` : ''}</OrderRequestHeader>${order.lines.map(lineXml).join('')}</OrderRequest></Request></cXML>`;

/** What a test sends as the buyer's system of the demonstration. */
export interface OrderingBuyer {
  connection: Connection;
  /** A trip of someone that returned these lines, so many days ago. Returns its id. */
  returnCart(
    customerId: number,
    lines: readonly (TestReturnedLine & { productId?: number; combinationId?: number; garment?: object })[],
    daysAgo?: number,
  ): Promise<string>;
  /** Sends a document. */
  send(order: TestOrder, files?: readonly OrderFile[]): Promise<Status>;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A new auxiliary id. */
export const newAuxiliaryId = (): string => Array.from({ length: 20 }, () => ALPHABET[Math.floor(Math.random() * 32)]).join('');

/** The first size of a product as it was returned. */
export const aReturned = (product: StockedProduct, overrides: Partial<TestReturnedLine> = {}) => ({
  ...{
    auxiliaryId: newAuxiliaryId(),
    sku: product.combinations[0]?.sku ?? '',
    unitPriceMinor: 1250,
    quantity: 4,
    description: product.name,
    unit: 'EA',
  },
  ...{ kind: 'goods' as const, productId: product.id, combinationId: product.combinations[0]?.id ?? 0 },
  ...overrides,
});

/** An amount in hundredths as documents have it. */
const toAmount = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/** The order that a buyer's system makes of a returned cart when it changes nothing. */
export const toOrder = (lines: readonly TestReturnedLine[], overrides: Partial<TestOrder> = {}): TestOrder => ({
  orderId: `PO-${uniqueText()}`,
  lines: lines.map(({ sku, auxiliaryId, quantity, unitPriceMinor, description, unit }) => ({
    ...{ partId: sku, auxiliaryId, quantity, price: toAmount(unitPriceMinor), description, unit },
  })),
  total: toAmount(lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * quantity, 0)),
  ...overrides,
});

/** The buyer's system of the demonstration. */
export async function anOrderingBuyer(
  portal: TestPortal,
  { jobs, vault }: Pick<MailJobsHarness, 'jobs' | 'vault'>,
): Promise<OrderingBuyer> {
  const { db, clock, config } = portal;
  const found = await findConnectionByKey(db, 'cxml', 'corvane-demo');
  if (!found) throw new Error('The demonstration has no connection.');
  const { connection } = found;
  const files = createFileStore({ config: { ...config, scanner: null }, db, log: pino({ level: 'silent' }) });
  const dependencies: PurchaseOrderDependencies = { db, clock, jobs, vault, files, cartLines: createCartLines() };
  return {
    connection,
    returnCart: async (customerId, lines, daysAgo = 0) => {
      const { rows } = await sql<{ id: string }>`
        insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, ends_at, ended_at, outcome)
        values (${CORVANE}, ${connection.id}, ${customerId}, 'create', false, 'https://buyer.example', now(), now(), 'returned') returning id`.execute(
        db,
      );
      const tripId = rows[0]?.id as string;
      for (const [place, line] of lines.entries())
        await sql`
          insert into punchout_line (organisation_id, trip_id, auxiliary_id, connection_id, place, kind, product_id, combination_id, quantity, garment, sku, description, unit,
            classification, unit_price_minor, returned_at)
          values (${CORVANE}, ${tripId}, ${line.auxiliaryId}, ${connection.id}, ${place + 1}, ${line.kind}, ${line.productId ?? null}, ${line.combinationId ?? null}, ${line.quantity},
            ${JSON.stringify(line.garment ?? NO_WARDROBE)}::jsonb, ${line.sku}, ${line.description}, ${line.unit}, '53100000', ${line.unitPriceMinor}, now() - make_interval(days => ${daysAgo}))`.execute(
          db,
        );
      return tripId;
    },
    send: async (order, received = []) => {
      const body = orderXml(order);
      const envelope = readEnvelope(readXmlDocument(Buffer.from(body)));
      if (typeof envelope === 'string') throw new Error(envelope);
      const current = await findConnectionByKey(db, 'cxml', 'corvane-demo');
      return receiveOrder(dependencies, {
        connection: current?.connection ?? connection,
        envelope,
        body,
        files: received,
        isTest: envelope.isTest,
        requestId: uniqueText(),
      });
    },
  };
}

const NO_WARDROBE = {
  collectionId: null,
  groupId: null,
  superGroupId: null,
  superGroupOptionId: null,
  wearerId: null,
  reason: null,
  designs: [],
};
