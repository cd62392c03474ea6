import type { Answer, HeaderAmount, ReturnedLine } from './requisitions.ts';

/** What the user's browser has brought back. */
export interface Return {
  /** Says that nothing was changed; null for a cart. */
  status: Answer | null;
  /** Null over OCI, which has none. */
  buyerCookie: string | null;
  operationAllowed: 'create' | 'inspect' | 'edit';
  shipping: HeaderAmount | undefined;
  tax: HeaderAmount | undefined;
  lines: readonly ReturnedLine[];
  /** What a strict reader objects to. */
  findings: readonly string[];
  /** The document of cXML. */
  xml: string | null;
}
