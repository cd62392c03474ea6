import { NECESSITY_LABELS } from '#contract/catalogue/products/necessity.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { ALLOCATION_TYPES, allowedAllocationTypes } from '#web/organisation/structure/allocation-types.ts';
import type { RecordField } from '#web/organisation/structure/record-field.tsx';
import type { Contents, ContentsGroup, ContentsOption, ContentsSuperGroup } from './draft-contents.ts';
import type { Wardrobe } from './wardrobe-data.ts';

type Beyond = Wardrobe['beyond'];

/** What happens beyond the entitlement, as label and as sentence. */
export const BEYOND: Readonly<Record<Beyond, readonly [label: string, explanation: string]>> = {
  block: ['Not allowed', 'No one can order more than they are entitled to.'],
  approval: ['With a reason and approval', 'People give a reason, and an approver decides.'],
  ownPayment: [
    'Paid by the wearer',
    'People pay by card for what they order for themselves beyond their entitlement, where your organisation offers this.',
  ],
};

const name: RecordField = { name: 'name', label: 'Name', type: 'text', required: true };
const toText = (value: number | null) => (value === null ? '' : String(value));

interface Choice {
  id: number;
  name: string;
}
const toOptions = (choices: readonly Choice[]) => choices.map((choice) => ({ value: choice.id, label: choice.name }));

interface WardrobeChoices {
  seasons: readonly Choice[];
  groups: readonly Choice[];
  parents: ReplyOf<'GET /api/organisation/wardrobes'>['wardrobes'];
  /** Administrators of groups choose one of theirs. */
  needsGroup: boolean;
  currencyCode: string;
}

const chooseSeason = (seasons: readonly Choice[]): RecordField => ({
  name: 'seasonId',
  label: 'Season',
  type: 'choice',
  options: [{ value: 0, label: 'All seasons' }, ...toOptions(seasons)],
  hint: 'Without a season, people have the wardrobe in each of their seasons.',
});

const listBudgetFields = (currencyCode: string): RecordField[] => [
  {
    name: 'budgetPoints',
    label: 'Budget in points',
    type: 'optionalNumber',
    hint: 'For each wearer and season. Leave blank for none.',
  },
  {
    name: 'budget',
    label: `Budget in money (${currencyCode})`,
    type: 'money',
    hint: 'For each wearer and season, excluding tax. Leave blank for none.',
  },
  {
    name: 'beyond',
    label: 'Orders beyond the entitlement',
    type: 'choice',
    options: Object.entries(BEYOND).map(([value, [label]]) => ({ value, label })),
    describe: (value) => BEYOND[value as Beyond]?.[1],
  },
  {
    name: 'necessity',
    label: 'Provided by the employer',
    type: 'choice',
    options: [{ value: '', label: 'No' }, ...Object.entries(NECESSITY_LABELS).map(([value, label]) => ({ value, label }))],
    hint: 'If so, no one pays for these garments themselves.',
  },
];

/** What of a wardrobe decides what people are owed, besides its groups and either/ors. */
export const listAllocationFields = (seasons: readonly Choice[], currencyCode: string): RecordField[] => [
  chooseSeason(seasons),
  ...listBudgetFields(currencyCode),
];

export const toAllocationValues = ({ seasonId, budgetPoints, budget, beyond, necessity }: Contents): EditableValues => ({
  seasonId: seasonId ?? 0,
  budgetPoints: toText(budgetPoints),
  budget: toText(budget),
  beyond,
  necessity: necessity ?? '',
});

/** The fields of a new wardrobe, or of one whose contents are changed in its draft. A new one has no picture yet because pictures are those of its products. */
export const listWardrobeFields = (
  { seasons, groups, parents, needsGroup, currencyCode }: WardrobeChoices,
  wardrobe?: Wardrobe,
): RecordField[] => [
  name,
  { name: 'description', label: 'Description', type: 'longText' },
  ...(wardrobe ? [] : [chooseSeason(seasons)]),
  {
    name: 'organisationGroupId',
    label: 'Group of the organisation',
    type: 'choice',
    options: [...(needsGroup ? [] : [{ value: 0, label: 'The whole organisation' }]), ...toOptions(groups)],
  },
  {
    name: 'parentCollectionId',
    label: 'Cut of',
    type: 'choice',
    options: [{ value: 0, label: 'No other wardrobe' }, ...toOptions(parents.filter(({ id }) => id !== wardrobe?.id))],
  },
  allowedAllocationTypes,
  ...(wardrobe
    ? ([
        { name: 'imageSrc', label: 'Picture', type: 'picture', options: listPictures(wardrobe.collectionGroups) },
        { name: 'displayOrder', label: 'Position', type: 'number', hint: 'Lower numbers come first.' },
      ] as const)
    : listBudgetFields(currencyCode)),
];

