import { formatDay } from '#api/platform/local-day.ts';
import { button, formatCount, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** A document that expires: the last day on which it is valid, such as `2026-12-31`. */
export interface ExpiringDocument {
  name: string;
  documentType: string;
  validUntil: string;
}

/** Sent once for each version of a document, 30 days before it expires, to the supplier's administrators. At least one document; `today` as its days. */
export const documentExpiryMail = defineMail<{ name: string; today: string; documents: readonly ExpiringDocument[] }>({
  name: 'document-expiry',
  compose: ({ data: { name, today, documents }, link }) => {
    const [only] = documents.length === 1 ? documents : [];
    const inWords = ({ validUntil, documentType, ...document }: ExpiringDocument) =>
      `${document.name} (${documentType}) ${validUntil < today ? 'was valid until' : 'is valid until'} ${formatDay(validUntil)}.`;
    const title = only ? `${only.name} expires soon` : `${formatCount(documents.length, 'document')} expire soon`;
    return {
      subject: title,
      preview: only ? inWords(only) : 'Upload new versions before they expire.',
      title,
      blocks: [
        greeting(name),
        ...documents.map((document) => paragraph(inWords(document))),
        paragraph(
          `Upload a new version before ${only ? 'it expires' : 'they expire'}. People can still download ${only ? 'it' : 'them'} afterwards, marked as expired.`,
        ),
        button('Open documents', link('/operator/content/documents', { status: 'expiring' })),
      ],
    };
  },
});
