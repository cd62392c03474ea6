import type { KyselyPlugin, RawNode } from 'kysely';
import type { ObjectShape, RowTypeSite, RowTypes, Shape } from './read-row-types.ts';

/** Rows that are compared of a result. Further ones hardly differ, and exports have many. */
const MAX_ROWS = 200;

/** Compares rows with the types that are written where the statement is. */
export interface RowTypeCheck {
  /** Sees the statements of a query builder. */
  plugin: KyselyPlugin;
  /** What was found so far, each once: the place, the path in the row and what the type does not permit. */
  listFindings(): string[];
}

/**
 * Compares the rows of `sql<Row>`…`` with `Row`: columns that are missing or that the type does not name, and values that it does not permit, also
 * inside JSON. A statement is recognised by the text of its template. Objects inside JSON may have more properties than their type, because
 * several statements use the same pieces of SQL.
 */
export function createRowTypeCheck({ sites, shapes }: RowTypes): RowTypeCheck {
  const sitesByText = Map.groupBy(sites, ({ fragments }) => fragments.join('\0'));
  // By the array of a template, which is the same at each call, so that long texts are compared once.
  const sitesByTemplate = new WeakMap<readonly string[], RowTypeSite[]>();
  const findSites = ({ sqlFragments }: RawNode): RowTypeSite[] => {
    const known = sitesByTemplate.get(sqlFragments) ?? sitesByText.get(sqlFragments.join('\0')) ?? [];
    sitesByTemplate.set(sqlFragments, known);
    return known;
  };
  const pending = new WeakMap<object, RowTypeSite[]>();
  const findings = new Set<string>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'RawNode') pending.set(queryId, findSites(node as RawNode));
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      const candidates = pending.get(queryId) ?? [];
      const rows = result.rows.slice(0, MAX_ROWS);
      const problems = candidates.map(({ shape, ...site }) =>
        rows
          .flatMap((row) => compareRow(shapes, shape, row))
          .map((problem) => `${site.file}:${site.line} sql<${site.type}>: ${problem}`),
      );
      for (const problem of fewest(problems)) findings.add(problem);
      return result;
    },
  };
  return { plugin, listFindings: () => [...findings].sort() };
}

/** Of several permitted types, the one that comes closest. */
const fewest = (problems: readonly string[][]): string[] =>
  problems.length === 0 ? [] : problems.reduce((best, each) => (each.length < best.length ? each : best));

function compareRow(shapes: readonly Shape[], position: number, row: unknown): string[] {
  const named = shapes[position]?.objects.flatMap(({ properties, others }) => (others.length > 0 ? [] : [properties]));
  const unnamed = named?.length ? Object.keys(row as object).filter((name) => !named.some((names) => name in names)) : [];
  if (unnamed.length === 0 && fits(shapes, position, row)) return [];
  return [...unnamed.map((name) => `${name} is not in the type`), ...compare(shapes, position, row, '')];
}

/** Whether a value is permitted, without saying what is wrong. Nearly all values are, so this decides how long the comparison takes. */
function fits(shapes: readonly Shape[], position: number, value: unknown): boolean {
  const { isOpen, kinds, literals, items, objects } = shapes[position] as Shape;
  const kind = nameKind(value);
  if (isOpen || kinds.includes(kind) || literals.includes(value as string)) return true;
  if (kind === 'array') return (value as unknown[]).every((item) => items.some((each) => fits(shapes, each, item)));
  return kind === 'object' && objects.some((object) => fitsObject(shapes, object, value as Record<string, unknown>));
}

function fitsObject(shapes: readonly Shape[], { properties, others }: ObjectShape, value: Readonly<Record<string, unknown>>) {
  for (const name in properties) {
    const { shape, isOptional } = properties[name] as ObjectShape['properties'][string];
    if (name in value ? !fits(shapes, shape, value[name]) : !isOptional) return false;
  }
  if (others.length > 0)
    for (const name in value) if (!(name in properties) && !others.some((each) => fits(shapes, each, value[name]))) return false;
  return true;
}

function nameKind(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return Array.isArray(value) ? 'array' : typeof value;
}

function compare(shapes: readonly Shape[], position: number, value: unknown, path: string): string[] {
  const { isOpen, kinds, literals, items, objects } = shapes[position] as Shape;
  const kind = nameKind(value);
  if (isOpen || kinds.includes(kind) || literals.includes(value as string)) return [];
  if (kind === 'array' && items.length > 0)
    return (value as unknown[]).flatMap((item) => compareWithAny(shapes, items, item, `${path}[]`));
  if (kind === 'object' && objects.length > 0)
    return fewest(objects.map((object) => compareObject(shapes, object, value as Record<string, unknown>, path)));
  const isUnlisted = literals.some((literal) => typeof literal === kind);
  return [`${path || 'the row'} is ${isUnlisted ? JSON.stringify(value) : kind}`];
}

const compareWithAny = (shapes: readonly Shape[], positions: readonly number[], value: unknown, path: string): string[] =>
  fewest(positions.map((position) => compare(shapes, position, value, path)));

function compareObject(
  shapes: readonly Shape[],
  { properties, others }: ObjectShape,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  const problems: string[] = [];
  for (const name in properties) {
    const { shape, isOptional } = properties[name] as ObjectShape['properties'][string];
    const at = path ? `${path}.${name}` : name;
    if (name in value) problems.push(...compare(shapes, shape, value[name], at));
    else if (!isOptional) problems.push(`${at} is missing`);
  }
  if (others.length > 0)
    for (const name in value)
      if (!(name in properties)) problems.push(...compareWithAny(shapes, others, value[name], `${path}.*`));
  return problems;
}
