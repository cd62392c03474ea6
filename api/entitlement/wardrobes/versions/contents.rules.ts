/** A product of a group: pieces under fixed allocation, and points for a piece; null where it has none. */
export interface ContentsProduct {
  productId: number;
  quantity: number | null;
  points: number | null;
}

/** A group of a wardrobe. Quantities in pieces; null: no number. */
export interface ContentsGroup {
  id: number;
  name: string;
  superGroupOptionId: number | null;
  quantity: number | null;
  minQuantity: number | null;
  products: readonly ContentsProduct[];
}

/** An either/or of a wardrobe with its options. */
export interface ContentsSuperGroup {
  id: number;
  name: string;
  minSelect: number;
  maxSelect: number;
  options: readonly { id: number; name: string; imageSrc: string | null }[];
}

/**
 * What decides what the wearers of a wardrobe are owed, as `wardrobe_contents` builds it; lists in display order. Budgets in points and in minor units; null: none.
 */
export interface WardrobeContents {
  seasonId: number | null;
  budgetPoints: number | null;
  budgetMinor: number | null;
  /** A value of the column `collection.beyond`. */
  beyond: string;
  /** Why an employer has to provide its garments, a value of `collection.necessity`; left out in versions from before there was one. */
  necessity?: string | null;
  superGroups: readonly ContentsSuperGroup[];
  groups: readonly ContentsGroup[];
}
