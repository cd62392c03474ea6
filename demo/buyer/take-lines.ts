import { cutText } from '#api/integrations/punchout/texts/cut-text.rules.ts';
import type { BuyerProfile } from './profiles.ts';
import type { Requisition, RequisitionLine, ReturnedLine, ShopTrip } from './requisitions.ts';
import type { Return } from './returns.ts';

/** What a system makes of a returned line. None of it is an error that the supplier would be told. */
export function takeLine(profile: BuyerProfile, line: ReturnedLine, id: number): RequisitionLine {
  const { units, unknownUnit, partNumberLength = Infinity, descriptionBytes } = profile;
  const changes: string[] = [];
  const isUnknown = !units.includes(line.unit);
  const unit = isUnknown && unknownUnit === 'EA' ? 'EA' : line.unit;
  if (unit !== line.unit) changes.push(`The unit ${line.unit} became EA.`);
  const partId = Array.from(line.partId).slice(0, partNumberLength).join('');
  if (partId !== line.partId) changes.push(`The part number ${line.partId} was cut.`);
  const description =
    descriptionBytes === undefined ? line.description : cutText(line.description, { most: descriptionBytes, countedIn: 'bytes' });
  if (description !== line.description) changes.push('The description was cut.');
  const refusal =
    isUnknown && unknownUnit === 'refused' ? `The unit ${line.unit} is not set up here, so the line cannot be ordered.` : null;
  return { ...line, id, unit, partId, description, changes, refusal };
}

/** Takes today's price of a product; one that does not come back is no longer sold. */
function applyPrices(requisition: Requisition, productId: string, { lines }: Return): void {
  const [found] = lines;
  requisition.lines = requisition.lines.map((line) => {
    if (line.auxiliaryId !== productId) return line;
    return found ? { ...line, unitPrice: found.unitPrice } : { ...line, refusal: 'The shop no longer sells this product.' };
  });
}

/**
 * Puts what came back into the requisition, as cXML has it: a status changes nothing; what comes from an edit takes the place of what was there, also when it
 * is nothing; an inspection changes nothing.
 */
export function applyReturn(requisition: Requisition, visit: ShopTrip, returned: Return, nextId: () => number): void {
  visit.findings = returned.findings;
  if (returned.status !== null || visit.operation === 'inspect') {
    visit.state = 'unchanged';
    visit.answer = returned.status;
    return;
  }
  visit.state = 'returned';
  if (visit.asked?.name === 'VALIDATE') {
    applyPrices(requisition, visit.asked.productId, returned);
    return;
  }
  const lines = returned.lines.map((line) => takeLine(requisition.profile, line, nextId()));
  requisition.lines = visit.operation === 'edit' ? lines : [...requisition.lines, ...lines];
  requisition.operationAllowed = returned.operationAllowed;
  requisition.shipping = returned.shipping;
  requisition.tax = returned.tax;
}
