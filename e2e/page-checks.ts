import { Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import type { Db } from '#api/platform/db/database.ts';
import { aPerson } from '#api/testing/builders.ts';
import { readPdf } from '#api/testing/pdf-reader.ts';
import { findAxeViolations } from './accessibility.ts';
import { PASSWORD } from './portal.ts';

/** Checks and actions that several browser tests share. */

let hash: Promise<string> | undefined;

/** Creates a person with the demonstration's password; returns id and email address. */
export async function aPersonWithPassword(
  db: Db,
  overrides: Parameters<typeof aPerson>[1],
): Promise<{ id: number; email: string }> {
  hash ??= hashPassword(PASSWORD);
  return aPerson(db, { ...overrides, passwordHash: await hash });
}

/** Opens an address of the portal as its links do, without loading the portal again. One of its pages is open. */
export const followLink = (page: Page, address: string): Promise<void> =>
  page.evaluate((path) => {
    (document.activeElement as HTMLElement | null)?.blur();
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Collects accessibility violations with the name of the screen. */
export function createAxeCollector(page: Page): { findings: string[]; check: (screen: string) => Promise<void> } {
  const findings: string[] = [];
  return {
    findings,
    check: async (screen) => {
      for (const finding of await findAxeViolations(page)) findings.push(`${screen}: ${finding}`);
    },
  };
}

/** The accessible name of the focused element. */
const getFocusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    const labels = (element as HTMLInputElement | null)?.labels;
    return (element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
  });

/** Presses Tab (or Shift+Tab) until an element of that name has the focus. Throws if it never does. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (name.test(await getFocusedName(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reaches ${name}; the focus is on "${await getFocusedName(page)}".`);
}

/** The text on each sheet of paper when the page is printed. */
export const readPrintedSheets = async (page: Page): Promise<string[]> =>
  (await readPdf(Readable.from([await page.pdf({ format: 'A4' })]))).pages.map((text) => text.trim());

/** By how many pixels the page is wider than the window. */
export const getHorizontalOverflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** Whether the focused element is covered by something sticky at the top or bottom of the window. */
export const isFocusCovered = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    const at = document.elementFromPoint(left + Math.min(width / 2, innerWidth - left - 1), top + Math.min(height / 2, 20));
    return at !== null && !element.contains(at) && !at.contains(element) && !at.closest('label')?.contains(element);
  });

/** Whether a ring shows which element has the focus: around the element, or around what stands for it, as the label of a radio button or a card. */
export const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element?.matches(':focus-visible')) return false;
    const hasRing = (candidate: Element) =>
      [undefined, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(candidate, part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      });
    const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
    const card = element.closest('article, li, tr');
    return [element, element.nextElementSibling, card, label, ...(label?.querySelectorAll('*') ?? [])].some(
      (candidate) => candidate && hasRing(candidate),
    );
  });
