/** Text as part of a pattern of `like`, in which it stands for itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
