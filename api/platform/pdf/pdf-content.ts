import type { PdfTheme } from './pdf-theme.ts';
import type { PdfBlock } from './piece.ts';

/** A document before it is drawn. */
export interface PdfContent {
  /** The title of the file, which viewers show in their title bar. */
  title: string;
  format: 'a4' | 'label';
  theme: PdfTheme;
  /** Stored in the file. The same content and time give the same bytes. */
  createdAt: Date;
  /** Small print at the bottom of each page, such as the seller's registered details. */
  footer?: string;
  /** Each part begins on a page of its own and counts its own pages: several slips can be printed as one file. */
  parts: Iterable<PdfPart>;
}

export interface PdfPart {
  /** Repeated at the top of each further page. */
  title: string;
  blocks: readonly PdfBlock[];
}
