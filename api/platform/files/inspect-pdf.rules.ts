import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import type { PdfFinding } from './pdf-findings.ts';

/** Names of dictionary entries that no document of pages alone has (ISO 32000-2). */
const ENTRIES: Readonly<Record<string, PdfFinding>> = {
  '/JS': 'script',
  '/JavaScript': 'script',
  // Forms with scripts of their own.
  '/XFA': 'script',
  // Actions that events start, such as opening a page.
  '/AA': 'action',
  '/EmbeddedFiles': 'embedded',
  '/EF': 'embedded',
  '/RichMediaContent': 'embedded',
  // A portfolio.
  '/Collection': 'embedded',
};

/** Kinds of action (`S`) that run, open or send something. Going to a page, hiding parts and clearing a form are harmless. */
const ACTIONS: Readonly<Record<string, PdfFinding>> = {
  '/JavaScript': 'script',
  '/Launch': 'action',
  '/GoToR': 'action',
  '/GoToE': 'embedded',
  '/GoToDp': 'action',
  '/ImportData': 'action',
  '/SubmitForm': 'action',
  '/Rendition': 'action',
  '/Movie': 'action',
  '/Sound': 'action',
  '/RichMediaExecute': 'action',
};

/** Kinds of object (`Type`, `Subtype`) that contain files. */
const OBJECTS: Readonly<Record<string, PdfFinding>> = {
  '/EmbeddedFile': 'embedded',
  '/FileAttachment': 'embedded',
  '/RichMedia': 'embedded',
  '/Screen': 'embedded',
  '/Movie': 'embedded',
  '/Sound': 'embedded',
  '/3D': 'embedded',
};

const PAGE_ACTIONS = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage']);

const GRAVEST_FIRST: readonly PdfFinding[] = ['script', 'embedded', 'action'];

/** Addresses that a reader opens when the user follows a link. */
const LINK = /^(?:https?:|mailto:)/i;

/**
 * What a PDF contains besides pages: scripts, actions that run, open or send something, and files; undefined when there is nothing of it. All objects are
 * looked at, whether or not something refers to them. Links that the user follows to an address of the web are allowed.
 */
export function inspectPdf(context: PDFContext): PdfFinding | undefined {
  const found = new Set<PdfFinding>();
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFArray) waiting.push(...object.asArray());
    // The content of an external stream is in another file.
    if (object instanceof PDFStream && object.dict.has(PDFName.of('F'))) found.add('action');
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    const finding = inspectDict(context, dict);
    if (finding) found.add(finding);
    waiting.push(...dict.values());
  }
  return GRAVEST_FIRST.find((finding) => found.has(finding));
}

const nameIn = (context: PDFContext, dict: PDFDict, key: string): string => {
  const value = context.lookup(dict.get(PDFName.of(key)));
  return value instanceof PDFName ? value.asString() : '';
};

function inspectDict(context: PDFContext, dict: PDFDict): PdfFinding | undefined {
  for (const key of dict.keys()) {
    const finding = ENTRIES[key.asString()];
    if (finding) return finding;
  }
  const [action, type, subtype] = ['S', 'Type', 'Subtype'].map((key) => nameIn(context, dict, key)) as [string, string, string];
  return (
    ACTIONS[action] ??
    OBJECTS[type] ??
    OBJECTS[subtype] ??
    (action === '/URI' && !isWebLink(context, dict) ? 'action' : undefined) ??
    (action === '/Named' && !PAGE_ACTIONS.has(nameIn(context, dict, 'N')) ? 'action' : undefined) ??
    (opensMoreThanPage(context, dict) ? 'action' : undefined)
  );
}

function isWebLink(context: PDFContext, dict: PDFDict): boolean {
  const value = context.lookup(dict.get(PDFName.of('URI')));
  return (value instanceof PDFString || value instanceof PDFHexString) && LINK.test(value.decodeText());
}

/** Whether the document does more when it is opened than show one of its pages. */
function opensMoreThanPage(context: PDFContext, dict: PDFDict): boolean {
  const entry = dict.get(PDFName.of('OpenAction'));
  if (entry === undefined) return false;
  const opened = entry instanceof PDFRef ? context.lookup(entry) : entry;
  if (opened instanceof PDFArray) return false;
  return !(opened instanceof PDFDict && nameIn(context, opened, 'S') === '/GoTo' && !opened.has(PDFName.of('Next')));
}
