import { type AnyExtension, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { readLink } from './editor-links.ts';

/** Marks without attributes that the editor keeps, but has no button for. */
const plainMark = (name: string, tag: string) => Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

/** As the server stores it: without widths of columns. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] });

/** Only pictures of our own: others are left out by the server. */
const UploadedImage = Image.extend({ parseHTML: () => [{ tag: 'img[src^="/pictures/"]' }] });

/**
 * What a text can have. It is the same as what the server keeps, so that nothing of a text that came by the API is lost when it is edited here, also what the
 * toolbar has no button for.
 */
export const editorExtensions: AnyExtension[] = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    dropcursor: false,
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (address) => readLink(address) === address,
      HTMLAttributes: { target: null, rel: null },
    },
    trailingNode: false,
  }),
  UploadedImage,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  plainMark('subscript', 'sub'),
  plainMark('superscript', 'sup'),
];
