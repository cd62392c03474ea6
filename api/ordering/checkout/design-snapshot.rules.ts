import { createDesignKey, createProofKey, type PricedDesign } from '#api/catalogue/customisation/design.rules.ts';

/** A design as the columns of `order_line_customisation` keep it, with the key of its proof; that is null for a design that was approved. */
export const toSnapshot = (design: PricedDesign) => ({
  customisation_id: design.customisationId,
  method_id: design.methodId,
  method: design.method,
  position_id: design.positionId,
  position: design.position,
  side: design.side,
  x_cm: design.xCm,
  y_cm: design.yCm,
  width_cm: design.widthCm,
  height_cm: design.heightCm,
  measured_from: design.measuredFrom,
  logo_id: design.logoId,
  logo_name: design.logoName,
  logo_file_id: design.logoFileId,
  text: design.text,
  font_name: design.fontName,
  letter_mm: design.letterMm,
  thread_colour: design.threadColour,
  thread_number: design.threadNumber,
  thread_rgb: design.threadRgb,
  garment_design_id: design.garmentDesignId,
  is_mandatory: design.isMandatory,
  comments: design.comments,
  price_minor: design.priceMinor,
  setup_minor: design.setupMinor,
  design_key: createDesignKey(design.productId, design),
  proof_key: design.isApproved ? null : createProofKey(design),
});

/** A line as far as its designs are proved. */
interface LineToProve {
  productId: number;
  productName: string;
  designs?: readonly PricedDesign[];
}

/**
 * What has to be proved of lines: one request for each design that no one has approved, with the design as it is on the first line that has it, as
 * `proof_request.design` keeps it: the columns of `order_line_customisation`, and the product.
 */
export function listProofRequests(lines: readonly LineToProve[]) {
  const requests = new Map<
    string,
    { proof_key: string; design: object; logo_id: number | null; garment_design_id: number | null }
  >();
  for (const { productId, productName, designs = [] } of lines)
    for (const design of designs) {
      const { proof_key, ...snapshot } = toSnapshot(design);
      if (proof_key === null || requests.has(proof_key)) continue;
      requests.set(proof_key, {
        proof_key,
        design: { ...snapshot, product_id: productId, product_name: productName, name: design.name, name_form: design.nameForm },
        logo_id: design.logoId,
        garment_design_id: design.garmentDesignId,
      });
    }
  return [...requests.values()];
}
