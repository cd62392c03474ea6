/** `npm run import -- size-guide FILE …`: imports a maker's size guide for existing products. */
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type GuideImportOptions,
  type GuideImportResult,
  type GuideProduct,
  importSizeGuide,
} from '#api/catalogue/import/size-guides/import-size-guide.actions.ts';
import { parseProductSelector } from '#api/catalogue/import/size-guides/product-selector.rules.ts';
import { WEARERS, type Wearers } from '#api/catalogue/size-guides/reading/guide.rules.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { openCommandDatabase } from './database.ts';
import { chooseOrganisation, readOrganisationNumber } from './import-organisation.ts';

export const sizeGuideUsage = `       npm run import -- size-guide FILE [--organisation NUMBER] --for men|women|everyone --products WHICH [--name NAME] [--dry-run]

  FILE             the first column names the sizes, the others measures: "Chest (cm)", "Waist (in)", "To fit hips", "Inside leg S / R / L (cm)" (CSV)
  --for            whose bodies the measures are
  --products       whose guide it is: sku:WD-*, vendor:Dickies or garment:trousers; several narrow it down, of one kind any will do
  --name           the name that identifies the guide; by default the file's name
  --dry-run        show what was recognised in each row, and import nothing`;

/** What the command line says. */
type SizeGuideOptions = Omit<GuideImportOptions, 'organisationId'> & {
  /** Undefined for the only organisation. */
  organisation: number | undefined;
};

/** @throws an error that says which argument is missing or not valid */
export function parseSizeGuideArguments(args: string[], fromCaller: (path: string) => string): SizeGuideOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      organisation: { type: 'string' },
      for: { type: 'string' },
      products: { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error(file ? `One file at a time: ${others.join(' ')}` : 'Name the file to import.');
  if (!Object.hasOwn(WEARERS, values.for ?? ''))
    throw new Error('Say whose measurements these are: --for men, women or everyone.');
  if (values.products.length === 0)
    throw new Error('Say which products use the guide: --products sku:WD-*, vendor:Dickies or garment:trousers.');
  const name = (values.name ?? basename(file, extname(file))).trim();
  if (!name) throw new Error('Name the guide: --name "Trousers by waist".');
  return {
    file: fromCaller(file),
    organisation: readOrganisationNumber(values.organisation),
    name,
    wearers: values.for as Wearers,
    products: parseProductSelector(values.products),
    dryRun: values['dry-run'],
  };
}

/** Imports the guide, prints what was recognised, and returns the exit code: 1 if no product has advice from it. */
export async function runSizeGuideImport({ organisation, ...options }: SizeGuideOptions): Promise<number> {
  console.log(`Importing ${options.file}${options.dryRun ? ' (dry run)' : ''}`);
  const database = await openCommandDatabase(process.env);
  const handle = openDatabase(database.ownerUrl, { poolSize: 1, statementTimeoutMs: 60_000 });
  try {
    const organisationId = await chooseOrganisation(handle.db, organisation);
    const result = await importSizeGuide(handle.db, { ...options, organisationId });
    for (const line of describeGuide(result)) console.log(line);
    console.log(`\n${describeOutcome(result)}`);
    return result.products.some(({ outcome, advised }) => outcome !== 'left' && advised > 0) ? 0 : 1;
  } finally {
    await handle.close();
    await database.close();
  }
}

function describeGuide({ guide, notes, products, organisation }: GuideImportResult): string[] {
  const uses = [
    ...guide.sizeColumns.map((column) => `  ${column}: sizes`),
    ...Object.entries(guide.points).map(([column, point]) => `  ${column}: ${point}`),
    ...Object.entries(guide.legs).map(([column, legs]) => `  ${column}: inside leg, ${legs.join(', ')}`),
  ];
  const ofRows = notes.map(
    ({ line, outcome, text }) => `  ${(line === null ? '' : `line ${line}`).padEnd(10)} ${outcome.padEnd(9)} ${text}`,
  );
  return ['', 'Columns', ...uses, '', 'Rows', ...ofRows, '', `Products of ${organisation}`, ...products.map(describeProduct)];
}

function describeProduct({ name, sku, outcome, before, advised, unknown }: GuideProduct): string {
  const words =
    outcome === 'left'
      ? 'left as it is: others buy it too'
      : [
          before && `instead of "${before}"`,
          unknown.length === 0 && advised > 0
            ? `all ${advised} sizes are advised`
            : `${advised} of ${advised + unknown.length} sizes are advised`,
          unknown.length > 0 && `not ${unknown.slice(0, 8).join(', ')}${unknown.length > 8 ? ' …' : ''}`,
        ]
          .filter(Boolean)
          .join('; ');
  return `  ${outcome.padEnd(10)} ${sku ? `${sku} ` : ''}${name}: ${words}`;
}

function describeOutcome({ isCommitted, outcome, products }: GuideImportResult): string {
  const linked = products.filter((product) => product.outcome === 'linked').length;
  if (!isCommitted) return 'Dry run: nothing was imported.';
  if (products.length === 0) return 'The guide was imported, but no matching product was found.';
  if (outcome === 'unchanged' && linked === 0) return 'Nothing has changed.';
  return `The guide was ${outcome === 'unchanged' ? 'unchanged' : outcome}, and ${linked} of ${products.length} products were linked to it.`;
}
