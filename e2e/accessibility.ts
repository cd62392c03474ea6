import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** Waits until no animation runs and no stale list is dimmed, since both lower the contrast. */
const waitForStablePage = (page: Page) =>
  page.waitForFunction(
    () =>
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      document.querySelector('[data-stale]') === null,
  );

async function runAxe(page: Page): Promise<string[]> {
  await waitForStablePage(page);
  // Evaluated through the debugger, to which the content security policy does not apply.
  await page.evaluate(await source);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: { run(node: Document, options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(document, { runOnly: tags })).violations;
  }, RULES);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

/** Runs axe on the page; returns one line for each violation. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const findings = await runAxe(page);
  // A page that changed during the check is checked once more; real violations remain.
  return findings.length === 0 ? findings : runAxe(page);
}
