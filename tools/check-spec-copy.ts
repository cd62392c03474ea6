/**
 * `npm run check:spec-copy`: checks that a story or a test of a page asserts every text of the specification for the log-in screens (section 2), validation (5) and
 * errors (8) literally, and that a test knows every address and permission. Another specification can be given as an argument.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTestFile } from './asserted-literals.ts';
import { formatError } from './console.ts';
import { matchesAddress, matchesText, parseSpecTexts, type SpecText } from './spec-copy.ts';

const project = join(import.meta.dirname, '..');
const specification = process.argv[2] ?? join(project, '../shared/spec/portal.md');
const extents = [{ chapter: 2, last: 'Post-login landing' }, { chapter: 5 }, { chapter: 8 }];

/** Texts of screens that do not exist yet. When a screen is built, its texts are removed here and asserted. */
const notBuilt: { section: string; screen: string; texts: string[] }[] = [];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(project, file)));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file);

/** Reads tests and the files that stories share, except the tests of this check, whose examples prove nothing. */
function readTests() {
  const own = new Set(['tools/spec-copy.test.ts', 'tools/asserted-literals.test.ts']);
  const all = files
    .filter((file) => (isTest(file) || file.startsWith('e2e/')) && !own.has(file))
    .map((file) => ({ file, ...readTestFile(textOf(file), file.endsWith('x') ? 'tsx' : 'ts') }));
  const imported = new Set(
    all.flatMap(({ file, hasTests, imports }) => (isTest(file) && hasTests ? imports : [])).map((path) => basename(path)),
  );
  return all.filter(({ file, hasTests, asserts }) => asserts && (hasTests || imported.has(basename(file))));
}

let [passed, failed] = [0, 0];
function recordResult(isOk: boolean, text: string, fault = ''): void {
  if (isOk) passed++;
  else failed++;
  console.log(`  ${isOk ? 'ok    ' : 'FAILED'}  ${text}${isOk ? '' : `: ${fault}`}`);
}

/** Stories in a browser, and tests of pages as components. */
const showsPages = (file: string) => file.startsWith('e2e/') || file.endsWith('.test.tsx');

/** A text must be asserted by a test that shows a page, an address opened by one, and a name known to any test. */
function checkText({ text, kind }: SpecText, tests: ReturnType<typeof readTests>): void {
  const holders = tests.filter(({ file, asserted, used }) =>
    kind === 'address'
      ? [...asserted, ...used].some((literal) => matchesAddress(literal, text))
      : (kind === 'name' || showsPages(file)) && [...asserted].some((literal) => matchesText(literal, text)),
  );
  const where = `${holders[0]?.file}${holders.length > 1 ? ` and ${holders.length - 1} more` : ''}`;
  recordResult(
    holders.length > 0,
    `${JSON.stringify(text)}${holders.length > 0 ? `  ${where}` : ''}`,
    kind === 'text' ? 'no test of a page asserts it literally' : 'no test contains it',
  );
}

/** A text of a screen that does not exist must not occur in the product; if it does, it should be asserted. */
function checkNotBuilt(texts: readonly SpecText[], screen: string, text: string, product: string): void {
  const label = `not built yet, ${screen}: ${JSON.stringify(text)}`;
  if (!texts.some((one) => one.text === text)) recordResult(false, label, 'the specification no longer contains it');
  else
    recordResult(
      !product.includes(text),
      label,
      'the product contains it: remove it from the list in tools/check-spec-copy.ts and assert it',
    );
}

try {
  const texts = parseSpecTexts(readFileSync(specification, 'utf8'), extents);
  const tests = readTests();
  const product = files
    .filter((file) => /^(api|web|body|contract)\//.test(file) && !isTest(file))
    .map(textOf)
    .join('\n')
    .replaceAll(String.raw`\'`, "'");
  const later = new Set(notBuilt.flatMap((one) => one.texts.map((text) => `${one.section}\n${text}`)));
  console.log(`${texts.length} texts and addresses in the specification, ${tests.length} test files`);
  for (const section of new Set(texts.map((one) => one.section))) {
    console.log(`\n${section}`);
    for (const one of texts) if (one.section === section && !later.has(`${section}\n${one.text}`)) checkText(one, tests);
    for (const one of notBuilt)
      if (one.section === section) for (const text of one.texts) checkNotBuilt(texts, one.screen, text, product);
  }
} catch (error) {
  console.error(formatError(error));
  failed++;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
