import type { Fields } from '#api/integrations/punchout/oci/call-up.rules.ts';

/** The fields of SAP's description, with their lengths where a version has another one. */
const LENGTHS: Record<string, (version: string) => number> = {
  DESCRIPTION: () => 40,
  MATNR: (version) => (version < '4.0' ? 18 : 40),
  MATGROUP: () => 10,
  QUANTITY: () => 15,
  UNIT: () => 3,
  PRICE: () => 15,
  PRICEUNIT: (version) => (version < '4.0' ? 9 : 5),
  CURRENCY: () => 5,
  LEADTIME: () => 5,
  VENDOR: () => 10,
  VENDORMAT: () => 40,
  MANUFACTCODE: () => 10,
  MANUFACTMAT: () => 40,
  EXT_PRODUCT_ID: () => 40,
  EXT_SCHEMA_TYPE: () => 10,
  EXT_CATEGORY_ID: () => 60,
  CUST_FIELD1: () => 10,
  CUST_FIELD2: () => 10,
  CUST_FIELD3: () => 10,
  CUST_FIELD4: () => 20,
  CUST_FIELD5: () => 50,
};
/** Units that the tests return. */
export const ISO_UNITS = ['PCE', 'PR', 'SET', 'PK', 'DZN'];

/** Reads a form as SAP SRM does: its lines. Throws at the first rule that it breaks. */
export function readOciForm(fields: Fields, version: string): Record<string, string>[] {
  const lines = new Map<number, Record<string, string>>();
  const put = (index: number, name: string, value: string) => {
    const line = lines.get(index) ?? {};
    if (name in line) throw new Error(`${name} occurs twice in line ${index}`);
    lines.set(index, { ...line, [name]: value });
  };
  for (const [name, value] of fields) {
    const long = /^NEW_ITEM-LONGTEXT_(\d+):132\[\]$/.exec(name);
    const short = /^NEW_ITEM-([A-Z0-9_]+)\[(\d+)\]$/.exec(name);
    if (long) put(Number(long[1]), 'LONGTEXT', value);
    else if (short?.[1] && short[1] !== 'LONGTEXT') {
      const length = LENGTHS[short[1]]?.(version);
      if (length === undefined) throw new Error(`${short[1]} is no field`);
      if (value.length > length) throw new Error(`${short[1]} is longer than ${length}`);
      put(Number(short[2]), short[1], value);
    } else if (name.startsWith('NEW_ITEM')) throw new Error(`${name} is no field`);
  }
  return Array.from({ length: lines.size }, (_, place) => {
    const line = lines.get(place + 1);
    if (!line) throw new Error(`Line ${place + 1} is missing`);
    checkLine(line);
    return line;
  });
}

function checkLine(line: Record<string, string>): void {
  const rules: [string, boolean][] = [
    ['a description', (line.DESCRIPTION ?? line.MATNR ?? '') !== ''],
    ['a quantity', /^\d{1,11}(\.\d{1,3})?$/.test(line.QUANTITY ?? '') && Number(line.QUANTITY) > 0],
    ['an ISO unit', ISO_UNITS.includes(line.UNIT ?? '')],
    ['a price', /^\d{1,11}(\.\d{1,4})?$/.test(line.PRICE ?? '')],
    ['the price of one', line.PRICEUNIT === '1'],
    ['a currency', /^[A-Z]{3}$/.test(line.CURRENCY ?? '')],
    ['whole days', line.LEADTIME === undefined || /^\d+$/.test(line.LEADTIME)],
    ['a scheme of its category', (line.EXT_SCHEMA_TYPE === undefined) === (line.EXT_CATEGORY_ID === undefined)],
    ['something in each field', Object.values(line).every((value) => value !== '')],
  ];
  for (const [rule, holds] of rules) if (!holds) throw new Error(`A line needs ${rule}: ${JSON.stringify(line)}`);
}
