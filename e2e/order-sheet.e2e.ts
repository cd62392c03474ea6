import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import { SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { logIn } from './actions.ts';
import { createAxeCollector } from './page-checks.ts';
import { DESKTOP_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();
const [WEARERS, ROWS] = [20, 60];
/** Columns of the workbook. */
const [WEARER, SIZE, FIT, QUANTITY] = [0, 3, 4, 5] as const;
/** What someone has left, after the columns that are read. */
const LEFT = SHEET_CELLS.length;

/** Rows of the workbook with a piece each: three that can be ordered for each of twenty people. What the workbook leaves open is chosen. */
async function fillIn(
  rows: readonly (readonly unknown[])[],
  { origin, token }: { origin: string; token: string },
): Promise<string[][]> {
  const open = rows
    .slice(1)
    .map((row) => row.map((cell) => String(cell ?? '')))
    .filter((row) => Number(row[LEFT]) > 0)
    .slice(0, 400)
    .map((row) => row.with(QUANTITY, '1').slice(0, SHEET_CELLS.length));
  const sent = open.map((row) => Object.fromEntries(SHEET_CELLS.map((cell, column) => [cell, row[column]])));
  let states: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const reply = await fetch(`${origin}/api/ordersheets/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: sent }),
    });
    const { rows: checked } = (await reply.json()) as ReplyOf<'POST /api/ordersheets/check'>;
    states = checked.map(({ state }) => state);
    for (const [index, { messages }] of checked.entries())
      for (const { cell, kind, choices } of messages)
        if (kind === 'problem' && choices[0] && (cell === 'colour' || cell === 'size' || cell === 'fit')) {
          (open[index] as string[])[SHEET_CELLS.indexOf(cell)] = choices[0];
          Object.assign(sent[index] as object, { [cell]: choices[0] });
        }
  }
  const ready = open.filter((_, index) => states[index] === 'ready');
  const byWearer = Map.groupBy(ready, (row) => row[WEARER]);
  return [...byWearer.values()]
    .filter((own) => own.length >= 3)
    .slice(0, WEARERS)
    .flatMap((own) => own.slice(0, 3));
}

/** Puts cells on the clipboard as a spreadsheet does. */
const copyCells = (page: Page, rows: readonly (readonly string[])[]) =>
  page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => row.join('\t')).join('\r\n'));

describe('a buyer', () => {
  it('orders for twenty people with one sheet, pasted from a workbook', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, context, pageErrors } = visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'buyer@meridian.example', '/index/order-sheet');
    await page.getByText('Three ways to fill the sheet').waitFor();
    await check('an empty sheet');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a workbook' }).click();
    const workbook = await readXlsx(await readFile(await (await downloading).path()));
    const token = await portal.startSession('buyer@meridian.example');
    const rows = await fillIn(workbook.sheets[0]?.rows ?? [], { origin, token });
    expect(rows).toHaveLength(ROWS);
    const wearer = rows[30]?.[WEARER] as string;
    const size = [rows[40]?.[SIZE], rows[40]?.[FIT]].filter(Boolean).join(' ');
    await copyCells(
      page,
      rows.map((row, index) =>
        index === 30 ? row.with(WEARER, 'Nobody Atall') : index === 40 ? row.with(SIZE, '99').with(FIT, '') : row,
      ),
    );
    await page.getByRole('combobox', { name: 'Wearer, row 1' }).click();
    await page.keyboard.press('Control+V');
    await page.getByText(`2 rows of ${ROWS} need a decision.`, { exact: true }).waitFor();
    await check('rows with problems');

    await page.keyboard.press('F8');
    await page.getByRole('combobox', { name: 'Wearer, row 31' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(wearer);
    await page.keyboard.press('Enter');
    await page.getByText(`1 row of ${ROWS} needs a decision.`, { exact: true }).waitFor();
    await page.keyboard.press('F8');
    await page.getByRole('combobox', { name: 'Size, row 41' }).and(page.locator(':focus')).waitFor();
    await check('a cell with choices');
    await page.keyboard.type(size);
    await page.keyboard.press('Enter');
    await page.getByText(/saved \d\d:\d\d/).waitFor();
    await page.getByRole('button', { name: `Add ${ROWS} pieces for ${WEARERS} people to the cart` }).click();
    await page.waitForURL(`${origin}/index/cart`);
    await page.getByText(`${ROWS} pieces added to your cart.`).waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});
