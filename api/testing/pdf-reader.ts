import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  readonly pages: string[];
  /** The title and other properties, such as `Tagged: yes`. */
  readonly info: string;
  /** The structure tree with its text. */
  readonly structure: string;
  /** The file with its streams uncompressed. */
  readonly objects: string;
  /** What `qpdf --check` says against the file: empty for a valid one. */
  readonly faults: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

function run(program: string, args: string[], input?: Buffer): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: MAX_OUTPUT_BYTES });
  if (error) throw error;
  return { status, output: `${stdout}${stderr}` };
}

/** Runs qpdf, which reads files alone. */
function runQpdf(bytes: Buffer, createArgs: (file: string) => string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'livery-pdf-'));
  const file = join(folder, 'document.pdf');
  try {
    writeFileSync(file, bytes);
    return run('qpdf', createArgs(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a PDF back with poppler and qpdf, the text in the order of the file or as `options` of pdftotext say. Each property is read when it is asked for: a program takes longer than most documents to be made. */
export async function readPdf(stream: Readable, options: readonly string[] = ['-raw']): Promise<PdfReading> {
  const bytes = await buffer(stream);
  return {
    bytes,
    get pages() {
      return run('pdftotext', [...options, '-', '-'], bytes)
        .output.split('\f')
        .slice(0, -1);
    },
    get info() {
      return run('pdfinfo', ['-'], bytes).output;
    },
    get structure() {
      return run('pdfinfo', ['-struct-text', '-'], bytes).output;
    },
    get objects() {
      return runQpdf(bytes, (file) => ['--qdf', '--object-streams=disable', file, '-']).output;
    },
    get faults() {
      const check = runQpdf(bytes, (file) => ['--check', file]);
      return check.status === 0 && !check.output.includes('WARNING') ? '' : check.output;
    },
  };
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
