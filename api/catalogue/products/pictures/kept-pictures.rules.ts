import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';
import { MAX_PICTURES } from '#contract/catalogue/products/picture-sizes.ts';

/** A photograph of a product. */
export interface KeptPicture {
  id: number;
  src: string;
  altText: string | null;
  /** The colour that it shows; null: it is for all colours. */
  valueId: number | null;
  shows: PictureSide | null;
}

type NewPicture = Omit<KeptPicture, 'id'> & { id: null };

/** Photographs that are added, and what became of each. */
export interface AddedPictures {
  pictures: (KeptPicture | NewPicture)[];
  states: ('added' | 'present' | 'too_many')[];
}

/**
 * The photographs of a product with more at their end. One that the product has for the same colour is not added again. A front goes before the first
 * other side of its colour, because the first picture of a colour is its tile.
 */
export function addPictures(existing: readonly KeptPicture[], added: readonly Omit<KeptPicture, 'id'>[]): AddedPictures {
  const pictures: (KeptPicture | NewPicture)[] = [...existing];
  const states = added.map((picture) => {
    if (pictures.some(({ src, valueId }) => src === picture.src && valueId === picture.valueId)) return 'present';
    if (pictures.length >= MAX_PICTURES) return 'too_many';
    const other =
      picture.shows === 'front'
        ? pictures.findIndex(({ valueId, shows }) => valueId === picture.valueId && (shows === 'back' || shows === 'detail'))
        : -1;
    pictures.splice(other < 0 ? pictures.length : other, 0, { ...picture, id: null });
    return 'added';
  });
  return { pictures, states };
}

/** What was changed in a list of photographs, in a few words for the history: "Added 3", "Removed 1, changed the order". */
export function describePictureChanges(
  before: readonly KeptPicture[],
  after: readonly (KeptPicture | NewPicture)[],
  colours: readonly { id: number; name: string }[],
): string {
  const kept = new Map(after.flatMap((picture) => (picture.id === null ? [] : [[picture.id, picture] as const])));
  const added = after.filter(({ id }) => id === null).length;
  const removed = before.filter(({ id }) => !kept.has(id)).length;
  const colourOf = (valueId: number | null) => colours.find(({ id }) => id === valueId)?.name ?? 'all colours';
  const changes = before.flatMap((old) => {
    const now = kept.get(old.id);
    if (!now) return [];
    return [
      ...(now.altText === old.altText ? [] : [now.altText === null ? 'removed a text' : `text “${now.altText}”`]),
      ...(now.valueId === old.valueId ? [] : [`from ${colourOf(old.valueId)} to ${colourOf(now.valueId)}`]),
      ...(now.shows === old.shows ? [] : [now.shows === null ? 'side not stated' : `shows the ${now.shows}`]),
    ];
  });
  const orderOf = (list: readonly { id: number | null }[]) =>
    list.flatMap(({ id }) => (id !== null && kept.has(id) && before.some((old) => old.id === id) ? [id] : [])).join(' ');
  const shown = changes.slice(0, MAX_DESCRIBED);
  const text = [
    ...(added > 0 ? [`added ${added}`] : []),
    ...(removed > 0 ? [`removed ${removed}`] : []),
    ...shown,
    ...(changes.length > shown.length ? [`and ${changes.length - shown.length} more`] : []),
    ...(orderOf(before) === orderOf(after) ? [] : ['changed the order']),
  ].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Changes of pictures that one entry of the history names. */
const MAX_DESCRIBED = 5;
