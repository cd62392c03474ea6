import { alder } from './alder.ts';
import { brackwell } from './brackwell.ts';
import type { Brand, BrandName } from './brand.ts';
import { sundial } from './sundial.ts';

export const brands: Record<BrandName, Brand> = { sundial, alder, brackwell };

/**
 * The design of this name, or else the default one, under the name of the company that uses it. Logo and mark belong to the design's own company, so
 * another one has none.
 */
export function getCompanyDesign(name: string, company: string): Brand {
  const design = Object.values(brands).find((other) => other.name === name) ?? sundial;
  return design.company === company ? design : { ...design, company, logo: null, mark: null };
}

/** The brand whose keyword a text contains, or else the default one. The text only selects from this list and is never shown. */
export function getBrandFromText(text: string): Brand {
  const lower = text.toLowerCase();
  if (lower.includes('alder')) return alder;
  if (lower.includes('brackwell')) return brackwell;
  return sundial;
}
