import { randomBytes } from 'node:crypto';
import type { OrderType } from '#api/integrations/punchout/cxml/order-request.rules.ts';
import type { SetupOperation } from '#api/integrations/punchout/cxml/setup-request.rules.ts';
import { createPayloadId } from '#api/integrations/punchout/cxml/write-envelope.rules.ts';
import type { BuyerCompany, BuyerUser, SupplierConnection } from './connection.ts';
import { writeBuyerRequest } from './documents/buyer-envelope.ts';
import { type CallUpFunction, writeCallUp } from './documents/call-up.ts';
import { findField, readFormFields } from './documents/form-fields.ts';
import { type BuyerAttachment, writeBody } from './documents/multipart.ts';
import { writeOrderRequest } from './documents/order-request.ts';
import { readAnswer } from './documents/read-answer.ts';
import { readMessage, UnreadableReturnError } from './documents/read-message.ts';
import { readOciForm } from './documents/read-oci.ts';
import { writeSetupRequest } from './documents/setup-request.ts';
import { type Opening, PROFILES, type ProfileId } from './profiles.ts';
import {
  type KeptDocument,
  type LineChange,
  Procurement,
  type Requisition,
  type RequisitionLine,
  type SentOrder,
  type ShopTrip,
} from './requisitions.ts';
import type { SendToPortal } from './send.ts';
import { applyReturn } from './take-lines.ts';

/** How a user begins to shop. */
export interface ShopRequest {
  profile: ProfileId;
  user?: BuyerUser;
  opening?: Opening;
}

/** What a visit asks for. */
export interface VisitRequest {
  operation?: SetupOperation;
  /** What has to come back unchanged; random unless given. */
  buyerCookie?: string;
  /** In place of this system's own address. */
  returnUrl?: string;
  /** Level 2: a product that the user has chosen in the buyer's own catalogue. */
  selectedItem?: { partId: string; auxiliaryId?: string };
  /** The lines that are sent with `edit` and `inspect`; those of the requisition unless given. */
  lines?: readonly RequisitionLine[];
  /** Over OCI. */
  charset?: string;
  asked?: CallUpFunction;
}

/** How an order is sent. */
export interface OrderRequestOptions {
  type?: OrderType;
  /** The number of a new order; the next one unless given. */
  orderId?: string;
  changes?: readonly LineChange[];
  attachments?: readonly BuyerAttachment[];
  comment?: string;
}

/** Lines as they are ordered: those that are refused or left out are missing. */
function changeLines(lines: readonly RequisitionLine[], changes: readonly LineChange[]): RequisitionLine[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return lines.flatMap((line) => {
    const { isLeftOut, id, ...changed } = byId.get(line.id) ?? { id: line.id };
    return isLeftOut || line.refusal !== null ? [] : [{ ...line, ...changed }];
  });
}

/** A buyer's procurement system: what its users do, without pages. */
export class Buyer {
  readonly procurement = new Procurement();
  readonly company: BuyerCompany;
  /** What was agreed on with the supplier; tests change it. */
  connection: SupplierConnection;
  /** Its own address, as browsers reach it. */
  readonly origin: string;
  readonly #send: SendToPortal;
  readonly #now: () => Date;
  #orders: number;

  constructor(options: {
    company: BuyerCompany;
    connection: SupplierConnection;
    origin: string;
    send: SendToPortal;
    now: () => Date;
  }) {
    this.company = options.company;
    this.connection = options.connection;
    this.origin = options.origin;
    this.#send = options.send;
    this.#now = options.now;
    // The portal keeps the orders of earlier runs, whose numbers must not come again.
    this.#orders = Math.floor(options.now().getTime() / 1000);
  }

  /** Begins a requisition with a visit to the shop. */
  async shop({ profile, user, opening, ...visit }: ShopRequest & VisitRequest): Promise<ShopTrip> {
    const found = PROFILES[profile];
    const requisition = this.procurement.addRequisition({
      profile: found,
      user: user ?? (this.company.users[0] as BuyerUser),
      opening: opening ?? found.opening,
    });
    return this.visit(requisition, visit);
  }

  /** Sends a user to the shop for a requisition that exists. */
  async visit(requisition: Requisition, request: VisitRequest = {}): Promise<ShopTrip> {
    const { operation = 'create', buyerCookie = randomBytes(16).toString('hex') } = request;
    const { profile } = requisition;
    const id = randomBytes(8).toString('hex');
    const returnUrl =
      request.returnUrl ??
      `${this.origin}${profile.protocol === 'oci' ? `/hook?sap-client=100&visit=${id}` : `/punchback?id=${id}`}`;
    const visit: ShopTrip = {
      id,
      requisitionId: requisition.id,
      operation,
      buyerCookie,
      returnUrl,
      state: 'open',
      startUrl: null,
      callUp: null,
      asked: request.asked ?? null,
      answer: null,
      findings: [],
    };
    this.procurement.addVisit(requisition, visit);
    if (profile.protocol === 'oci')
      visit.callUp = writeCallUp(this.connection, {
        hookUrl: returnUrl,
        charset: request.charset ?? 'iso-8859-1',
        asked: request.asked,
      });
    else await this.#setUp(requisition, visit, request);
    return visit;
  }

