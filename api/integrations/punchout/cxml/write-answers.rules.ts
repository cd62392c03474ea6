import { element, type XmlOutput } from '../xml/write-xml.ts';
import { formatTimestamp } from './write-envelope.rules.ts';

/** The requests that we answer with more than that we do not offer them. */
export const OFFERED_REQUESTS = ['PunchOutSetupRequest', 'OrderRequest'] as const;

/** The page at which the user begins. */
export const writeSetupResponse = (startUrl: string): XmlOutput =>
  element('PunchOutSetupResponse', {}, element('StartPage', {}, element('URL', {}, startUrl)));

/** Which requests are offered, at which address. */
export const writeProfileResponse = (since: Date, url: string, offered: readonly string[] = OFFERED_REQUESTS): XmlOutput =>
  element(
    'ProfileResponse',
    { effectiveDate: formatTimestamp(since) },
    offered.map((requestName) => element('Transaction', { requestName }, element('URL', {}, url))),
  );
