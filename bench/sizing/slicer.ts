/**
 * An independent way to measure a mesh, which shares no code with the mannequin. Triangles are turned until the tape's plane is
 * level, their cuts are joined end to end into loops, and a string is wrapped around the loops' points (gift wrapping).
 */
type Vector = readonly [number, number, number];

export interface Mesh {
  positions: ArrayLike<number>;
  indices: ArrayLike<number>;
}

/** A rotation that takes the direction to (0, 1, 0), by rows (Rodrigues' formula). */
function uprighting([dx, dy, dz]: Vector): readonly [Vector, Vector, Vector] {
  const [ax, az] = [-dz, dx];
  const cos = dy;
  if (ax * ax + az * az < 1e-18)
    return [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
  const k = 1 / (1 + cos);
  return [
    [1 - dx * dx * k, -dx, -dx * dz * k],
    [dx, dy, dz],
    [-dx * dz * k, -dz, 1 - dz * dz * k],
  ];
}

const turn = (rows: readonly [Vector, Vector, Vector], [x, y, z]: Vector): Vector => [
  rows[0][0] * x + rows[0][1] * y + rows[0][2] * z,
  rows[1][0] * x + rows[1][1] * y + rows[1][2] * z,
  rows[2][0] * x + rows[2][1] * y + rows[2][2] * z,
];

interface Segment {
  ends: readonly [string, string];
  points: readonly [readonly [number, number], readonly [number, number]];
}

/** Cuts of the triangles with the level plane; ends are named by the mesh edge they lie on, so that neighbours share names. */
function segments(
  mesh: Mesh,
  through: Vector,
  direction: Vector,
  takes: (corners: readonly Vector[], triangle: number) => boolean,
): Segment[] {
  const rows = uprighting(direction);
  const level = turn(rows, through)[1];
  const found: Segment[] = [];
  for (let t = 0; t < mesh.indices.length / 3; t++) {
    const names = [0, 1, 2].map((c) => mesh.indices[3 * t + c] as number);
    const original = names.map(
      (p): Vector => [mesh.positions[3 * p] as number, mesh.positions[3 * p + 1] as number, mesh.positions[3 * p + 2] as number],
    );
    const corners = original.map((point) => turn(rows, point));
    const above = corners.map(([, y]) => y >= level);
    if (above.every(Boolean) || !above.some(Boolean) || !takes(original, t)) continue;
    const ends: string[] = [];
    const points: [number, number][] = [];
    for (const [one, other] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      if (above[one] === above[other]) continue;
      const [p, q] = [corners[one] as Vector, corners[other] as Vector];
      const s = (level - p[1]) / (q[1] - p[1]);
      points.push([p[0] + s * (q[0] - p[0]), p[2] + s * (q[2] - p[2])]);
      ends.push([names[one] as number, names[other] as number].sort((a, b) => a - b).join('-'));
    }
    const [e0, e1] = ends;
    const [p0, p1] = points;
    if (e0 && e1 && p0 && p1) found.push({ ends: [e0, e1], points: [p0, p1] });
  }
  return found;
}

/** Segments joined end to end; `isOpen` where a loop does not come back to its start. */
function loops(all: readonly Segment[]): { points: (readonly [number, number])[]; isOpen: boolean }[] {
  const at = new Map<string, number[]>();
  for (const [i, { ends }] of all.entries()) for (const end of ends) at.set(end, [...(at.get(end) ?? []), i]);
  const used = new Set<number>();
  const found: { points: (readonly [number, number])[]; isOpen: boolean }[] = [];
  for (const [start, first] of all.entries()) {
    if (used.has(start)) continue;
    used.add(start);
    const points = [...first.points];
    let end = first.ends[1];
    for (;;) {
      const next = (at.get(end) ?? []).find((i) => !used.has(i));
      if (next === undefined) break;
      used.add(next);
      const { ends, points: both } = all[next] as Segment;
      const forwards = ends[0] === end;
      points.push(forwards ? both[1] : both[0]);
      end = forwards ? ends[1] : ends[0];
    }
    found.push({ points, isOpen: end !== first.ends[0] });
  }
  return found;
}

/** Length of a string pulled tight around points. */
function wrapped(points: readonly (readonly [number, number])[]): number {
  let start = 0;
  for (const [i, [x, z]] of points.entries()) {
    const [sx, sz] = points[start] as readonly [number, number];
    if (x < sx || (x === sx && z < sz)) start = i;
  }
  let length = 0;
  let current = start;
  for (let steps = 0; steps <= points.length; steps++) {
    const [cx, cz] = points[current] as readonly [number, number];
    let next = current === 0 ? 1 : 0;
    for (const [i, [x, z]] of points.entries()) {
      const [nx, nz] = points[next] as readonly [number, number];
      const side = (nx - cx) * (z - cz) - (nz - cz) * (x - cx);
      const isFurther = side === 0 && (x - cx) ** 2 + (z - cz) ** 2 > (nx - cx) ** 2 + (nz - cz) ** 2;
      if (side < 0 || isFurther) next = i;
    }
    const [nx, nz] = points[next] as readonly [number, number];
    length += Math.hypot(nx - cx, nz - cz);
    current = next;
    if (current === start) return length;
  }
  return Number.NaN;
}

/** The tape's length where a plane cuts the accepted triangles. NaN when it cuts none. */
export function measureTapeLength(
  mesh: Mesh,
  through: Vector,
  direction: Vector,
  takes: (corners: readonly Vector[], triangle: number) => boolean,
): number {
  const points = loops(segments(mesh, through, direction, takes)).flatMap((loop) => loop.points);
  return points.length < 3 ? Number.NaN : wrapped(points);
}

/** Volume that the triangles enclose, in the cube of the unit (divergence theorem). */
export function computeVolume({ positions, indices }: Mesh): number {
  let six = 0;
  const p = (i: number, axis: number) => positions[3 * (indices[i] as number) + axis] as number;
  for (let i = 0; i < indices.length; i += 3) {
    six +=
      p(i, 0) * (p(i + 1, 1) * p(i + 2, 2) - p(i + 1, 2) * p(i + 2, 1)) +
      p(i, 1) * (p(i + 1, 2) * p(i + 2, 0) - p(i + 1, 0) * p(i + 2, 2)) +
      p(i, 2) * (p(i + 1, 0) * p(i + 2, 1) - p(i + 1, 1) * p(i + 2, 0));
  }
  return six / 6;
}

/** How many edges are not shared by exactly two triangles that run along them in opposite directions. */
export function countOpenEdges({ indices }: Mesh): number {
  const runs = new Map<string, number>();
  for (let i = 0; i < indices.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      const run = `${indices[i + c]}>${indices[i + ((c + 1) % 3)]}`;
      runs.set(run, (runs.get(run) ?? 0) + 1);
    }
  }
  let open = 0;
  for (const [run, times] of runs) {
    const [from, to] = run.split('>');
    if (times !== 1 || runs.get(`${to}>${from}`) !== 1) open++;
  }
  return open;
}
