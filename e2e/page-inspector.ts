import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations } from './accessibility.ts';
import { followLink, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, type PageSession } from './portal.ts';

/** Inspects pages one after another in the same tab. */
export interface PageInspector {
  /** What was found, each with the address and the width of the window. */
  findings: string[];
  /** Inspects the page at an address. It is loaded, unless another page of the same person is open: then it is opened as by a link. */
  inspect(address: string, width: number, open: 'load' | 'link'): Promise<void>;
}

/** What a page still lacks, or waits for. The portal moves the focus to a page that was opened by a link. */
const listUnfinished = (open: 'load' | 'link') =>
  new Promise<string[]>((resolve) =>
    requestIdleCallback(() => {
      const busy = document.querySelector('[aria-busy=true]');
      resolve([
        ...(document.querySelector('h1') === null ? ['no heading'] : []),
        ...(busy ? [`loading: ${busy.textContent?.trim().slice(0, 80)}`] : []),
        ...(open === 'link' && document.activeElement === document.body ? ['no focus'] : []),
      ]);
    }),
  );

/** Follows the requests of a tab from now on. `wait` resolves when a page has been shown that waits for nothing any more; `what` is named if it never is. */
export function trackUnfinished(page: Page): { wait: (open: 'load' | 'link', what: string) => Promise<void> } {
  const running = new Set<Request>();
  const end = (request: Request) => running.delete(request);
  page.on('request', (request) => running.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    wait: (open, what) => {
      const findUnfinished = async () => [
        ...(await page.evaluate(listUnfinished, open)),
        ...[...running].map((request) => `request: ${request.url()}`),
      ];
      return expect.poll(findUnfinished, { interval: 20, message: what }).toEqual([]);
    },
  };
}

/** Saves a picture of a page in the directory that `PICTURES` names, to compare how pages look before and after a change. */
async function saveForComparison(page: Page, name: string): Promise<void> {
  const directory = process.env.PICTURES;
  if (directory === undefined) return;
  await page.screenshot({
    path: join(directory, `${name.replaceAll(/[^\w.-]+/g, '_')}.png`),
    fullPage: true,
    animations: 'disabled',
  });
}

export function createPageInspector({ page, origin, pageErrors }: PageSession): PageInspector {
  const findings: string[] = [];
  const unfinished = trackUnfinished(page);
  let place = '';
  const note = (finding: string) => findings.push(`${place}: ${finding}`);
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
  });

  return {
    findings,
    inspect: async (address, width, open) => {
      place = `${address} at ${width} px`;
      await page.setViewportSize({ width, height: width < DESKTOP_WIDTH ? 740 : 900 });
      if (open === 'load') await page.goto(origin + address);
      else await followLink(page, address);
      await unfinished.wait(open, place);
      const { pathname } = new URL(page.url());
      if (pathname !== new URL(address, origin).pathname) note(`leads to ${pathname}`);
      await saveForComparison(page, `${new URL(origin).hostname}-${width}-${address}`);
      for (const violation of await findAxeViolations(page)) note(violation);
      const overflow = await getHorizontalOverflow(page);
      if (overflow > 0) note(`is ${overflow} px wider than the window`);
      for (const error of pageErrors.splice(0)) note(error);
    },
  };
}
