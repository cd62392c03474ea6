/** A garment in words: its name with colour, size and fit. */
export const describeGarment = ({
  productName,
  attributeDescription,
}: {
  productName: string;
  attributeDescription: string;
}): string => [productName, attributeDescription].filter(Boolean).join(', ');
