import { isOversized } from '#lettering/measure.ts';
import type { DesignProblem, PricedDesign } from './design.rules.ts';
import type { DesignRow } from './design-options.rules.ts';
import { type Fonts, fitDesignText } from './design-texts.rules.ts';

/** Why a design cannot be ordered as it is, from what is offered today; undefined when it can. */
function findProblem(row: DesignRow, fits: boolean): DesignProblem | undefined {
  if (!row.isDesignOffered) return 'design';
  if (!row.isPositionOffered) return 'position';
  if (!row.isMethodOffered || row.priceMinor === null || row.setupMinor === null) return 'method';
  if (!row.isLogoOffered) return 'logo';
  if (!row.isColourOffered) return 'colour';
  return fits ? undefined : 'text';
}

/** A design with the height of its letters. A name has the height of its design; another text is made smaller until it fits. */
function toPricedDesign(row: DesignRow, fonts: Fonts): PricedDesign {
  const {
    smallestLetterMm,
    isMethodOffered: _method,
    isPositionOffered: _position,
    positionLetterMm,
    isLogoOffered: _logo,
    isColourOffered: _colour,
    isDesignOffered: _design,
    designLetterMm,
    priceMinor,
    setupMinor,
    createdAt,
    ...design
  } = row;
  const { text, fontName } = row;
  const fitted =
    text === null || fontName === null
      ? undefined
      : fitDesignText(fonts, text, {
          fontName,
          letterMm: designLetterMm ?? positionLetterMm,
          smallestMm: designLetterMm ?? smallestLetterMm,
          area: row,
        });
  const fits = fitted === undefined || !isOversized(fitted);
  const problem = findProblem(row, fits);
  return {
    ...design,
    // A design for names has it before there is a name: pages measure names by it.
    letterMm: fitted?.letterMm ?? designLetterMm,
    priceMinor: priceMinor ?? 0,
    setupMinor: setupMinor ?? 0,
    createdAt: new Date(createdAt),
    ...(problem && { problem }),
  };
}

/** Designs with what keeps each of them from being ordered. */
export const toPricedDesigns = (rows: readonly DesignRow[] | null, fonts: Fonts): PricedDesign[] =>
  rows === null ? [] : rows.map((row) => toPricedDesign(row, fonts));

/**
 * The designs of a line that is read from the database, with those that are put on it, `added`. A person's design cannot be where the organisation
 * requires another.
 */
export function withMandatory(read: readonly PricedDesign[], added: readonly PricedDesign[] = []): PricedDesign[] {
  const designs = [...read, ...added];
  const taken = new Set(designs.flatMap(({ isMandatory, positionId }) => (isMandatory ? [positionId] : [])));
  return designs.map((design) =>
    !design.isMandatory && taken.has(design.positionId) ? { ...design, problem: 'required' } : design,
  );
}

const REMEDIES = {
  method: ({ position, method }) => `${position}: ${method} is no longer possible there. Choose another design, or remove it.`,
  position: ({ position }) => `${position}: this garment can no longer be personalised there. Remove the design.`,
  logo: ({ position, logoName }) => `${position}: the logo “${logoName}” is no longer available. Choose another, or remove it.`,
  colour: ({ position, threadColour }) =>
    `${position}: the colour ${threadColour} is no longer available. Choose another, or remove the text.`,
  design: ({ position, name }) => `${position}: your organisation no longer offers “${name}”. Remove the design.`,
  text: ({ position, text }) => `${position}: “${text}” no longer fits. Change the text, or remove it.`,
  required: ({ position }) => `${position}: your organisation requires another design there. Remove yours.`,
} satisfies Record<DesignProblem, (design: PricedDesign) => string>;

/** A required design cannot be removed: only the supplier can help. */
const explainMandatory = ({ position, name }: PricedDesign) =>
  `${position}: the required design “${name}” cannot be made at the moment. Please contact your supplier.`;

/** Why a garment with these designs cannot be ordered, as sentences that say what to do; empty when it can. `isRequired`: not without any design. */
export function explainDesigns(designs: readonly PricedDesign[], isRequired: boolean): string[] {
  if (isRequired && designs.length === 0) return ['This garment is ordered with a logo or a text. Personalise it first.'];
  return designs.flatMap((design) => {
    if (!design.problem) return [];
    return design.isMandatory ? [explainMandatory(design)] : [REMEDIES[design.problem](design)];
  });
}
