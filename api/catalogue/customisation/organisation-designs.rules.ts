import type { DesignOptions, DesignRow, OrganisationDesign, PositionOption, ProductOption } from './design-options.rules.ts';

/** Where a design of the organisation is put on a product; undefined where it cannot be. */
export const findPlace = (product: ProductOption, { place, methodId }: OrganisationDesign): PositionOption | undefined =>
  product.positions.find((position) => position.place === place && position.methodIds.includes(methodId));

/** Whether a design is for lines of a product that count in a wardrobe, or in none. */
const isFor = ({ productId, collectionId }: OrganisationDesign, product: ProductOption, lineCollectionId: number | null) =>
  (productId === null || productId === product.id) && (collectionId === null || collectionId === lineCollectionId);

/** The mandatory designs of a product by their positions; the most particular one of each, as `mandatoryDesigns` finds them in SQL. */
export function listMandatory(
  { designs }: DesignOptions,
  product: ProductOption,
  collectionId: number | null,
): Map<number, OrganisationDesign> {
  const byPosition = new Map<number, OrganisationDesign>();
  for (const design of designs) {
    if (!design.isMandatory || design.nameForm !== null || !isFor(design, product, collectionId)) continue;
    const position = findPlace(product, design);
    if (position && !byPosition.has(position.id)) byPosition.set(position.id, design);
  }
  return byPosition;
}

/** The designs for names that can be put on a product, whatever wardrobe a line counts in. */
export const listNameDesigns = ({ designs }: DesignOptions, product: ProductOption): OrganisationDesign[] =>
  designs.filter(
    (design) =>
      design.nameForm !== null && (design.productId === null || design.productId === product.id) && findPlace(product, design),
  );

/**
 * The designs for names that a product gets by itself on lines that count in one of these wardrobes: of each position the most particular one, and none
 * where the organisation requires another design.
 */
export function listOwnNames(
  options: DesignOptions,
  product: ProductOption,
  collectionIds: readonly number[],
): OrganisationDesign[] {
  if (!product.isEnabled) return [];
  const wardrobes = [null, ...collectionIds];
  const taken = new Set(wardrobes.flatMap((collectionId) => [...listMandatory(options, product, collectionId).keys()]));
  return listNameDesigns(options, product).filter((design) => {
    const position = findPlace(product, design);
    const method = options.methods.find(({ id }) => id === design.methodId);
    const isOffered = method !== undefined && (design.priceMinor ?? method.priceMinor) !== null;
    if (!position || !isOffered || taken.has(position.id) || !wardrobes.includes(design.collectionId)) return false;
    taken.add(position.id);
    return true;
  });
}

/** A design of the organisation on a product, as the database would return it. */
export function toOrganisationRow(
  options: DesignOptions,
  product: ProductOption,
  design: OrganisationDesign,
  position: PositionOption,
): DesignRow {
  return composeRow(options, product, position, {
    methodId: design.methodId,
    logoId: design.logoId,
    text: design.text,
    fontName: design.fontName,
    threadColourId: design.threadColourId,
    design,
    comments: null,
    createdAt: design.createdAt,
  });
}

/** The choices of a design. */
export interface DesignChoices {
  methodId: number;
  logoId: number | null;
  text: string | null;
  fontName: string | null;
  threadColourId: number | null;
  /** The design of the organisation that it is. */
  design: OrganisationDesign | null;
  comments: string | null;
  /** ISO 8601. */
  createdAt: string;
}

/** A design of which everything is offered, as the database would return it. */
export function composeRow(
  options: DesignOptions,
  product: ProductOption,
  position: PositionOption,
  choices: DesignChoices,
): DesignRow {
  const { design, methodId, logoId, threadColourId } = choices;
  const method = options.methods.find(({ id }) => id === methodId);
  const logo = options.logos.find(({ id }) => id === logoId);
  const thread = options.threads.find(({ id }) => id === threadColourId);
  const key = design ? `design:${design.id}` : `logo:${logoId}:${methodId}:${position.id}`;
  return {
    id: 0,
    customisationId: null,
    productId: product.id,
    name: design?.name ?? null,
    methodId,
    method: method?.name ?? '',
    workingDays: method?.workingDays ?? 0,
    smallestLetterMm: method?.smallestLetterMm ?? 1,
    isMethodOffered: method !== undefined && position.methodIds.includes(methodId),
    positionId: position.id,
    position: position.name,
    isPositionOffered: true,
    ...{ side: position.side, xCm: position.xCm, yCm: position.yCm, widthCm: position.widthCm, heightCm: position.heightCm },
    positionLetterMm: position.letterMm,
    measuredFrom: position.measuredFrom,
    logoId,
    logoName: logo?.name ?? null,
    logoFileId: logo?.fileId ?? null,
    logoSrc: logo?.src ?? null,
    isLogoOffered: logoId === null || logo?.isArchived === false,
    text: choices.text,
    fontName: choices.fontName,
    threadColourId,
    threadColour: thread?.name ?? null,
    threadNumber: thread?.number ?? null,
    threadRgb: thread?.rgb ?? null,
    isColourOffered: threadColourId === null || thread !== undefined,
    garmentDesignId: design?.id ?? null,
    isDesignOffered: true,
    nameForm: design?.nameForm ?? null,
    designLetterMm: design?.letterMm ?? null,
    isMandatory: design?.isMandatory === true && design.nameForm === null,
    priceMinor: design?.priceMinor ?? method?.priceMinor ?? null,
    setupMinor: design ? design.setupMinor : (method?.setupMinor ?? null),
    comments: choices.comments,
    // Only a text by itself has a key that is not among these; it is looked up where a design is shown.
    isApproved: (design !== null || choices.text === null) && options.approvedKeys.includes(key),
    createdAt: choices.createdAt,
  };
}
