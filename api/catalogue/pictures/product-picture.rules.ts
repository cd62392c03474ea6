import type { ImageOutput } from '#api/platform/files/reencode-image.ts';

/** How photographs of products are stored: large enough for the picture of the product page on a dense screen. */
export const PRODUCT_PICTURE: ImageOutput = { type: 'image/webp', maxSide: 1200 };

const ADDRESS = /^([0-9a-f]{40})\.webp$/;

/** The address of the picture with this key, which is made of its content. */
export const formatPictureAddress = (key: string) => `/pictures/${key}.webp`;

/** The key in the last part of such an address; undefined for any other text, the keys of other stored files among them. */
export const parsePictureFile = (file: string): string | undefined => ADDRESS.exec(file)?.[1];
