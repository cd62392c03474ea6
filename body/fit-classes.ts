/** From the tightest to the loosest. */
export const FIT_CLASSES = ['tooTight', 'snug', 'good', 'roomy', 'tooBig'] as const;
export type FitClass = (typeof FIT_CLASSES)[number];
