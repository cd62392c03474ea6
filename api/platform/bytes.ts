const MEGABYTE = 1_000_000;

/** A number of bytes in megabytes or gigabytes, as in "10 MB" and "1.5 GB". */
export const formatBytes = (bytes: number): string =>
  bytes >= 1000 * MEGABYTE ? `${Math.round(bytes / (100 * MEGABYTE)) / 10} GB` : `${Math.round(bytes / MEGABYTE)} MB`;
