import type { Page } from 'playwright-core';
import { getHorizontalOverflow, isFocusCovered, isFocusVisible, tabTo } from './page-checks.ts';
import { findTextFaults } from './text-layout.ts';

/** Someone who uses a page with the keyboard alone. */
export interface KeyboardUser {
  /** What was found, each with the screen. */
  findings: string[];
  /** Checks that the screen fits the window, and that its text can be read. */
  look(screen: string): Promise<void>;
  /** Goes to a control by Tab, and checks that the focus was not lost before and can be seen now. */
  goTo(name: RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Goes to a control, and presses a key on it: Enter unless given. */
  use(name: RegExp, key?: 'Enter' | 'Space'): Promise<void>;
}

export function createKeyboardUser(page: Page): KeyboardUser {
  const findings: string[] = [];
  const goTo: KeyboardUser['goTo'] = async (name, key) => {
    if (await page.evaluate(() => document.activeElement === document.body)) findings.push(`the focus is lost before ${name}`);
    await tabTo(page, name, key);
    if (await isFocusCovered(page)) findings.push(`${name} is covered when it has the focus`);
    if (!(await isFocusVisible(page))) findings.push(`${name} does not show that it has the focus`);
  };
  return {
    findings,
    look: async (screen) => {
      for (const fault of await findTextFaults(page)) findings.push(`${screen}: ${fault}`);
      const overflow = await getHorizontalOverflow(page);
      if (overflow > 0) findings.push(`${screen} is ${overflow} px wider than the window`);
    },
    goTo,
    use: async (name, key = 'Enter') => {
      await goTo(name);
      await page.keyboard.press(key);
    },
  };
}
