/** A wardrobe with its cuts. */
interface WardrobeNode {
  id: number;
  name: string;
  childCollections?: readonly WardrobeNode[];
}

/** Wardrobes as options of a field, each followed by its cuts. */
export const flattenWardrobes = (wardrobes: readonly WardrobeNode[]): { id: number; name: string }[] =>
  wardrobes.flatMap(({ id, name, childCollections = [] }) => [{ id, name }, ...flattenWardrobes(childCollections)]);
