import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import { describeScan, listCodesOf, readScan } from '#contract/scanned-codes.ts';
import { plural } from '#web/ui/format/format.ts';
import { explainOtherKeyboard, hintAtKeyboard } from '../../scanning/explain-unknown-code.ts';
import { describeDue, nameLine, type PackLine, type PackOrder } from '../pack-order.ts';
import { type Bag, nameBag } from './bags.ts';
import { getPacked, isClosed, type PackingState } from './packing-state.ts';
import { describeWrongSize, findWantedSize } from './wrong-size.ts';

/** What a scan did, or why it did nothing. Only `added` changes a bag. */
export interface ScanResult {
  kind:
    | 'added'
    | 'complete'
    | 'late'
    | 'closed'
    | 'otherBag'
    | 'otherOrder'
    | 'done'
    | 'wrongSize'
    | 'wrongGarment'
    | 'carton'
    | 'keyboard'
    | 'unknown';
  message: string;
  /** The line whose piece is added. */
  line?: PackLine;
  /** The bag that is meant. */
  bagKey?: string;
  /** The other order that is meant. */
  orderId?: number;
}

export interface ScanContext {
  orders: readonly PackOrder[];
  bags: readonly Bag[];
  /** The bag into which pieces go. */
  openBag: Bag | undefined;
  /** Other orders that go to the same destination. */
  elsewhere: readonly PackOrder[];
  state: PackingState;
}

/** A barcode or SKU as it is compared: without regard to spaces, letter case and the zeros with which a shorter GTIN is filled up. */
export function normaliseCode(code: string): string {
  const plain = code.replaceAll(/\s/g, '').toUpperCase();
  return /^\d{8,14}$/.test(plain) ? plain.replace(/^0+/, '') : plain;
}

type Matches = (line: Pick<PackOrder['lines'][number], 'gtin' | 'sku'>) => boolean;

/** Whether a garment has one of the codes for which a scan can stand. */
function matchScan(input: string): Matches {
  const codes = new Set(listCodesOf(input).map(normaliseCode));
  return ({ gtin, sku }) => [gtin, sku].some((own) => own !== null && own !== '' && codes.has(normaliseCode(own)));
}

const hasRoom = (state: PackingState) => (line: PackLine) => getPacked(state, line) < line.readyQuantity;

/** What a scanned code means for the bags; undefined for an empty one. */
export function resolveScan(input: string, context: ScanContext): ScanResult | undefined {
  const { bags, openBag, state } = context;
  if (readScan(input).text === '') return undefined;
  const isMeant = matchScan(input);
  const found = bags.flatMap((bag) => bag.lines.filter(isMeant).map((line) => ({ bag, line })));
  if (found.length === 0) return explainForeign(input, isMeant, context);

  const free = found.filter(({ line }) => hasRoom(state)(line));
  const own = free.find(({ bag }) => bag.key === openBag?.key);
  if (own && !isClosed(state, own.bag)) {
    const count = `${getPacked(state, own.line) + 1} of ${own.line.pendingQuantity}`;
    return {
      kind: 'added',
      line: own.line,
      bagKey: own.bag.key,
      message: [
        `Added: ${nameLine(own.line)}. ${count} ${bags.length > 1 ? `for ${own.bag.title}` : 'packed'}`,
        ...explainDesigns(
          own.line,
          free.map(({ line }) => line),
        ),
      ].join('. '),
    };
  }
  const target = own ?? free.find(({ bag }) => !isClosed(state, bag)) ?? free[0];
  if (!target) return explainFull(found, context);
  const name = nameLine(target.line);
  if (isClosed(state, target.bag))
    return {
      kind: 'closed',
      bagKey: target.bag.key,
      message: `Not added: Bag ${target.bag.number} is closed. Reopen it to add ${name}.`,
    };
  return {
    kind: 'otherBag',
    bagKey: target.bag.key,
    message: `Not added: ${name} is for ${nameBag(target.bag)} (order ${target.line.orderId}).`,
  };
}

const wordsOf = ({ designs }: PackLine): string => designs.map((design) => describeDesign(design)).join('; ');

/**
 * What has to be on the piece that was scanned, as sentences: its code does not say that. `free` are the lines that need a piece with this code, of which the
 * scan took the first: another one is counted by hand.
 */
