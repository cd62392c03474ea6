import { foldCase } from '#api/platform/fold-case.ts';
import { PATH_SEPARATOR } from '../files/workbook-values.rules.ts';
import type { ExistingCategory } from './categories.rules.ts';
import { FIELD_LABELS, listDifferences, planFields } from './compare.rules.ts';
import { matchCombinations } from './compare-combinations.rules.ts';
import type { ExistingCombination, ExistingProduct } from './existing.ts';
import type { CombinationFields, DraftCombination, ProductDraft } from './product-draft.ts';

/** The records of the catalogue that a product can name. */
interface Named {
  categories: readonly ExistingCategory[];
  attributes: ReadonlyMap<string, number>;
  sizeGuides: ReadonlyMap<string, readonly number[]>;
}

/**
 * Completes the draft of a product of the workbook of the catalogue with what is stored, and checks it: the records that it names exist, no one has changed
 * the same since it was exported, and its quantities and price fit together. Other drafts are left.
 *
 * @returns the ids of all its categories, where the file names them; or why the product is refused
 */
export function resolveWorkbookProduct(
  draft: ProductDraft,
  before: ExistingProduct | undefined,
  named: Named,
  organisationId: number | null,
): { categories: number[] | undefined } | { refusal: string } {
  if (!draft.workbook) return { categories: undefined };
  if (organisationId !== null)
    return { refusal: 'the workbook of the catalogue changes the catalogue, and not the range of a client' };
  const { workbook, fields } = draft;
  if (workbook.id !== undefined && workbook.id !== before?.id)
    return { refusal: `its handle and SKUs are not those of the product with the ID ${workbook.id}` };
  if (!before && !workbook.hasFields) return { refusal: 'it is new and its name is missing' };
  if (workbook.sizeGuide !== undefined) {
    const guide = findGuide(workbook.sizeGuide, named, before?.fields.size_guide_id ?? null);
    if (typeof guide === 'object' && guide !== null) return guide;
    fields.size_guide_id = guide;
  }
  const categories = workbook.categories?.map((path) => findCategory(path, named.categories) ?? path.join(PATH_SEPARATOR));
  const missing = categories?.find((category) => typeof category === 'string');
  if (missing !== undefined) return { refusal: `there is no category "${missing}"` };
  const categoryIds = categories as number[] | undefined;
  const refusal =
    (before && completeWithStored(draft, before, named)) ??
    (before && findConflict(draft, before, categoryIds)) ??
    checkProduct(draft, before);
  return refusal === undefined ? { categories: categoryIds } : { refusal };
}

/** The size guide with a name; of several the one that the product has. */
function findGuide(name: string | null, { sizeGuides }: Named, present: number | null): number | null | { refusal: string } {
  if (name === null) return null;
  const found = sizeGuides.get(name.toLowerCase()) ?? [];
  if (present !== null && found.includes(present)) return present;
  if (found.length > 1) return { refusal: `there are several size guides "${name}"; choose one on the page of the product` };
  return found[0] ?? { refusal: `there is no size guide "${name}"` };
}

/** The category with a path; its last name is enough where no other has it. */
function findCategory(path: readonly string[], categories: readonly ExistingCategory[]): number | undefined {
  const isNamed = (category: ExistingCategory | undefined, names: readonly string[]): boolean => {
    if (names.length === 0) return true;
    if (category?.name.replaceAll(/\s+/g, ' ').trim().toLowerCase() !== names.at(-1)?.toLowerCase()) return false;
    return isNamed(
      categories.find(({ id }) => id === category?.parentId),
      names.slice(0, -1),
    );
  };
  const found = categories.filter((category) => isNamed(category, path));
  const depthOf = ({ parentId }: ExistingCategory): number => {
    const parent = categories.find(({ id }) => id === parentId);
    return parent ? depthOf(parent) + 1 : 0;
  };
  const exact = found.filter((category) => depthOf(category) === path.length - 1);
  const [only] = exact.length > 0 ? exact : found.length === 1 ? found : [];
  return only?.id;
}

/** Takes over what the file does not say: the name without the row of the product, and what can be chosen without columns for it. */
function completeWithStored(draft: ProductDraft, before: ExistingProduct, { attributes }: Named): string | undefined {
  draft.fields.name ??= before.fields.name;
  for (const { workbook } of draft.combinations)
    if (workbook?.id !== undefined && !before.combinations.some(({ id }) => id === workbook.id))
      return `it has no variant with the ID ${workbook.id} any more`;
  if (draft.combinations.length === 0) return undefined;
  if (draft.has.options) {
    const ids = draft.attributes.map(({ name }) => attributes.get(name.toLowerCase()));
    const isSame =
      ids.length === before.attributes.length && before.attributes.every(({ attributeId }) => ids.includes(attributeId));
    if (!isSame && before.combinations.length + before.attributes.length > 0)
      return 'its attributes are not those of the catalogue; add or remove attributes on the page of the product';
  } else {
    const matches = matchCombinations(draft, before, () => '', new Map());
    const unknown = draft.combinations.find((combination) => !matches.has(combination));
    if (unknown && before.attributes.length > 0)
      return `the variant ${unknown.fields.sku} is new, and the file has no columns for its values`;
    if (before.attributes.length > 0) takeValues(draft, before, matches, attributes);
  }
  return undefined;
}

