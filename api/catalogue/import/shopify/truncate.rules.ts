/** The first characters of a text, without half a character (an emoji counts as two) at its end. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(most - 1)) && /[\udc00-\udfff]/.test(text.charAt(most));
  return text.slice(0, isHalved ? most - 1 : most);
}
