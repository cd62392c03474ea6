/** `npm run train:body [-- --data FOLDER]`: writes body/body-model.json from the surveys that lie beside this repository. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DEFAULT_DATA, readSurveys } from './anthropometry.ts';
import { trainBodyModel } from './body-training.ts';
import { explain, step } from './say.ts';

const target = join(import.meta.dirname, '../body/body-model.json');

try {
  const named = process.argv.indexOf('--data');
  const folder = named === -1 ? DEFAULT_DATA : (process.argv[named + 1] ?? '');
  const surveys = await step(
    'surveys read',
    () => readSurveys(folder),
    ({ people }) => `${people.length} people read`,
  );
  const model = await step('model trained', () => trainBodyModel(surveys, 'tools/train-body.ts'));
  // One row of numbers a line, so that people can compare two versions.
  const text = `${JSON.stringify(model, null, 1).replaceAll(/\[[^[\]{}]*\]/g, (row) => row.replaceAll(/\s+/g, ''))}\n`;
  writeFileSync(target, text);
  console.log(`  body/body-model.json: ${Math.ceil(gzipSync(text).length / 1024)} KB gzip`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
