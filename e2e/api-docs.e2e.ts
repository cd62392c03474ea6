import { expect, it } from 'vitest';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { BRANDS, projectsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

it.each(projectsFor('api-docs'))(
  'the API documentation of %s opens a call by its link, and finds another by words, at %d px',
  async (brand, width) => {
    const { page, origin, pageErrors, close } = await portal.openPage(brand, width);
    const consoleErrors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    await page.goto(`${origin}/docs/api#tag/orders/GET/api/orders/{id}`);

    await page.getByRole('heading', { name: 'Get an order', exact: true }).waitFor();
    expect(await page.title()).toContain(BRANDS[brand].company);
    await page.getByRole('img', { name: BRANDS[brand].company }).waitFor();
    // From the example of the reply.
    await page.getByText('"ruth.okafor@meridian.example"').first().waitFor();
    expect(await getHorizontalOverflow(page)).toBe(0);

    const axe = createAxeCollector(page);
    await axe.check('API documentation');
    expect(axe.findings).toEqual([]);

    await page.getByRole('button', { name: /^Open Search/ }).click();
    await page.keyboard.type('cancel pending pieces');
    await page.getByRole('option', { name: /Operation: Cancel pending pieces of an order/ }).click();
    await expect.poll(() => page.url()).toContain('/POST/api/operator/orders/');
    await page.getByRole('heading', { name: 'Cancel pending pieces of an order', exact: true }).waitFor();
    expect([...pageErrors, ...consoleErrors]).toEqual([]);
    await close();
  },
);