/** Gives the rows the values that their variants have. */
function takeValues(
  draft: ProductDraft,
  before: ExistingProduct,
  matches: ReadonlyMap<DraftCombination, ExistingCombination>,
  attributes: ReadonlyMap<string, number>,
): void {
  const nameOf = new Map([...attributes].map(([name, id]) => [id, name]));
  draft.attributes = before.attributes.map(({ attributeId, values }) => ({
    name: nameOf.get(attributeId) ?? '',
    role: null,
    values: values.map(({ name, rgb, accent }) => ({ name, rgb, accent })),
  }));
  for (const combination of draft.combinations) {
    const ids = matches.get(combination)?.valueIds ?? [];
    combination.values = before.attributes.map(({ values }) => values.find(({ id }) => ids.includes(id))?.name ?? '');
  }
  draft.has.options = true;
}

const VARIANT_LABELS: Record<Exclude<keyof CombinationFields, 'image_source_url'> | 'discontinued', string> = {
  sku: 'SKU',
  gtin: 'GTIN',
  overridden_price_minor: 'own price',
  discontinued: 'discontinued',
};

/** What the file changes and someone else has changed since it was exported. */
function findConflict(
  draft: ProductDraft,
  before: ExistingProduct,
  categories: readonly number[] | undefined,
): string | undefined {
  const version = draft.workbook?.version;
  const changed: string[] = [];
  if (version !== undefined && version < before.version) {
    const isNewer = (column: string) => (before.fieldVersions[column] ?? 0) > version;
    changed.push(
      ...listDifferences(planFields(draft, before), before.fields)
        .filter((field) => field in draft.fields && isNewer(field))
        .map((field) => FIELD_LABELS[field]),
    );
    if (draft.fields.published !== undefined && draft.fields.published !== before.fields.published && isNewer('published'))
      changed.push('status');
    const hasOthers = categories && new Set([...categories, ...before.categoryIds]).size !== before.categoryIds.length;
    if ((hasOthers || (categories && categories.length !== before.categoryIds.length)) && isNewer('categories_changed_at'))
      changed.push('categories');
  }
  const matches = matchCombinations(draft, before, () => '', new Map());
  for (const [{ fields, workbook }, stored] of matches) {
    const exported = workbook?.version;
    if (exported === undefined || exported >= stored.version) continue;
    const stated: Record<string, unknown> = { ...fields, discontinued: workbook?.discontinued };
    for (const [column, label] of Object.entries(VARIANT_LABELS) as [keyof typeof VARIANT_LABELS, string][])
      if (stated[column] !== undefined && stated[column] !== stored[column] && (stored.fieldVersions[column] ?? 0) > exported)
        changed.push(`${label} of ${stored.sku}`);
  }
  return changed.length > 0
    ? `it was changed after this workbook was exported: ${changed.join(', ')}; export it again`
    : undefined;
}

/** Why the fields do not fit together; undefined where they do. */
function checkProduct(draft: ProductDraft, before: ExistingProduct | undefined): string | undefined {
  const fields = planFields(draft, before);
  const { order_minimum_quantity: fewest, order_maximum_quantity: most } = fields;
  if (fewest > most) return `the maximum quantity must be at least ${fewest}, the minimum`;
  const states = (field: keyof typeof fields) => field in draft.fields;
  if (states('allowed_quantities') && fields.allowed_quantities.some((quantity) => quantity < fewest || quantity > most))
    return `each allowed quantity must be from ${fewest} to ${most}`;
  const taken = draft.combinations.find(({ workbook, fields: { sku } }) =>
    before?.combinations.some(
      (other) => workbook?.id !== undefined && other.id !== workbook.id && foldCase(other.sku) === foldCase(sku),
    ),
  );
  if (taken) return `the SKU ${taken.fields.sku} is that of another variant`;
  const [first, second] = draft.combinations.filter(({ workbook }) => !workbook?.discontinued);
  if (first && second && draft.attributes.length === 0)
    return `lines ${first.line} and ${second.line} are the same product, and have no values that tell them apart`;
  const isPriced = (own: number | null | undefined, adjustment = 0) => (own ?? fields.price_minor + adjustment) > 0;
  const prices = [
    ...draft.combinations.map(({ fields: { overridden_price_minor } }) => isPriced(overridden_price_minor)),
    ...(before?.combinations ?? []).map(({ overridden_price_minor, adjustment }) => isPriced(overridden_price_minor, adjustment)),
  ];
  const isChanged = states('published') || states('call_for_price') || states('price_minor');
  const wasFree = before?.fields.published && !before.fields.call_for_price && before.fields.price_minor === 0;
  if (isChanged && !wasFree && fields.published && !fields.call_for_price && !prices.includes(true))
    return 'it has no price; leave the price on request until it has one';
  return undefined;
}
