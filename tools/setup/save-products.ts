import { basename } from 'node:path';
import { UnreadableFile } from '#api/catalogue/import/files/text-file.ts';
import { importCatalogueWithin } from '#api/catalogue/import/shopify/import-catalogue.actions.ts';
import { describeSummary } from '#api/catalogue/import/shopify/report.rules.ts';
import { describeEntries, EntryCollector } from '../import-report.ts';
import { SetupError } from './problems.ts';
import type { SetupContext } from './setup-context.ts';

/** Imports the product file as `npm run import -- catalogue` does. Throws a SetupError when no product of it can be imported. */
export async function saveProducts({ tx, setup, report }: SetupContext, organisationId: number): Promise<void> {
  if (!setup.products) return;
  const { file } = setup.products;
  const collector = new EntryCollector();
  try {
    const { summary } = await importCatalogueWithin(tx, { file, organisationId, onEntry: (entry) => collector.add(entry) });
    const { created, changed, unchanged, ignored, refused } = summary.products;
    report.products = [...describeEntries(collector), '', ...describeSummary(summary).map((line) => `  ${line}`)];
    if (created + changed + unchanged + ignored === 0)
      throw new SetupError(
        new Map([
          [
            'products.file',
            refused > 0 ? `Every product was refused.\n${report.products.join('\n')}` : 'It contains no products.',
          ],
        ]),
      );
    report.parts.push({
      part: 'products',
      subject: basename(file),
      outcome: summary.rowsWritten === 0 ? 'unchanged' : created > 0 && changed + unchanged === 0 ? 'created' : 'changed',
      details:
        summary.rowsWritten === 0 ? [] : [`${created} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`],
    });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new SetupError(new Map([['products.file', `${error.message}.`]]));
  }
}
