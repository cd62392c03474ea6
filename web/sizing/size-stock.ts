/** A size, with the fit or leg that goes with it. */
export interface ProposedSize {
  sizeId: number;
  /** The values to select. */
  valueIds: readonly number[];
  label: string;
}

/** Whether a proposed size can be ordered, and what can be done where it cannot. */
export interface SizeStock {
  /** It can be ordered in the colour that is selected, or in any where none is. */
  isHere: boolean;
  /** Why the selected colour lacks it, or the one that would have been selected. Undefined where neither does. */
  missing: MissingSize | undefined;
  /** Other colours that have it. */
  colours: readonly { id: number; name: string }[];
  /** The sizes next to it that can be ordered, where no colour has it. */
  neighbours: readonly (ProposedSize & { is: 'smaller' | 'larger' })[];
}

interface MissingSize {
  /** Undefined where every colour lacks it, or the garment has no colours. */
  colour: string | undefined;
  reason: 'out' | 'discontinued' | 'notMade';
  /** The day when it is expected, "4 Dec", and in which colour, where every colour lacks it. */
  due: { day: string; colour: string | undefined } | undefined;
  /** What can be waited for: "Navy, 12". */
  awaitable: { combinationId: number; name: string } | undefined;
}

/** Finds out whether a size can be ordered. */
export type FindSizeStock = (size: Pick<ProposedSize, 'sizeId' | 'valueIds'>) => SizeStock;

/** Whether a size can be ordered in any colour. */
export const isObtainable = (stock: SizeStock | undefined) => !stock || stock.isHere || stock.colours.length > 0;

/** "12 is out of stock in Navy, due 4 Dec." */
export function describeMissingSize(label: string, { colour, reason, due }: MissingSize): string {
  const where = colour === undefined ? '' : ` in ${colour}`;
  if (reason === 'notMade') return `${label} is not made${where}.`;
  if (reason === 'discontinued') return `${label} is discontinued${where}.`;
  const when = due ? `, due ${due.day}${due.colour === undefined ? '' : ` in ${due.colour}`}` : '';
  return `${label} is out of stock${where}${when}.`;
}
