import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { paths } from '#web/app/paths.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import type { UnorderableGroup } from './unorderable-groups.ts';
import css from './wardrobes.module.css';

type Summary = ReplyOf<'GET /api/organisation/wardrobes'>['wardrobes'][number];

/** What the list shows of wardrobes besides what it reads of each. */
export interface WardrobesContext {
  /** Where each wardrobe stands when every one is followed by its cuts, and how many are above it. */
  tree: ReadonlyMap<number, { position: number; level: number }>;
  /** Whether the list is in that order, and shows the levels. */
  isTree: boolean;
  /** Names of seasons and groups by id. */
  seasons: ReadonlyMap<number, string>;
  groups: ReadonlyMap<number, string>;
  /** Groups of products of which nothing can be ordered, by wardrobe. */
  unorderable: ReadonlyMap<number, readonly UnorderableGroup[]>;
}

/** Wardrobes followed by their cuts, with the level of each. */
export function arrangeAsTree(wardrobes: readonly Pick<Summary, 'id' | 'parentCollectionId'>[]): WardrobesContext['tree'] {
  const ids = new Set(wardrobes.map(({ id }) => id));
  const tree = new Map<number, { position: number; level: number }>();
  const addBelow = (parentId: number | null, level: number) => {
    for (const { id, parentCollectionId } of wardrobes) {
      const parent = parentCollectionId !== null && ids.has(parentCollectionId) ? parentCollectionId : null;
      if (parent !== parentId) continue;
      tree.set(id, { position: tree.size, level });
      addBelow(id, level + 1);
    }
  };
  addBelow(null, 0);
  return tree;
}

const nameIn = (names: ReadonlyMap<number, string>, id: number | null) => (id === null ? undefined : names.get(id));
const byName = (a: Summary, b: Summary) => a.name.localeCompare(b.name);

/** The wardrobes of the organisation. */
export const wardrobesList = defineList<'GET /api/organisation/wardrobes', WardrobesContext>()({
  name: 'wardrobes',
  call: 'GET /api/organisation/wardrobes',
  rowsKey: 'wardrobes',
  nouns: ['wardrobe', 'wardrobes'],
  label: 'Wardrobes',
  link: ({ id }) => paths.wardrobe(id),
  columns: {
    name: {
      title: 'Wardrobe',
      isHeading: true,
      wraps: true,
      cell: ({ id, name, imageSrc }, { tree, isTree }) => (
        <span className={css.listed} data-level={isTree ? tree.get(id)?.level : 0}>
          <Picture src={imageSrc} alt="" size={32} />
          <span>{name}</span>
        </span>
      ),
      sorts: ['name', '-name'],
    },
    season: {
      title: 'Season',
      cell: ({ seasonId }, { seasons }) => nameIn(seasons, seasonId) ?? 'All seasons',
      onCard: ({ seasonId }, { seasons }) => nameIn(seasons, seasonId) ?? null,
    },
    group: {
      title: 'Group',
      cell: ({ organisationGroupId }, { groups }) => nameIn(groups, organisationGroupId) ?? 'All groups',
      onCard: ({ organisationGroupId }, { groups }) => nameIn(groups, organisationGroupId) ?? null,
    },
    contents: {
      title: 'Groups of products',
      isNumber: true,
      cell: ({ groupCount }) => formatNumber(groupCount),
      onCard: ({ groupCount }) =>
        groupCount === 0 ? 'No products' : plural(groupCount, 'group of products', 'groups of products'),
    },
    attention: {
      title: 'Attention',
      wraps: true,
      isAllowed: ({ unorderable }) => unorderable.size > 0,
      cell: ({ id }, { unorderable }) => <UnorderableMark groups={unorderable.get(id) ?? []} />,
    },
    people: {
      title: 'People',
      isNumber: true,
      cell: ({ peopleCount }) => formatNumber(peopleCount),
      onCard: ({ peopleCount }) => (peopleCount === 0 ? 'No people' : plural(peopleCount, 'person', 'people')),
      sorts: ['-people', 'people'],
    },
  },
  card: [{ start: ['name'] }, { start: ['contents', 'season', 'group'], end: 'people' }, { start: ['attention'] }],
  search: { url: 'q', label: 'Search wardrobes', placeholder: 'Name, season or group' },
  filters: {},
  sorts: {
    tree: 'Wardrobes with their cuts',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-people': 'Most people first',
    people: 'Fewest people first',
  },
  getUsualSort: () => 'tree',
  whole: {
    searchedText: ({ name, seasonId, organisationGroupId }, { seasons, groups }) =>
      [name, nameIn(seasons, seasonId), nameIn(groups, organisationGroupId)].join(' '),
    compare: {
      tree: (a, b, { tree }) => (tree.get(a.id)?.position ?? 0) - (tree.get(b.id)?.position ?? 0),
      name: byName,
      '-name': (a, b) => byName(b, a),
      '-people': (a, b) => b.peopleCount - a.peopleCount,
      people: (a, b) => a.peopleCount - b.peopleCount,
    },
  },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No wardrobes yet',
    text: 'A wardrobe lists the garments for a kind of work and how many each person is entitled to.',
  },
  nothingFound: 'The search covers the names of wardrobes, their seasons and their groups.',
});

/** "Nothing to order in 2 groups"; the wardrobe's page says for whom, and why. */
function UnorderableMark({ groups }: { groups: readonly UnorderableGroup[] }) {
  const ids = new Set(groups.map(({ collectionGroupId }) => collectionGroupId));
  if (ids.size === 0) return null;
  const people = groups.some(({ peopleCount }) => peopleCount > 0) ? ' for some people' : '';
  return (
    <StatusBadge tone="warning">
      Nothing to order in {plural(ids.size, 'group')}
      {people}
    </StatusBadge>
  );
}
