import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PUBLIC_FILES = join(import.meta.dirname, '../../../web/public');

/** A drawing of filled and stroked shapes, in the units of its own width and height. */
export interface Logo {
  width: number;
  height: number;
  shapes: LogoShape[];
}

interface LogoShape {
  /** Path data in the syntax of SVG. */
  path: string;
  fill: string | null;
  isEvenOdd: boolean;
  stroke: { colour: string; width: number; isRound: boolean } | null;
}

const logos = new Map<string, Logo>();

/**
 * Reads one of our own logos, such as `/logos/alder.svg`, once. Logos consist of paths and circles with colours of their own.
 *
 * @throws an error for a logo with other elements, which would otherwise be missing on paper
 */
export function readLogo(path: string): Logo {
  const known = logos.get(path);
  if (known) return known;
  const logo = parseLogo(readFileSync(join(PUBLIC_FILES, path), 'utf8'));
  logos.set(path, logo);
  return logo;
}

function parseLogo(svg: string): Logo {
  const viewBox = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  if (!viewBox) throw new Error('A logo needs a view box that begins at 0 0.');
  const shapes = [...svg.matchAll(/<([a-z]+)\b([^<>]*)>/g)]
    .filter(([, element]) => element !== 'svg' && element !== 'title')
    .map(([, element = '', attributes = '']) => parseShape(element, attributes));
  return { width: Number(viewBox[1]), height: Number(viewBox[2]), shapes };
}

function parseShape(element: string, attributes: string): LogoShape {
  const values = new Map([...attributes.matchAll(/\s([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const read = (name: string) => values.get(name);
  const [fill, stroke] = [read('fill'), read('stroke')];
  return {
    path: toPath(element, (name) => read(name) ?? ''),
    fill: fill === 'none' ? null : (fill ?? '#000000'),
    isEvenOdd: read('fill-rule') === 'evenodd',
    stroke: stroke
      ? { colour: stroke, width: Number(read('stroke-width') ?? 1), isRound: read('stroke-linecap') === 'round' }
      : null,
  };
}

function toPath(element: string, read: (name: string) => string): string {
  if (element === 'path') return read('d');
  if (element !== 'circle') throw new Error(`A logo cannot contain <${element}>.`);
  const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(read(name))) as [number, number, number];
  return `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`;
}
