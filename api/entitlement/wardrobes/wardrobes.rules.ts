import type { RecordColumns, RecordKind } from '#api/organisation/structure/records.rules.ts';
import { allocationTypesField } from '#api/organisation/structure/structure.rules.ts';
import type { HistoryLabels } from '#api/platform/audit/history.rules.ts';
import { forbidden, invalid } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { NECESSITY_LABELS } from '#contract/catalogue/products/necessity.ts';

export const WARDROBE: RecordKind = {
  table: 'collection',
  entity: 'wardrobe',
  one: 'wardrobe',
  fields: {
    name: { column: 'name', label: 'Name', type: 'name' },
    description: { column: 'description', label: 'Description', type: 'text' },
    imageSrc: { column: 'image_src', label: 'Picture', type: 'text' },
    parentCollectionId: { column: 'parent_collection_id', label: 'Cut of', type: 'id' },
    organisationGroupId: { column: 'organisation_group_id', label: 'Group', type: 'id' },
    seasonId: { column: 'season_id', label: 'Season', type: 'id' },
    displayOrder: { column: 'display_order', label: 'Position', type: 'number' },
    budgetPoints: { column: 'budget_points', label: 'Budget in points', type: 'optionalNumber' },
    budget: { column: 'budget_minor', label: 'Budget in money', type: 'money' },
    beyond: {
      column: 'beyond',
      label: 'Beyond the entitlement',
      type: 'choice',
      choices: { block: 'block', approval: 'approval', ownPayment: 'own_payment' },
    },
    necessity: {
      column: 'necessity',
      label: 'Provided by the employer',
      type: 'choice',
      choices: { protective: 'protective', required: 'required' },
    },
    allowedAllocationTypeIds: allocationTypesField('collection_allocation_type', 'collection_id'),
  },
};

/** How the audit events about a wardrobe and its parts are shown. */
export const WARDROBE_HISTORY: HistoryLabels = {
  actions: {
    'wardrobe.added': 'Added the wardrobe',
    'wardrobe.changed': 'Changed the wardrobe',
    'wardrobe.removed': 'Deleted the wardrobe',
    'wardrobe.copied': 'Copied the wardrobe to another season',
    'wardrobe.addedAsCopy': 'Added as a copy for another season',
    // What parts of a wardrobe recorded before drafts; a draft records all its changes as one.
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
    necessity: ['Provided by the employer', NECESSITY_LABELS],
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

/** Throws 422 for a wardrobe without a name. */
export function assertHasName({ name }: RecordColumns): void {
  if (!name) throw invalid('name', 'Name is required.');
}

/** Levels of wardrobes: a wardrobe, its cuts, and their cuts. Lists and calls show no more. */
export const MAX_LEVELS = 3;

/** The name of a wardrobe's copy for another season: the name of the old season at its end is replaced. */
export function nameCopy(wardrobe: string, oldSeason: string | null, newSeason: string): string {
  const suffix = `, ${oldSeason}`;
  const base = oldSeason !== null && wardrobe.endsWith(suffix) ? wardrobe.slice(0, -suffix.length) : wardrobe;
  return `${base.slice(0, 100 - newSeason.length - 2)}, ${newSeason}`.slice(0, 100);
}
