import { buffer } from 'node:stream/consumers';
import { type ProductSheetTask, renderProductSheet } from './product-sheet-document.ts';

/** Draws a product sheet, in the worker thread of product sheets. Returns the bytes of the PDF. */
export default (task: ProductSheetTask): Promise<Uint8Array> => buffer(renderProductSheet(task));
