import type { FastifyReply } from 'fastify';
import { FileStream } from '../http/endpoint.ts';
import { setFileHeaders } from '../http/file-headers.ts';
import type { FileStore } from './file-store.ts';
import type { StoredFile } from './stored-files.queries.ts';

/** Even a file that a browser opens in spite of the header that says to download it can do nothing. */
const POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A response that downloads a stored file under its name. The caller has checked who may see it. */
export async function sendFile(
  reply: FastifyReply,
  files: Pick<FileStore, 'openFile'>,
  file: Pick<StoredFile, 'id' | 'storage_key' | 'file_name' | 'size_bytes'> & { content_type: string },
): Promise<FileStream> {
  const content = await files.openFile(file);
  setFileHeaders(reply, file.file_name);
  reply.header('content-length', file.size_bytes);
  reply.header('content-security-policy', POLICY);
  return new FileStream(content, file.content_type);
}
