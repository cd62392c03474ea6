import { Button, Group } from '@mantine/core';
import type { ListColumn, WholeList } from '#web/app/lists/define-list.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { roleKind, type StructureItem, type StructureItemKind } from './item-kinds.ts';

// What the lists of all kinds of items have in common.

export type ItemAction = 'edit' | 'delete' | 'permissions';

/** Who reads a list of items: what they may do, and what its columns need besides the items. */
export interface StructureReader {
  canEdit: boolean;
  /** Whether items may be added and deleted. */
  canCreate: boolean;
  /** Number of people by item; undefined until it is known. */
  people: ReadonlyMap<number, number> | undefined;
  /** Names of the business areas by id; undefined until they are known. */
  areas: ReadonlyMap<number, string> | undefined;
  /** Names of the job roles by business area; undefined until they are known. */
  jobs: ReadonlyMap<number, string> | undefined;
  /** Opens a dialog. The same function on every rendering. */
  act: (action: ItemAction, id: number) => void;
}

interface ListedItem {
  id: number;
  name: string;
}

const SORTS = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-people': 'Most people first',
  people: 'Fewest people first',
} as const;
type Sort = keyof typeof SORTS;
type Column = ListColumn<ListedItem, StructureReader, Sort>;

export const nameColumn = {
  title: 'Name',
  isHeading: true,
  wraps: true,
  cell: ({ name }) => name,
  sorts: ['name', '-name'],
} as const satisfies Column;

export const peopleColumn = {
  title: 'People',
  isNumber: true,
  cell: ({ id }, { people }) => people && formatNumber(people.get(id) ?? 0),
  onCard: ({ id }, { people }) => people && (people.get(id) ? plural(people.get(id) ?? 0, 'person', 'people') : 'No people'),
  sorts: ['-people', 'people'],
} as const satisfies Column;

const byName = (a: ListedItem, b: ListedItem) => a.name.localeCompare(b.name);
const byPeople = (a: ListedItem, b: ListedItem, { people }: StructureReader) =>
  (people?.get(a.id) ?? 0) - (people?.get(b.id) ?? 0);

/** The parts of a list that are the same for every kind. `listTexts` are the texts that the search looks at, besides the name. */
export const defineItems = <Row extends ListedItem>(
  kind: StructureItemKind,
  {
    toItem,
    listTexts,
    placeholder,
  }: {
    toItem: (row: Row) => StructureItem;
    listTexts: (row: Row, reader: StructureReader) => readonly (string | undefined)[];
    placeholder: string;
  },
) => ({
  nouns: [kind.singular, kind.plural] as const,
  label: kind.title,
  search: { url: 'q', label: `Search ${kind.plural}`, placeholder },
  filters: {},
  sorts: SORTS,
  whole: {
    searchedText: (row: Row, reader: StructureReader) => [row.name, ...listTexts(row, reader)].join(' '),
    compare: {
      name: byName,
      '-name': (a, b) => byName(b, a),
      people: byPeople,
      '-people': (a, b, reader) => byPeople(b, a, reader),
    },
  } satisfies WholeList<Row, StructureReader, Sort>,
  actions: (row: Row, reader: StructureReader) => (
    <ItemActions item={toItem(row)} reader={reader} hasPermissions={kind === roleKind} />
  ),
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: `No ${kind.plural} yet`, text: kind.emptyText },
  nothingFound: 'Check the spelling or try fewer words.',
});

interface ActionsProps {
  item: Pick<StructureItem, 'fixedReason' | 'id' | 'name'>;
  reader: Pick<StructureReader, 'act' | 'canCreate' | 'canEdit'>;
  hasPermissions?: boolean;
}

/** The buttons of an item; none where the reader may do nothing. */
export function ItemActions({ item, reader: { canEdit, canCreate, act }, hasPermissions = false }: ActionsProps) {
  const isFixed = item.fixedReason !== undefined;
  const actions: [ItemAction, string][] = [];
  if (canCreate && hasPermissions) actions.push(['permissions', 'Permissions']);
  if (canEdit && !isFixed) actions.push(['edit', 'Edit']);
  if (canCreate && !isFixed) actions.push(['delete', 'Delete']);
  if (actions.length === 0) return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {actions.map(([action, label]) => (
        <Button
          key={action}
          variant="default"
          size="compact-md"
          aria-label={`${label} ${item.name}`}
          onClick={() => act(action, item.id)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
