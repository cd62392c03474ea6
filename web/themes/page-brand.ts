import type { Brand, BrandName } from '#brands/brand.ts';
import { brands, getBrandFromText } from '#brands/brands.ts';

/** The brand of this page, which the server writes into the document; otherwise by host name. */
export function getPageBrand(root: HTMLElement = document.documentElement, host = location.hostname): Brand {
  const written = root.dataset.theme ?? '';
  if (written in brands) return brands[written as BrandName];
  const found = getBrandFromText(host);
  root.dataset.theme = found.name;
  return found;
}
