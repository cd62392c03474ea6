import type { ComponentProps, ReactNode } from 'react';
import type { CUSTOMER_LIST_COLUMNS, OPERATOR_LIST_COLUMNS } from '#contract/identity/list-settings/list-columns.ts';
import type { Call, QueryOf, ReplyOf } from '#contract/index.ts';
import type { SearchInput } from '#web/ui/forms/search-input.tsx';
import type { ListName } from './list-client.ts';
import type { CombinedFilter, ListFilter } from './list-filter.ts';

/** A call that answers with rows: with a page of them and `totalCount`, or with all. */
export type ListCall = {
  [C in Call]: C extends `GET ${string}`
    ? ReplyOf<C> extends { totalCount: number }
      ? C
      : RowsKey<C> extends never
        ? never
        : C
    : never;
}[Call];

/** The parameters of a list's call. */
export type ListQuery<C extends Call> = QueryOf<C> extends undefined ? unknown : NonNullable<QueryOf<C>>;

type RowsKey<C extends Call> = {
  [K in keyof ReplyOf<C>]: ReplyOf<C>[K] extends readonly { id: number }[] ? K : never;
}[keyof ReplyOf<C>];

/** Rows without an id say which number identifies them. */
type NumberedRowsKey<C extends Call> = {
  [K in keyof ReplyOf<C>]: ReplyOf<C>[K] extends readonly object[] ? K : never;
}[keyof ReplyOf<C>];

type NumberKey<Row> = { [K in keyof Row]: Row[K] extends number ? K : never }[keyof Row] & string;

type RowOf<C extends Call, K extends keyof ReplyOf<C>> = ReplyOf<C>[K] extends readonly (infer Row)[] ? Row : never;

/** A record in a list. */
export interface ListRow {
  id: number;
}

// Functions are written as methods, so that a definition whose names are checked is also a list whose columns are called by any name.

/** A column of the table, and a part of the cards. */
export interface ListColumn<Row, Context, Sort extends string = string> {
  title: string;
  cell(row: Row, context: Context): ReactNode;
  /** Where a card says it in other words: "Due 3 Nov 2026". */
  onCard?(row: Row, context: Context): ReactNode;
  /** Below the title: what an amount includes, which can depend on who reads it. */
  basis?: string | ((context: Context) => string | undefined);
  /** Right-aligned, for amounts and quantities. */
  isNumber?: boolean;
  /** Takes several lines where it is long, or where it holds several things, when it is wide too; others have one, and are cut. */
  wraps?: boolean | 'wide';
  /** The orders of its heading: on the first click and on the second. */
  sorts?: readonly [Sort, Sort];
  /** Heads the row and links to its record. It cannot be hidden. */
  isHeading?: boolean;
  /** Hidden until someone chooses it. */
  isExtra?: boolean;
  /** Hidden in windows without room for it, unless someone chooses it. */
  isRoomy?: boolean;
  /** Whether the reader may see it; without it everyone may. */
  isAllowed?(context: Context): boolean;
  /** What it needs of calls that send only the fields asked for. */
  fields?: readonly string[];
}

/** A line of a card: columns at its start, separated by dots, and one at its end, or the buttons of the row. */
export interface CardLine<Id extends string = string> {
  start: readonly Id[];
  end?: Id | 'actions';
}

/** What a list shows of its rows. */
export interface ListDrawing<Row, Context, Sort extends string = string, Id extends string = string> {
  /** Accessible name of the table and of the list of cards. */
  label: string;
  /** The page of a row's record; undefined where the reader cannot open it. */
  link?(row: Row, context: Context): string | undefined;
  columns: Readonly<Record<Id, ListColumn<Row, Context, NoInfer<Sort>>>>;
  card: readonly CardLine<NoInfer<Id>>[];
  /** Set where rows are cards in windows of every width, because they hold more than a line of a table can. */
  isCards?: true;
  /** What a card has below its lines: facts, a form. */
  details?(row: Row, context: Context): ReactNode;
  /** Buttons and menus at the end of a row. */
  actions?(row: Row, context: Context): ReactNode;
  /** Set where rows can be selected. */
  selection?: {
    /** Names the region of the actions for screen readers: "Selected people". */
    label: string;
    /** A row in words, as in "Select Ann Ash". */
    rowName(row: Row): string;
    /** Whether the reader may select rows; without it everyone may. */
    isAllowed?(context: Context): boolean;
    /** Whether rows of one page alone can be selected, for actions that need the rows themselves. */
    isPageOnly?: boolean;
    /** Why a row cannot be selected. */
    getBlocker?(row: Row, context: Context): string | undefined;
  };
}

