import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_LIST_NAMES, OPERATOR_LIST_NAMES } from '#contract/identity/list-settings/list-names.ts';
import { type Call, contract } from '#contract/index.ts';
import { catalogueListCases } from '#web/testing/list-cases/catalogue.tsx';
import { contentListCases } from '#web/testing/list-cases/content.tsx';
import type { ListCase } from '#web/testing/list-cases/list-case.ts';
import { operatorListCases } from '#web/testing/list-cases/operator.tsx';
import { orderingListCases } from '#web/testing/list-cases/ordering.tsx';
import { peopleListCases } from '#web/testing/list-cases/people.tsx';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { queryClient } from '../query-client.ts';

// What every list does: each list of the portal is taken through the same behaviours. What does not depend on how a list is defined is tried with every fifth
// list, and with each if `LISTS=all`.

const LISTS: readonly ListCase[] = [
  ...orderingListCases,
  ...peopleListCases,
  ...catalogueListCases,
  ...contentListCases,
  ...operatorListCases,
];

const api = useStubbedApi();

const admin = { roles: ['OrganisationAdmin'], pricesVisible: true, singleKeyShortcuts: true } as const;

const READS = (Object.keys(contract) as Call[]).filter((call) => call.startsWith('GET '));

/** Shows the page with so many rows, or with another answer. */
function show(
  list: ListCase,
  answer: Parameters<typeof api.on>[1] = list.reply(3),
  { search = '', width = WIDE, keys = true, isStrict = false } = {},
) {
  for (const call of READS) api.on(call, {});
  api.on('GET /api/operator/me', { operator: { singleKeyShortcuts: keys } });
  for (const [call, given] of Object.entries(list.others ?? {})) api.on(call as Call, given);
  api.on(list.call, answer);
  const { page, isOperator = false, route, path = '/', caller } = list;
  return renderPage(page(), {
    path: path + search,
    ...(route && { route }),
    width,
    isOperator,
    isStrict,
    caller: { ...admin, singleKeyShortcuts: keys, ...caller },
  });
}

/** The table or the cards, and their rows. */
async function findRows(list: ListCase) {
  const shown = await screen.findByRole(list.isCards ? 'list' : 'table', { name: list.label });
  return [...shown.querySelectorAll<HTMLElement>('[data-row]')];
}

/** Without the search that an address has because of tabs. */
const addressOf = ({ path = '/' }: ListCase) => path;

// The page of products shows tiles with facets, and that of approvals an order beside its queue.
const OTHER_PAGES = ['products', 'approvals'];

it('takes every list that people arrange through them', () => {
  const namesOf = (isOperator: boolean) =>
    LISTS.filter((list) => (list.isOperator ?? false) === isOperator)
      .map(({ name }) => name)
      .toSorted();
  expect(namesOf(false)).toEqual(CUSTOMER_LIST_NAMES.filter((name) => !OTHER_PAGES.includes(name)).toSorted());
  expect(namesOf(true)).toEqual([...OPERATOR_LIST_NAMES].toSorted());
});

/**
 * Every fifth of the lists that have a property, or have it not, like this one: few lists have some. Or each. Counted from the last: other lists than before
 * when one is added.
 */
function isInTurn(list: ListCase, property: keyof ListCase): boolean {
  const alike = LISTS.filter((each) => Boolean(each[property]) === Boolean(list[property]));
  return process.env.LISTS === 'all' || (alike.length - 1 - alike.indexOf(list)) % 5 === 0;
}

