/** A line in sentences and mails: `Polo shirt, Navy, L`; the description is empty where a product has neither sizes nor colours. */
export const nameLine = ({ productName, description }: { productName: string; description: string | null }): string =>
  description ? `${productName}, ${description}` : productName;

/** Pieces of a line in sentences and mails: `2 × Polo shirt, Navy, L`. */
export const namePieces = ({ quantity, name }: { quantity: number; name: string }): string => `${quantity} × ${name}`;

/** A number of pieces: `1 piece`. */
export const formatPieces = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`;
