import type { FastifyReply } from 'fastify';
import type { FileStore } from '../files/file-store.ts';
import { sendFile } from '../files/send-file.ts';
import type { FileStream } from '../http/endpoint.ts';
import { XLSX_MEDIA_TYPE } from '../http/file-headers.ts';
import type { ExportFile } from './exports-engine.ts';

/** A response that downloads the file of an export. */
export const sendExport = (
  reply: FastifyReply,
  files: Pick<FileStore, 'openFile'>,
  { id, storageKey, fileName, size }: ExportFile,
): Promise<FileStream> =>
  sendFile(reply, files, { id, storage_key: storageKey, file_name: fileName, size_bytes: size, content_type: XLSX_MEDIA_TYPE });