  async #setUp(requisition: Requisition, visit: ShopTrip, { selectedItem, lines }: VisitRequest): Promise<void> {
    const { operation, buyerCookie, returnUrl } = visit;
    const content = writeSetupRequest(requisition.profile, {
      operation,
      buyerCookie,
      returnUrl,
      user: requisition.user,
      shipTo: this.company.shipTo,
      selectedItem,
      lines: operation === 'edit' || operation === 'inspect' ? (lines ?? requisition.lines) : [],
    });
    const facts = this.#createFacts();
    const xml = writeBuyerRequest(facts, requisition.profile, this.connection, content);
    const { startUrl, ...answer } = await this.#post(xml, []);
    visit.answer = answer;
    visit.startUrl = answer.code === 200 ? startUrl : null;
    if (visit.startUrl === null) visit.state = 'failed';
    const sent = { direction: 'sent', requisitionId: requisition.id, orderId: null, findings: [], attachments: [] } as const;
    this.procurement.addDocument({ ...sent, ...facts, kind: 'PunchOutSetupRequest', summary: operation, xml, answer });
  }

  /** Takes a posted form of cXML. Throws for one that this system did not ask for or cannot read. */
  receiveMessage(visitId: string, body: Buffer): ShopTrip {
    const { visit, requisition } = this.#findVisit(visitId);
    const returned = readMessage(readFormFields(body));
    if (returned.buyerCookie !== visit.buyerCookie)
      throw new UnreadableReturnError('Token expired: the BuyerCookie is not the one that was sent.');
    const { procurement } = this;
    applyReturn(requisition, visit, returned, () => procurement.nextId());
    procurement.addDocument({
      direction: 'received',
      kind: 'PunchOutOrderMessage',
      at: this.#now(),
      payloadId: '',
      xml: returned.xml ?? '',
      requisitionId: requisition.id,
      orderId: null,
      summary: returned.status ? String(returned.status.code) : `${returned.lines.length} lines`,
      answer: { code: 200, text: 'OK' },
      findings: returned.findings,
      attachments: [],
    });
    return visit;
  }

  /** Takes a posted form of OCI, which says in a field of its own to which visit it belongs. */
  receiveOci(body: Buffer): ShopTrip {
    const raw = readFormFields(body, 'iso-8859-1');
    const { visit, requisition } = this.#findVisit(findField(raw, 'visit') ?? '');
    const charset = visit.callUp?.fields.find(([name]) => name === 'http_content_charset')?.[1];
    const fields = readFormFields(body, charset);
    const returned = readOciForm(fields, requisition.profile.units);
    if (findField(raw, 'sap-client') !== '100')
      throw new UnreadableReturnError('The parameters of HOOK_URL did not come back as fields of the form.');
    const { procurement } = this;
    applyReturn(requisition, visit, returned, () => procurement.nextId());
    return visit;
  }

  #findVisit(id: string): { visit: ShopTrip; requisition: Requisition } {
    const visit = this.procurement.visits.get(id);
    const requisition = visit && this.procurement.requisitions.get(visit.requisitionId);
    if (!visit || !requisition) throw new UnreadableReturnError('This system has not sent anyone to the shop for this return.');
    return { visit, requisition };
  }

  /** Orders the lines of a requisition, or changes or deletes what was ordered last. */
  async order(requisition: Requisition, options: OrderRequestOptions = {}): Promise<SentOrder> {
    const { type = 'new', changes = [], attachments = [], comment = '' } = options;
    const previous = type === 'new' ? undefined : requisition.orders.at(-1);
    const lines = changeLines(requisition.lines, changes);
    const orderId = options.orderId ?? previous?.orderId ?? this.#nextOrderId();
    const version = (previous?.version ?? 0) + 1;
    const facts = this.#createFacts();
    const content = writeOrderRequest({
      orderId,
      at: facts.at,
      type,
      version,
      previousPayloadId: previous?.payloadId,
      currencyCode: lines[0]?.currencyCode || this.connection.currencyCode,
      lines,
      shipping: requisition.shipping,
      tax: requisition.tax,
      user: requisition.user,
      company: this.company,
      comment,
      attachmentIds: attachments.map(({ contentId }) => contentId),
    });
    const xml = writeBuyerRequest(facts, requisition.profile, this.connection, content);
    const { code, text } = await this.#post(xml, attachments);
    const answer = { code, text };
    const { id: documentId } = this.procurement.addDocument({
      direction: 'sent',
      kind: 'OrderRequest',
      ...facts,
      xml,
      requisitionId: requisition.id,
      orderId,
      summary: `${type} ${orderId}`,
      answer,
      findings: [],
      attachments,
    });
    const order = { orderId, type, version, payloadId: facts.payloadId, documentId, lines, answer };
    requisition.orders.push(order);
    requisition.latest = 'order';
    return order;
  }

  /** Sends a document again as it was, as systems do that have not seen the answer. */
  async sendAgain(document: KeptDocument): Promise<void> {
    const { code, text } = await this.#post(document.xml, document.attachments);
    document.answer = { code, text };
    document.copies += 1;
  }

  #nextOrderId(): string {
    this.#orders += 1;
    return `45${this.#orders}`;
  }

  #createFacts(): { payloadId: string; at: Date } {
    const at = this.#now();
    return { at, payloadId: createPayloadId(at, new URL(this.origin).hostname) };
  }

  async #post(xml: string, attachments: readonly BuyerAttachment[]) {
    const { contentType, body } = writeBody(xml, attachments, `part-${randomBytes(12).toString('hex')}`);
    try {
      return readAnswer(await this.#send(this.connection.cxmlUrl, contentType, body));
    } catch (error) {
      return { code: 550, text: `The shop cannot be reached: ${(error as Error).message}`, startUrl: null };
    }
  }
}
