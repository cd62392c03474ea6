import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isGarmentType } from '#garments/garments.ts';
import { getCanvas } from '#garments/scale.ts';
import { toMajorUnits } from '../pricing/pricing.rules.ts';
import type { PricedDesign, ShownDesign } from './design.rules.ts';
import type { DesignOptions, ProductOption } from './design-options.rules.ts';
import { FONT_NAMES, type Fonts } from './design-texts.rules.ts';
import { listMandatory, listNameDesigns, toOrganisationRow } from './organisation-designs.rules.ts';
import { toPricedDesigns } from './priced-design.rules.ts';

export type CustomisationReply = ReplyOf<'GET /api/customisations/:id'>['customisation'];
type Builder = ReplyOf<'GET /api/products/customisationbuilder/:id'>['customisationBuilder'];

const toAmount = (minor: number | null, { pricesVisible }: Pick<Scope, 'pricesVisible'>) =>
  minor === null || !pricesVisible ? null : toMajorUnits(minor);
const toProofStatus = (isApproved: boolean) => (isApproved ? 'approved' : 'awaitingProof');

/** A design as the API shows it; prices are null for people who see none. */
export function toCustomisation(design: ShownDesign, scope: Pick<Scope, 'pricesVisible'>): CustomisationReply {
  const { side, xCm, yCm, widthCm, heightCm, isMandatory, nameForm } = design;
  return {
    id: design.id,
    customisationId: design.customisationId,
    name: design.name,
    productId: design.productId,
    methodId: design.methodId,
    method: design.method,
    positionId: design.positionId,
    position: design.position,
    area: { side, xCm, yCm, widthCm, heightCm },
    logoId: design.logoId,
    logoName: design.logoName,
    logoSrc: design.logoSrc,
    text: design.text,
    fontName: design.fontName,
    letterMm: design.letterMm,
    threadColour: design.threadColour,
    threadRgb: design.threadRgb,
    // Of another design of the organisation nothing is chosen, not even a text.
    nameDesignId: nameForm === null ? null : design.garmentDesignId,
    nameForm,
    price: toAmount(design.priceMinor, scope),
    setupPrice: toAmount(design.setupMinor, scope),
    isMandatory,
    proofStatus: toProofStatus(design.isApproved),
    comments: design.comments,
    createdOnUtc: new Date(design.createdAt).toISOString(),
  };
}

/**
 * What can be put on a product, and where; with `collectionId`, on lines that count in this wardrobe. Methods without a price in the organisation's currency
 * are not offered.
 */
export function toBuilder(
  options: DesignOptions,
  fonts: Fonts,
  product: ProductOption,
  scope: Scope,
  collectionId: number | null,
): Builder {
  const methods = product.isEnabled ? options.methods.filter(({ priceMinor }) => priceMinor !== null) : [];
  const methodIds = new Set(methods.map(({ id }) => id));
  const positions = product.positions
    .map((position) => ({ ...position, methodIds: position.methodIds.filter((id) => methodIds.has(id)) }))
    .filter((position) => position.methodIds.length > 0);
  const possible = new Set(positions.flatMap((position) => position.methodIds));
  const mandatory = [...listMandatory(options, product, collectionId)].flatMap(([positionId, design]) => {
    const position = design.nameForm === null ? product.positions.find(({ id }) => id === positionId) : undefined;
    return position ? [toOrganisationRow(options, product, design, position)] : [];
  });
  const names = listNameDesigns(options, product, collectionId).flatMap(({ design, position, isRequired }) =>
    product.isEnabled ? [{ ...toOrganisationRow(options, product, design, position), isMandatory: isRequired }] : [],
  );
  const show = (design: PricedDesign) => toCustomisation(design, scope);
  const [drawing] = product.drawings;
  return {
    productId: product.id,
    isRequired: product.isRequired,
    // A garment of another type is drawn as a polo, as `drawing_url` says.
    canvas: getCanvas(product.garmentType !== null && isGarmentType(product.garmentType) ? product.garmentType : 'polo'),
    drawings: product.drawings,
    methods: methods
      .filter(({ id }) => possible.has(id))
      .map((method) => ({
        id: method.id,
        name: method.name,
        price: toAmount(method.priceMinor, scope),
        setupPrice: toAmount(method.setupMinor, scope),
        minLetterHeightMm: method.smallestLetterMm,
        maxTextLength: method.longestText,
        maxLines: method.takesText ? method.mostLines : 0,
        takesLogo: method.takesLogo,
        takesText: method.takesText,
        workingDays: method.workingDays,
      })),
    positions: positions.map(({ id, name, side, xCm, yCm, widthCm, heightCm, letterMm, methodIds: ids }) => ({
      ...{ id, name, side, xCm, yCm, widthCm, heightCm, letterMm },
      imageSrc: (side === 'front' ? drawing?.frontSrc : drawing?.backSrc) ?? null,
      methodIds: ids,
    })),
    logos: options.logos
      .filter(({ isArchived }) => !isArchived)
      .map(({ id, name, src, widthPx, heightPx, isApproved }) => ({
        ...{ id, name, src, widthPx, heightPx },
        status: toProofStatus(isApproved),
      })),
    fonts: [...FONT_NAMES],
    threadColours: options.threads.map(({ name, rgb }) => ({ name, rgb })),
    maxTextLength: Math.max(
      0,
      ...methods.filter(({ id, takesText }) => takesText && possible.has(id)).map((method) => method.longestText),
    ),
    mandatory: toPricedDesigns(mandatory, fonts).map(show),
    nameDesigns: toPricedDesigns(names, fonts)
      .filter(({ problem }) => problem === undefined || problem === 'text' || problem === 'name')
      .map(show),
  };
}
