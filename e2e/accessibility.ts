import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isOtherBrowser } from './browsers/other-browsers.ts';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Selectors of what passes would take longer than the checks, and the style sheets, which axe reads first unless it is told not to, are for a rule that is
 * not among these.
 */
const REPORT = { resultTypes: ['violations'], preload: { assets: ['media'] } };
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
  // Evaluated through the debugger, to which the content security policy does not apply; once for each loaded document.
  // The HTML of what it finds is not reported, and costs time to write.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${await source};axe.configure({ noHtml: true });`);
  const violations = await page.evaluate(
    async ({ tags, report }) => {
      interface Axe {
        run(node: Node, options: object): Promise<{ violations: Violation[] }>;
      }
      const { axe } = globalThis as unknown as { axe: Axe };
      // The fixed bars of a page cover a part of what happens to be below them: an element counts as covered if it is so after scrolling to it.
      const isTooSmall = async ({ target: [selector = ''] }: Violation['nodes'][number]) => {
        const element = document.querySelector(selector);
        if (!element) return true;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        return (await axe.run(element, { runOnly: ['target-size'], ...report })).violations.length > 0;
      };
      // Behind an open dialog, the page is out of reach for everyone, and the story checks it before the dialog opens or after.
      const scope = document.querySelector('[role=dialog][aria-modal=true]') ?? document;
      const { violations: found } = await axe.run(scope, { runOnly: tags, ...report });
      const [x, y] = [scrollX, scrollY];
      const real: Violation[] = [];
      for (const violation of found) {
        if (violation.id === 'target-size') {
          const nodes: Violation['nodes'] = [];
          for (const node of violation.nodes) if (await isTooSmall(node)) nodes.push(node);
          violation.nodes = nodes;
        }
        if (violation.nodes.length > 0) real.push(violation);
      }
      scrollTo({ left: x, top: y, behavior: 'instant' });
      return real;
    },
    { tags: RULES, report: REPORT },
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

/** Runs axe on the page; returns one line for each violation. In the browsers of `check:browsers` it finds the same as in Chromium: it is left out. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (isOtherBrowser) return [];
  const findings = await runAxe(page);
  // A page that changed during the check is checked once more; real violations remain.
  return findings.length === 0 ? findings : runAxe(page);
}
