import { readXmlDocument, UnreadableXmlError } from '#api/integrations/punchout/xml/read-xml.ts';
import type { XmlElement } from '#api/integrations/punchout/xml/xml-element.ts';
import { type Html, html } from '#api/platform/mail/html.ts';
import type { Buyer } from '../buyer.ts';
import type { KeptDocument } from '../requisitions.ts';
import { drawFacts, drawFindings, drawLayout, formatTime } from './layout.ts';

const KINDS: Readonly<Record<string, string>> = {
  PunchOutSetupRequest: 'Setup request',
  PunchOutOrderMessage: 'Returned cart',
  OrderRequest: 'Purchase order',
  StatusUpdateRequest: 'Status update',
  ConfirmationRequest: 'Confirmation',
  ShipNoticeRequest: 'Shipping notice',
  InvoiceDetailRequest: 'Invoice',
};

const nameOf = (kind: string): string => KINDS[kind] ?? kind;

/** A table of documents, the newest first. */
export function drawDocuments(documents: readonly KeptDocument[]): Html {
  if (documents.length === 0) return html`<p class="soft">No documents yet.</p>`;
  const rows = documents.toReversed().map(
    (document) => html`<tr><td data-label="Document"><a href="/documents/${document.id}">${nameOf(document.kind)}</a>
<small>${document.summary}</small></td>
<td data-label="Direction">${document.direction === 'sent' ? 'Sent' : 'Received'}${document.copies > 1 ? ` ${document.copies} times` : ''}</td>
<td data-label="Time">${formatTime(document.at)}</td>
<td data-label="Answer"><span class="tag ${document.answer.code < 300 ? 'good' : 'bad'}">${document.answer.code}</span>${
      document.findings.length > 0
        ? html` <span class="tag bad">${document.findings.length} objection${document.findings.length === 1 ? '' : 's'}</span>`
        : null
    }</td></tr>`,
  );
  return html`<table class="stacked"><thead><tr><th>Document</th><th>Direction</th><th>Time</th><th>Answer</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** Secrets are for the two systems, not for those who look on. */
function writeIndented({ name, attributes, children, text }: XmlElement, depth: number): string {
  const space = '  '.repeat(depth);
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  const shown = name === 'SharedSecret' ? '••••••' : text.trim();
  const start = `${space}<${name}${written.join('')}`;
  if (children.length === 0) return shown === '' ? `${start}/>\n` : `${start}>${shown}</${name}>\n`;
  const inner = children.map((child) => writeIndented(child, depth + 1)).join('');
  return `${start}>${shown === '' ? '' : shown}\n${inner}${space}</${name}>\n`;
}

/** A document with an element a line, and without its secret. */
export function formatXml(xml: string): string {
  try {
    return writeIndented(readXmlDocument(Buffer.from(xml)), 0);
  } catch (error) {
    if (error instanceof UnreadableXmlError) return error.message;
    throw error;
  }
}

/** All documents. */
export const drawDocumentsPage = ({ company, procurement }: Buyer): string =>
  drawLayout(company.name, 'Documents', html`<h1>Documents</h1>${drawDocuments(procurement.documents)}`, {
    watch: { url: '/documents/state', state: procurement.describeState(), target: '/documents' },
  });

/** One document as XML. */
export function drawDocumentPage({ company }: Buyer, document: KeptDocument): string {
  const { id, direction, kind, requisitionId, attachments, answer } = document;
  const title = nameOf(kind);
  return drawLayout(
    company.name,
    title,
    html`${requisitionId === null ? null : html`<p class="back"><a href="/requisitions/${requisitionId}">Requisition ${requisitionId}</a></p>`}
<h1>${title}</h1>
${drawFacts([
  [
    direction === 'sent' ? 'Sent' : 'Received',
    `${formatTime(document.at)}${document.copies > 1 ? `, ${document.copies} times` : ''}`,
  ],
  ['Answer', `${answer.code} ${answer.text}`],
  ...(attachments.length > 0 ? [['Files', attachments.map(({ fileName }) => fileName).join(', ')] as const] : []),
])}
${drawFindings(document.findings)}
${kind === 'OrderRequest' ? html`<form method="post" action="/documents/${id}/again"><button>Send again</button></form>` : null}
<pre tabindex="0">${formatXml(document.xml)}</pre>`,
  );
}
