import { readFile, writeFile } from 'node:fs/promises';
import { formatBytes } from '#api/platform/bytes.ts';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import type { FileToStore } from '#api/platform/files/file-store.ts';
import { detectType } from '#api/platform/files/file-type.rules.ts';
import { describeFile, measureFile, readEnds } from '#api/platform/files/prepare-file.ts';
import type { ReceivedFile } from '#api/platform/files/read-multipart.ts';
import { reencodeTrimmed } from '#api/platform/files/reencode-image.ts';
import { drawSvg } from '#api/platform/files/svg/draw-svg.ts';
import { describeSvgFinding } from '#api/platform/files/svg/svg-findings.ts';
import { invalidFile, tooLarge, unsupportedType } from '#api/platform/files/upload-errors.ts';
import { MAX_SVG_LOGO_BYTES } from '#contract/catalogue/customisation/logo-limits.ts';

/** Of the longer side of a logo, in pixels. */
const SIDE = 2000;
const MAX_SOURCE_SIDE = 20_000;

/** Findings that say something about the picture, not about its type. */
const INVALID = new Set(['size', 'empty']);

/** What is stored of an uploaded logo, and the size of its picture in pixels. */
export interface PreparedLogo {
  files: readonly [picture: FileToStore, original: FileToStore];
  width: number;
  height: number;
}

/**
 * Checks an uploaded logo and makes its picture: a PNG without transparent margins and at most 2,000 pixels on its longer side. An SVG is drawn from its shapes
 * alone; it is never served itself, and kept as it was for production. `person` says whose it is, for their share of the time.
 *
 * Throws 413 for an SVG of more than 2 MB, 415 when it is no PNG or SVG that is accepted, 422 when nothing is to be seen or it has no usable size, and 503 when
 * the wait is too long.
 */
export async function prepareLogo(file: ReceivedFile, person: string): Promise<PreparedLogo> {
  const name = cleanFileName(file.name);
  if (file.size === 0) throw invalidFile(`“${name}” is empty.`);
  const { head } = await readEnds(file);
  const type = detectType(head);
  const path = `${file.path}.png`;
  const isPng = type === 'image/png';
  if (!isPng && type !== undefined) throw unsupportedType(`“${name}” is not a PNG or SVG picture.`);
  const size = isPng
    ? await reencodeTrimmed(file.path, path, type, { name, owner: person, maxSourceSide: MAX_SOURCE_SIDE })
    : await drawTo(path, file, name, person);
  const picture = await describeFile(path, 'image/png', withoutExtension(name));
  const original: FileToStore = {
    ...(await measureFile(file.path)),
    name: `${withoutExtension(name)}.${isPng ? 'png' : 'svg'}`,
    contentType: 'application/octet-stream',
    purpose: 'production',
  };
  return { files: [{ ...picture, purpose: 'garmentLogo' }, original], ...size };
}

const withoutExtension = (name: string) => name.replace(/\.(png|svg|svgz)$/i, '').slice(0, 100) || 'logo';

/** The name of a logo from that of its file, as people write it: "company_logo-2.svg" is "Company logo 2". */
export function nameOfFile(name: string): string {
  const words = withoutExtension(cleanFileName(name)).replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? 'Logo' : words.charAt(0).toUpperCase() + words.slice(1);
}

async function drawTo(path: string, file: ReceivedFile, name: string, person: string) {
  if (file.size > MAX_SVG_LOGO_BYTES) throw tooLarge(`“${name}” is larger than ${formatBytes(MAX_SVG_LOGO_BYTES)}.`);
  const drawn = await drawSvg({ content: await readFile(file.path), side: SIDE }, person);
  if ('finding' in drawn) {
    const sentence = describeSvgFinding(drawn.finding, name);
    throw INVALID.has(drawn.finding.kind) ? invalidFile(sentence) : unsupportedType(sentence);
  }
  await writeFile(path, drawn.png, { mode: 0o600 });
  return { width: drawn.width, height: drawn.height };
}
