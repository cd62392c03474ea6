import type { SheetReading } from '#api/platform/sheet-file/sheet-reading.ts';

/** Whether the encoding of a file is beyond doubt, or someone has confirmed it. */
export const isReadingConfirmed = ({
  reading,
  reading_confirmed_at,
}: {
  reading: SheetReading | null;
  reading_confirmed_at: Date | null;
}): boolean => reading?.encoding == null || reading.encoding.isCertain || reading_confirmed_at !== null;
