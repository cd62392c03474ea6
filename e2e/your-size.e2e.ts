import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { findChromium } from '#tools/chromium.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow, isFocusCovered, tabTo } from './page-checks.ts';
import { BRANDS, PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

/** Of the viewer, with three.js. */
const MAX_KILOBYTES = 160;

const { portal } = usePages();

const still = (page: Page) => page.getByRole('img', { name: /^A mannequin of this build/ });
const stage = (page: Page) => page.getByRole('slider', { name: 'Turn the mannequin' });
const dressed = (page: Page) => page.getByRole('slider', { name: 'Turn the dressed mannequin' });
const numberIn = async (page: Page, measure: string) =>
  Number.parseFloat(
    (await page
      .getByRole('row', { name: new RegExp(`^${measure}`) })
      .getByRole('cell')
      .first()
      .textContent()) || '',
  );

async function openSize(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Your size' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your size' }).waitFor();
  await page.getByRole('checkbox', { name: /^I agree/ }).waitFor();
}

describe.each(widthsFor('your-size'))('someone looking for their size, at %i px', (width) => {
  it('sees their likely measures and build, in either system, and nothing leaves the page', async () => {
    const visitor = await portal.openPage('sundial', width);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, BRANDS.sundial.buyer);
    await openSize(page);
    // What the pages ask for while they load says nothing about the person.
    await visitor.waitForNetworkIdle();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (!/\.(js|css|woff2|svg)(\?|$)/.test(request.url())) sent.push(request.url());
    });

    await page.getByLabel('Sex').selectOption('male');
    await page.getByLabel('Height, cm').fill('178');
    await page.getByLabel('Weight, kg').fill('82');
    await still(page).or(stage(page)).first().waitFor();
    await page.getByText('5 ft 10 in').waitFor();
    const chest = await numberIn(page, 'Chest');
    expect(chest).toBeGreaterThan(92);
    expect(chest).toBeLessThan(112);
    await check('a body');
    expect(await getHorizontalOverflow(page)).toBe(0);

    // The other system says the same.
    await page.getByRole('button', { name: 'ft, in' }).click();
    expect(await page.getByLabel('Height, feet').inputValue()).toBe('5');
    expect(await page.getByLabel('and inches').inputValue()).toBe('10');
    expect(Math.abs((await numberIn(page, 'Chest')) * 2.54 - chest)).toBeLessThan(2);
    await page.getByRole('button', { name: 'cm', exact: true }).click();

    // A tape is taken for what it is, and narrows the rest.
    await page.getByText('Add more for a better result').click();
    await page.getByLabel('Waist at navel, cm').fill('90');
    await page.getByRole('row', { name: /^Waist.*with your tape/ }).waitFor();

    // What cannot be is said in words once the field was left; the body stays as it was.
    await page.getByLabel('Height, cm').fill('280');
    await page.getByLabel('Weight, kg').focus();
    await page.getByText('Please check your height: we can advise from 130 to 215 cm.').waitFor();
    await page.getByText('This is based on your earlier entries.').waitFor();
    await check('refused');
    await page.getByLabel('Height, cm').fill('178');

    // What surprises is asked back, and used once it was confirmed.
    await page.getByLabel('Waist at navel, cm').fill('140');
    await page.getByRole('button', { name: 'Yes, that’s right' }).click();
    await page.getByRole('button', { name: 'Yes, that’s right' }).waitFor({ state: 'hidden' });
    expect(await numberIn(page, 'Waist')).toBeGreaterThan(115);

    // The usual sizes are there at once, with how sure they are.
    await page.getByRole('list', { name: 'Recommended sizes' }).getByText(/\d%/).first().waitFor();

    // How a garment would fit: its sizes, in words and on the mannequin, switched by keys.
    await page.getByLabel('Waist at navel, cm').fill('90');
    await page.getByLabel('Search garments').fill('polo');
    const found = page.getByRole('list', { name: 'Garments with a size guide' }).getByRole('button', { name: /polo/i });
    const polo = (await found.first().textContent()) ?? '';
    await found.first().click();
    const sizes = page.getByRole('radiogroup', { name: 'On the mannequin' });
    const [advised, other] = [sizes.getByRole('radio').nth(1), sizes.getByRole('radio').last()];
    await advised.focus();
    await page
      .getByRole('img', { name: new RegExp(`^A mannequin of your build in ${polo}.*chest`) })
      .or(dressed(page))
      .first()
      .waitFor();
    await page.getByRole('row', { name: /^Chest .*(likely|probably)/ }).waitFor();
    // What the body model does not know is shown, and not compared.
    await page.getByRole('row', { name: /^Back length We can’t compare this measurement/ }).waitFor();
    await check('a garment');
    await page.keyboard.press('ArrowRight');
    await other.and(page.locator(':checked')).waitFor();
    const size = (await sizes.locator('label').last().textContent())?.match(/Size (\S+)/)?.[1];
    await page.getByText(`${polo}, size ${size}: chest`).first().waitFor();
    expect(page.url()).toMatch(/garment=\d+/);
    expect(await getHorizontalOverflow(page)).toBe(0);

    // The service is asked for garments, and told nothing.
    expect(sent.filter((url) => !/\/sizing\/garment\/list(\/\d+)?(\?(hasSizeGuide|typical)=true[^?]*)?$/.test(url))).toEqual([]);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('the mannequin', () => {
  /** The screen, with a body, in a browser of its own. */
  async function open(flags: string[], reducedMotion: 'reduce' | 'no-preference') {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', ...flags] });
    browsers.push(browser);
    // A phone's screen: without a graphics card every pixel of a frame is drawn by the processor.
    const context = await browser.newContext({ viewport: { width: PHONE_WIDTH, height: 740 }, reducedMotion });
    const page = await context.newPage();
    const { startSession } = portal;
    await logIn({ page, origin: portal.origin('sundial'), startSession }, BRANDS.sundial.buyer, '/index/size');
    await page.getByRole('checkbox', { name: /^I agree/ }).waitFor();
    const started = performance.now();
    await page.getByLabel('Height, cm').fill('164');
    await page.getByLabel('Weight, kg').fill('70');
    return { page, started };
  }
  const browsers: Browser[] = [];
  afterEach(() => Promise.all(browsers.splice(0).map((browser) => browser.close())));
  const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

  it('is a still picture on a machine without WebGL, soon after the last key', async () => {
    const { page, started } = await open(['--disable-3d-apis'], 'no-preference');
    await still(page).waitFor();
    const took = performance.now() - started;
    console.log(`first picture of the mannequin after ${Math.round(took)} ms`);
    // The aim is one second on a machine of one's own; here many share two cores.
    expect(took).toBeLessThan(8000);
    const painted = await still(page).evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return Array.from(pixels).filter((value, i) => i % 4 === 3 && value > 0).length / (canvas.width * canvas.height);
    });
    expect(painted).toBeGreaterThan(0.1);
    expect(await stage(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: /turn/i }).count()).toBe(0);
  });

  it(`comes in a chunk of at most ${MAX_KILOBYTES} KB, compressed`, async () => {
    const assets = join(import.meta.dirname, '../dist/web/assets');
    const chunk = (await readdir(assets)).find((name) => /^scene-.*\.js\.gz$/.test(name)) ?? '';
    const kilobytes = (await stat(join(assets, chunk))).size / 1024;
    console.log(`the viewer: ${kilobytes.toFixed(1)} KB`);
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(MAX_KILOBYTES);
  });

  it('turns by keys, and does not rotate with reduced motion', async () => {
    const { page } = await open(WEBGL, 'reduce');
    const { findings, check } = createAxeCollector(page);
    await page.getByRole('button', { name: 'Turn slowly' }).waitFor();
    await tabTo(page, /^Turn the mannequin$/);
    expect(await isFocusCovered(page)).toBe(false);
    const before = Number(await stage(page).getAttribute('aria-valuenow'));
    for (let pressed = 0; pressed < 6; pressed += 1) await page.keyboard.press('ArrowRight');
    expect(Number(await stage(page).getAttribute('aria-valuenow'))).toBe(before + 90);
    await check('on stage');
    expect(findings).toEqual([]);
  });

  it('turns slowly by itself until it is stopped', async () => {
    const { page } = await open(WEBGL, 'no-preference');
    await stage(page).waitFor();
    const turning = await stage(page).screenshot();
    await expect.poll(async () => turning.equals(await stage(page).screenshot()), { timeout: 5000 }).toBe(false);
    await page.getByRole('button', { name: 'Stop turning' }).click();
    // The frame and the button's transition that were under way at the click still end; then nothing moves any more.
    const isStill = async () => {
      const before = await stage(page).screenshot();
      await page.waitForTimeout(700); // waits because only time shows that the mannequin has stopped
      return before.equals(await stage(page).screenshot());
    };
    await expect.poll(isStill, { timeout: 10_000 }).toBe(true);
  });
});
