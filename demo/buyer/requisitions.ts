import type { OrderType } from '#api/integrations/punchout/cxml/order-request.rules.ts';
import type { SetupOperation } from '#api/integrations/punchout/cxml/setup-request.rules.ts';
import type { BuyerUser } from './connection.ts';
import type { CallUpForm, CallUpFunction } from './documents/call-up.ts';
import type { BuyerAttachment } from './documents/multipart.ts';
import type { BuyerProfile, Opening } from './profiles.ts';

/** A line of a cart as it was returned. Amounts and quantities are decimal numbers as they came; what is missing is empty. */
export interface ReturnedLine {
  partId: string;
  auxiliaryId: string;
  quantity: string;
  unitPrice: string;
  currencyCode: string;
  shortName: string;
  description: string;
  unit: string;
  classificationDomain: string;
  classification: string;
  manufacturerPartId: string;
  manufacturerName: string;
  leadDays: string;
}

/** A line of a requisition: what the buyer's system made of a returned one. */
export interface RequisitionLine extends ReturnedLine {
  id: number;
  /** What was changed on the way in, which no system says, for those who look on. */
  changes: readonly string[];
  /** Why the system does not order the line; null when it does. */
  refusal: string | null;
}

/** An amount beside the lines. */
export interface HeaderAmount {
  amount: string;
  description: string;
}

/** What the other side answered: a status of cXML, or why there was none. */
export interface Answer {
  code: number;
  text: string;
}

/** One visit of a user to the shop. */
export interface ShopTrip {
  /** Part of the return address. Not the BuyerCookie, which is compared besides. */
  id: string;
  requisitionId: number;
  operation: SetupOperation;
  buyerCookie: string;
  returnUrl: string;
  /** `open` until the browser comes back; `unchanged`: with a status or an inspected cart; `failed`: the shop did not let the user in. */
  state: 'open' | 'returned' | 'unchanged' | 'failed';
  /** Where the browser goes over cXML. */
  startUrl: string | null;
  /** How it goes over OCI. */
  callUp: CallUpForm | null;
  /** What is asked besides shopping, over OCI. */
  asked: CallUpFunction | null;
  answer: Answer | null;
  /** What was wrong with what came back. */
  findings: readonly string[];
}

/** An order document as it was sent. */
export interface SentOrder {
  orderId: string;
  type: OrderType;
  version: number;
  payloadId: string;
  documentId: number;
  lines: readonly RequisitionLine[];
  answer: Answer;
}

/** What a user wants to buy. */
export interface Requisition {
  id: number;
  profile: BuyerProfile;
  user: BuyerUser;
  opening: Opening;
  lines: RequisitionLine[];
  /** What the supplier permits to be done with the lines; null before something has been returned. */
  operationAllowed: 'create' | 'inspect' | 'edit' | null;
  shipping: HeaderAmount | undefined;
  tax: HeaderAmount | undefined;
  visits: ShopTrip[];
  orders: SentOrder[];
  /** What happened last, of which the page tells. */
  latest: 'visit' | 'order';
}

/** A document that was sent or received. */
export interface KeptDocument {
  id: number;
  direction: 'sent' | 'received';
  /** The element of the request, such as `OrderRequest`. */
  kind: string;
  at: Date;
  payloadId: string;
  xml: string;
  requisitionId: number | null;
  orderId: string | null;
  /** What a document is about in a few words, such as a number of an invoice. */
  summary: string;
  /** How it was answered. */
  answer: Answer;
  /** How many times it has been sent or received. */
  copies: number;
  /** What is wrong with it by its document type. */
  findings: readonly string[];
  /** Of an order. */
  attachments: readonly BuyerAttachment[];
}

/** What a user changes before ordering; a line that is not named stays. */
export interface LineChange {
  id: number;
  quantity?: string;
  unitPrice?: string;
  unit?: string;
  partId?: string;
  isLeftOut?: boolean;
}

const FIRST_REQUISITION = 1001;

/** Everything that the system keeps, in memory. */
export class Procurement {
  readonly requisitions = new Map<number, Requisition>();
  readonly visits = new Map<string, ShopTrip>();
  readonly documents: KeptDocument[] = [];
  #issued = 0;

  /** A number that has not been given yet. */
  nextId(): number {
    this.#issued += 1;
    return this.#issued;
  }

  addRequisition(facts: Pick<Requisition, 'profile' | 'user' | 'opening'>): Requisition {
    const requisition: Requisition = {
      ...facts,
      id: FIRST_REQUISITION + this.requisitions.size,
      lines: [],
      operationAllowed: null,
      shipping: undefined,
      tax: undefined,
      visits: [],
      orders: [],
      latest: 'visit',
    };
    this.requisitions.set(requisition.id, requisition);
    return requisition;
  }

  addVisit(requisition: Requisition, visit: ShopTrip): void {
    requisition.visits.push(visit);
    requisition.latest = 'visit';
    this.visits.set(visit.id, visit);
  }

  addDocument(facts: Omit<KeptDocument, 'id' | 'copies'>): KeptDocument {
    const document = { ...facts, id: this.nextId(), copies: 1 };
    this.documents.push(document);
    return document;
  }

  /** The requisition that an order belongs to; undefined for an order that was not sent from here. */
  findByOrder(isOrder: (order: SentOrder) => boolean): { requisition: Requisition; order: SentOrder } | undefined {
    for (const requisition of this.requisitions.values()) {
      const order = requisition.orders.find(isOrder);
      if (order) return { requisition, order };
    }
    return undefined;
  }

  /** What changes with a requisition, or with any document, so that a page knows whether it is still right. */
  describeState(requisitionId?: number): string {
    const documents = this.documents.filter((each) => requisitionId === undefined || each.requisitionId === requisitionId);
    const copies = documents.reduce((sum, document) => sum + document.copies, 0);
    const visits = requisitionId === undefined ? [] : (this.requisitions.get(requisitionId)?.visits ?? []);
    return `${copies} ${visits.map(({ state }) => state).join(' ')}`.trim();
  }

  /** Forgets everything. */
  clear(): void {
    this.requisitions.clear();
    this.visits.clear();
    this.documents.length = 0;
  }
}
