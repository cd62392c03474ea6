import { normaliseText } from '#lettering/text.ts';
import type { DesignMethod, DesignOptions, DesignPosition, GarmentDesign } from './design-types.ts';
import type { TextSetting } from './text-check.ts';

/** What is put at a position: a logo, a text of one's own, or a name in a design of the organisation. */
export type DesignContent = { kind: 'logo' } | { kind: 'text' } | { kind: 'name'; nameDesignId: number };

/** A design while it is edited: everything that was typed or chosen, also what is not possible. */
export interface DraftDesign {
  positionId: number;
  content: DesignContent;
  methodId: number;
  logoId: number | null;
  text: string;
  fontName: string;
  threadColour: string;
  comments: string | null;
  /** The saved design from which it comes, and its name. */
  saved: { id: number; name: string | null } | null;
  /** Whether it still is as it was saved. */
  followsSaved: boolean;
}

/** The name that is required at a position; undefined for none. */
export const findRequiredName = ({ nameDesigns }: DesignOptions, { id }: DesignPosition): GarmentDesign | undefined =>
  nameDesigns.find(({ positionId, isMandatory }) => positionId === id && isMandatory);

/** What a position takes, in the order in which it is offered: designs for names first, since they need no proof. A required name is all that it takes. */
export function listContents(options: DesignOptions, position: DesignPosition): DesignContent[] {
  const names = options.nameDesigns
    .filter(({ positionId, nameDesignId }) => positionId === position.id && nameDesignId !== null)
    .map(({ nameDesignId }): DesignContent => ({ kind: 'name', nameDesignId: nameDesignId ?? 0 }));
  if (findRequiredName(options, position)) return names.slice(0, 1);
  const methods = listMethodsAt(options, position);
  return [
    ...names,
    ...(options.logos.length > 0 && methods.some(({ takesLogo }) => takesLogo) ? [{ kind: 'logo' } as const] : []),
    ...(methods.some(({ takesText }) => takesText) ? [{ kind: 'text' } as const] : []),
  ];
}

/** The methods by which something of this kind is possible at a position, in their order. */
export const listMethodsFor = (options: DesignOptions, position: DesignPosition, { kind }: DesignContent): DesignMethod[] =>
  listMethodsAt(options, position).filter(({ takesLogo, takesText }) => (kind === 'logo' ? takesLogo : takesText));

const listMethodsAt = ({ methods }: DesignOptions, { methodIds }: DesignPosition): DesignMethod[] =>
  methods.filter(({ id }) => methodIds.includes(id));

export const isSameContent = (one: DesignContent, other: DesignContent): boolean =>
  one.kind === other.kind && (one.kind !== 'name' || other.kind !== 'name' || one.nameDesignId === other.nameDesignId);

export const findNameDesign = ({ nameDesigns }: DesignOptions, { content }: DraftDesign): GarmentDesign | undefined =>
  content.kind === 'name' ? nameDesigns.find(({ nameDesignId }) => nameDesignId === content.nameDesignId) : undefined;

/** How the text of a draft is set; undefined for a logo. A name in a design of the organisation has that design's font and height. */
export function getTextSetting(options: DesignOptions, position: DesignPosition, draft: DraftDesign): TextSetting | undefined {
  if (draft.content.kind === 'logo') return undefined;
  const method = options.methods.find(({ id }) => id === draft.methodId);
  const nameDesign = findNameDesign(options, draft);
  const letterMm = nameDesign?.letterMm ?? position.letterMm;
  return {
    text: draft.text,
    fontName: nameDesign?.fontName ?? draft.fontName,
    letterMm,
    smallestMm: nameDesign ? letterMm : (method?.minLetterHeightMm ?? letterMm),
    widthMm: position.widthCm * 10,
    heightMm: position.heightCm * 10,
    maxLength: method?.maxTextLength ?? options.maxTextLength,
    maxLines: method?.maxLines ?? 1,
  };
}

