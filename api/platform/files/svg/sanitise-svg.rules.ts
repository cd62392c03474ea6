import { SaxesParser, type SaxesTagNS } from 'saxes';
import { countExpanded, type SvgNode } from './count-expanded.rules.ts';
import type { SvgFinding } from './svg-findings.ts';
import { checkStyles, readDeclarations, StyleError, sanitiseValue } from './svg-styles.rules.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const MAX_NODES = 20_000;
const MAX_DEPTH = 100;
const MAX_SIDE = 20_000;

/** Shapes, what groups them and what they are filled with; written anew. Everything else is dropped or refused. */
const DRAWN = new Set(
  'svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern marker style'.split(
    ' ',
  ),
);
/** Draw what they contain. */
const GROUPS = new Set(['a', 'switch']);
/** Draw nothing. */
const DROPPED = new Set(['title', 'desc', 'metadata', 'view', 'cursor', 'color-profile']);

const REFUSED: Readonly<Record<string, SvgFinding['kind']>> = {
  ...kindOf(
    'script',
    'script handler listener foreignObject iframe object embed audio video canvas html body form input button link meta base',
  ),
  ...kindOf('picture', 'image feImage'),
  ...kindOf('text', 'text tspan tref textPath textArea altGlyph flowRoot font font-face glyph missing-glyph hkern vkern'),
  ...kindOf('effect', 'filter'),
  ...kindOf('animation', 'animate animateColor animateMotion animateTransform set discard mpath animation'),
};

/** Attributes that say where shapes are; those that say how they look are with the style properties. */
const GEOMETRY = new Set(
  'x y x1 y1 x2 y2 r rx ry cx cy fx fy fr d points width height viewBox preserveAspectRatio transform offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform markerUnits markerWidth markerHeight refX refY orient pathLength'.split(
    ' ',
  ),
);
const NAME = /^[\p{L}\p{N}_.:-]{1,200}$/u;
const LOCAL = /^\s*#([^\s"'()<>#]{1,200})\s*$/u;

function kindOf(kind: SvgFinding['kind'], names: string): Record<string, SvgFinding['kind']> {
  return Object.fromEntries(names.split(' ').map((name) => [name.toLowerCase(), kind]));
}

/** An SVG of shapes alone, and how many pixels it has drawn with its longer side as asked. */
export interface SafeSvg {
  svg: string;
  width: number;
  height: number;
}

class FindingError extends Error {
  readonly finding: SvgFinding;

  constructor(finding: SvgFinding) {
    super(finding.kind);
    this.finding = finding;
  }
}

const refuse = (finding: SvgFinding): never => {
  throw new FindingError(finding);
};

/**
 * Reads an SVG and writes it anew with shapes, groups, gradients and styles alone, `side` pixels on its longer side. What draws nothing is dropped; what runs,
 * moves, or refers to anything outside is a finding, and so are texts, pictures and effects. At most 20,000 elements, 100 deep, also when repeated elements are
 * counted each time. Takes linear time.
 */
export function sanitiseSvg(content: Uint8Array, side: number): SafeSvg | { finding: SvgFinding } {
  try {
    return new Sanitiser(side).read(decode(content));
  } catch (error) {
    if (error instanceof FindingError) return { finding: error.finding };
    if (error instanceof StyleError) return { finding: { kind: error.kind } };
    return { finding: { kind: 'unreadable' } };
  }
}

function decode(content: Uint8Array): string {
  if (content[0] === 0x1f && content[1] === 0x8b) refuse({ kind: 'compressed' });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return refuse({ kind: 'encoding' });
  }
  if (text.includes('\0')) refuse({ kind: 'encoding' });
  const encoding = /^<\?xml[^>]{0,200}\sencoding\s*=\s*["']([^"']{0,40})["']/.exec(text)?.[1];
  if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) refuse({ kind: 'encoding' });
  return text.trimStart();
}

/** An element that is open. Those that are dropped have no node. */
interface Open {
  local: string;
  node: SvgNode | undefined;
}

