import type {
  CombinedFilter,
  FilterEditorProps,
  FilterOption,
  FilterOptions,
  FilterWordsProps,
  ListFilter,
} from './list-filter.ts';
import { OptionList } from './option-list.tsx';

interface Common<Context> {
  label: string;
  url: string;
  isAllowed?: (context: Context) => boolean;
}

const MAX_ID = 2_147_483_647;
/** No call takes more ids. */
const MAX_RECORDS = 100;

/** The id of a record in the URL; undefined for any other text. */
export const readId = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_ID ? Number(text) : undefined;

// A filter has either options or a hook, and never changes.
const useOptions = (options: FilterOptions<string | number> = []) => (typeof options === 'function' ? options() : options);

function OneEditor<Value extends string | number>({ filter, value, onChange }: FilterEditorProps<Value>) {
  return (
    <OptionList
      label={filter.label}
      options={useOptions(filter.options)}
      chosen={value === undefined ? [] : [value]}
      onChoose={(id) => onChange(id === value ? undefined : (id as Value))}
    />
  );
}

function OneInWords<Value extends string | number>({ filter, value }: FilterWordsProps<Value>) {
  const options = useOptions(filter.options);
  // A link or a view can name a record that has been deleted since, or that its reader may not see.
  return options ? (options.find(({ id }) => id === value)?.label ?? 'Not found') : '…';
}

/** A filter by one of a few texts that the contract names. */
export const oneOf = <Value extends string, Context = unknown>({
  options,
  ...common
}: Common<Context> & { options: readonly FilterOption<Value>[] }): ListFilter<Value, Context> => ({
  ...common,
  options,
  read: (text) => options.find(({ id }) => id === text)?.id,
  write: (value) => value,
  closes: true,
  Editor: OneEditor,
  Words: OneInWords,
});

/** Tabs of which the first shows what is in one state, and the last what is in any: `param` is the parameter of the call. */
export const stateTabs = <Query extends object>({
  param,
  url,
  states,
}: {
  param: keyof Query & string;
  url: string;
  states: readonly [string, ...string[]];
}): CombinedFilter<Query> => ({
  ...oneOf({ label: 'State', url, options: [...states, ALL_STATES].map((id) => ({ id, label: id })) }),
  isTab: true,
  absent: states[0],
  toQuery: (state) => (state === ALL_STATES ? {} : ({ [param]: state } as Partial<Query>)),
});

/** The tab of every state, as the URL calls it. */
export const ALL_STATES = 'all';

/** A filter by one record, such as a destination. Its options are read when someone opens it, or when it is set. */
export const oneRecord = <Context = unknown>(
  filter: Common<Context> & { options: FilterOptions<number> },
): ListFilter<number, Context> => ({
  ...filter,
  read: readId,
  write: String,
  closes: true,
  Editor: OneEditor,
  Words: OneInWords,
});

function ManyEditor({ filter, value = [], onChange }: FilterEditorProps<number[]>) {
  return (
    <OptionList
      label={filter.label}
      options={useOptions(filter.options)}
      chosen={value}
      onChoose={(chosen) => {
        const id = Number(chosen);
        const next = value.includes(id) ? value.filter((each) => each !== id) : [...value, id];
        onChange(next.length > 0 ? next : undefined);
      }}
    />
  );
}

function ManyInWords({ filter, value }: FilterWordsProps<number[]>) {
  const options = useOptions(filter.options);
  if (!options) return '…';
  const chosen = options.filter(({ id }) => value.includes(Number(id))).map(({ label }) => label);
  return chosen.join(', ') || 'Not found';
}

/** A filter by any of several options, such as statuses. */
export const manyOf = <Context = unknown>({
  options,
  ...common
}: Common<Context> & { options: readonly FilterOption<number>[] }): ListFilter<number[], Context> => ({
  ...common,
  options,
  read: (text) => {
    const asked = new Set(text.split(',').map(Number));
    const ids = options.flatMap(({ id }) => (asked.has(id) ? [id] : []));
    return ids.length > 0 ? ids : undefined;
  },
  write: (ids) => ids.join(),
  Editor: ManyEditor,
  Words: ManyInWords,
});

/** The ids of records in the URL, separated by commas; undefined without one. */
export function readIds(text: string): number[] | undefined {
  const ids = [...new Set(text.split(',', MAX_RECORDS).flatMap((part) => readId(part) ?? []))];
  return ids.length > 0 ? ids : undefined;
}

/** A filter by any of several records, such as groups. Its options are read when someone opens it, or when it is set. */
export const manyRecords = <Context = unknown>(
  filter: Common<Context> & { options: FilterOptions<number> },
): ListFilter<number[], Context> => ({
  ...filter,
  read: readIds,
  write: (ids) => ids.join(),
  maxLength: MAX_RECORDS * 11,
  Editor: ManyEditor,
  Words: ManyInWords,
});

/** A filter that is set or not, such as "On hold". `text` is what the URL holds. */
export const flag = <Context = unknown>({
  text = '1',
  ...common
}: Common<Context> & { text?: string }): ListFilter<boolean, Context> => ({
  ...common,
  only: true,
  read: (value) => (value === text ? true : undefined),
  write: () => text,
});
