import type { ReactNode } from 'react';

// Functions are written as methods, so that filters with different values can stand in one table.

/** A value that can be chosen. */
export interface FilterOption<Value> {
  id: Value;
  label: string;
}

/** The options of a filter, or a hook that reads them once they are needed; undefined while they are loaded. */
export type FilterOptions<Value> = readonly FilterOption<Value>[] | (() => readonly FilterOption<Value>[] | undefined);

export interface FilterEditorProps<Value> {
  filter: Pick<ListFilter<Value>, 'label' | 'options'>;
  /** Undefined while the filter is not set. */
  value: Value | undefined;
  /** Undefined takes the filter away. */
  onChange(value: Value | undefined): void;
}

export interface FilterWordsProps<Value> {
  filter: Pick<ListFilter<Value>, 'options'>;
  value: Value;
}

/** A filter of a list: how the URL holds its value, how it is chosen and what its chip says. */
export interface ListFilter<Value, Context = unknown> {
  label: string;
  /** Its name in the URL. */
  url: string;
  /** The value of a text in the URL; undefined for one that is not valid. */
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** The characters that its value may have in the URL, where that is more than a search. */
  maxLength?: number;
  options?: FilterOptions<string | number>;
  /** Where its value is chosen; absent for a filter with a single value, which is set by choosing the filter. */
  Editor?(props: FilterEditorProps<Value>): ReactNode;
  /** The value in words; without it the chip shows the label alone. */
  Words?(props: FilterWordsProps<Value>): ReactNode;
  /** The value of a filter without an editor. */
  only?: Value;
  /** Whether the editor closes once something is chosen. */
  closes?: boolean;
  /** The value while the URL has none, for tabs of which the first is not all rows. */
  absent?: Value;
  /** Set by links from other pages alone: it has a chip, and is not offered. */
  isLinkOnly?: boolean;
  /** Set by the tabs of the list: without a chip, and kept when search and filters are cleared. */
  isTab?: boolean;
  /** Whether the reader may filter by it; without it everyone may. */
  isAllowed?(context: Context): boolean;
}

/** A filter whose value is several parameters of the call. */
export interface CombinedFilter<Query, Context = unknown> extends ListFilter<unknown, Context> {
  toQuery(value: unknown): Partial<Query>;
}
