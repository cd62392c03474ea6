/**
 * `npm run bench:sizing`: accuracy of the body model, the size advice and the mannequin on people that the model was not trained on.
 *   npm run bench:sizing                              cross-validated on the surveys in ../shared/data/anthropometry
 *   npm run bench:sizing -- --data FOLDER             … on those in another folder
 *   npm run bench:sizing -- --only body             without the mesh; `--only mesh` without the rest
 *   npm run bench:sizing -- --only avatar           the mannequin in a real browser: first picture, cost, size
 *   npm run bench:sizing -- --held-out FOLDER         the shipped model, on surveys of people it was not trained on
 */
import { DEFAULT_SURVEY_FOLDER, readSurveys, type Surveys } from '#tools/anthropometry.ts';
import { formatError } from '#tools/console.ts';
import { reportAccuracy } from './sizing/accuracy.ts';
import { reportCivilians } from './sizing/civilians.ts';
import { crossValidate, withShippedModel } from './sizing/held-out-people.ts';
import { reportMesh } from './sizing/mesh.ts';
import { reportModel } from './sizing/model.ts';
import { printLine, printSummary } from './sizing/report.ts';
import { reportSizes } from './sizing/sizes.ts';

const FOLDS = 10;

function getOption(option: string): string | undefined {
  const index = process.argv.indexOf(`--${option}`);
  return index === -1 ? undefined : process.argv[index + 1];
}

try {
  if (getOption('only') === 'avatar') await (await import('./sizing/avatar.ts')).reportAvatar();
  else reportSizing();
  process.exitCode = printSummary();
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}

function reportSizing(): void {
  const heldOut = getOption('held-out');
  const surveys = readSurveys(heldOut ?? getOption('data') ?? DEFAULT_SURVEY_FOLDER);
  const { people, civilians, labels } = surveys;
  printLine(
    `${people.length} measured people, ${labels.size} with labels, ${civilians.length} civilians; ${heldOut ? 'the shipped model' : `${FOLDS}-fold cross-validation`}`,
  );
  const only = getOption('only');
  if (only !== 'mesh') reportBody(surveys, heldOut !== undefined);
  if (only !== 'body') reportMesh(people);
}

/** Reports model, accuracy, sizes and civilians. */
function reportBody(surveys: Surveys, isHeldOut: boolean): void {
  reportModel(isHeldOut ? undefined : surveys);
  const everyone = isHeldOut ? withShippedModel(surveys) : crossValidate(surveys, FOLDS);
  reportAccuracy(everyone.people, !isHeldOut);
  if (surveys.labels.size > 0) reportSizes(everyone.people);
  if (surveys.civilians.length > 0) reportCivilians(everyone.civilians);
}
