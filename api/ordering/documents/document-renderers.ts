import { renderAccountStatement } from './account-statement.ts';
import { renderDeliveryNotes } from './delivery-note.ts';
import { renderInvoice } from './invoice-document.ts';
import { renderPackingSlips } from './packing-slip.ts';
import { renderPickList } from './pick-list.ts';
import { renderQuote } from './quote-document.ts';
import { renderReceipt } from './receipt-document.ts';
import { renderReturnInstructions, renderReturnLabel } from './return-label.ts';
import { renderWorkOrder } from './work-order.ts';
import { renderWorkSheet } from './work-sheet.ts';

/** What draws each kind of document. */
export const DOCUMENT_RENDERERS = {
  accountStatement: renderAccountStatement,
  deliveryNotes: renderDeliveryNotes,
  invoice: renderInvoice,
  packingSlips: renderPackingSlips,
  pickList: renderPickList,
  quote: renderQuote,
  receipt: renderReceipt,
  returnInstructions: renderReturnInstructions,
  returnLabel: renderReturnLabel,
  workOrder: renderWorkOrder,
  workSheet: renderWorkSheet,
} as const;

type Renderers = typeof DOCUMENT_RENDERERS;

/** A document to draw: its kind, and what its renderer is given. */
export type DocumentTask = { [K in keyof Renderers]: { kind: K; content: Parameters<Renderers[K]> } }[keyof Renderers];
