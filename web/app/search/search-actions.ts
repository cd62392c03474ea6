import { paths } from '../paths.ts';
import { listOrderingWays } from '../session/ordering-link.ts';
import { canImpersonate, canListPeople, type Profile, seesAdministration } from '../session/profile.ts';
import { matchesWords, SEARCH_PAGES } from './search-pages.ts';

/** Someone whom an action is about. */
export interface ActedOn {
  id: number;
  name: string;
}

/** What an option does instead of opening a page: begin to order for someone, invite them, or begin the text of a search for such people. */
export type SearchAct = { kind: 'orderFor' | 'invite'; person: ActedOn } | { kind: 'type'; text: string };

/** A search that begins with what to do: “Order for ann” finds the people for whom one can order. */
export type Command = 'orderFor' | 'invite';

const BEGINNINGS: Readonly<Record<Command, { pattern: RegExp; text: string; words: string }>> = {
  orderFor: { pattern: /^\s*order\s+for\s+/i, text: 'Order for ', words: 'someone place' },
  invite: { pattern: /^\s*invite\s+/i, text: 'Invite ', words: 'someone invitation email password' },
};

const COMMANDS: readonly Command[] = ['orderFor', 'invite'];

/** The way in which a Buyer orders for someone else: the ad hoc list. Undefined for people without it, and for those who order in someone's place. */
export const findWearerList = (caller: Profile): string | undefined =>
  canListPeople(caller) && !canImpersonate(caller)
    ? listOrderingWays(caller).find(({ kind }) => kind === 'adhoc')?.to
    : undefined;

/** Whether someone may do this for anyone at all; the search says for whom. */
const mayDo: Readonly<Record<Command, (caller: Profile) => boolean>> = {
  orderFor: (caller) => canImpersonate(caller) || findWearerList(caller) !== undefined,
  invite: seesAdministration,
};

/** What of `commands` someone may do. */
export const listCommands = (caller: Profile): readonly Command[] => COMMANDS.filter((command) => mayDo[command](caller));

/** Divides a text into what to do and whom to look for; without `command`, the text is only looked for. */
export function parseCommand(caller: Profile, text: string): { command?: Command; sought: string } {
  for (const command of listCommands(caller)) {
    const { pattern } = BEGINNINGS[command];
    if (pattern.test(text)) return { command, sought: text.replace(pattern, '').trim() };
  }
  return { sought: text };
}

/** An action that the search offers: it opens a page, or begins a text. */
export interface SearchAction {
  label: string;
  words: string;
  /** The page that it opens. */
  to?: string;
  act?: SearchAct;
}

const PAGE_ACTIONS: readonly (Required<Pick<SearchAction, 'to'>> & SearchAction)[] = [
  { label: 'Open approvals', words: 'approve reject send back waiting decide orders', to: paths.approvals() },
  { label: 'New person', words: 'add new starter joiner create employee staff', to: paths.personNew() },
];

/** The actions that someone may take, in the order in which they are offered. */
export function listActions(caller: Profile): SearchAction[] {
  const canOpen = (to: string) => SEARCH_PAGES.some((page) => page.to === to && page.canOpen(caller));
  return [
    ...listCommands(caller).map((command): SearchAction => {
      const { text, words } = BEGINNINGS[command];
      return { label: `${text}…`, words, act: { kind: 'type', text } };
    }),
    ...PAGE_ACTIONS.filter(({ to }) => canOpen(to)),
  ];
}

/** The actions that someone may take whose name or other words begin with all words of the query. */
export const findActions = (caller: Profile, query: string): SearchAction[] =>
  listActions(caller).filter(({ label, words }) => matchesWords(`${label} ${words}`, query));
