import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Whether the programs that read PDF files are installed; `npm test` installs them or says what is missing. */
export const hasPdfReaders = ['pdftotext', 'pdfinfo', 'qpdf'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

/** A PDF file as other programs read it. */
export interface PdfReading {
  bytes: Buffer;
  /** The text of each page, in the order of the file. */
  pages: string[];
  /** The title and other properties, such as `Tagged: yes`. */
  info: string;
  /** The structure tree with its text. */
  structure: string;
  /** The file with its streams uncompressed. */
  objects: string;
  /** What `qpdf --check` says against the file: empty for a valid one. */
  faults: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

function run(program: string, args: string[], input?: Buffer): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: MAX_OUTPUT_BYTES });
  if (error) throw error;
  return { status, output: `${stdout}${stderr}` };
}

/** Reads a PDF back with poppler and qpdf. */
export async function readPdf(stream: Readable): Promise<PdfReading> {
  const bytes = await buffer(stream);
  const folder = await mkdtemp(join(tmpdir(), 'livery-pdf-'));
  const file = join(folder, 'document.pdf');
  try {
    await writeFile(file, bytes);
    const check = run('qpdf', ['--check', file]);
    return {
      bytes,
      pages: run('pdftotext', ['-raw', file, '-']).output.split('\f').slice(0, -1),
      info: run('pdfinfo', [file]).output,
      structure: run('pdfinfo', ['-struct-text', file]).output,
      objects: run('qpdf', ['--qdf', '--object-streams=disable', file, '-']).output,
      faults: check.status === 0 && !check.output.includes('WARNING') ? '' : check.output,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The words of a PDF with their edges in points from the left of the page. */
export function readWordPositions(bytes: Buffer): { word: string; left: number; right: number }[] {
  const { output } = run('pdftotext', ['-bbox', '-', '-'], bytes);
  return [...output.matchAll(/<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g)].map(
    ([, left, right, word = '']) => ({ word, left: Number(left), right: Number(right) }),
  );
}

/** The fonts of a PDF as `pdffonts` lists them. */
export const listFonts = (bytes: Buffer): string[] => run('pdffonts', ['-'], bytes).output.trim().split('\n').slice(2);