/** How the rows of a list are searched and sorted that has been loaded as a whole. */
export interface WholeList<Row, Context, Sort extends string = string> {
  /** The text of a row that is searched. */
  searchedText?(row: Row, context: Context): string;
  /** Compares rows for each order; without one the order of the server stays. */
  compare?: Readonly<Record<NoInfer<Sort>, (a: Row, b: Row, context: Context) => number>>;
}

/** A list of records: where its rows come from, what is shown of them, and how it is searched, filtered and sorted. */
export interface ListDefinition<C extends ListCall, Row, Context, Sort extends string = string, Id extends string = string>
  extends ListDrawing<Row, Context, Sort, Id> {
  /** The name under which the server keeps how someone has arranged it. */
  name: ListName;
  call: C;
  /** The property of the reply with the rows. */
  rowsKey: keyof ReplyOf<C> & string;
  /** The property that identifies a row, where that is not `id`. */
  idKey?: string;
  /** What is listed: "order", "orders". */
  nouns: readonly [one: string, several: string];
  /**
   * The search: the parameter of the call, its name in the URL, and the label and placeholder of the field. Without a parameter the rows are searched here (`whole`). `Field` draws
   * the field where it does more than search, for example opens what was scanned.
   */
  search?: {
    param?: keyof ListQuery<C> & string;
    url: string;
    label: string;
    placeholder: string;
    Field?(props: ComponentProps<typeof SearchInput>): ReactNode;
  };
  /** Set for calls that answer with all rows: what of them is shown, and in which order, is decided here. */
  whole?: WholeList<Row, Context, Sort>;
  /** The filters, by the parameter of the call that each sets. */
  filters: { readonly [K in keyof ListQuery<C>]?: ListFilter<NonNullable<ListQuery<C>[K]>, Context> };
  /** Filters that set several parameters of the call, by the names that they have here. */
  combinedFilters?: Readonly<Record<string, CombinedFilter<ListQuery<C>, Context>>>;
  /** What every row needs besides its columns, for calls that send only the fields asked for. */
  fields?: readonly string[];
  /** Parameters that are always sent. */
  fixedQuery?: Partial<ListQuery<C>>;
  /** The orders in which it can be sorted, with their names. Without them the server has one order. */
  sorts?: Readonly<Record<Sort, string>>;
  /** The order until someone chooses one, by the parameters of search and filters. */
  getUsualSort?(conditions: Partial<ListQuery<C>>, context: Context): NoInfer<Sort>;
  /** Whether the server sorts what is found in this order; without it always. */
  isSortPossible?(sort: NoInfer<Sort>, conditions: Partial<ListQuery<C>>): boolean;
  /** The parameters of the call that ask for an order. */
  toSortQuery?(sort: NoInfer<Sort>): Partial<ListQuery<C>>;
  /** The number of the first page, for calls that do not count pages from 0. */
  firstPage?: 1;
  /** The numbers of rows per page to choose from, and the one until someone does. */
  rows: { usual: number; choices?: readonly number[] };
  /** What belongs here and how it gets here, while there is nothing. */
  empty: { title: string; text: ReactNode };
  /** What to try when nothing is found: what the search looks at. */
  nothingFound: string;
}

/** A list whose names of columns and orders have been checked. */
export type List<C extends ListCall, Row extends ListRow, Context> = ListDefinition<C, Row, Context>;

type ColumnsOf<C extends Call> = C extends `GET /api/operator/${string}`
  ? typeof OPERATOR_LIST_COLUMNS
  : typeof CUSTOMER_LIST_COLUMNS;
/** The names of lists of operators or of customers, as the call is theirs. */
type NameOf<C extends Call> = keyof ColumnsOf<C> & ListName;
/** The columns that the server stores settings of: a list has just these. */
type ColumnOf<C extends Call, N extends NameOf<C>> = ColumnsOf<C>[N] extends readonly (infer Id extends string)[] ? Id : never;

/**
 * Defines a list of records. `Context` is what its columns and filters need besides the row: who reads it, names of other records, what its buttons do.
 * The names of parameters, columns and orders are checked against the contract and against each other.
 */
export const defineList =
  <C extends ListCall, Context = undefined>() =>
  <K extends NumberedRowsKey<C> & string, Sort extends string, N extends NameOf<C>>(
    definition: ListDefinition<C, RowOf<C, K>, Context, Sort, ColumnOf<C, N>> & {
      rowsKey: K;
      name: N;
    } & (RowOf<C, K> extends ListRow ? unknown : { idKey: NumberKey<RowOf<C, K>> }),
  ): List<C, RowOf<C, K> & ListRow, Context> =>
    definition as List<C, RowOf<C, K> & ListRow, Context>;
