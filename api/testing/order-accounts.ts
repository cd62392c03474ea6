// What wearers are owed in the model of orders.

/** What of something is left to a wearer: pieces of anything or of one garment, or a budget. */
export interface Account {
  kind: 'group' | 'product' | 'budget';
  product: number | null;
  limit: number;
  cost: (line: { unit: number }) => number;
  isMoney?: boolean;
}

const onePiece = () => 1;
const pieces = (limit: number): Account => ({ kind: 'group', product: null, limit, cost: onePiece });
const ofProduct = (product: number, limit: number): Account => ({ kind: 'product', product, limit, cost: onePiece });
const budget = (limit: number, cost: Account['cost']): Account => ({ kind: 'budget', product: null, limit, cost });

/** The ways in which wearers are owed garments: the wardrobe to create, and the accounts that should follow from it. */
export const ALLOCATIONS: Record<AllocationName, { wardrobe: object; accounts: Account[] }> = {
  fixed: {
    wardrobe: { allocationTypeId: 10, productQuantity: 2 },
    accounts: [0, 1, 2, 3].map((product) => ofProduct(product, 2)),
  },
  quantity: { wardrobe: { allocationTypeId: 20, quantity: 4 }, accounts: [pieces(4)] },
  points: {
    wardrobe: { allocationTypeId: 30, quantity: 6, points: 5, budgetPoints: 23 },
    accounts: [pieces(6), budget(23, () => 5)],
  },
  money: {
    wardrobe: { allocationTypeId: 40, quantity: 6, budgetMinor: 86_000 },
    accounts: [pieces(6), { ...budget(86_000, ({ unit }) => unit), isMoney: true }],
  },
};
export type AllocationName = 'fixed' | 'quantity' | 'points' | 'money';
