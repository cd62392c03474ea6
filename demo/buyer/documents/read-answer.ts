import { readXmlDocument, UnreadableXmlError } from '#api/integrations/punchout/xml/read-xml.ts';
import { findChild, readChildText } from '#api/integrations/punchout/xml/xml-element.ts';
import type { Answer } from '../requisitions.ts';
import type { PortalReply } from '../send.ts';

/** An answer, and where the user begins when it permits that. */
export interface ReadAnswer extends Answer {
  startUrl: string | null;
}

const refuse = (text: string): ReadAnswer => ({ code: 500, text, startUrl: null });

/** Reads what the portal answers. Anything but HTTP 200 with a status of cXML is an error of the transport, for which a buyer's system tries again. */
export function readAnswer({ status, contentType, body }: PortalReply): ReadAnswer {
  if (status !== 200) return refuse(`The shop answered with HTTP ${status}.`);
  if (!/^(text|application)\/xml\b/i.test(contentType))
    return refuse(`The shop answered with ${contentType || 'no type'} in place of XML.`);
  try {
    const response = findChild(readXmlDocument(body), 'Response');
    const found = findChild(response, 'Status');
    const code = Number(found?.attributes.code);
    if (!found || !Number.isInteger(code)) return refuse('The answer of the shop has no status.');
    return {
      code,
      text: found.text.trim() || (found.attributes.text ?? ''),
      startUrl: readChildText(response, 'PunchOutSetupResponse', 'StartPage', 'URL') ?? null,
    };
  } catch (error) {
    if (error instanceof UnreadableXmlError) return refuse('The answer of the shop is not XML.');
    throw error;
  }
}
