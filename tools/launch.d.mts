/** Of V8, for every server. */
export const NODE_FLAGS: readonly string[];

/** Why the packages have to be installed, or undefined when they are those of the lock file. */
export function getInstallReason(project: string): string | undefined;

/** Keeps the hash of the lock file, so that the next start need not compare. */
export function markInstalled(project: string): void;
