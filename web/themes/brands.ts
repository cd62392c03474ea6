import { alder } from './alder.ts';
import { brackwell } from './brackwell.ts';
import type { Brand, BrandName } from './brand.ts';
import { sundial } from './sundial.ts';

export const brands: Record<BrandName, Brand> = { sundial, alder, brackwell };

/**
 * The brand whose keyword a text contains, else the default one. The text only ever chooses from this list;
 * nothing of it is shown.
 */
export function getBrandFromText(text: string): Brand {
  const lower = text.toLowerCase();
  if (lower.includes('alder')) return alder;
  if (lower.includes('brackwell')) return brackwell;
  return sundial;
}

/** The brand of this page, which the server wrote into the document; by host name where no server did. */
export function getPageBrand(root: HTMLElement = document.documentElement, host = location.hostname): Brand {
  const written = root.dataset.theme ?? '';
  if (written in brands) return brands[written as BrandName];
  const found = getBrandFromText(host);
  root.dataset.theme = found.name;
  return found;
}
