import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** Waits until nothing fades and no list is dimmed while it waits for other rows: both have less contrast than what will be read. */
const waitForStablePage = (page: Page) =>
  page.waitForFunction(
    () =>
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      document.querySelector('[data-stale]') === null,
  );

async function runAxe(page: Page): Promise<string[]> {
  await waitForStablePage(page);
  // Evaluated by the debugger, which the content policy of the page does not concern.
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

/** What axe finds against a screen as it stands: one line for each violation, empty when there is none. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const findings = await runAxe(page);
  // A screen that began to change while it was looked at is looked at again; what is wrong stays wrong.
  return findings.length === 0 ? findings : runAxe(page);
}
