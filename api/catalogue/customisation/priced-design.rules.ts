import { formatName } from '#lettering/format-name.ts';
import { isOversized } from '#lettering/measure.ts';
import type { DesignProblem, PricedDesign } from './design.rules.ts';
import type { DesignRow } from './design-options.rules.ts';
import { checkDesignText, type Fonts, fitDesignText } from './design-texts.rules.ts';

/** Why a design cannot be ordered as it is, from what is offered today; undefined when it can. */
function findProblem(row: DesignRow, { fits, isNamed }: { fits: boolean; isNamed: boolean }): DesignProblem | undefined {
  if (!row.isDesignOffered) return 'design';
  if (!row.isPositionOffered) return 'position';
  if (!row.isMethodOffered || row.priceMinor === null || row.setupMinor === null) return 'method';
  if (!row.isLogoOffered) return 'logo';
  if (!row.isColourOffered) return 'colour';
  if (!isNamed) return 'name';
  return fits ? undefined : 'text';
}

/** The name of its wearer as a required name has it; null where the line is for no one, or they have none. */
const nameOf = ({ nameForm, wearer }: DesignRow): string | null =>
  (nameForm !== null && wearer ? formatName(nameForm, wearer) : '') || null;

/**
 * A design with the height of its letters. A required name that no one has typed is that of the wearer. A name has the height of its design; another text is made smaller until it fits.
 */
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
    longestText,
    mostLines,
    wearer: _wearer,
    priceMinor,
    setupMinor,
    createdAt,
    ...design
  } = row;
  const { fontName } = row;
  const isRequiredName = row.isMandatory && row.nameForm !== null;
  const text = isRequiredName ? nameOf(row) : row.text;
  const place = {
    fontName: fontName ?? '',
    letterMm: designLetterMm ?? positionLetterMm,
    smallestMm: designLetterMm ?? smallestLetterMm,
    area: row,
  };
  const fitted = text === null || fontName === null ? undefined : fitDesignText(fonts, text, place);
  // No one has checked the name of a record; what was typed was checked then.
  const checked =
    isRequiredName && text !== null
      ? checkDesignText(fonts, text, { ...place, maxLength: longestText, maxLines: mostLines })
      : undefined;
  const nameProblem = checked && 'problem' in checked ? checked.problem : undefined;
  const fits = nameProblem === undefined && (fitted === undefined || !isOversized(fitted));
  const problem = findProblem(row, { fits, isNamed: !isRequiredName || text !== null });
  return {
    ...design,
    text,
    // A design for names has it before there is a name: pages measure names by it.
    letterMm: fitted?.letterMm ?? designLetterMm,
    priceMinor: priceMinor ?? 0,
    setupMinor: setupMinor ?? 0,
    createdAt: new Date(createdAt),
    ...(problem && { problem }),
    ...(nameProblem !== undefined && { nameProblem }),
  };
}

/** Designs with what keeps each of them from being ordered. */
export const toPricedDesigns = (rows: readonly DesignRow[] | null, fonts: Fonts): PricedDesign[] =>
  rows === null ? [] : rows.map((row) => toPricedDesign(row, fonts));

/** A design of the organisation at its position, to compare. */
const placeOf = ({ positionId, garmentDesignId }: PricedDesign) => `${positionId} ${garmentDesignId}`;

/**
 * The designs of a line that is read from the database, with those that are put on it, `added`. A person's design cannot be where the organisation
 * requires another. A required name that was typed stands for that of the wearer.
 */
export function withMandatory(read: readonly PricedDesign[], added: readonly PricedDesign[] = []): PricedDesign[] {
  const designs = [...read, ...added];
  const required = designs.filter(({ isMandatory }) => isMandatory);
  const places = new Set(required.map(placeOf));
  const taken = new Set(required.map(({ positionId }) => positionId));
  const typed = new Set(designs.filter((design) => !design.isMandatory && places.has(placeOf(design))).map(placeOf));
  return designs.flatMap((design) => {
    if (design.isMandatory) return typed.has(placeOf(design)) ? [] : [design];
    return taken.has(design.positionId) && !typed.has(placeOf(design)) ? [{ ...design, problem: 'required' }] : [design];
  });
}

const REMEDIES = {
  method: ({ position, method }) => `${position}: ${method} is no longer possible there. Choose another design, or remove it.`,
  position: ({ position }) => `${position}: this garment can no longer be personalised there. Remove the design.`,
  logo: ({ position, logoName }) => `${position}: the logo “${logoName}” is no longer available. Choose another, or remove it.`,
  colour: ({ position, threadColour }) =>
    `${position}: the colour ${threadColour} is no longer available. Choose another, or remove the text.`,
  design: ({ position, name }) => `${position}: your organisation no longer offers “${name}”. Remove the design.`,
  text: ({ position, text }) => `${position}: “${text}” no longer fits. Change the text, or remove it.`,
  name: ({ position, name }) => `${position}: “${name}” is required on this garment. Enter the name that it is to have.`,
  required: ({ position }) => `${position}: your organisation requires another design there. Remove yours.`,
} satisfies Record<DesignProblem, (design: PricedDesign) => string>;

/** A required design cannot be removed: only the supplier can help. Of a required name the text can be changed. */
function explainMandatory(design: PricedDesign): string {
  const { position, name, text, problem, nameProblem } = design;
  if (problem === 'name') return REMEDIES.name(design);
  if (problem === 'text' && nameProblem !== undefined) return `${position}: “${text}” cannot be put there. ${nameProblem}`;
  return `${position}: the required design “${name}” cannot be made at the moment. Please contact your supplier.`;
}

/** Why a garment with these designs cannot be ordered, as sentences that say what to do; empty when it can. `isRequired`: not without any design. */
export function explainDesigns(designs: readonly PricedDesign[], isRequired: boolean): string[] {
  if (isRequired && designs.length === 0) return ['This garment is ordered with a logo or a text. Personalise it first.'];
  return designs.flatMap((design) => {
    if (!design.problem) return [];
    return design.isMandatory ? [explainMandatory(design)] : [REMEDIES[design.problem](design)];
  });
}
