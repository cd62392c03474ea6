import { element, type XmlOutput } from '../xml/write-xml.ts';
import { type ReturnedLine, writeItemIn } from './write-cart.rules.ts';
import { formatTimestamp } from './write-envelope.rules.ts';
import {
  amountWriter,
  type OrderedBy,
  toNoon,
  writeDocumentReference,
  writeOrderReference,
  writeText,
} from './write-parts.rules.ts';

/** What a confirmation can say of pieces of a line. */
type PortionType = 'accept' | 'allDetail' | 'detail' | 'backordered' | 'reject';

/** What a confirmation can say of an order, and what of its lines it may say then. Without any, the lines are not mentioned. */
const PORTIONS_OF = {
  /** The whole order is accepted as it was ordered. */
  accept: ['accept'],
  /** Of the lines that are mentioned, everything is said. */
  allDetail: ['allDetail', 'backordered', 'reject'],
  /** Of the lines that are mentioned, what differs is said; others stay as they were. */
  detail: ['accept', 'detail', 'backordered', 'reject'],
  /** Everything is sent later. */
  backordered: ['backordered'],
  /** The order is accepted, apart from the lines that are mentioned. */
  except: ['accept', 'detail', 'backordered', 'reject'],
  /** Nothing is sent. */
  reject: [],
} as const satisfies Record<string, readonly PortionType[]>;

export type ConfirmationType = keyof typeof PORTIONS_OF;

/** Confirmations of these types say nothing without lines. */
const NEEDING_LINES: readonly ConfirmationType[] = ['allDetail', 'detail', 'except'];

/** Pieces of a line of which the same is said. */
export interface ConfirmedPortion {
  type: PortionType;
  /** Whole pieces; a portion without any is left out. */
  quantity: number;
  /** In minor units, where it is not what was ordered. */
  unitPriceMinor?: number | undefined;
  /** Day on which they are expected to leave. */
  shipsOn?: string | undefined;
  /** Day on which they are expected to arrive, where it is not what was asked for. */
  arrivesOn?: string | undefined;
  /** What is offered in place of what was ordered, or what is sent when all detail is given. */
  item?: Omit<ReturnedLine, 'quantity'> | undefined;
  comment?: string | undefined;
}

/** What is said of a line of the buyer's order. */
export interface ConfirmedLine {
  lineNumber: number;
  /** As it was ordered. */
  quantity: number;
  /** As it was ordered. */
  unitOfMeasure: string;
  portions: readonly ConfirmedPortion[];
}

/** What a confirmation says. */
export interface ConfirmationContent {
  type: ConfirmationType;
  /** Why an order is rejected, or another remark on all of it. */
  comment?: string | undefined;
  /** Of the goods without tax, in minor units, where it is not what was ordered. */
  totalMinor?: number | undefined;
  lines: readonly ConfirmedLine[];
}

/** A confirmation of an order. */
export interface Confirmation extends ConfirmationContent {
  /** Ours; an update has that of what it replaces. */
  id: string;
  at: Date;
  /** The payload id of the confirmation that it replaces; undefined for the first one. */
  replaces: string | undefined;
  order: OrderedBy;
  currencyCode: string;
}

const isSaid = ({ quantity }: ConfirmedPortion): boolean => quantity > 0;

/** What buyers' systems would refuse or misread without an error, although the document type permits it. Undefined when there is nothing. */
export function explainConfirmation({ type, lines }: ConfirmationContent): string | undefined {
  const permitted: readonly PortionType[] = PORTIONS_OF[type];
  if (lines.length === 0) return NEEDING_LINES.includes(type) ? `Without lines, ${type} says nothing.` : undefined;
  if (permitted.length === 0) return `A confirmation of type ${type} has no lines.`;
  if (new Set(lines.map(({ lineNumber }) => lineNumber)).size < lines.length) return 'A line is confirmed twice.';
  for (const { lineNumber, quantity, portions } of lines) {
    const said = portions.filter(isSaid);
    const sum = said.reduce((total, portion) => total + portion.quantity, 0);
    if (sum !== quantity) return `Line ${lineNumber} has ${quantity} pieces, and ${sum} are confirmed.`;
    for (const portion of said) {
      if (!permitted.includes(portion.type)) return `Line ${lineNumber} is ${portion.type}, which ${type} has not.`;
      const { unitPriceMinor, arrivesOn, item } = portion;
      if (portion.type === 'detail' && unitPriceMinor === undefined && arrivesOn === undefined && item === undefined)
        return `Line ${lineNumber} is confirmed with changes, without any.`;
      if (portion.type === 'allDetail' && item === undefined) return `Line ${lineNumber} lacks what is sent.`;
    }
  }
  return undefined;
}

const toMoment = (day: string | undefined): string | undefined => (day === undefined ? undefined : toNoon(day));

function writePortion(portion: ConfirmedPortion, { lineNumber, unitOfMeasure }: ConfirmedLine, currencyCode: string): XmlOutput {
  const { type, quantity, unitPriceMinor, shipsOn, arrivesOn, item, comment } = portion;
  return element(
    'ConfirmationStatus',
    { quantity, type, shipmentDate: toMoment(shipsOn), deliveryDate: toMoment(arrivesOn) },
    element('UnitOfMeasure', {}, unitOfMeasure),
    item
      ? writeItemIn({ ...item, quantity }, currencyCode, lineNumber)
      : unitPriceMinor !== undefined && amountWriter(currencyCode)('UnitPrice', unitPriceMinor),
    comment !== undefined && writeText('Comments', comment),
  );
}

const writeLine = (line: ConfirmedLine, currencyCode: string): XmlOutput =>
  element(
    'ConfirmationItem',
    { quantity: line.quantity, lineNumber: line.lineNumber },
    element('UnitOfMeasure', {}, line.unitOfMeasure),
    line.portions.filter(isSaid).map((portion) => writePortion(portion, line, currencyCode)),
  );

/**
 * What becomes of an order. One that replaces another says everything anew: nothing of the earlier one is kept. Throws when it says what `explainConfirmation` finds.
 */
export function writeConfirmation(confirmation: Confirmation): XmlOutput {
  const fault = explainConfirmation(confirmation);
  if (fault !== undefined) throw new Error(`Confirmation ${confirmation.id}: ${fault}`);
  const { id, at, replaces, type, comment, totalMinor, order, currencyCode, lines } = confirmation;
  return element(
    'ConfirmationRequest',
    {},
    element(
      'ConfirmationHeader',
      { confirmID: id, operation: replaces === undefined ? 'new' : 'update', type, noticeDate: formatTimestamp(at) },
      replaces !== undefined && writeDocumentReference(replaces),
      totalMinor !== undefined && amountWriter(currencyCode)('Total', totalMinor),
      comment !== undefined && writeText('Comments', comment),
    ),
    writeOrderReference(order),
    lines.map((line) => writeLine(line, currencyCode)),
  );
}