class Sanitiser {
  readonly #side: number;
  readonly #out: string[] = [];
  readonly #open: Open[] = [];
  readonly #byId = new Map<string, SvgNode>();
  #root: SvgNode | undefined;
  #size = { width: 0, height: 0 };
  #styles: string[] = [];
  #nodes = 0;

  constructor(side: number) {
    this.#side = side;
  }

  read(text: string): SafeSvg | { finding: SvgFinding } {
    const parser = new SaxesParser({ xmlns: true, position: false });
    parser.on('error', () => refuse({ kind: 'unreadable' }));
    // A document type without definitions says nothing: drawing programs write it.
    parser.on('doctype', (doctype) => doctype.includes('[') && refuse({ kind: 'entities' }));
    parser.on('processinginstruction', ({ target }) => /^xml-/i.test(target) && refuse({ kind: 'external' }));
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', () => this.#closeTag());
    parser.on('text', (part) => this.#addText(part));
    parser.on('cdata', (part) => this.#addText(part));
    parser.write(text).close();
    if (!this.#root) return refuse({ kind: 'unreadable' });
    if (countExpanded(this.#root, this.#byId, MAX_NODES) === undefined) refuse({ kind: 'too-complex' });
    return { svg: this.#out.join(''), ...this.#size };
  }

  #openTag({ local, uri, attributes }: SaxesTagNS): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || this.#open.length >= MAX_DEPTH) refuse({ kind: 'too-complex' });
    const list = Object.values(attributes);
    const kind = REFUSED[local.toLowerCase()] ?? (/^fe[A-Z]/.test(local) ? 'effect' : undefined);
    // Also in what is dropped: nothing of a file that runs scripts is taken.
    if (kind === 'script' || list.some(({ local: name }) => /^on[a-z]/i.test(name))) refuse({ kind: 'script' });
    const parent = this.#open.at(-1);
    const isSvg = uri === SVG || uri === '';
    if (!parent && !(isSvg && local === 'svg')) refuse({ kind: 'unreadable' });
    const isDropped = !isSvg || DROPPED.has(local) || (parent !== undefined && !parent.node);
    if (isDropped) return void this.#open.push({ local, node: undefined });
    if (kind) refuse({ kind } as SvgFinding);
    if (!DRAWN.has(local) && !GROUPS.has(local)) refuse({ kind: 'element', name: local.replaceAll(/[^\w-]/g, '').slice(0, 40) });
    if (local === 'style') return void this.#open.push({ local, node: parent?.node });
    const node: SvgNode = { children: [], references: [] };
    parent?.node?.children.push(node);
    const written = this.#readAttributes(local, list, node);
    this.#open.push({ local, node });
    this.#out.push(`<${GROUPS.has(local) ? 'g' : local}`, parent ? written : this.#openRoot(node, written, list), '>');
  }

  #closeTag(): void {
    const { local, node } = this.#open.pop() as Open;
    if (local === 'style' && node) {
      const styles = checkStyles(this.#styles.join(''));
      this.#styles = [];
      this.#out.push(`<style>${escapeXml(styles)}</style>`);
    } else if (node) this.#out.push(`</${GROUPS.has(local) ? 'g' : local}>`);
  }

  #addText(part: string): void {
    const current = this.#open.at(-1);
    if (current?.local === 'style' && current.node) this.#styles.push(part);
  }

  #openRoot(node: SvgNode, written: string, attributes: readonly { name: string; value: string }[]): string {
    this.#root = node;
    const size = readSize(Object.fromEntries(attributes.map(({ name, value }) => [name, value])));
    const scale = this.#side / Math.max(size.width, size.height);
    const { width, height } = { width: size.width * scale, height: size.height * scale };
    this.#size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
    return ` xmlns="${SVG}" xmlns:xlink="${XLINK}" width="${this.#size.width}" height="${this.#size.height}" viewBox="${size.viewBox.join(' ')}"${written}`;
  }

  #readAttributes(
    element: string,
    attributes: readonly { local: string; prefix: string; uri: string; value: string }[],
    node: SvgNode,
  ): string {
    const isRoot = this.#open.length === 0;
    let written = '';
    for (const { local, prefix, uri, value } of attributes) {
      const isLink = local === 'href' && (prefix === '' || uri === XLINK);
      if (isLink) {
        const link = this.#readLink(element, value, node);
        if (link) written += link;
        continue;
      }
      if (local === 'base' && prefix === 'xml') refuse({ kind: 'external' });
      if (prefix !== '') continue;
      if (local === 'id') {
        if (!NAME.test(value)) continue;
        if (!this.#byId.has(value)) this.#byId.set(value, node);
        written += ` id="${escapeXml(value)}"`;
      } else if (local === 'class') written += ` class="${escapeXml(value.slice(0, 500))}"`;
      else if (local === 'style') {
        const declarations = readDeclarations(value, node.references);
        if (declarations) written += ` style="${escapeXml(declarations)}"`;
      } else if (GEOMETRY.has(local)) {
        if (isRoot && /^(x|y|width|height|viewBox|transform)$/.test(local)) continue;
        written += ` ${local}="${escapeXml(value)}"`;
      } else {
        const kept = sanitiseValue(local, value, node.references);
        if (kept !== undefined) written += ` ${local}="${escapeXml(kept)}"`;
      }
    }
    return written;
  }

  /** The link of an element that repeats another of the same file, or takes its colours. */
  #readLink(element: string, value: string, node: SvgNode): string | undefined {
    if (element === 'a') return /^\s*javascript\s*:/i.test(value) ? refuse({ kind: 'script' }) : undefined;
    const target = LOCAL.exec(value)?.[1];
    if (target === undefined) return refuse({ kind: /^\s*javascript\s*:/i.test(value) ? 'script' : 'external' });
    if (!/^(use|linearGradient|radialGradient|pattern)$/.test(element)) return undefined;
    node.references.push(target);
    return ` xlink:href="#${escapeXml(target)}"`;
  }
}

const NUMBER = /^\s*([+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:e[+-]?\d{1,2})?)\s*(px|pt|pc|mm|cm|in|q)?\s*$/i;
const PX: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, q: 96 / 101.6 };

/** A length in pixels; undefined for one that depends on what is around the picture, such as a share. */
function readLength(value: string | undefined): number | undefined {
  const [, number, unit = 'px'] = NUMBER.exec(value ?? '') ?? [];
  return number === undefined ? undefined : Number(number) * (PX[unit.toLowerCase()] as number);
}

const isSide = (pixels: number) => pixels >= 1 && pixels <= MAX_SIDE;

/** Width and height in pixels, and the part of the drawing that is seen. What is not stated follows from the other. */
function readSize({ width: w, height: h, viewBox }: Record<string, string>) {
  const [width, height] = [readLength(w), readLength(h)];
  const box =
    viewBox === undefined || viewBox.length > 200
      ? undefined
      : viewBox
          .trim()
          .split(/[\s,]+/)
          .map(Number);
  const isBox = box?.length === 4 && box.every((number) => Number.isFinite(number) && Math.abs(number) <= 1e6);
  const [, , boxWidth = 0, boxHeight = 0] = isBox ? box : [];
  if (isBox && !(boxWidth > 0 && boxHeight > 0)) return refuse({ kind: 'size' });
  // A drawing without a size of its own may have coordinates of any scale.
  if (isBox && width === undefined && height === undefined) return { width: boxWidth, height: boxHeight, viewBox: box };
  const ratio = isBox ? boxWidth / boxHeight : 1;
  const size = {
    width: width ?? (height ?? (isBox ? boxWidth : 100)) * (height === undefined ? 1 : ratio),
    height: height ?? (width ?? (isBox ? boxHeight : 100)) / (width === undefined ? 1 : ratio),
  };
  if (!isSide(size.width) || !isSide(size.height)) return refuse({ kind: 'size' });
  return { ...size, viewBox: isBox ? box : [0, 0, size.width, size.height] };
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
