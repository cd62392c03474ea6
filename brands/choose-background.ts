import { getContrastRatio } from './contrast.ts';

/** That of two backgrounds on which a text in this colour can be read better; the first where there is no difference. All are `#rrggbb`. */
export const chooseBackground = (text: string, [one, other]: readonly [string, string]): string =>
  getContrastRatio(text, one) >= getContrastRatio(text, other) ? one : other;
