import type { Brand } from '#brands/brand.ts';
import { brands, getBrandFromText, getCompanyDesign } from '#brands/brands.ts';

/** The brand of this page, which the server writes into the document; otherwise by host name. */
export function getPageBrand(root: HTMLElement = document.documentElement, host = location.hostname): Brand {
  const { theme = '', company } = root.dataset;
  if (theme in brands && company !== undefined) return getCompanyDesign(theme, company);
  const found = getBrandFromText(host);
  root.dataset.theme = found.name;
  return found;
}
