import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import type { ListClient } from '#web/app/lists/list-client.ts';
import type { NavPage, NavPages } from '#web/app/shell/nav-entry.ts';
import { operatorPages } from '../operator-pages.ts';
import { operatorPaths } from '../operator-paths.ts';
import { meets } from '../session/operator-access.ts';

export interface OperatorNavPage extends NavPage {
  key: string | undefined;
}

export type OperatorNavEntry = OperatorNavPage | NavPages<OperatorNavPage>;

/**
 * The entries of the navigation that these rights include, in their order. A group of which they include one page, or that would hold everything
 * there is, is no group: its pages stand there by themselves.
 */
export function listNavigation(rights: readonly OperatorRight[]): OperatorNavEntry[] {
  const groups = new Map<string, OperatorNavPage[]>();
  for (const { path, label, group, section, key, needs = [] } of operatorPages) {
    if (label === undefined || !meets(rights, needs)) continue;
    const page = {
      to: `${operatorPaths.start}/${path}`,
      label,
      key,
      ...(section !== undefined && { otherPaths: [`${operatorPaths.start}/${section}`] }),
    };
    // A page without a group is one of its own; no group has an address as its name.
    const name = group ?? path;
    groups.set(name, [...(groups.get(name) ?? []), page]);
  }
  return [...groups].flatMap<OperatorNavEntry>(([label, items]) =>
    items.length > 1 && groups.size > 1 ? [{ label, items }] : items,
  );
}

/** The pages of a navigation, without their groups. */
export const listNavPages = (entries: readonly OperatorNavEntry[]): OperatorNavPage[] =>
  entries.flatMap((entry) => ('items' in entry ? entry.items : [entry]));

/** The keys that open the pages, as the help lists them: first those of pages by themselves, then those of each group. */
export function listPageKeys(entries: readonly OperatorNavEntry[]): ListClient['pageKeys'] {
  const toKeys = (pages: readonly OperatorNavPage[]) =>
    pages.flatMap(({ label, key }) => (key === undefined ? [] : [{ keys: ['G', key.toUpperCase()], does: label }]));
  return [
    { keys: toKeys(entries.flatMap((entry) => ('items' in entry ? [] : [entry]))) },
    ...entries.flatMap((entry) => ('items' in entry ? [{ title: entry.label, keys: toKeys(entry.items) }] : [])),
  ];
}
