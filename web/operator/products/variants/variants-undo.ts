import type { BodyOf } from '#contract/index.ts';
import { plural } from '#web/ui/format/format.ts';
import type { KeptProduct } from '../product-labels.ts';

type Change = BodyOf<'PUT /api/operator/products/:id/combinations'>;
type Attribute = KeptProduct['attributes'][number];

/** How a save of variants is undone. */
export interface VariantsUndo {
  /** The former values, with the versions that the save made. */
  body: Change;
  /** What stays, in sentences; empty where everything becomes as it was. */
  stays: string;
}

/**
 * How a save is undone. Nothing that exists is deleted: combinations that the save added are discontinued, and values and attributes that combinations have
 * stay. What others have saved in the meantime is not touched.
 */
export function toVariantsUndo(before: KeptProduct, after: KeptProduct, sent: Change): VariantsUndo {
  const formerById = new Map(before.combinations.map((combination) => [combination.id, combination]));
  const afterById = new Map(after.combinations.map((combination) => [combination.id, combination]));
  const afterBySku = new Map(after.combinations.map((combination) => [combination.sku.toLowerCase(), combination]));
  const combinations: NonNullable<Change['combinations']> = [];
  let added = 0;
  for (const { id, sku } of sent.combinations ?? []) {
    const saved = id === undefined ? afterBySku.get(sku?.trim().toLowerCase() ?? '') : afterById.get(id);
    if (!saved) continue;
    const former = formerById.get(saved.id);
    const { id: savedId, version } = saved;
    if (former) {
      const { sku: code, gtin, ownPrice, discontinued } = former;
      combinations.push({ id: savedId, version, sku: code, gtin, price: ownPrice, discontinued });
    } else {
      combinations.push({ id: savedId, version, discontinued: true });
      added += 1;
    }
  }
  if (!sent.attributes) return { body: { version: after.version, combinations }, stays: describeStaying(added, [], 0) };
  const isUsed = after.combinations.some(({ valueIds }) => valueIds.length > 0);
  // Combinations that had no values when the product got something to choose from.
  const dropped = before.combinations.filter(
    ({ id, valueIds, discontinued }) =>
      !discontinued && valueIds.length !== after.attributes.length && afterById.get(id)?.discontinued,
  );
  if (!isUsed)
    for (const { id } of dropped) combinations.push({ id, version: afterById.get(id)?.version ?? null, discontinued: false });
  const attributes = (isUsed ? after : before).attributes.map((attribute) =>
    toAttribute(
      before.attributes.find(({ id }) => id === attribute.id),
      after.attributes.find(({ id }) => id === attribute.id),
      new Set(after.combinations.flatMap(({ valueIds }) => valueIds)),
    ),
  );
  const staying = isUsed ? after.attributes.filter(({ id }) => !before.attributes.some((each) => each.id === id)) : [];
  return {
    body: { version: after.version, attributes, combinations },
    stays: describeStaying(
      added,
      staying.map(({ name }) => name.toLowerCase()),
      isUsed ? dropped.length : 0,
    ),
  };
}

/** An attribute with its former values, followed by those that it has got and that combinations have. */
function toAttribute(before: Attribute | undefined, after: Attribute | undefined, used: ReadonlySet<number>) {
  const present = new Set(after?.values.map(({ id }) => id));
  const former = before?.values ?? [];
  const got = (after?.values ?? []).filter(({ id }) => used.has(id) && !former.some((value) => value.id === id));
  return {
    name: (before ?? after)?.name ?? '',
    values: [...former, ...got].map(({ id, name, colorSquaresRgb, priceAdjustment }) => ({
      // A value that was removed comes back as another one of that name.
      ...(present.has(id) && { id }),
      name,
      colorSquaresRgb,
      priceAdjustment,
    })),
  };
}

const describeStaying = (added: number, attributes: readonly string[], dropped: number): string =>
  [
    added > 0 && `${plural(added, 'new variant stays', 'new variants stay')}, off sale.`,
    attributes.length > 0 && `Variants have a ${attributes.join(' and a ')}, so that stays.`,
    dropped > 0 && `${plural(dropped, 'variant', 'variants')} without it ${dropped === 1 ? 'stays' : 'stay'} off sale.`,
  ]
    .filter(Boolean)
    .join(' ');
