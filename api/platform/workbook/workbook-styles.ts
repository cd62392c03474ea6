import type { Archive } from './unzip.ts';
import { readXml } from './xml-reader.ts';

/** More formats than a workbook has are not read. */
const MAX_FORMATS = 100_000;

const ignore = () => {};

/** The formats of dates and times that need no definition (ECMA-376, 18.8.30, with those of East Asia). */
const isBuiltInDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format shows a date or a time: outside texts, colours and escaped characters it contains a day, month, year, hour or second. */
const isDateFormat = (code: string) =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^[\]]*\]|[\\_*]./g, '')) && !/general/i.test(code);

/** Whether a format shows hours beyond 24, as `[h]:mm` does: a time that something takes, not one of a day. */
const isHoursFormat = (code: string) => /\[h{1,2}\]/i.test(code.replaceAll(/"[^"]*"/g, ''));
/** `[h]:mm:ss`, which needs no definition. */
const BUILT_IN_HOURS = 46;

/** Most digits that a format can show. */
const MAX_DIGITS = 40;

/** The digits that a format shows at least, as `00000000` does; undefined for a format that shows anything else. */
const findDigits = (code: string): number | undefined =>
  code.length > 1 && code.length <= MAX_DIGITS && /^0+$/.test(code) ? code.length : undefined;

/** The cell styles, by their numbers, that show a number differently: as a date, as hours and minutes, or with zeros before it. */
export interface CellStyles {
  dates: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  digits: ReadonlyMap<number, number>;
}
/** Those of a workbook without any. */
export const NO_STYLES: CellStyles = { dates: new Set(), hours: new Set(), digits: new Map() };

/** The styles of a workbook that show numbers differently. */
export async function readStyles(archive: Archive, path: string): Promise<CellStyles> {
  const formats = new Map<number, { isDate: boolean; isHours: boolean; digits: number | undefined }>();
  const dates = new Set<number>();
  const hours = new Set<number>();
  const digits = new Map<number, number>();
  let isInCellStyles = false;
  let style = 0;
  await readXml(archive.read(path), {
    open: (name, attributes) => {
      const code = attributes.formatCode ?? '';
      if (name === 'numFmt' && formats.size < MAX_FORMATS)
        formats.set(Number(attributes.numFmtId), {
          isDate: isDateFormat(code),
          isHours: isHoursFormat(code),
          digits: findDigits(code),
        });
      if (name === 'cellXfs') isInCellStyles = true;
      if (name !== 'xf' || !isInCellStyles) return;
      const id = Number(attributes.numFmtId ?? 0);
      const format = formats.get(id);
      if (hours.size < MAX_FORMATS && (format?.isHours ?? id === BUILT_IN_HOURS)) hours.add(style);
      else if (dates.size < MAX_FORMATS && (format?.isDate ?? isBuiltInDateFormat(id))) dates.add(style);
      if (digits.size < MAX_FORMATS && format?.digits !== undefined) digits.set(style, format.digits);
      style += 1;
    },
    text: ignore,
    close: (name) => {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return { dates, hours, digits };
}

/** A part of days in hours and minutes, as 37:30. */
export function formatHours(days: number): string {
  const minutes = Math.round(Math.abs(days) * 24 * 60);
  return `${days < 0 ? '-' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
