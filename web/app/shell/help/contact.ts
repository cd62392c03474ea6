/** What people quote so that their page can be found: organisation and path. Never the query, which may contain a secret link. */
export const createReference = (name: string, pathname: string): string => [name, pathname].filter(Boolean).join(', ');

/** A link that writes an email with a subject, and with the reference below an empty line for the question. */
export function createMailLink(address: string, { title, reference }: { title: string; reference: string }): string {
  const body = `\r\n\r\nSent from: ${reference}`;
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Question about ${title}`)}&body=${encodeURIComponent(body)}`;
}

/** A link that dials a number as people write it: "+44 (0)20 7946 0958" is dialled without the "(0)". */
export function createPhoneLink(number: string): string {
  const dialled = number.startsWith('+') ? number.replaceAll('(0)', '') : number;
  return `tel:${dialled.replaceAll(/[^\d+]/g, '')}`;
}
