/** The most measurements of one garment. */
export const MAX_MEASUREMENTS = 50;
/** The shortest and the longest measurement, in centimetres. */
export const MEASURE_LIMITS = { min: 1, max: 300 };
/** The longest time that making a garment may take. */
export const MAX_LEAD_TIME_DAYS = 730;
/** The version of the text with which a wearer lets measurements be stored for the maker. */
export const MEASUREMENT_CONSENT_VERSION = 1;

/** The statuses of a request for a garment made to measure. */
export const MADE_TO_MEASURE_STATUSES = [
  'asked',
  'requested',
  'answered',
  'declined',
  'withdrawn',
  'expired',
  'ordered',
  'made',
] as const;
/** One of them. */
export type MadeToMeasureStatus = (typeof MADE_TO_MEASURE_STATUSES)[number];
