/** Format characters, such as those that change the direction of writing, and what is never shown: zero-width spaces and joiners, byte order marks, fillers. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * An address, number, code or token without the invisible characters that came along when it was copied from a mail or chat. Not for names and texts: in
 * some languages invisible characters join letters.
 */
export const dropInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');
