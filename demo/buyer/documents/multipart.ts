/** A file that comes with an order. */
export interface BuyerAttachment {
  /** Names it in `cid:` references. */
  contentId: string;
  fileName: string;
  type: string;
  content: Uint8Array;
  encoding: 'base64' | 'binary';
}

/** What is sent in one request. */
export interface OutgoingBody {
  contentType: string;
  body: Buffer;
}

const LINE_LENGTH = 76;

function encode({ content, encoding }: BuyerAttachment): Buffer {
  if (encoding === 'binary') return Buffer.from(content);
  const lines = Buffer.from(content)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g'));
  return Buffer.from((lines ?? []).join('\r\n'));
}

/** A document alone as `text/xml`, or with its files as `multipart/related`. */
export function writeBody(xml: string, attachments: readonly BuyerAttachment[], boundary: string): OutgoingBody {
  if (attachments.length === 0) return { contentType: 'text/xml; charset=UTF-8', body: Buffer.from(xml) };
  const part = (headers: string[], content: Buffer) => [
    Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  const root = part(['Content-Type: text/xml; charset=UTF-8', 'Content-ID: <order@buyer.example>'], Buffer.from(xml));
  const files = attachments.flatMap((attachment) =>
    part(
      [
        `Content-Type: ${attachment.type}; name="${attachment.fileName}"`,
        `Content-Disposition: attachment; filename="${attachment.fileName}"`,
        `Content-ID: <${attachment.contentId}>`,
        `Content-Transfer-Encoding: ${attachment.encoding}`,
      ],
      encode(attachment),
    ),
  );
  return {
    contentType: `multipart/related; boundary="${boundary}"; type="text/xml"; start="<order@buyer.example>"`,
    body: Buffer.concat([...root, ...files, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
