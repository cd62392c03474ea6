import { element, type XmlOutput } from '../xml/write-xml.ts';
import type { Status } from './statuses.rules.ts';
import { writeStatus } from './write-envelope.rules.ts';
import { writeDocumentReference } from './write-parts.rules.ts';

/** What became of an order that was answered with 201. */
export interface StatusUpdate {
  /** Of the document that brought the order. */
  orderPayloadId: string;
  status: Status;
}

/** The request that says what became of an order. Everyone who was answered with 201 is owed one. */
export const writeStatusUpdate = ({ orderPayloadId, status }: StatusUpdate): XmlOutput =>
  element('StatusUpdateRequest', {}, writeDocumentReference(orderPayloadId), writeStatus(status));
