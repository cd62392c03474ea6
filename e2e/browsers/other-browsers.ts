import { join } from 'node:path';
import { type Browser, firefox, type Locator, type Page } from 'playwright-core';

/** The browser of `npm run check:browsers` (see tools/check-browsers.ts). Undefined in Chromium. */
const OTHER_BROWSER = process.env.STORIES_BROWSER;
export const isOtherBrowser = OTHER_BROWSER !== undefined;

/** Starts that browser. Playwright drives it by WebDriver BiDi, which it knows from Firefox. */
export const launchOtherBrowser = (): Promise<Browser> =>
  firefox.launch({ channel: 'moz-firefox', executablePath: join(import.meta.dirname, `${OTHER_BROWSER}.mjs`) });

/** Fields whose text is not what is typed. */
const NOT_TYPED = /^(?:date|time|month|week|color|range|number)$/;

/** Lets `fill` type as people do: by WebDriver BiDi, Playwright sets the value itself, and React does not hear of it. */
export function typeIntoFields(page: Page): void {
  const prototype = Object.getPrototypeOf(page.locator('input')) as Locator & { typesIntoFields?: true };
  if (prototype.typesIntoFields) return;
  prototype.typesIntoFields = true;
  const { fill } = prototype;
  prototype.fill = async function (this: Locator, text, options) {
    if (NOT_TYPED.test((await this.getAttribute('type', options)) ?? '')) return fill.call(this, text, options);
    await this.click(options);
    await this.selectText(options);
    if (text === '') await this.press('Delete');
    else await this.pressSequentially(text);
  };
}
