/** A wardrobe to open, as its wearer or as a preview. */
export interface WardrobeToOpen {
  id: number;
  isPreview: boolean;
}

/**
 * The wardrobe that a request means: one of the person's own; without an id the one that they chose last, otherwise their first. Someone
 * who may preview can open any other, and previews their own on request. Undefined when there is none.
 */
export function resolveWardrobe(
  { id: requestedId, preview }: { id: number; preview: boolean },
  { wardrobes, builderCollectionId }: { wardrobes: readonly { id: number }[]; builderCollectionId: number | null },
  mayPreview: boolean,
): WardrobeToOpen | undefined {
  const isOwn = (id: number | null) => wardrobes.some((wardrobe) => wardrobe.id === id);
  if (preview) return mayPreview && requestedId !== 0 ? { id: requestedId, isPreview: true } : undefined;
  if (requestedId !== 0)
    return isOwn(requestedId) || mayPreview ? { id: requestedId, isPreview: !isOwn(requestedId) } : undefined;
  const id = isOwn(builderCollectionId) ? builderCollectionId : wardrobes[0]?.id;
  return id === null || id === undefined ? undefined : { id, isPreview: false };
}

/** Whether a group is open to a person: it belongs to no option, or to one that they have chosen. */
export const isOpenTo = (
  { optionIds }: { optionIds: readonly number[] },
  { superGroupOptionId }: { superGroupOptionId: number | null },
): boolean => superGroupOptionId === null || optionIds.includes(superGroupOptionId);
