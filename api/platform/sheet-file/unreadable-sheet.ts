/** A file that cannot be read as headings with rows below them; the message can be shown to users. */
export class UnreadableSheetError extends Error {}
