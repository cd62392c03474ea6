/** The fields of a form in their order; names may occur several times. */
export type FormFields = readonly (readonly [name: string, value: string])[];

const MAX_FIELDS = 20_000;

/** The bytes of a part in the notation of forms. */
function toBytes(part: string): Buffer {
  const text = part.replaceAll('+', ' ');
  return Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Reads a posted form in the encoding in which it was asked for. */
export function readFormFields(body: Buffer, charset = 'utf-8'): FormFields {
  const decoder = new TextDecoder(charset);
  const decode = (part: string) => decoder.decode(toBytes(part));
  return body
    .toString('latin1')
    .split('&', MAX_FIELDS)
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decode(name), decode(value.join('='))] as const;
    });
}

/** The first value of a field, whose name is compared without case. */
export const findField = (fields: FormFields, name: string): string | undefined =>
  fields.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
