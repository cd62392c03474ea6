import { nameLogo } from '#contract/catalogue/customisation/design-words.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { OpenLine } from '../fulfilment/open-order.rules.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';

type Decoration = ReplyOf<'GET /api/operator/decoration/work'>;
type Design = Decoration['lines'][number]['designs'][number];

/** A design with what only work orders show. */
export interface WorkDesign extends Design {
  /** Equal for designs that are set up once. */
  designKey: string;
  /** The picture of its logo; null for a text only. */
  logoFile: { id: number; storage_key: string } | null;
  /** The proof that the client approved: its size on the garment and its colours; null where none was needed. */
  approved: { widthMm: number; heightMm: number; colours: string[] } | null;
  /** Names of the files for production beside its logo. */
  productionFiles: string[];
}

/** A personalised line of a released order. */
export interface DecorationLine extends Omit<Decoration['lines'][number], 'designs'> {
  designs: WorkDesign[];
  /** The addresses of the drawings of the garment in its colours. */
  drawings: { front: string; back: string };
}

/** Why a request is refused: status, field and sentence. */
export interface DecorationRefusal {
  status: 404 | 409 | 422;
  field: string;
  message: string;
}

/** Why the decoration of a line cannot begin; undefined when it can. `field` names the line in the request. */
export function explainNotToStart({ name, isPersonalised, undecorated }: OpenLine, field: string): DecorationRefusal | undefined {
  if (!isPersonalised) return { status: 422, field, message: `${name} is not personalised, so it is packed as it is.` };
  if (undecorated > 0) return undefined;
  return { status: 409, field: 'decoration', message: `Nothing of ${name} is left to decorate. Please reload the page.` };
}

/** Why finished pieces of a line cannot be recorded, or with a negative quantity taken back; undefined when they can. */
export function explainNotToFinish(line: OpenLine, quantity: number): DecorationRefusal | undefined {
  const { name, undecorated, pending, packed } = line;
  if (!line.isPersonalised)
    return { status: 422, field: 'orderItemId', message: `${name} is not personalised, so it is packed as it is.` };
  const refuse = (message: string): DecorationRefusal => ({ status: 409, field: 'decoration', message });
  if (quantity > undecorated)
    return refuse(
      undecorated === 0
        ? `All pieces of ${name} are decorated. This one was scanned twice or is one too many: put it back.`
        : `Only ${formatPieces(undecorated)} of ${name} ${undecorated === 1 ? 'is' : 'are'} left to decorate.`,
    );
  const free = pending - packed - undecorated;
  if (-quantity > free)
    return refuse(
      free === 0
        ? `Nothing of ${name} can be taken back: what is decorated is packed or has been sent.`
        : `Only ${formatPieces(free)} of ${name} can be taken back: the rest is not decorated, is packed or has been sent.`,
    );
  return undefined;
}

/** Why a line cannot be set back as if its decoration had not begun; undefined when it can. */
export function explainNotToReset({ name, decorationStartedAt, decorated }: OpenLine): DecorationRefusal | undefined {
  const refuse = (message: string): DecorationRefusal => ({ status: 409, field: 'decoration', message });
  if (decorationStartedAt === null) return refuse(`The decoration of ${name} has not started. Please reload the page.`);
  if (decorated === 0) return undefined;
  return refuse(
    `${formatPieces(decorated)} of ${name} ${decorated === 1 ? 'is' : 'are'} finished. Take back what was counted by mistake first; what was made cannot be set back.`,
  );
}