describe.each(LISTS)('the list of $name', (list) => {
  const itInTurn = (behaviour: string, property: keyof ListCase, check: () => Promise<void>) => {
    if (isInTurn(list, property)) it(behaviour, check);
  };

  if (!list.isCards)
    it('is a table whose headings have a scope, with one row for each record', async () => {
      show(list, undefined, { isStrict: true });

      const rows = await findRows(list);
      expect(rows).toHaveLength(3);
      expect(rows[0]?.closest('table')?.querySelectorAll('th:not([scope])')).toHaveLength(0);
      if (list.opens) expect(rows[0]?.querySelector('[data-row-link]')?.getAttribute('href')).toMatch(list.opens);
    });

  it('is a list of cards on a phone', async () => {
    show(list, undefined, { width: NARROW, isStrict: true });

    const cards = await screen.findByRole('list', { name: list.label });
    expect(cards.querySelectorAll('li[data-row]')).toHaveLength(3);
    expect(screen.queryByRole('table', { name: list.label })).toBeNull();
  });

  it('says what belongs in it while there is nothing', async () => {
    show(list, list.reply(0));

    await screen.findByRole('heading', { name: list.emptyTitle });
  });

  itInTurn('says why it could not be loaded, and tries again', 'name', async () => {
    const { user } = show(list, refuse(500, { server: 'Please try again.' }));

    await screen.findByText(`The ${list.several} could not be loaded.`);
    api.on(list.call, list.reply(2));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findRows(list)).toHaveLength(2);
  });

  itInTurn('keeps its rows when they cannot be refreshed, and says so', 'name', async () => {
    show(list);
    await findRows(list);
    api.on(list.call, refuse(404, { name: 'There is no such list.' }));
    await queryClient.invalidateQueries({ queryKey: [list.call] });

    await screen.findByText(new RegExp(`The ${list.several} could not be refreshed and may be out of date`));
    expect(await findRows(list)).toHaveLength(3);
  });

  itInTurn('leads back from a page that no longer exists', 'isWhole', async () => {
    const reply = list.isWhole ? list.reply(3) : { ...(list.reply(0) as object), totalCount: 3 };
    const { user, address } = show(list, reply, { search: '?page=9' });

    await screen.findByRole('heading', { name: 'This page is empty' });
    await user.click(screen.getByRole('button', { name: 'Go to first page' }));
    await waitFor(() => expect(address()).toBe(addressOf(list)));
  });

  if (list.filter)
    it('is filtered by what is chosen under "Add filter", until the chip is removed', async () => {
      const { user, address } = show(list);
      const [entry, , chip] = list.filter ?? ['', undefined, /./];
      await findRows(list);

      await chooseFilter(list, user);
      const chips = await screen.findByRole('list', { name: 'Active filters' });
      expect(within(chips).getByRole('listitem').textContent).toMatch(chip);
      expect(address()).not.toBe(addressOf(list));
      await user.click(within(chips).getByRole('button', { name: `Remove filter: ${entry}` }));
      await waitFor(() => expect(address()).toBe(addressOf(list)));
    });

  if (list.filter)
    itInTurn('offers to clear search and filters that find nothing', 'filter', async () => {
      const { user, address } = show(list);
      await findRows(list);
      api.on(list.call, list.reply(0));
      await chooseFilter(list, user);

      await screen.findByRole('heading', { name: `No matching ${list.several}` });
      await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
      await waitFor(() => expect(address()).toBe(addressOf(list)));
    });

  if (list.column)
    itInTurn('hides a column, for this person on every device', 'column', async () => {
      const { user } = show(list);
      const save = list.isOperator ? 'PUT /api/operator/listsettings/:list' : 'PUT /api/listsettings/:list';
      api.on(save, {});
      const [id = '', heading = ''] = list.column ?? [];
      await findRows(list);
      await screen.findByRole('columnheader', { name: heading });
      await user.click(screen.getByRole('button', { name: 'Columns' }));
      await user.click(await screen.findByRole('menuitemcheckbox', { name: heading }));

      await waitFor(() => expect(screen.queryByRole('columnheader', { name: heading })).toBeNull());
      const [saved] = api.requests(save);
      expect([saved?.params.list, saved?.body.listSettings.columns?.includes(id)]).toEqual([list.name, false]);
    });

  if (list.sorted)
    itInTurn('is sorted by a heading in both ways, and then as usual again', 'sorted', async () => {
      const { user } = show(list);
      const heading = () => screen.findByRole('columnheader', { name: list.sorted ?? '' });
      const usual = (await heading()).getAttribute('aria-sort');
      const seen = [usual];
      // A heading of the usual order has one more.
      for (const _ of usual === null ? [1, 2, 3] : [1, 2]) {
        await user.click(within(await heading()).getByRole('button'));
        seen.push((await heading()).getAttribute('aria-sort'));
      }

      expect([new Set(seen.filter(Boolean)), seen.at(-1)]).toEqual([new Set(['ascending', 'descending']), usual]);
    });

  it('is walked through with J and K, shows its keys with ?, and leaves them to those who type', async () => {
    const { user } = show(list);
    const rows = await findRows(list);
    if (list.focusesSearch) {
      const field = screen.getByRole('searchbox');
      await waitFor(() => expect(field === document.activeElement).toBe(true));
      field.blur();
    }
    const steps: number[] = [];
    for (const key of ['j', 'j', 'k']) {
      await user.keyboard(key);
      steps.push(rows.findIndex((row) => row.contains(document.activeElement)));
    }
    expect(steps).toEqual([0, 1, 0]);
    if (!isInTurn(list, 'hasSearch')) return;

    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(help.textContent).toContain('These keys');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    if (!list.hasSearch) return;
    await user.keyboard('/');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    await user.keyboard('jx');
    expect([search === document.activeElement, search.value]).toEqual([true, 'jx']);
    await user.keyboard('{ArrowDown}');
    expect(rows[0]?.contains(document.activeElement)).toBe(true);
  });

  itInTurn('has no single keys for those who switched them off', 'name', async () => {
    const { user } = show(list, undefined, { keys: false });
    const rows = await findRows(list);
    await user.keyboard('j?');

    expect([rows.some((row) => row.contains(document.activeElement)), screen.queryByRole('dialog')]).toEqual([false, null]);
  });

  if (list.isSelectable)
    itInTurn('selects rows one by one, from one to another with Shift, and with X', 'isSelectable', async () => {
      const { user } = show(list);
      const boxes = (await findRows(list)).map((row) => within(row).getByRole<HTMLInputElement>('checkbox'));
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

async function chooseFilter({ filter: [entry, option] = ['', undefined, /./] }: ListCase, user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(await screen.findByRole('button', { name: entry }));
  if (option) await user.click(await screen.findByRole('button', { name: option }));
}
