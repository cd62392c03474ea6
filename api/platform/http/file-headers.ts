import type { FastifyReply } from 'fastify';

/** The media type of Excel workbooks. */
export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What is public and never changes at its address may be stored by anyone: a logo. Responses of all other calls are not stored at all. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Makes a response a download with this file name, in every header that clients read it from. */
export function setFileHeaders(reply: FastifyReply, name: string): void {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  reply.header('x-filename', encoded);
  reply.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encoded}`);
  reply.header('access-control-expose-headers', 'x-filename, Content-Disposition, Location');
}
