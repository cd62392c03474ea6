import { PICTURE_SIDES } from '#contract/catalogue/products/picture-sizes.ts';

/** How photographs of products are stored. */
export const PICTURE_TYPE = 'image/webp';
/** Photographs may be this wide and high before they are reduced, in pixels. */
export const MAX_SOURCE_SIDE = 12_000;

const ADDRESS = /^([0-9a-f]{40})(?:-([1-9][0-9]{1,3}))?\.webp$/;
const LARGEST = PICTURE_SIDES[0];

/** The address of the picture with this key, which is made of its content, in its largest size. */
export const formatPictureAddress = (key: string) => `/pictures/${key}.webp`;

/** The key of the picture with this address; undefined for any other address, such as that of a drawing. */
export const parsePictureAddress = (src: string): string | undefined => {
  const [, folder, file = ''] = src.split('/');
  return folder === 'pictures' ? parsePictureFile(file)?.key : undefined;
};

/** The key under which a size of a picture is stored. */
export const keyOfSize = (key: string, side: number) => (side === LARGEST ? key : `${key}-${side}`);

/** Key and size in the last part of such an address; undefined for any other text, the keys of other stored files among them. */
export function parsePictureFile(file: string): { key: string; side: number } | undefined {
  const [, key, suffix] = ADDRESS.exec(file) ?? [];
  const side = suffix === undefined ? LARGEST : PICTURE_SIDES.find((each) => String(each) === suffix);
  return key === undefined || side === undefined ? undefined : { key, side };
}
