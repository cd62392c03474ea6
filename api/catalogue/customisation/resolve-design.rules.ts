import type { BodyOf } from '#contract/index.ts';
import type { PricedDesign } from './design.rules.ts';
import type {
  DesignOptions,
  DesignRow,
  MethodOption,
  PositionOption,
  ProductOption,
  ThreadOption,
} from './design-options.rules.ts';
import { checkDesignText, FONT_NAMES, type Fonts } from './design-texts.rules.ts';
import { composeRow, findPlace, listMandatory } from './organisation-designs.rules.ts';
import { explainDesigns, toPricedDesigns } from './priced-design.rules.ts';

export type DesignInput = Omit<BodyOf<'POST /api/customisations'>, 'name'>;

/** What is wrong with inputs, by field: sentences (422), and the entities that do not exist for the person (404). */
export interface DesignErrors {
  invalid: Record<string, string[]>;
  missing: Record<string, string>;
}

/** For what a design is. */
export interface DesignTarget {
  product: ProductOption;
  /** The wardrobe that the line counts in, as far as it is known. */
  collectionId: number | null;
  /** ISO 8601. */
  now: string;
}

type Resolved = { row: DesignRow } | { field: string; message: string } | { field: string; entity: string };

const refuse = (field: string, message: string) => ({ field, message });
const missing = (field: string, entity: string) => ({ field, entity });

const trimmed = (text: string | null | undefined) => text?.trim() || null;

/** The method and the position of an input that is no design of the organisation; or what is wrong with them. */
function readPlace(
  { methods }: DesignOptions,
  product: ProductOption,
  { methodId, positionId }: DesignInput,
): { method: MethodOption; position: PositionOption } | { field: string; message: string } {
  if (!product.isEnabled) return refuse('productId', 'This product cannot be personalised.');
  if (!positionId) return refuse('positionId', 'Position is required.');
  if (!methodId) return refuse('methodId', 'Method is required.');
  const position = product.positions.find(({ id }) => id === positionId);
  if (!position) return refuse('positionId', 'This garment has no such position. Please choose one of its positions.');
  const method = methods.find(({ id }) => id === methodId);
  if (!method || method.priceMinor === null) return refuse('methodId', 'This method is not offered. Please choose another.');
  if (!position.methodIds.includes(methodId))
    return refuse('methodId', `${method.name} is not possible at this position. Please choose another method or position.`);
  return { method, position };
}

/** The colour of a text by its name, the first one where none is named; undefined when there is no such colour. */
const findThread = ({ threads }: DesignOptions, name: string | null): ThreadOption | undefined =>
  name === null ? threads[0] : threads.find((thread) => thread.name.toLowerCase() === name.toLowerCase());

function readName(
  options: DesignOptions,
  fonts: Fonts,
  { product, collectionId, now }: DesignTarget,
  input: DesignInput,
): Resolved {
  const design = options.designs.find(({ id, nameForm }) => id === input.nameDesignId && nameForm !== null);
  if (!design) return missing('nameDesignId', 'garmentDesign');
  const position = findPlace(product, design);
  if (!position || (design.productId !== null && design.productId !== product.id))
    return refuse('nameDesignId', `“${design.name}” cannot be put on this product.`);
  if (design.collectionId !== null && collectionId !== null && design.collectionId !== collectionId)
    return refuse('nameDesignId', `“${design.name}” is for another wardrobe.`);
  const method = options.methods.find(({ id }) => id === design.methodId);
  if (!method || (design.priceMinor ?? method.priceMinor) === null)
    return refuse('nameDesignId', `“${design.name}” cannot be ordered at the moment. Please contact your supplier.`);
  const fontName = design.fontName as string;
  const letterMm = design.letterMm as number;
  const checked = checkDesignText(fonts, input.text ?? '', {
    fontName,
    letterMm,
    smallestMm: letterMm,
    area: position,
    maxLength: method.longestText,
    maxLines: method.mostLines,
  });
  if ('problem' in checked) return refuse('text', checked.problem);
  const { logoId, threadColourId } = design;
  const choices = { methodId: design.methodId, logoId, text: checked.text, fontName, threadColourId, design };
  return { row: composeRow(options, product, position, { ...choices, comments: trimmed(input.comments), createdAt: now }) };
}

