import { describeDesign, describeMethod, NAME_BADGE, type NamedDesign } from '#contract/catalogue/customisation/design-words.ts';

/** What a design is made of, for its name. */
export interface DesignName extends NamedDesign {
  /** The name that the organisation gave its design; null for none. */
  designName: string | null;
  /** Whether it is a design for names: each garment has another text. */
  isForNames: boolean;
}

/** `Left chest: logo Corvane, embroidered`; a text is quoted, and a design for names is named as the organisation has named it. */
export function nameDesign({ designName, isForNames, ...design }: DesignName): string {
  if (!isForNames) return describeDesign(design);
  if (design.methodId === NAME_BADGE) return `${design.position}: ${designName ?? 'name badge'}`;
  return `${design.position}: ${designName ?? 'names'}, ${describeMethod(design)}`;
}

export type ProofState = 'preparing' | 'waiting' | 'changeAsked' | 'approved';

/** A version of a proof as it is stored. */
export type StoredStatus = 'waiting' | 'approved' | 'changeAsked';

/** What a design waits for, by its approval and the status of its latest version. */
export const stateOf = (isApproved: boolean, latest: StoredStatus | undefined): ProofState =>
  isApproved ? 'approved' : (latest ?? 'preparing');

/** Why a version can no longer be decided on; undefined while it can. */
export function explainUndecidable({
  status,
  isLatest,
  isApproved,
  decidedBy,
}: {
  status: StoredStatus;
  isLatest: boolean;
  isApproved: boolean;
  decidedBy: string | null;
}): string | undefined {
  if (status === 'waiting' && isLatest && !isApproved) return undefined;
  const by = decidedBy === null ? 'Someone else' : decidedBy;
  if (status === 'approved') return `${by} has already approved this proof.`;
  if (status === 'changeAsked') return `${by} has already asked for a change. Please wait for the next version.`;
  return 'This proof was replaced by a newer version. Please reload the page and look at that one.';
}

/** The most reminders of one version. */
export const MAX_REMINDERS = 3;
/** The first reminder follows as many working days after the version, and each of the others after the one before. */
export const REMINDER_WORKING_DAYS = 2;
