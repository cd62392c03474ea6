import type { ClothColours } from './cloth-colours.ts';
import type { GarmentFeature } from './features.ts';
import { crescent, perpendicularOffset } from './path.ts';

export type Side = 'front' | 'back';

/** Start and end of a gradient in the drawing's own units. */
export type Span = readonly [x1: number, y1: number, x2: number, y2: number];

/** A fixed silver for reflective tape, the same on every garment as it is in life. */
const SILVER = { light: '#f2f4f5', base: '#d5d9dc', deep: '#a5acb1', edge: '#868d92' };
const STEEL = { light: '#eceff1', base: '#b9bfc4', edge: '#70777c' };

/** Draws one garment: collects marks from back to front and the gradients they need. */
export class Pen {
  readonly main: ClothColours;
  /** Shades of the accent cloth; the garment's own shades if there is no accent. */
  readonly accent: ClothColours;
  readonly hasAccent: boolean;
  readonly side: Side;
  readonly #features: ReadonlySet<GarmentFeature>;
  readonly #id: string;
  #silhouette = '';
  #halves = 0;
  #marks: string[] = [];
  #frame = '';
  readonly #defs = new Map<string, string>();

  constructor(
    id: string,
    side: Side,
    main: ClothColours,
    accent: ClothColours | undefined,
    features: ReadonlySet<GarmentFeature> = new Set(),
  ) {
    this.#id = id;
    this.#features = features;
    this.side = side;
    this.main = main;
    this.accent = accent ?? main;
    this.hasAccent = accent !== undefined;
  }

  /** Whether the garment has this unusual feature. The usual ones of a type have no name here: they are drawn when no other is said. */
  has(feature: GarmentFeature): boolean {
    return this.#features.has(feature);
  }

  get isFront(): boolean {
    return this.side === 'front';
  }

