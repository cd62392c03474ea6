import type { DesignInput, GarmentDesign } from './design-types.ts';

/** A design as requests send it: the saved one that it follows, a name in a design of the organisation, or one of its own. */
export function toDesignInput(design: GarmentDesign): DesignInput {
  if (design.customisationId !== null) return { id: design.customisationId };
  const comments = design.comments === null ? {} : { comments: design.comments };
  const { productId } = design;
  if (design.nameDesignId !== null) return { productId, nameDesignId: design.nameDesignId, text: design.text ?? '', ...comments };
  return {
    productId,
    methodId: design.methodId,
    positionId: design.positionId,
    ...(design.logoId !== null && { logoId: design.logoId }),
    ...(design.text !== null && {
      text: design.text,
      ...(design.fontName && { fontName: design.fontName }),
      ...(design.threadColour && { threadColour: design.threadColour }),
    }),
    ...comments,
  };
}
