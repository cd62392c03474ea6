import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventLoopMonitor } from '#api/testing/fuzz/event-loop.ts';
import { aPdfWithHiddenCatalog, HARMLESS_PDFS, HOSTILE_PDFS } from '#api/testing/hostile-pdfs.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import { rewritePdf } from './rewrite-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-pdf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
/** What is stored of a PDF. */
async function rewrite(pdf: Buffer): Promise<Buffer> {
  files += 1;
  const [source, target] = [join(folder, `${files}.pdf`), join(folder, `${files}.out`)];
  await writeFile(source, pdf);
  await rewritePdf({ source, target }, 'receipt.pdf', 'customer 1');
  return readFile(target);
}

describe('a PDF', () => {
  it.each(Object.entries(HARMLESS_PDFS))('with %s is stored', async (_, pdf) => {
    const stored = await rewrite(pdf);
    expect([stored.toString('latin1', 0, 5), stored.toString('latin1').trimEnd().endsWith('%%EOF')]).toEqual(['%PDF-', true]);
    // What was stored can be stored again.
    await rewrite(stored);
  });

  it.each(Object.entries(HOSTILE_PDFS))('with %s is refused', async (_, [pdf, sentence]) => {
    const error = { status: 415, errors: { file: [expect.stringContaining(sentence)] } };
    await expect(rewrite(pdf)).rejects.toMatchObject(error);
  });

  it('that is not read in time is not called damaged', async () => {
    const task = { source: join(folder, 'late.pdf'), target: join(folder, 'late.out') };
    // It takes long enough to be read: a small one can be finished before the first look at the clock.
    const [pdf] = HOSTILE_PDFS['a compressed object of 200 MB'] ?? [];
    await writeFile(task.source, pdf as Buffer);
    const error = { status: 415, errors: { file: [expect.stringContaining('took too long to read')] } };
    await expect(rewritePdf(task, 'receipt.pdf', 'customer 1', 0)).rejects.toMatchObject(error);
  });

  it.runIf(hasPdfReaders)('is stored as it was read, without objects that hide in the content of others', async () => {
    const { objects } = await readPdf(Readable.from([await rewrite(aPdfWithHiddenCatalog())]));
    const catalogs = objects.match(/<<[^<>]*\/Type \/Catalog[^<>]*>>/g);
    expect(catalogs?.[0]).not.toContain('OpenAction');
  });

  it('that is large does not hold up other requests', async () => {
    const { result, heldMs } = await (async () => {
      const monitor = createEventLoopMonitor();
      const [pdf] = HOSTILE_PDFS['a compressed object of 200 MB'] ?? [];
      const measured = await monitor.measure(() => rewrite(pdf as Buffer).catch((error: Error) => error));
      monitor.close();
      return measured;
    })();
    expect(result).toBeInstanceOf(Error);
    expect(heldMs).toBeLessThan(100);
  });
});