/** The line that a barcode on a work order names, `L` and its number; undefined for another code. */
export function readLineCode(code: string): number | undefined {
  const [, digits] = /^L-?(\d{1,9})$/i.exec(code.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A line that a scanned garment can be for. */
export interface CandidateLine {
  lineId: number;
  orderId: number;
  organisationId: number;
  /** Equal for lines whose pieces are decorated alike. */
  signature: string;
  name: string;
}

/** The line that a scanned garment is for, the first one of those that are given; a refusal where they are decorated in different ways. */
export function chooseCandidate(candidates: readonly CandidateLine[]): CandidateLine | DecorationRefusal | undefined {
  const [first] = candidates;
  if (!first || candidates.every(({ signature }) => signature === first.signature)) return first;
  const orders = [...new Set(candidates.map(({ orderId }) => orderId))];
  const some = orders.slice(0, 3).join(', ');
  return {
    status: 409,
    field: 'code',
    message: `${first.name} is decorated in different ways for ${orders.length === 1 ? `order ${some}` : `orders ${some}${orders.length > 3 ? ' and others' : ''}`}. Scan the barcode of the line on its work order.`,
  };
}

/** What is made, and where: "Left chest: logo Anchor", "Right chest: name badges". `texts` are those of all pieces. */
function nameDesign({ position, methodId, logoName }: WorkDesign, texts: readonly string[]): string {
  const [text] = texts;
  const words =
    text === undefined ? undefined : texts.length === 1 ? `“${text.replaceAll('\n', ' / ')}”` : `${texts.length} texts`;
  const badge = methodId === 40 && words !== undefined ? `name badge, ${words}` : words;
  return `${position}: ${[logoName === null ? undefined : nameLogo(logoName), badge].filter((part) => part !== undefined).join(' and ')}`;
}

/** Lines that get the same design by the same method on the same garment, in one colour. */
export interface LinesOfDesign {
  key: string;
  /** The design as the first of the lines has it: the text of a design for names differs from line to line. */
  design: WorkDesign;
  name: string;
  lines: { line: DecorationLine; design: WorkDesign }[];
}

const compare = (one: string | null, other: string | null) => (one ?? '').localeCompare(other ?? '', 'en');

/** Lines by design, in the order in which they are made: by method, design, garment and colour. A line with several designs is in several groups. */
export function groupByDesign(lines: readonly DecorationLine[]): LinesOfDesign[] {
  const groups = new Map<string, LinesOfDesign['lines']>();
  for (const line of lines)
    for (const design of line.designs) {
      const key = [design.methodId, design.designKey, line.productName, line.colour ?? ''].join('|');
      groups.set(key, [...(groups.get(key) ?? []), { line, design }]);
    }
  return [...groups]
    .map(([key, members]): LinesOfDesign => {
      const { design } = members[0] as LinesOfDesign['lines'][number];
      const texts = [...new Set(members.flatMap((member) => member.design.text ?? []))];
      return { key, design, name: nameDesign(design, texts), lines: members };
    })
    .sort((one, other) => {
      const [a, b] = [one.lines[0]?.line as DecorationLine, other.lines[0]?.line as DecorationLine];
      return (
        one.design.methodId - other.design.methodId ||
        compare(one.design.designKey, other.design.designKey) ||
        compare(a.productName, b.productName) ||
        compare(a.colour, b.colour)
      );
    });
}

/** A group as the API shows it. */
export const toDecorationGroup = ({ key, design, name, lines }: LinesOfDesign): Decoration['groups'][number] => ({
  key,
  methodId: design.methodId,
  method: design.method,
  name,
  productName: lines[0]?.line.productName ?? '',
  colour: lines[0]?.line.colour ?? null,
  quantity: lines.reduce((sum, { line }) => sum + line.quantity, 0),
  decoratedQuantity: lines.reduce((sum, { line }) => sum + line.decoratedQuantity, 0),
  lineIds: lines.map(({ line }) => line.id),
});

/** A line as the API shows it, without what only work orders have. */
export const toDecorationLine = ({ drawings: _drawings, designs, ...line }: DecorationLine): Decoration['lines'][number] => ({
  ...line,
  designs: designs.map(({ designKey: _key, approved: _proof, logoFile: _file, productionFiles: _files, ...design }) => design),
});