/** Values of the form for a new wardrobe. */
export const newWardrobe = (groupId: number): EditableValues => ({
  name: '',
  description: '',
  seasonId: 0,
  organisationGroupId: groupId,
  parentCollectionId: 0,
  allowedAllocationTypeIds: ALLOCATION_TYPES.map(({ value }) => value),
  budgetPoints: '',
  budget: '',
  beyond: 'block',
  necessity: '',
});

export const toWardrobeValues = (wardrobe: Wardrobe): EditableValues => ({
  name: wardrobe.name,
  description: wardrobe.description ?? '',
  organisationGroupId: wardrobe.organisationGroupId ?? 0,
  parentCollectionId: wardrobe.parentCollectionId ?? 0,
  allowedAllocationTypeIds: wardrobe.allowedAllocationTypeIds,
  imageSrc: wardrobe.imageSrc ?? '',
  displayOrder: wardrobe.displayOrder,
});

/** The fields of a group of a wardrobe with these either/ors. */
export const listGroupFields = (superGroups: readonly ContentsSuperGroup[]): RecordField[] => [
  name,
  {
    name: 'allocatedQuantity',
    label: 'Pieces for each wearer',
    type: 'optionalNumber',
    hint: 'Leave blank to set no number.',
  },
  {
    name: 'minQuantity',
    label: 'Minimum pieces',
    type: 'optionalNumber',
    hint: 'The least each wearer should have, under points, money and unlimited allocation.',
  },
  {
    name: 'superGroupOptionId',
    label: 'Offered to',
    type: 'choice',
    options: [
      { value: 0, label: 'Everyone' },
      ...superGroups.flatMap((superGroup) =>
        superGroup.options.map((option) => ({ value: option.id, label: `${superGroup.name}: ${option.name}` })),
      ),
    ],
  },
];

/** Values of the form for a new group under an option; 0 for everyone. */
export const newGroup = (superGroupOptionId: number): EditableValues => ({
  name: '',
  allocatedQuantity: '',
  minQuantity: '',
  superGroupOptionId,
});

export const toGroupValues = (group: ContentsGroup): EditableValues => ({
  name: group.name,
  allocatedQuantity: toText(group.allocatedQuantity),
  minQuantity: toText(group.minQuantity),
  superGroupOptionId: group.superGroupOptionId ?? 0,
});

export const SUPER_GROUP_FIELDS: readonly RecordField[] = [
  name,
  { name: 'minSelect', label: 'Minimum options to choose', type: 'number' },
  { name: 'maxSelect', label: 'Maximum options to choose', type: 'number' },
];

/** A new either/or has two options; more can be added later. */
export const NEW_SUPER_GROUP_FIELDS: readonly RecordField[] = [
  { ...name, hint: 'For example “Trousers or skirt”.' },
  { name: 'first', label: 'First option', type: 'text', required: true },
  { name: 'second', label: 'Second option', type: 'text', required: true },
];

export const listOptionFields = ({ collectionGroups }: Contents): RecordField[] => [
  name,
  { name: 'imageSrc', label: 'Picture', type: 'picture', options: listPictures(collectionGroups) },
];

export const toOptionValues = ({ name: optionName, imageSrc }: ContentsOption): EditableValues => ({
  name: optionName,
  imageSrc: imageSrc ?? '',
});

/** Pictures of the wardrobe's products, to choose from. */
const listPictures = (groups: readonly ContentsGroup[]) => {
  const pictures = groups
    .flatMap(({ products }) => products)
    .flatMap((product) => (product.imageSrc ? [{ value: product.imageSrc, label: product.name }] : []));
  return pictures.filter(({ value }, index) => pictures.findIndex((other) => other.value === value) === index);
};
