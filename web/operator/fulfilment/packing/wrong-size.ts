import type { PackLine, PackOrder } from '../pack-order.ts';
import type { Bag } from './bags.ts';
import { getPacked, isClosed, type PackingState } from './packing-state.ts';

/** A garment in one colour and size. */
type SizedGarment = Pick<PackOrder['lines'][number], 'productId' | 'colour' | 'size' | 'attributeDescription'>;

/** A line that lacks pieces, with its bag. */
interface NeededLine {
  bag: Bag;
  line: PackLine;
}

/** The line that needs another colour or size of a garment, of the open bag before others; undefined where none does. */
export function findWantedSize(
  { productId, colour }: SizedGarment,
  { bags, openBag, state }: { bags: readonly Bag[]; openBag: Bag | undefined; state: PackingState },
): NeededLine | undefined {
  const wanted = bags.flatMap((bag) =>
    isClosed(state, bag)
      ? []
      : bag.lines
          .filter((line) => line.productId === productId && getPacked(state, line) < line.readyQuantity)
          .map((line) => ({ bag, line })),
  );
  const inOpenBag = wanted.filter(({ bag }) => bag.key === openBag?.key);
  const [first] = inOpenBag.length > 0 ? inOpenBag : wanted;
  return (inOpenBag.length > 0 ? inOpenBag : wanted).find(({ line }) => line.colour === colour) ?? first;
}

/** "This is M. Bag 1 needs S, shelf B-14-4." Colours are named where they differ. */
export function describeWrongSize(garment: SizedGarment, { bag, line }: NeededLine): string {
  const isSameColour = garment.colour === line.colour && garment.size !== null && line.size !== null;
  const nameOf = ({ size, attributeDescription }: SizedGarment) => (isSameColour ? size : attributeDescription);
  const shelf = line.shelf === null ? '' : `, shelf ${line.shelf}`;
  return `This is ${nameOf(garment)}. Bag ${bag.number} needs ${nameOf(line)}${shelf}.`;
}
