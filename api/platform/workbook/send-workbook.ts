import type { FastifyReply } from 'fastify';
import { FileStream } from '../http/endpoint.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '../http/file-headers.ts';
import { streamWorkbook, type WorkbookFile } from './workbook.ts';

/** A response that downloads a workbook, which is written as fast as the receiver takes it. */
export function sendWorkbook(reply: FastifyReply, { name, sheets }: WorkbookFile): FileStream {
  setFileHeaders(reply, name);
  return new FileStream(streamWorkbook(...sheets), XLSX_MEDIA_TYPE);
}
