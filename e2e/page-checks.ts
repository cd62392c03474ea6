import type { Page } from 'playwright-core';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import type { Db } from '#api/platform/db/database.ts';
import { aPerson } from '#api/testing/builders.ts';
import { findAxeViolations } from './accessibility.ts';
import { PASSWORD, type PageSession } from './portal.ts';

/** What the stories about one's own account share. */

let hash: Promise<string> | undefined;

/** Somebody new with the demonstration's password; answers the e-mail address and the id. */
export async function aPersonWithPassword(db: Db, wish: Parameters<typeof aPerson>[1]): Promise<{ id: number; email: string }> {
  hash ??= hashPassword(PASSWORD);
  return aPerson(db, { ...wish, passwordHash: await hash });
}

/** Logs in and waits for whatever comes then: the portal, or what has to be agreed to first. */
export async function logInToAnyPage({ page, origin }: Pick<PageSession, 'page' | 'origin'>, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/(index\/|preferences)/);
}

/** Collects what axe finds, and where. */
export function createAxeCollector(page: Page): { findings: string[]; check: (screen: string) => Promise<void> } {
  const findings: string[] = [];
  return {
    findings,
    check: async (screen) => {
      for (const finding of await findAxeViolations(page)) findings.push(`${screen}: ${finding}`);
    },
  };
}

/** The words of what has the focus, as a screen reader would name it. */
const getFocusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    const labels = (element as HTMLInputElement | null)?.labels;
    return (element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
  });

/** Presses Tab, or with Shift, until the focus is on something of that name. Throws when it never gets there. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (name.test(await getFocusedName(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reaches ${name}; the focus is on "${await getFocusedName(page)}".`);
}

/** How many pixels of a page are beyond its right edge. */
export const getHorizontalOverflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** Whether what has the focus is hidden below what sticks to the top or the bottom of the window. */
export const isFocusCovered = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    const at = document.elementFromPoint(left + Math.min(width / 2, innerWidth - left - 1), top + Math.min(height / 2, 20));
    return at !== null && !element.contains(at) && !at.contains(element) && !at.closest('label')?.contains(element);
  });
