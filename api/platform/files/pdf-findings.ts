/** Why a PDF is not stored: what it contains besides pages, or why that cannot be told. */
export type PdfFinding = 'script' | 'action' | 'embedded' | 'protected' | 'unreadable' | 'too-long';

/** What the worker is given: where the PDF is, and where it writes what is stored of it. */
export interface PdfTask {
  source: string;
  target: string;
}

const AGAIN = 'Please print it to a new PDF and upload that one.';

/** The sentence for a finding; `name` is what the file is called on the user's device. */
export function describePdfFinding(finding: PdfFinding, name: string): string {
  switch (finding) {
    case 'script':
      return `“${name}” contains a script. ${AGAIN}`;
    case 'action':
      return `“${name}” opens or sends something when it is read. ${AGAIN}`;
    case 'embedded':
      return `“${name}” contains other files. ${AGAIN}`;
    case 'protected':
      return `“${name}” is protected by a password. Please save it without one and upload it again.`;
    // Perhaps the server has much else to do: the file need not be damaged.
    case 'too-long':
      return `“${name}” took too long to read. Please try again later, or print it to a new PDF and upload that one.`;
    case 'unreadable':
      return `“${name}” cannot be read. It may be damaged: please open it, save it again and upload it.`;
  }
}
