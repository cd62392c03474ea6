/** The middle of every drawing: garments are drawn as their left half and mirrored here. */
const CENTRE = 120;

type Point = readonly [x: number, y: number];
interface Segment {
  command: string;
  points: Point[];
}

/** Reads absolute M, L, C, Q and Z; nothing else is used in the drawings. */
function parse(d: string): Segment[] {
  return [...d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)].map(([, command, rest]) => {
    const numbers = (rest?.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const points: Point[] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
    return { command: command ?? 'M', points };
  });
}

function write(point: Point): string {
  return point.map((n) => Math.round(n * 10) / 10).join(' ');
}

/** The same line on the other side of the garment, or of another upright axis. */
export function mirror(d: string, axis = CENTRE): string {
  return parse(d)
    .map((s) => s.command + s.points.map(([x, y]) => write([2 * axis - x, y])).join(' '))
    .join('');
}

/** A line and its mirror image in one path. */
export function withMirror(d: string): string {
  return d + mirror(d);
}

/** The open path drawn backwards, every point first passed through `move`; starts with a lineto. */
function backwards(d: string, move: (p: Point, isJoint: boolean) => Point): string {
  const segments = parse(d).filter((s) => s.command !== 'Z');
  let out = '';
  for (let i = segments.length - 1; i > 0; i--) {
    const segment = segments[i];
    const before = segments[i - 1]?.points.at(-1);
    if (!segment || !before) continue;
    const controls = segment.points.slice(0, -1).reverse();
    out += segment.command + [...controls.map((p) => write(move(p, false))), write(move(before, true))].join(' ');
  }
  return out;
}

/** The reverse of an open path, to be appended at its end. */
export function reversePath(d: string): string {
  return backwards(d, (p) => p);
}

/** Closes a left half, drawn from the centre above to the centre below, with its mirror image: one whole silhouette. */
export function closeWithMirror(half: string): string {
  const end = parse(half).at(-1)?.points.at(-1);
  const touches = end?.[0] === CENTRE ? '' : `L${write([2 * CENTRE - (end?.[0] ?? 0), end?.[1] ?? 0])}`;
  return `${half}${touches}${backwards(half, ([x, y]) => [2 * CENTRE - x, y])}Z`;
}

/** The offset of a line by `width` to the left of its direction (to the right on screen for a line that runs down). */
export function perpendicularOffset(d: string, width: number): Point {
  const segments = parse(d);
  const start = segments[0]?.points[0] ?? [0, 0];
  const end = segments.at(-1)?.points.at(-1) ?? [0, 0];
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  return [((end[1] - start[1]) / length) * width, (-(end[0] - start[0]) / length) * width];
}

/** A fold: the line given, swelling to about `width` in the middle and running out at both ends. */
export function crescent(d: string, width: number): string {
  const segments = parse(d);
  const start = segments[0]?.points[0];
  const shift = perpendicularOffset(d, width);
  const end = segments[1]?.points[0];
  if (segments.length === 2 && start && end && segments[1]?.command === 'L') {
    const bulge: Point = [(start[0] + end[0]) / 2 + shift[0] * 1.6, (start[1] + end[1]) / 2 + shift[1] * 1.6];
    return `${d}Q${write(bulge)} ${write(start)}Z`;
  }
  const move = (p: Point, isJoint: boolean): Point => {
    if (isJoint && p[0] === start?.[0] && p[1] === start[1]) return p;
    const share = isJoint ? 0.8 : 1;
    return [p[0] + shift[0] * share, p[1] + shift[1] * share];
  };
  return `${d}${backwards(d, move)}Z`;
}