function readOwn(options: DesignOptions, fonts: Fonts, { product, now }: DesignTarget, input: DesignInput): Resolved {
  const logo = input.logoId ? options.logos.find(({ id }) => id === input.logoId) : null;
  if (logo === undefined) return missing('logoId', 'logo');
  const place = readPlace(options, product, input);
  if ('field' in place) return place;
  const { method, position } = place;
  if (logo && !method.takesLogo) return refuse('logoId', `${method.name} takes no logo. Please enter a text.`);
  if (logo?.isArchived) return refuse('logoId', `The logo “${logo.name}” is no longer available. Please choose another.`);
  const isTextGiven = Boolean(input.text?.trim());
  if (isTextGiven && !method.takesText) return refuse('text', `${method.name} takes no text. Please choose a logo.`);
  if (!logo && !method.takesText) return refuse('logoId', 'Please choose a logo.');
  if (!logo && input.text == null)
    return refuse('text', method.takesLogo ? 'Please choose a logo or enter a text.' : 'Please enter a text.');
  const choices = {
    methodId: method.id,
    logoId: logo?.id ?? null,
    design: null,
    comments: trimmed(input.comments),
    createdAt: now,
  };
  if (logo && !isTextGiven)
    return { row: composeRow(options, product, position, { ...choices, text: null, fontName: null, threadColourId: null }) };

  const fontName = trimmed(input.fontName) ?? FONT_NAMES[0];
  if (!(FONT_NAMES as readonly string[]).includes(fontName))
    return refuse('fontName', `There is no font “${fontName}”. Please choose one of ${FONT_NAMES.join(', ')}.`);
  const thread = findThread(options, trimmed(input.threadColour));
  if (!thread) return refuse('threadColour', 'This colour is not offered. Please choose another.');
  const checked = checkDesignText(fonts, input.text ?? '', {
    fontName,
    letterMm: position.letterMm,
    smallestMm: method.smallestLetterMm,
    area: position,
    maxLength: method.longestText,
    maxLines: method.mostLines,
  });
  if ('problem' in checked) return refuse('text', checked.problem);
  return { row: composeRow(options, product, position, { ...choices, text: checked.text, fontName, threadColourId: thread.id }) };
}

/** A saved design as it is: the line then follows it. */
function readSaved(options: DesignOptions, { product }: DesignTarget, savedId: number): Resolved {
  const row = options.saved.find(({ id }) => id === savedId);
  if (!row) return missing('id', 'customisation');
  if (row.productId !== product.id) return refuse('id', 'This saved design is for another product.');
  return { row: { ...row, id: 0 } };
}

/**
 * What inputs mean for a product: designs with measures and prices, of which none is at a position that another has or the organisation requires, or
 * the errors by fields as `keyOf` names them. Everything about an input but its saved design (`id`) is read from the input.
 */
export function resolveDesigns(
  options: DesignOptions,
  fonts: Fonts,
  target: DesignTarget,
  inputs: readonly DesignInput[],
  keyOf: (index: number, field: string) => string = (_index, field) => field,
): { designs: PricedDesign[]; errors: DesignErrors | undefined } {
  const errors: DesignErrors = { invalid: {}, missing: {} };
  const mandatory = listMandatory(options, target.product, target.collectionId);
  const taken = new Set<number>();
  const designs = inputs.flatMap((input, index): PricedDesign[] => {
    const fail = (field: string, message: string) => {
      errors.invalid[keyOf(index, field)] = [message];
      return [];
    };
    if (input.productId && input.productId !== target.product.id) return fail('productId', 'This design is for another product.');
    const resolved = input.id
      ? readSaved(options, target, input.id)
      : input.nameDesignId
        ? readName(options, fonts, target, input)
        : readOwn(options, fonts, target, input);
    if ('entity' in resolved) {
      errors.missing[keyOf(index, resolved.field)] = resolved.entity;
      return [];
    }
    if ('message' in resolved) return fail(resolved.field, resolved.message);
    const { positionId, position } = resolved.row;
    const field = input.id ? 'id' : input.nameDesignId ? 'nameDesignId' : 'positionId';
    const required = mandatory.get(positionId);
    if (required && required.id !== resolved.row.garmentDesignId)
      return fail(field, `${position} has “${required.name}”, which your organisation requires. Please choose another position.`);
    if (taken.has(positionId)) return fail(field, `${position} has a design already. Please choose another position.`);
    taken.add(positionId);
    const [design] = toPricedDesigns([resolved.row], fonts);
    if (!design) return [];
    const [refusal] = explainDesigns([design], false);
    return refusal === undefined ? [design] : fail(field, refusal);
  });
  const hasErrors = Object.keys(errors.invalid).length + Object.keys(errors.missing).length > 0;
  return { designs, errors: hasErrors ? errors : undefined };
}
