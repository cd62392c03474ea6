import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Call, ReplyOf } from '#contract/index.ts';
import { InvoicesPage } from '#web/ordering/invoices/invoices-page.tsx';
import { OrdersPage } from '#web/ordering/orders/orders-page.tsx';
import { PeoplePage } from '#web/people/list/people-page.tsx';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { queryClient } from '../query-client.ts';

// What every list does, whoever defines it: each list of the portal is taken through the same behaviours.

const api = useStubbedApi();

const caller = {
  roles: ['OrganisationAdmin'],
  pricesVisible: true,
  singleKeyShortcuts: true,
  permissions: [],
} as const;

/** Shows the list with so many rows, or with another answer. */
function show(
  list: ListCase<Call>,
  answer: Parameters<typeof api.on>[1] = list.reply(3),
  { path = '/', width = 1440, keys = true } = {},
) {
  for (const call of list.others) api.on(call, {});
  api.on(list.call, answer);
  return renderPage(list.page(), { path, width, caller: { ...caller, singleKeyShortcuts: keys } });
}

const table = (list: ListCase<Call>) => screen.findByRole('table', { name: list.label });

describe.each(LISTS)('the list of $name', (list) => {
  it('is a table whose headings have a scope, with one row for each record', async () => {
    show(list);

    const shown = await table(list);
    expect(within(shown).getAllByRole('row')).toHaveLength(4);
    expect([...shown.querySelectorAll('th:not([scope])')]).toEqual([]);
    if (list.opens) expect(within(shown).getAllByRole('link')[0]?.getAttribute('href')).toMatch(list.opens);
  });

  it('is a list of cards on a phone', async () => {
    show(list, undefined, { width: NARROW });

    const cards = await screen.findByRole('list', { name: list.label });
    expect(within(cards).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what belongs in it while there is nothing', async () => {
    show(list, list.reply(0));

    await screen.findByRole('heading', { name: list.emptyTitle });
  });

  it('says why it could not be loaded, and tries again', async () => {
    const { user } = show(list, refuse(503, { server: 'Closed for an hour.' }));

    expect((await screen.findByRole('alert')).textContent).toContain(`The ${list.several} could not be loaded.`);
    api.on(list.call, list.reply(2));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(within(await table(list)).getAllByRole('row')).toHaveLength(3);
  });

  it('keeps its rows when they cannot be refreshed, and says so', async () => {
    show(list);
    await table(list);
    api.on(list.call, refuse(503, { server: 'Closed for an hour.' }));
    await queryClient.invalidateQueries({ queryKey: [list.call] });

    await screen.findByText(/could not be refreshed and may be out of date/);
    expect(within(await table(list)).getAllByRole('row')).toHaveLength(4);
  });

  it('leads back from a page that no longer exists', async () => {
    const { user, address } = show(list, { ...(list.reply(0) as object), totalCount: 3 }, { path: '/?page=9' });

    await screen.findByRole('heading', { name: 'This page is empty' });
    await user.click(screen.getByRole('button', { name: 'Go to first page' }));
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('is filtered by what is chosen under "Add filter", and no longer once its chip is removed', async () => {
    const { user, address } = show(list);
    const [item, option, chip] = list.filter;
    await table(list);

    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    await user.click(await screen.findByRole('button', { name: item }));
    if (option) await user.click(await screen.findByRole('button', { name: option }));
    const chips = await screen.findByRole('list', { name: 'Active filters' });
    expect(within(chips).getByRole('listitem').textContent).toMatch(chip);
    expect(address()).not.toBe('/');
    await user.click(within(chips).getByRole('button', { name: `Remove filter: ${item}` }));
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('offers to clear search and filters that find nothing', async () => {
    const [item, option] = list.filter;
    const { user, address } = show(list);
    await table(list);
    api.on(list.call, list.reply(0));
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    await user.click(await screen.findByRole('button', { name: item }));
    if (option) await user.click(await screen.findByRole('button', { name: option }));

    await screen.findByRole('heading', { name: `No matching ${list.several}` });
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('hides a column, for this person on every device', async () => {
    const { user } = show(list);
    api.on('PUT /api/listsettings/:list', {});
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: list.column }));

    await waitFor(() => expect(screen.queryByRole('columnheader', { name: list.column })).toBeNull());
    const [saved] = api.requests('PUT /api/listsettings/:list');
    expect([saved?.params.list, saved?.body.listSettings.columns?.includes(list.column)]).toEqual([list.name, false]);
  });

  it.runIf(list.sorted)('is sorted by a heading, the other way at the second click, and as usual after the third', async () => {
    const { user } = show(list);
    const heading = async () => within(await table(list)).getByRole('columnheader', { name: list.sorted });
    const usual = (await heading()).getAttribute('aria-sort');
    const seen: (string | null)[] = [];
    for (const _ of [1, 2, 3]) {
      await user.click(within(await heading()).getByRole('button'));
      seen.push((await heading()).getAttribute('aria-sort'));
    }

    expect([new Set(seen.slice(0, 2)), seen[2]]).toEqual([new Set(['ascending', 'descending']), usual]);
  });

  it('is walked through with J and K, shows its keys with ?, and leaves them to those who type', async () => {
    const { user } = show(list);
    const rows = within(await table(list))
      .getAllByRole('row')
      .slice(1);
    const focused = () => rows.findIndex((row) => row.contains(document.activeElement));
    const steps: number[] = [];
    for (const key of ['j', 'j', 'k']) {
      await user.keyboard(key);
      steps.push(focused());
    }
    expect(steps).toEqual([0, 1, 0]);

    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(help.textContent).toContain('Search');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const search = screen.getByRole('searchbox');
    await user.click(search);
    await user.keyboard('jx');
    expect([document.activeElement, (search as HTMLInputElement).value]).toEqual([search, 'jx']);
  });

  it('has no single keys for those who switched them off', async () => {
    const { user } = show(list, undefined, { keys: false });
    await table(list);
    await user.keyboard('j?');

    expect([document.activeElement, screen.queryByRole('dialog')]).toEqual([document.body, null]);
  });

  it.runIf(list.isSelectable)('selects rows one by one, from one to another with Shift, and with X', async () => {
    const { user } = show(list);
    const boxes = within(await table(list)).getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ });
    await user.click(boxes[0] as HTMLInputElement);
    await user.keyboard('{Shift>}');
    await user.click(boxes[2] as HTMLInputElement);
    await user.keyboard('{/Shift}');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true]);

    await user.keyboard('x');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true, false]);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(boxes.some(({ checked }) => checked)).toBe(false);
  });
});
