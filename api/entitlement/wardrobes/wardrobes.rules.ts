import type { RecordColumns, RecordKind } from '#api/organisation/structure/records.rules.ts';
import { allocationTypesField } from '#api/organisation/structure/structure.rules.ts';
import type { HistoryLabels } from '#api/platform/audit/history.rules.ts';
import { forbidden, HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';

const name = { column: 'name', label: 'Name', type: 'name' } as const;
const picture = { column: 'image_src', label: 'Picture', type: 'text' } as const;
const displayOrder = { column: 'display_order', label: 'Position', type: 'number' } as const;

export const WARDROBE: RecordKind = {
  table: 'collection',
  entity: 'wardrobe',
  one: 'wardrobe',
  fields: {
    name,
    description: { column: 'description', label: 'Description', type: 'text' },
    imageSrc: picture,
    parentCollectionId: { column: 'parent_collection_id', label: 'Cut of', type: 'id' },
    organisationGroupId: { column: 'organisation_group_id', label: 'Group', type: 'id' },
    seasonId: { column: 'season_id', label: 'Season', type: 'id' },
    displayOrder,
    budgetPoints: { column: 'budget_points', label: 'Budget in points', type: 'optionalNumber' },
    budget: { column: 'budget_minor', label: 'Budget in money', type: 'money' },
    beyond: {
      column: 'beyond',
      label: 'Beyond the entitlement',
      type: 'choice',
      choices: { block: 'block', approval: 'approval', ownPayment: 'own_payment' },
    },
    allowedAllocationTypeIds: allocationTypesField('collection_allocation_type', 'collection_id'),
  },
};

export const WARDROBE_GROUP: RecordKind = {
  table: 'collection_group',
  entity: 'collectionGroup',
  one: 'group',
  parentColumn: 'collection_id',
  fields: {
    name,
    superGroupOptionId: { column: 'super_group_option_id', label: 'Option', type: 'id' },
    allocatedQuantity: { column: 'quantity', label: 'Pieces', type: 'optionalNumber' },
    minQuantity: { column: 'min_quantity', label: 'Minimum pieces', type: 'optionalNumber' },
  },
};

export const SUPER_GROUP: RecordKind = {
  table: 'super_group',
  entity: 'superGroup',
  one: 'either/or',
  parentColumn: 'collection_id',
  fields: {
    name,
    minSelect: { column: 'min_select', label: 'Minimum options', type: 'number' },
    maxSelect: { column: 'max_select', label: 'Maximum options', type: 'number' },
  },
};

export const SUPER_GROUP_OPTION: RecordKind = {
  table: 'super_group_option',
  entity: 'superGroupOption',
  one: 'option',
  parentColumn: 'super_group_id',
  fields: { name, imageSrc: picture, displayOrder },
};

/** How the audit events about a wardrobe and its parts are shown. */
export const WARDROBE_HISTORY: HistoryLabels = {
  actions: {
    'wardrobe.added': 'Added the wardrobe',
    'wardrobe.changed': 'Changed the wardrobe',
    'wardrobe.removed': 'Deleted the wardrobe',
    'wardrobe.copied': 'Copied the wardrobe to another season',
    'wardrobe.addedAsCopy': 'Added as a copy for another season',
    'wardrobe.reordered': 'Changed the order of the groups',
    'wardrobe.collectionGroupAdded': 'Added a group',
    'wardrobe.collectionGroupChanged': 'Changed a group',
    'wardrobe.collectionGroupRemoved': 'Deleted a group',
    'wardrobe.superGroupAdded': 'Added an either/or',
    'wardrobe.superGroupChanged': 'Changed an either/or',
    'wardrobe.superGroupRemoved': 'Deleted an either/or',
    'wardrobe.superGroupOptionAdded': 'Added an option',
    'wardrobe.superGroupOptionChanged': 'Changed an option',
    'wardrobe.superGroupOptionRemoved': 'Deleted an option',
    'wardrobe.published': 'Published a draft',
    'wardrobe.draftDiscarded': 'Discarded a draft',
    'wardrobe.undone': 'Undid a change of the wardrobe',
  },
  fields: {
    superGroup: ['Either/or'],
    superGroupOption: ['Option'],
    collectionGroup: ['Group'],
    name: ['Name'],
    description: ['Description'],
    imageSrc: ['Picture'],
    parentCollectionId: ['Cut of', 'collection'],
    organisationGroupId: ['Group of the organisation', 'organisation_group'],
    seasonId: ['Season', 'season'],
    budgetPoints: ['Budget in points'],
    budget: ['Budget in money'],
    beyond: [
      'Beyond the entitlement',
      { block: 'not allowed', approval: 'with a reason and approval', ownPayment: 'paid by the wearer' },
    ],
    allowedAllocationTypeIds: ['Allocation types', 'allocation_type'],
    superGroupOptionId: ['Option', 'super_group_option'],
    allocatedQuantity: ['Pieces'],
    minQuantity: ['Minimum pieces'],
    products: ['Products'],
    minSelect: ['Minimum options'],
    maxSelect: ['Maximum options'],
    options: ['Options'],
    copiedFrom: ['Copied from'],
    copy: ['Copy'],
    order: ['Order'],
    version: ['Version'],
    changes: ['Changes'],
  },
};

/** Whether an administrator sees a wardrobe: that of the whole organisation, or of a group that they administer. */
export const canSeeWardrobe = ({ adminableGroupIds }: Pick<Scope, 'adminableGroupIds'>, groupId: number | null): boolean =>
  adminableGroupIds.length === 0 || groupId === null || adminableGroupIds.includes(groupId);

/** Whether an administrator may change a wardrobe: those of some groups only the wardrobes of these groups. */
export const canManageWardrobe = ({ adminableGroupIds }: Pick<Scope, 'adminableGroupIds'>, groupId: number | null): boolean =>
  adminableGroupIds.length === 0 || (groupId !== null && adminableGroupIds.includes(groupId));

/** Throws 403. */
export function assertCanManageWardrobe(caller: Pick<Scope, 'adminableGroupIds'>, groupId: number | null): void {
  if (canManageWardrobe(caller, groupId)) return;
  throw forbidden('You can only add and change wardrobes of the groups that you administer.');
}

/** Checks a record's columns after a change. Throws 422 with a sentence for each field. */
export function assertValidColumns(kind: RecordKind, after: RecordColumns): void {
  const errors: Record<string, string[]> = {};
  if (!after.name) errors.name = ['Name is required.'];
  const [quantity, minimum] = [after.quantity, after.min_quantity];
  if (kind === WARDROBE_GROUP && typeof quantity === 'number' && typeof minimum === 'number' && minimum > quantity)
    errors.minQuantity = ['Minimum pieces must not be more than the pieces of the group.'];
  if (kind === SUPER_GROUP && Number(after.max_select) < 1)
    errors.maxSelect = ['Maximum options must be a whole number from 1 to 20.'];
  if (kind === SUPER_GROUP && Number(after.min_select) > Number(after.max_select))
    errors.minSelect = ['Minimum options must not be more than maximum options.'];
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

/** Levels of wardrobes: a wardrobe, its cuts, and their cuts. Lists and calls show no more. */
export const MAX_LEVELS = 3;

/** The name of a wardrobe's copy for another season: the name of the old season at its end is replaced. */
export function nameCopy(wardrobe: string, oldSeason: string | null, newSeason: string): string {
  const suffix = `, ${oldSeason}`;
  const base = oldSeason !== null && wardrobe.endsWith(suffix) ? wardrobe.slice(0, -suffix.length) : wardrobe;
  return `${base.slice(0, 100 - newSeason.length - 2)}, ${newSeason}`.slice(0, 100);
}

/** Pieces and people that deleting a part of a wardrobe concerns. */
export interface PartUse {
  /** People who ordered these pieces. */
  buyers: number;
  pieces: number;
  /** People who chose the option, or one of the options. */
  choosers: number;
  /** Names of the groups that are deleted together with an option or either/or. */
  groupNames: readonly string[];
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const listNames = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** What deleting a part of a wardrobe means, in sentences; empty when it concerns no one and nothing else. */
export function describePartUse({ buyers, pieces, choosers, groupNames }: PartUse): string {
  return [
    choosers > 0 && `${count(choosers, 'person has', 'people have')} chosen it and will lose this choice.`,
    pieces > 0 &&
      `${count(buyers, 'person has', 'people have')} ordered ${count(pieces, 'piece', 'pieces')} from it. The pieces stay ordered.`,
    groupNames.length > 0 && `The ${groupNames.length === 1 ? 'group' : 'groups'} ${listNames(groupNames)} will be deleted too.`,
  ]
    .filter(Boolean)
    .join(' ');
}
