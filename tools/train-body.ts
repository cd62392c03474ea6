/** `npm run train:body [-- --data FOLDER]`: trains body/body-model.json from the surveys outside this repository. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DEFAULT_SURVEY_FOLDER, readSurveys } from './anthropometry.ts';
import { trainBodyModel } from './body-training.ts';
import { formatError, runStep } from './console.ts';

const target = join(import.meta.dirname, '../body/body-model.json');

try {
  const named = process.argv.indexOf('--data');
  const folder = named === -1 ? DEFAULT_SURVEY_FOLDER : (process.argv[named + 1] ?? '');
  const surveys = await runStep(
    'surveys read',
    () => readSurveys(folder),
    ({ people }) => `${people.length} people read`,
  );
  const model = await runStep('model trained', () => trainBodyModel(surveys, 'tools/train-body.ts'));
  // One row of numbers on each line, so that versions can be compared.
  const text = `${JSON.stringify(model, null, 1).replaceAll(/\[[^[\]{}]*\]/g, (row) => row.replaceAll(/\s+/g, ''))}\n`;
  writeFileSync(target, text);
  console.log(`  body/body-model.json: ${Math.ceil(gzipSync(text).length / 1024)} KB gzip`);
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