/** A first draft at a position; undefined where the position takes nothing. `nameAs` makes the text of a design for names. */
export function startDraft(
  options: DesignOptions,
  position: DesignPosition,
  nameAs: (design: GarmentDesign) => string,
): DraftDesign | undefined {
  const [content] = listContents(options, position);
  if (!content) return undefined;
  const empty: DraftDesign = {
    positionId: position.id,
    content,
    methodId: 0,
    logoId: null,
    text: '',
    fontName: options.fonts[0] ?? '',
    threadColour: options.threadColours[0]?.name ?? '',
    comments: null,
    saved: null,
    followsSaved: false,
  };
  return chooseContent(options, position, empty, content, nameAs);
}

/** The draft with something else at its position. A text of one's own is kept; a name begins as that of the person. */
export function chooseContent(
  options: DesignOptions,
  position: DesignPosition,
  draft: DraftDesign,
  content: DesignContent,
  nameAs: (design: GarmentDesign) => string,
): DraftDesign {
  const chosen = { ...draft, content, followsSaved: false };
  const nameDesign = findNameDesign(options, chosen);
  if (nameDesign) return { ...chosen, methodId: nameDesign.methodId, text: nameAs(nameDesign) || draft.text };
  const methods = listMethodsFor(options, position, content);
  const methodId = methods.some(({ id }) => id === draft.methodId) ? draft.methodId : (methods[0]?.id ?? 0);
  return { ...chosen, methodId, logoId: content.kind === 'logo' ? (draft.logoId ?? options.logos[0]?.id ?? null) : null };
}

/** A design as a draft. `isSaved` for one of the list of saved designs, whose id is that of the saved design itself. */
export function toDraft(design: GarmentDesign, isSaved = false): DraftDesign {
  const savedId = isSaved ? design.id : design.customisationId;
  return {
    positionId: design.positionId,
    content:
      design.nameDesignId !== null
        ? { kind: 'name', nameDesignId: design.nameDesignId }
        : { kind: design.logoId !== null ? 'logo' : 'text' },
    methodId: design.methodId,
    logoId: design.logoId,
    text: design.text ?? '',
    fontName: design.fontName ?? '',
    threadColour: design.threadColour ?? '',
    comments: design.comments,
    saved: savedId === null ? null : { id: savedId, name: design.name },
    followsSaved: savedId !== null,
  };
}

/** The draft as a design, for pages and the cart; `letterMm` as the text was measured. */
export function toDesign(options: DesignOptions, draft: DraftDesign, letterMm: number | null): GarmentDesign | undefined {
  const position = options.positions.find(({ id }) => id === draft.positionId);
  const nameDesign = findNameDesign(options, draft);
  const method = options.methods.find(({ id }) => id === draft.methodId);
  if (!position || !(nameDesign || method)) return undefined;
  const logo = options.logos.find(({ id }) => id === draft.logoId);
  const text = draft.content.kind === 'logo' ? null : normaliseText(draft.text);
  const { side, xCm, yCm, widthCm, heightCm } = position;
  const created = { createdOnUtc: new Date().toISOString(), comments: draft.comments };
  if (nameDesign) return { ...nameDesign, ...created, id: 0, customisationId: findFollowed(draft), isMandatory: false, text };
  return {
    ...created,
    id: 0,
    customisationId: findFollowed(draft),
    name: draft.followsSaved ? (draft.saved?.name ?? null) : null,
    productId: options.productId,
    methodId: draft.methodId,
    method: method?.name ?? '',
    positionId: position.id,
    position: position.name,
    area: { side, xCm, yCm, widthCm, heightCm },
    logoId: logo?.id ?? null,
    logoName: logo?.name ?? null,
    logoSrc: logo?.src ?? null,
    text,
    fontName: text === null ? null : draft.fontName,
    letterMm: text === null ? null : letterMm,
    threadColour: text === null ? null : draft.threadColour,
    threadRgb: text === null ? null : (options.threadColours.find(({ name }) => name === draft.threadColour)?.rgb ?? null),
    nameDesignId: null,
    nameForm: null,
    price: method?.price ?? null,
    setupPrice: method?.setupPrice ?? null,
    isMandatory: false,
    proofStatus: 'awaitingProof',
  };
}

const findFollowed = ({ saved, followsSaved }: DraftDesign) => (followsSaved ? (saved?.id ?? null) : null);
