/** A wardrobe of a list or tree. */
export interface WardrobeOption {
  id: number;
  name: string;
  /** Missing where a list does not say. */
  allowedAllocationTypes?: readonly { id: number }[];
}

/** A wardrobe with its cuts. */
interface WardrobeNode extends WardrobeOption {
  childCollections?: readonly WardrobeNode[];
}

/** Wardrobes as options of a field, each followed by its cuts. */
export const flattenWardrobes = (wardrobes: readonly WardrobeNode[]): WardrobeOption[] =>
  wardrobes.flatMap(({ childCollections = [], ...wardrobe }) => [wardrobe, ...flattenWardrobes(childCollections)]);
