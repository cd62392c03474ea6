const MEGABYTE = 1_000_000;
const BINARY_MEGABYTE = 1024 * 1024;

/** A number of bytes in megabytes or gigabytes, as in "10 MB" and "1.5 GB". A limit of 50 × 1024 × 1024 bytes is 50 MB, as most programs say. */
export const formatBytes = (bytes: number): string =>
  bytes >= 1000 * MEGABYTE
    ? `${Math.round(bytes / (100 * MEGABYTE)) / 10} GB`
    : `${Math.round(bytes / (bytes % BINARY_MEGABYTE === 0 ? BINARY_MEGABYTE : MEGABYTE))} MB`;
