import type { DocumentTask } from '../documents/document-renderers.ts';
import { toPostalLines } from '../documents/postal-address.rules.ts';
import type { ReturnLabel } from '../documents/return-label.ts';
import type { LabelFacts } from './return-labels.queries.ts';
import { AWAITED } from './returns.rules.ts';

/** Why a request has no label, as a sentence; undefined when it has one. */
export function explainNoLabel({ customNumber, stateId, legalAddress, returnAddress }: LabelFacts): string | undefined {
  if (!AWAITED.includes(stateId)) return `Return ${customNumber} is no longer waiting for the pieces, so it needs no label.`;
  return returnAddress.length === 0 && legalAddress.length === 0
    ? 'There is no address for returns yet. Please ask us where to send the pieces.'
    : undefined;
}

/** The label of a request, to be drawn: instructions on A4 with the label to cut out, or the label alone. */
export function toReturnLabelPdf(facts: LabelFacts, format: 'a4' | 'label'): DocumentTask {
  const { brandName, companyName, legalAddress, returnAddress, orderId, personName, address, createdAt } = facts;
  const days = facts.items.flatMap(({ reservedUntilOn }) => reservedUntilOn ?? []);
  const label: ReturnLabel = {
    orderNumber: String(orderId),
    to: { name: companyName, lines: returnAddress.length > 0 ? returnAddress : legalAddress },
    from: toPostalLines(personName, address),
    sendBy: days.sort()[0] ?? null,
    items: facts.items.map(({ customNumber, productName, size, quantity, action, exchangedFor }) => ({
      returnNumber: customNumber,
      productName,
      size,
      quantity,
      action: exchangedFor === null ? action : `Exchange for ${exchangedFor}`,
    })),
  };
  return {
    kind: format === 'a4' ? 'returnInstructions' : 'returnLabel',
    content: [{ brand: { name: brandName, companyName }, createdAt }, label],
  };
}
