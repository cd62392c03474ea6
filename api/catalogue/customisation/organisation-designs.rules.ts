import type { DesignOptions, DesignRow, OrganisationDesign, PositionOption, ProductOption } from './design-options.rules.ts';

/** Where a design of the organisation is put on a product; undefined where it cannot be. */
export const findPlace = (product: ProductOption, { place, methodId }: OrganisationDesign): PositionOption | undefined =>
  product.positions.find((position) => position.place === place && position.methodIds.includes(methodId));

/** Whether a design is for lines of a product that count in a wardrobe, or in none. */
const isFor = ({ productId, collectionId }: OrganisationDesign, product: ProductOption, lineCollectionId: number | null) =>
  (productId === null || productId === product.id) && (collectionId === null || collectionId === lineCollectionId);

/** What the organisation requires on a product by its positions, names among it; the most particular design of each, as `mandatoryDesigns` finds them in SQL. */
export function listMandatory(
  { designs }: DesignOptions,
  product: ProductOption,
  collectionId: number | null,
): Map<number, OrganisationDesign> {
  const byPosition = new Map<number, OrganisationDesign>();
  for (const design of designs) {
    if (!design.isMandatory || !isFor(design, product, collectionId)) continue;
    const position = findPlace(product, design);
    if (position && !byPosition.has(position.id)) byPosition.set(position.id, design);
  }
  return byPosition;
}

/**
 * The designs for names that can be put on a product, on lines that count in a wardrobe, or whatever they count in where that is not known. None is where
 * the organisation requires another design; required ones come first.
 */
export function listNameDesigns(
  options: DesignOptions,
  product: ProductOption,
  collectionId: number | null,
): { design: OrganisationDesign; position: PositionOption; isRequired: boolean }[] {
  const required = listMandatory(options, product, collectionId);
  const names = options.designs.flatMap((design) => {
    const position = design.nameForm === null ? undefined : findPlace(product, design);
    if (!position || (design.productId !== null && design.productId !== product.id)) return [];
    if (collectionId !== null && design.collectionId !== null && design.collectionId !== collectionId) return [];
    const other = required.get(position.id);
    const isRequired = other === design;
    return other && !isRequired ? [] : [{ design, position, isRequired }];
  });
  return names.sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/**
 * The designs for names that a product gets by itself on lines that count in one of these wardrobes: of each position the most particular one, and none
 * where the organisation requires another design. `isRequired`: the garment cannot be ordered without it.
 */
export function listOwnNames(
  options: DesignOptions,
  product: ProductOption,
  collectionIds: readonly number[],
): { design: OrganisationDesign; isRequired: boolean }[] {
  const wardrobes = [null, ...collectionIds];
  const required = wardrobes.flatMap((collectionId) => [...listMandatory(options, product, collectionId)]);
  const requiredNames = new Set(required.flatMap(([, design]) => (design.nameForm === null ? [] : [design])));
  const taken = new Set(required.flatMap(([positionId, { nameForm }]) => (nameForm === null ? [positionId] : [])));
  return options.designs
    .filter((design) => design.nameForm !== null && wardrobes.some((collectionId) => isFor(design, product, collectionId)))
    .map((design) => ({ design, isRequired: requiredNames.has(design) }))
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
    .filter(({ design, isRequired }) => {
      const position = findPlace(product, design);
      const method = options.methods.find(({ id }) => id === design.methodId);
      const isOffered = method !== undefined && (design.priceMinor ?? method.priceMinor) !== null;
      if (!position || !isOffered || taken.has(position.id) || !(product.isEnabled || isRequired)) return false;
      taken.add(position.id);
      return true;
    });
}

/** A design of the organisation on a product, as the database would return it; of a name, without its text. */
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
    longestText: method?.longestText ?? 0,
    mostLines: method?.mostLines ?? 1,
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
    // A name that was typed is that of its line.
    isMandatory: design?.isMandatory === true && (design.nameForm === null || choices.text === null),
    priceMinor: design?.priceMinor ?? method?.priceMinor ?? null,
    setupMinor: design ? design.setupMinor : (method?.setupMinor ?? null),
    comments: choices.comments,
    // Only a text by itself has a key that is not among these; it is looked up where a design is shown.
    isApproved: (design !== null || choices.text === null) && options.approvedKeys.includes(key),
    createdAt: choices.createdAt,
  };
}