function explainDesigns(line: PackLine, free: readonly PackLine[]): string[] {
  const words = wordsOf(line);
  const areAlike = free.every((other) => wordsOf(other) === words);
  if (words === '' && areAlike) return [];
  return [
    words === '' ? 'Check that nothing is on it' : `Check it: ${words}`,
    ...(areAlike ? [] : ['If it has another design, undo the scan and count the piece at its own line']),
  ];
}

/** Why no bag takes another piece of a garment that is in these orders. */
function explainFull(found: readonly { bag: Bag; line: PackLine }[], context: ScanContext): ScanResult {
  const { openBag, state } = context;
  const { bag, line } = (found.find((each) => each.bag.key === openBag?.key) ?? found[0]) as (typeof found)[number];
  const name = nameLine(line);
  if (line.toDecorateQuantity > 0 && getPacked(state, line) >= line.readyQuantity)
    return {
      kind: 'late',
      bagKey: bag.key,
      message: `Not added: ${plural(line.toDecorateQuantity, 'piece')} of ${name} ${line.toDecorateQuantity === 1 ? 'is' : 'are'} to be decorated first. Record what is finished on the page Decoration.`,
    };
  if (line.readyQuantity === 0)
    return {
      kind: 'late',
      bagKey: bag.key,
      message: `Not added: ${name} is not on hand for order ${line.orderId} and ${describeDue(line)}.`,
    };
  if (line.readyQuantity < line.pendingQuantity)
    return {
      kind: 'late',
      bagKey: bag.key,
      message: `Not added: ${line.readyQuantity} of ${line.pendingQuantity} × ${name} can be packed now. The rest ${describeDue(line)}.`,
    };
  const packed = found.reduce((sum, each) => sum + getPacked(state, each.line), 0);
  const needed = found.reduce((sum, each) => sum + each.line.pendingQuantity, 0);
  const shelf = line.shelf === null ? '' : ` on shelf ${line.shelf}`;
  const wanted = findWantedSize(line, context);
  const instead = wanted ? ` Bag ${wanted.bag.number} still needs ${nameLine(wanted.line)}.` : '';
  return {
    kind: 'complete',
    bagKey: bag.key,
    message: `Not added: ${name} is complete, ${packed} of ${needed}. This piece was scanned twice or is one too many: put it back${shelf}.${instead}`,
  };
}

/** What is known of a code that no bag has. */
function explainForeign(input: string, isMeant: Matches, context: ScanContext): ScanResult {
  const { orders, elsewhere } = context;
  for (const order of orders) {
    const line = order.lines.find(isMeant);
    if (!line) continue;
    const wanted = findWantedSize(line, context);
    if (wanted) return { kind: 'wrongSize', bagKey: wanted.bag.key, message: describeWrongSize(line, wanted) };
    return {
      kind: 'done',
      orderId: order.id,
      message: `Not added: all of ${nameLine(line)} in order ${order.id} has been shipped or cancelled.`,
    };
  }
  for (const order of elsewhere) {
    const line = order.lines.find((each) => isMeant(each) && each.pendingQuantity > 0);
    if (!line) continue;
    const wanted = findWantedSize(line, context);
    const whose = `for order ${order.id} of ${line.wearerName ?? order.personName}, which goes to ${order.destinationName} too.`;
    if (wanted)
      return {
        kind: 'wrongSize',
        bagKey: wanted.bag.key,
        orderId: order.id,
        message: `${describeWrongSize(line, wanted)} This one is ${whose}`,
      };
    return { kind: 'otherOrder', orderId: order.id, message: `Not added: ${nameLine(line)} is ${whose}` };
  }
  return explainUnknown(input, context);
}

/** What a code that no order here has can be, before the catalogue is asked. */
function explainUnknown(input: string, { orders, elsewhere }: ScanContext): ScanResult {
  const lines = [...orders, ...elsewhere].flatMap((order) => order.lines);
  const isKnown = (code: string) => lines.some(matchScan(code));
  const keyboard = explainOtherKeyboard(input, isKnown);
  if (keyboard !== undefined) return { kind: 'keyboard', message: `Not added: ${keyboard}` };
  const { cartonOf } = readScan(input);
  if (cartonOf !== undefined) {
    const line = lines.find(matchScan(cartonOf));
    return {
      kind: 'carton',
      message: `Not added: this is the code of a carton${line ? ` of ${nameLine(line)}` : ''}. Scan each piece.`,
    };
  }
  return {
    kind: 'unknown',
    message: `Not added: no garment to pack for this destination has the code ${describeScan(input)}.${hintAtKeyboard(input)}`,
  };
}
