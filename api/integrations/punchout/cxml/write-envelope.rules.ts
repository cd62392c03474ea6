import { randomBytes } from 'node:crypto';
import { element, writeXml, type XmlContent, type XmlOutput } from '../xml/write-xml.ts';
import { type DtdName, toSystemId } from './dtds.ts';
import type { Credential } from './envelope.rules.ts';
import { STATUS_TEXTS, type Status, type StatusCode } from './statuses.rules.ts';

/** The language of every text that we send. */
export const LANGUAGE = 'en-GB';

const USER_AGENT = 'Livery 1.0';

/** What every document says about itself. */
export interface DocumentFacts {
  /** Unique in space and time; a document that is sent again keeps it. */
  payloadId: string;
  at: Date;
  /** Of the document type that the connection asks for, such as `1.2.020`. */
  dtdVersion: string;
}

/** The parties of a document that we send: we are the sender. */
export interface Parties {
  from: Credential;
  to: Credential;
  /** What the receiver knows us by. Never in what passes through a browser. */
  secret?: string;
}

/** A new identifier of a document: the moment, a random part and the host. */
export const createPayloadId = (at: Date, host: string): string =>
  `${at.toISOString().replace(/\D/g, '')}.${randomBytes(10).toString('hex')}@${host}`;

/** A moment as cXML has it, `2026-11-20T10:15:31+00:00`: the short form for UTC, `Z`, is not permitted. */
export const formatTimestamp = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;

function writeDocument({ payloadId, at, dtdVersion }: DocumentFacts, dtd: DtdName, ...content: XmlContent[]): string {
  const attributes = { payloadID: payloadId, timestamp: formatTimestamp(at), 'xml:lang': LANGUAGE };
  return writeXml(element('cXML', attributes, ...content), toSystemId(dtd, dtdVersion));
}

const writeCredential = ({ domain, identity }: Credential, secret?: string): XmlOutput =>
  element(
    'Credential',
    { domain },
    element('Identity', {}, identity),
    secret !== undefined && element('SharedSecret', {}, secret),
  );

const writeHeader = ({ from, to, secret }: Parties): XmlOutput =>
  element(
    'Header',
    {},
    element('From', {}, writeCredential(from)),
    element('To', {}, writeCredential(to)),
    element('Sender', {}, writeCredential(from, secret), element('UserAgent', {}, USER_AGENT)),
  );

/** A status, as answers and status updates have it. */
export const writeStatus = ({ code, text }: Status): XmlOutput => element('Status', { code, text: STATUS_TEXTS[code] }, text);

/** An answer to a request. Only one that was accepted has more than its status. */
export const writeResponse = (facts: DocumentFacts, status: Status, content?: XmlOutput): string =>
  writeDocument(facts, 'cXML', element('Response', {}, writeStatus(status), isAccepted(status.code) && content));

const isAccepted = (code: StatusCode): boolean => code < 300;

/** A message, which the user’s browser carries. A status says that nothing was changed. */
export const writeMessage = (
  facts: DocumentFacts,
  parties: Omit<Parties, 'secret'>,
  isTest: boolean,
  content: XmlOutput,
  status?: Status,
): string => {
  const { from, to } = parties;
  const attributes = { deploymentMode: isTest ? 'test' : undefined };
  return writeDocument(
    facts,
    'cXML',
    writeHeader({ from, to }),
    element('Message', attributes, status && writeStatus(status), content),
  );
};

/** A request that we send to the buyer's system. */
export const writeRequest = (facts: DocumentFacts, parties: Parties, dtd: DtdName, isTest: boolean, content: XmlOutput): string =>
  writeDocument(
    facts,
    dtd,
    writeHeader(parties),
    element('Request', { deploymentMode: isTest ? 'test' : 'production' }, content),
  );
