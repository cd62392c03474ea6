import { isSameParty } from '#api/integrations/punchout/cxml/envelope.rules.ts';
import type { StatusCode } from '#api/integrations/punchout/cxml/statuses.rules.ts';
import { createPayloadId, writeResponse } from '#api/integrations/punchout/cxml/write-envelope.rules.ts';
import { UnreadableXmlError } from '#api/integrations/punchout/xml/read-xml.ts';
import type { Buyer } from './buyer.ts';
import { readSupplierDocument, type SupplierDocument } from './documents/read-documents.ts';

const TAKEN = new Set(['StatusUpdateRequest', 'ConfirmationRequest', 'ShipNoticeRequest', 'InvoiceDetailRequest']);

interface Verdict {
  code: StatusCode;
  text: string;
}

function read(bytes: Buffer): SupplierDocument | Verdict {
  try {
    const document = readSupplierDocument(bytes);
    return typeof document === 'string' ? { code: 400, text: document } : document;
  } catch (error) {
    if (error instanceof UnreadableXmlError) return { code: 406, text: error.message };
    throw error;
  }
}

/** Whether the sender is the supplier and knows the secret. */
function isFromSupplier({ connection }: Buyer, { envelope }: SupplierDocument): boolean {
  return envelope.sender.some((sender) => isSameParty(sender, connection.supplier) && sender.secret === connection.secret);
}

function keep(buyer: Buyer, document: SupplierDocument, bytes: Buffer, at: Date): Verdict {
  const { procurement } = buyer;
  const { kind, summary, envelope, findings } = document;
  const found = procurement.findByOrder(
    ({ orderId, payloadId }) => orderId === document.orderId || payloadId === document.orderPayloadId,
  );
  const answer: Verdict = { code: 200, text: 'Thank you.' };
  const known = procurement.documents.find(
    ({ direction, payloadId }) => direction === 'received' && payloadId !== '' && payloadId === envelope.payloadId,
  );
  if (known) {
    known.copies += 1;
    return answer;
  }
  procurement.addDocument({
    direction: 'received',
    kind,
    at,
    payloadId: envelope.payloadId,
    xml: bytes.toString('utf8'),
    requisitionId: found?.requisition.id ?? null,
    orderId: document.orderId ?? found?.order.orderId ?? null,
    summary,
    answer,
    findings,
    attachments: [],
  });
  return answer;
}

/** Takes a document of the supplier and answers as a buyer's system does. A document that comes again is counted, not kept twice. */
export function receiveDocument(buyer: Buyer, bytes: Buffer, at: Date): { code: number; xml: string } {
  const document = read(bytes);
  const decide = (): Verdict => {
    if (!('envelope' in document)) return document;
    if (!isFromSupplier(buyer, document)) return { code: 401, text: 'The sender or its secret is not known.' };
    if (!TAKEN.has(document.kind)) return { code: 450, text: `This system takes no ${document.kind}.` };
    return keep(buyer, document, bytes, at);
  };
  const verdict = decide();
  const facts = { payloadId: createPayloadId(at, new URL(buyer.origin).hostname), at, dtdVersion: '1.2.014' };
  return { code: verdict.code, xml: writeResponse(facts, verdict) };
}