  #define(key: string, build: (id: string) => string): string {
    const known = this.#defs.get(key);
    const id = `${this.#id}-${known === undefined ? this.#defs.size : [...this.#defs.keys()].indexOf(key)}`;
    if (known === undefined) this.#defs.set(key, build(id));
    return `url(#${id})`;
  }

  /** The stops are defined once for each cloth; every direction they run in borrows them. */
  #gradient(stops: readonly (readonly [number, string])[], span: Span | undefined): string {
    const inner = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
    const level = this.#define(inner, (id) => `<linearGradient id="${id}">${inner}</linearGradient>`);
    if (!span) return level;
    const where = `gradientUnits="userSpaceOnUse" x1="${span[0]}" y1="${span[1]}" x2="${span[2]}" y2="${span[3]}"`;
    return this.#define(inner + where, (id) => `<linearGradient id="${id}" xlink:href="${level.slice(4, -1)}" ${where}/>`);
  }

  /** Cloth around a body or a limb: dark at both sides, lightest a little left of the middle. */
  round(span?: Span, shades: ClothColours = this.main): string {
    const { deep, base, light } = shades;
    return this.#gradient(
      [
        [0, deep],
        [0.2, base],
        [0.44, light],
        [0.78, base],
        [1, deep],
      ],
      span,
    );
  }

  /** Cloth that turns from light to dark in one direction. */
  turn(span: Span, from: string, to: string): string {
    return this.#gradient(
      [
        [0, from],
        [1, to],
      ],
      span,
    );
  }

  tape(span?: Span): string {
    return this.#gradient(
      [
        [0, SILVER.deep],
        [0.25, SILVER.base],
        [0.45, SILVER.light],
        [0.75, SILVER.base],
        [1, SILVER.deep],
      ],
      span,
    );
  }

  /** Moves and enlarges the whole drawing around its centre, for garments that would be too small otherwise. */
  frame(scale: number, dx: number, dy: number): void {
    this.#frame = ` transform="translate(${120 - 120 * scale + dx} ${130 - 130 * scale + dy}) scale(${scale})"`;
  }

  mark(svg: string): void {
    this.#marks.push(svg);
  }

  /** A soft shadow below the silhouette, from widening strokes: filters are not drawn by every rasteriser. */
  shadow(silhouette: string): void {
    const id = `${this.#id}-s`;
    this.#silhouette = silhouette;
    const layers = [5, 8, 11, 14].map((w) => `<use xlink:href="#${id}" stroke-width="${w}"/>`).join('');
    this.mark(
      `<g transform="translate(0 4)" fill="#2b2820" stroke="#2b2820" fill-opacity=".022" stroke-opacity=".022" stroke-width="2"><path id="${id}" d="${silhouette}"/>${layers}</g>`,
    );
  }

  /** What a thing standing on the ground throws below it. */
  ground(x: number, y: number, reach: number): void {
    const ring = (share: number) => `<ellipse cx="${x}" cy="${y}" rx="${reach * share}" ry="${4 + reach * share * 0.06}"/>`;
    this.mark(`<g fill="#2b2820" fill-opacity=".05">${[0.84, 0.92, 1].map(ring).join('')}</g>`);
  }

  fill(d: string, fill: string, opacity = 1): void {
    const shape = d === this.#silhouette ? `use xlink:href="#${this.#id}-s"` : `path d="${d}"`;
    this.mark(`<${shape} fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`);
  }

  /** A cut piece of cloth with its edge. */
  piece(d: string, fill: string, shades: ClothColours = this.main, width = 1.3): void {
    this.mark(`<path d="${d}" fill="${fill}" stroke="${shades.edge}" stroke-width="${width}"/>`);
  }

  /** The outer edge, drawn last: the strongest line of the drawing. */
  outline(d: string, shades: ClothColours = this.main): void {
    if (d === this.#silhouette) this.mark(`<use xlink:href="#${this.#id}-s" stroke="${shades.rim}" stroke-width="1.6"/>`);
    else this.line(d, shades.rim, 1.6);
  }

  line(d: string, colour: string, width: number, extra = ''): void {
    this.mark(`<path d="${d}" stroke="${colour}" stroke-width="${width}"${extra}/>`);
  }

  /** A cord, lace or strap of the given width, with its edges. */
  cord(d: string, width: number, shades: ClothColours = this.main, core = shades.base): void {
    this.line(d, shades.edge, width + 2, ' stroke-linecap="round"');
    this.line(d, core, width, ' stroke-linecap="round"');
  }

  /** Binding folded round an edge; clip it to the garment, for it runs past the ends. */
  binding(d: string, width: number, shades: ClothColours): void {
    this.line(d, shades.edge, width * 2 + 2);
    this.line(d, shades.under, width * 2);
  }

  seam(d: string, shades: ClothColours = this.main, width = 1): void {
    this.line(d, shades.seam, width);
  }

  stitch(d: string, shades: ClothColours = this.main): void {
    this.mark(`<path d="${d}" stroke="${shades.seam}" stroke-width=".8" stroke-dasharray="2.4 1.6"/>`);
  }

  /** Knitted ribs: ticks across a line, as wide as the rib is deep. */
  ribs(d: string, depth: number, shades: ClothColours = this.main, opacity = 0.55): void {
    this.mark(`<path d="${d}" stroke="${shades.seam}" stroke-width="${depth}" stroke-dasharray=".9 2" opacity="${opacity}"/>`);
  }

  /** A closed zip: tape, teeth and their glint. */
  zip(d: string, shades: ClothColours = this.main, width = 4): void {
    this.mark(`<path d="${d}" stroke="${shades.under}" stroke-width="${width + 2.4}"/>`);
    this.mark(`<path d="${d}" stroke="${shades.edge}" stroke-width="${width - 1}" opacity=".85"/>`);
    this.mark(
      `<path d="${d}" stroke="${shades.highlight}" stroke-width="${width - 1.6}" stroke-dasharray=".8 1.1" opacity=".7"/>`,
    );
  }

  puller(x: number, y: number, shades: ClothColours = this.main): void {
    this.mark(
      `<path d="M${x - 1.6} ${y}L${x + 1.6} ${y}L${x + 2.2} ${y + 9}Q${x} ${y + 11} ${x - 2.2} ${y + 9}Z" fill="${STEEL.base}" stroke="${shades.edge}" stroke-width=".8"/>`,
    );
  }

  /**
   * Light or dark laid along a line: strong on the line, fading out over `width`. Eight shared directions keep the drawing small.
   */
  #fade(d: string, width: number, colour: string, opacity: number): void {
    const [dx, dy] = perpendicularOffset(d, width);
    const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4));
    const [x, y] = [Math.round(Math.cos((eighth * Math.PI) / 4)), Math.round(Math.sin((eighth * Math.PI) / 4))];
    const where = `x1="${x < 0 ? 1 : 0}" x2="${x > 0 ? 1 : 0}" y1="${y < 0 ? 1 : 0}" y2="${y > 0 ? 1 : 0}"`;
    const stops = `<stop stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/>`;
    const plain = this.#define(stops, (id) => `<linearGradient id="${id}">${stops}</linearGradient>`);
    const fill = this.#define(where + stops, (id) => `<linearGradient id="${id}" xlink:href="${plain.slice(4, -1)}" ${where}/>`);
    this.fill(crescent(d, width), fill, Math.round(opacity * 100) / 100);
  }

  /**
   * A fold, or the shadow one piece throws on another; a line drawn downwards shades to its right, with negative width to its
   * left.
   */
  fold(d: string, width: number, strength = 1, shades: ClothColours = this.main): void {
    this.#fade(d, width, shades.shadow, Math.min(0.6 * strength * shades.foldStrength, 0.9));
  }

  /** Light caught on a raised fold. */
  sheen(d: string, width: number, strength = 1, shades: ClothColours = this.main): void {
    this.#fade(d, width, shades.highlight, Math.min(0.3 * strength * shades.highlightStrength, 0.9));
  }

  /** Draws a small shape once and repeats it in a row. */
  #place(x: number, y: number, drawing: string): void {
    const url = this.#define(drawing, (id) => `<g id="${id}" stroke-linecap="round">${drawing}</g>`);
    this.mark(`<use xlink:href="${url.slice(4, -1)}" x="${x}" y="${y}"/>`);
  }

  /** One thread of a fringe, hanging from the point. */
  tassel(x: number, y: number): void {
    const thread = 'd="M0 0C-1 8 1 14-.6 22"';
    this.#place(
      x,
      y,
      `<path ${thread} stroke="${this.main.edge}" stroke-width="3"/><path ${thread} stroke="${this.main.base}" stroke-width="1.8"/>`,
    );
  }

  button(x: number, y: number, r = 2.6, shades: ClothColours = this.main): void {
    const thread = `<path d="M-.8 0h.1M.7 0h.1" stroke="${shades.edge}" stroke-width=".9"/>`;
    this.#place(x, y, `<circle r="${r}" fill="${shades.button}" stroke="${shades.edge}" stroke-width=".9"/>${thread}`);
  }

  /** A metal stud, eyelet or popper. */
  stud(x: number, y: number, r = 2): void {
    const glint = `<circle cx="${-r * 0.25}" cy="${-r * 0.25}" r="${r * 0.4}" fill="${STEEL.light}"/>`;
    this.#place(x, y, `<circle r="${r}" fill="${STEEL.base}" stroke="${STEEL.edge}" stroke-width=".8"/>${glint}`);
  }

  /** Reflective tape with its stitched edges. */
  reflective(d: string, span?: Span): void {
    this.mark(`<path d="${d}" fill="${this.tape(span)}" stroke="${SILVER.edge}" stroke-width=".8"/>`);
  }

  /** Everything drawn inside is cut off at the given shape. */
  clip(d: string, draw: () => void): void {
    const url = this.#define(`clip${d}`, (id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    this.mark(`<g clip-path="${url}">`);
    draw();
    this.mark('</g>');
  }

  /** Draws the left half and repeats it on the right. */
  both(draw: () => void): void {
    const before = this.#marks;
    this.#marks = [];
    draw();
    const half = this.#marks.join('');
    this.#marks = before;
    const id = `${this.#id}-h${this.#halves++}`;
    this.mark(`<g id="${id}">${half}</g><use xlink:href="#${id}" transform="matrix(-1 0 0 1 240 0)"/>`);
  }

  svg(label: string): string {
    const defs = [...this.#defs.values()].join('');
    const drawing = `<defs>${defs}</defs><g fill="none" stroke-linejoin="round"${this.#frame}>${this.#marks.join('')}</g>`;
    // Rounded numbers, and neighbouring lines of one kind as one path: a page shows dozens of these.
    const short = drawing
      .replace(/ (?:d|c[xy]|r[xy]?|[xy])="[^"]*"/g, (d) => d.replace(/\d*\.\d+/g, (n) => String(Math.round(Number(n) * 10) / 10)))
      .replace(/(?:<path d="[^"]*" (stroke="[^>]*")\/>)(?:<path d="[^"]*" \1\/>)+/g, (run, style) => {
        const lines = [...run.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);
        return `<path d="${lines.join('')}" ${style}/>`;
      });
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 240 260" role="img"><title>${label}</title>${short}</svg>`;
  }
}
