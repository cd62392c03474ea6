/** A form that a browser posts to the buyer's system. */
export interface ReturnForm {
  action: string;
  /** The window or frame that it is posted to; null: the one that it is in. */
  target: string | null;
  /** The encoding in which it is posted, as browsers name it. */
  charset: string;
  /** Hidden fields in their order; names may occur several times. */
  fields: readonly (readonly [name: string, value: string])[];
}
