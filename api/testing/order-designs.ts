import { DESIGNS, type DesignName, PARTS, type Part } from './order-design-kinds.ts';
import {
  isExchange,
  type ModelLine,
  type ModelOrder,
  type OrderModel,
  POLO,
  pendingOf,
  productOf,
  sumOf,
} from './order-model.ts';

// Logos, texts and names on garments, according to the model. Every polo has the logo that the organisation requires. Money in minor units, without tax.

/** What the pieces of a line have on them; nothing but polos has anything. */
const partsOf = ({ design }: { design: DesignName | null }): Part[] =>
  design === null ? [] : ['required', ...(DESIGNS[design] ? [DESIGNS[design].part] : [])];

/** The design of a size that is ordered without a word about it. */
export const plainDesign = (size: number): DesignName | null => (productOf(size) === POLO ? 'plain' : null);

/** What decorating a piece costs. */
export const decorationOf = (line: { design: DesignName | null }) => sumOf(partsOf(line), (part) => PARTS[part].price);

export const isPersonalised = ({ design }: Pick<ModelLine, 'design'>) => design !== null;

/** Pieces that are to be decorated before they are packed. */
export const undecoratedOf = (line: ModelLine) =>
  isPersonalised(line) ? Math.max(0, line.quantity - line.cancelled - line.decorated) : 0;
/** Pieces that can be packed as far as decoration goes. */
export const packableOf = (line: ModelLine) => pendingOf(line) - line.packed - undecoratedOf(line);

/** What is set up for an order, each once, in the order of its lines; without what is cancelled wholly before the decorator begins. Nothing is charged for an exchange. */
export function setUpsOf(order: ModelOrder): { part: Part; net: number }[] {
  if (isExchange(order)) return [];
  const parts = new Set(order.lines.flatMap(partsOf));
  const isOwed = (part: Part) =>
    order.lines.some((line) => partsOf(line).includes(part) && (line.cancelled < line.quantity || line.isBegun));
  return [...parts].filter(isOwed).map((part) => ({ part, net: PARTS[part].setUp }));
}

/** Whether a line has something of which the set-up is charged. */
export const hasPart = (line: ModelLine, part: Part) => partsOf(line).includes(part);

/** Whether pieces that are to be sent wait for the proof of their text. */
export const awaitsProof = ({ proof }: OrderModel, { lines }: ModelOrder) =>
  proof !== 'approved' && lines.some((line) => line.design === 'text' && pendingOf(line) > 0);
