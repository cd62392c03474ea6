import type { ReactNode } from 'react';
import type { Call, ReplyOf } from '#contract/index.ts';
import type { ListName } from '#web/app/lists/list-client.ts';
import type { Profile } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';

/** A page with a list, as the tests of what all lists do need to know it. */
export interface ListCase<C extends Call = Call> {
  name: ListName;
  /** Whether it is a list of operators. */
  isOperator?: true;
  page: () => ReactNode;
  /** The path of its route and of the page in it, for pages that read parameters of the path. */
  route?: string;
  path?: string;
  call: C;
  /** A reply with so many rows. */
  reply: (rows: number) => PartsOf<ReplyOf<C>>;
  /** Answers of other calls that matter; all others are answered with nothing in them. */
  others?: Partial<Record<Call, object>>;
  /** Who is logged in, besides an administrator of the whole organisation. */
  caller?: PartsOf<Profile>;
  /** Accessible name of the table and of the cards. */
  label: string;
  /** What is listed, as in "No matching orders". */
  several: string;
  emptyTitle: string;
  /** A filter without options from the server, as its entry under "Add filter", the option to choose, and its chip. */
  filter?: readonly [entry: string, option: string | undefined, chip: RegExp];
  /** A heading that sorts. */
  sorted?: string;
  /** The id and heading of a column that can be hidden. */
  column?: readonly [id: string, heading: string];
  hasSearch?: true;
  /** Whether the search has the focus when the page is opened, for a scanner. */
  focusesSearch?: true;
  isSelectable?: true;
  /** Whether the call answers with all rows. */
  isWhole?: true;
  /** Whether rows are cards in windows of every width. */
  isCards?: true;
  /** The address of the record that the first row opens. */
  opens?: RegExp;
}

/** Numbers from one, for rows that differ. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A case whose reply is checked against its call. */
export const listCase = <C extends Call>(list: ListCase<C>): ListCase => list as unknown as ListCase;
