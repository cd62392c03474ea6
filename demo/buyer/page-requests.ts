import { ORDER_TYPES } from '#api/integrations/punchout/cxml/order-request.rules.ts';
import { OPERATIONS } from '#api/integrations/punchout/cxml/setup-request.rules.ts';
import { DEMO_ATTACHMENTS } from './attachments.ts';
import { RECEIVING_MODES, type Receiving } from './behaviour.ts';
import type { Buyer } from './buyer.ts';
import { drawDocumentPage, drawDocumentsPage } from './pages/documents-pages.ts';
import { drawHomePage } from './pages/home-page.ts';
import { drawRequisitionPage } from './pages/requisition-page.ts';
import { drawErrorPage, drawReceivedPage, drawVisitPage } from './pages/visit-pages.ts';
import { OPENINGS, PROFILE_IDS } from './profiles.ts';
import type { LineChange, Requisition } from './requisitions.ts';

/** A page, where another one is, or a text for a script. */
export type PageReply = { status: number; html: string } | { location: string } | { text: string };

/** A request for a page, or a form of one. */
export interface PageRequest {
  method: string;
  url: URL;
  form: URLSearchParams;
}

const choose = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

const page = (html: string, status = 200): PageReply => ({ status, html });

function readChanges({ lines }: Requisition, form: URLSearchParams): LineChange[] {
  return lines.map(({ id, quantity, unit, unitPrice }) => ({
    id,
    quantity: form.get(`quantity-${id}`) ?? quantity,
    unit: form.get(`unit-${id}`) ?? unit,
    unitPrice: form.get(`price-${id}`) ?? unitPrice,
    isLeftOut: form.has(`without-${id}`),
  }));
}

async function answerNew(buyer: Buyer, form: URLSearchParams): Promise<PageReply> {
  const profile = choose(PROFILE_IDS, form.get('profile')) ?? 'ariba';
  const opening = choose(OPENINGS, form.get('opening'));
  const user = buyer.company.users[Number(form.get('user'))];
  const { id, state, requisitionId } = await buyer.shop({ profile, ...(opening ? { opening } : {}), ...(user ? { user } : {}) });
  return { location: state === 'failed' ? `/requisitions/${requisitionId}` : `/visits/${id}` };
}

async function answerRequisition(
  buyer: Buyer,
  requisition: Requisition,
  rest: string,
  { method, form }: PageRequest,
): Promise<PageReply | undefined> {
  const path = `/requisitions/${requisition.id}`;
  const [, lineId] = /^\/lines\/(\d{1,9})\/validate$/.exec(rest) ?? [];
  const line = requisition.lines.find(({ id }) => id === Number(lineId));
  if (method === 'GET' && rest === '') return page(drawRequisitionPage(buyer, requisition));
  if (method === 'GET' && rest === '/state') return { text: buyer.procurement.describeState(requisition.id) };
  if (method !== 'POST') return undefined;
  if (rest === '/visits') {
    const { id, state } = await buyer.visit(requisition, { operation: choose(OPERATIONS, form.get('operation')) ?? 'create' });
    return { location: state === 'failed' ? path : `/visits/${id}` };
  }
  if (rest === '/orders') {
    await buyer.order(requisition, {
      type: choose(ORDER_TYPES, form.get('type')) ?? 'new',
      changes: readChanges(requisition, form),
      comment: form.get('comment') ?? '',
      attachments: form.has('files') ? DEMO_ATTACHMENTS : [],
    });
    return { location: path };
  }
  if (!line) return undefined;
  const asked = { name: 'VALIDATE', productId: line.auxiliaryId, quantity: line.quantity } as const;
  const { id } = await buyer.visit(requisition, { asked });
  return { location: `/visits/${id}` };
}

function answerVisit(buyer: Buyer, id: string, rest: string): PageReply | undefined {
  const visit = buyer.procurement.visits.get(id);
  const requisition = visit && buyer.procurement.requisitions.get(visit.requisitionId);
  if (!visit || !requisition) return undefined;
  if (rest === '/state') return { text: visit.state };
  if (rest === '/received') return page(drawReceivedPage(buyer, requisition, visit));
  return page(drawVisitPage(buyer, requisition, visit));
}

async function answerDocument(buyer: Buyer, id: number, rest: string, method: string): Promise<PageReply | undefined> {
  const document = buyer.procurement.documents.find((each) => each.id === id);
  if (!document) return undefined;
  if (method === 'POST' && rest === '/again' && document.kind === 'OrderRequest') {
    await buyer.sendAgain(document);
    return { location: `/documents/${id}` };
  }
  return rest === '' ? page(drawDocumentPage(buyer, document)) : undefined;
}

/** Answers a request of someone's browser. */
export async function answerPage(buyer: Buyer, receiving: Receiving, request: PageRequest): Promise<PageReply> {
  const { method, url, form } = request;
  const { pathname } = url;
  const notFound = page(
    drawErrorPage(buyer, 'There is no such page', 'Everything is forgotten when this program stops. Begin a new requisition.'),
    404,
  );
  if (pathname === '/') return page(drawHomePage(buyer, receiving));
  if (pathname === '/documents') return page(drawDocumentsPage(buyer));
  if (pathname === '/documents/state') return { text: buyer.procurement.describeState() };
  if (method === 'POST' && pathname === '/requisitions') return answerNew(buyer, form);
  if (method === 'POST' && pathname === '/receiving') {
    Object.assign(receiving, { mode: choose(RECEIVING_MODES, form.get('mode')) ?? 'ok', times: undefined });
    return { location: '/' };
  }
  const [, area, id = '', rest = ''] =
    /^\/(requisitions|visits|documents)\/(\w{1,40})((?:\/\w{1,20}){0,3})$/.exec(pathname) ?? [];
  const requisition = area === 'requisitions' ? buyer.procurement.requisitions.get(Number(id)) : undefined;
  if (requisition) return (await answerRequisition(buyer, requisition, rest, request)) ?? notFound;
  if (area === 'visits') return answerVisit(buyer, id, rest) ?? notFound;
  if (area === 'documents') return (await answerDocument(buyer, Number(id), rest, method)) ?? notFound;
  return notFound;
}
