/** Lines of a cart or an order. */
type Lines = readonly { customisations: readonly { proofStatus: string }[] }[];

/** Whether a design of any of these lines has yet to be approved. */
export const hasUnprovedDesign = (lines: Lines): boolean =>
  lines.some(({ customisations }) => customisations.some(({ proofStatus }) => proofStatus === 'awaitingProof'));
