import type { ReturnForm } from '../oci/return-form.rules.ts';
import { toAscii } from '../xml/write-xml.ts';

/** How a connection wants the message in the form, as `punchout_connection.form_encoding`. */
export type FormEncoding = 'urlencoded' | 'base64';

/**
 * The form that returns a message of cXML, as one field. `cxml-urlencoded` holds ASCII alone, whatever encoding the receiver expects, and is not encoded here: the
 * browser does that when it posts it, and twice would be wrong. `cxml-base64` holds the bytes of UTF-8. The address stays as it came, with its parameters.
 */
export function writeCxmlForm(returnUrl: string, target: string | null, document: string, encoding: FormEncoding): ReturnForm {
  const field =
    encoding === 'base64'
      ? (['cxml-base64', Buffer.from(document).toString('base64')] as const)
      : (['cxml-urlencoded', toAscii(document)] as const);
  return { action: returnUrl, target, charset: 'utf-8', fields: [field] };
}
