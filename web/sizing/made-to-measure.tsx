import { describeMadeToMeasure } from './advice.ts';

/** What someone can do whom no size fits: the way to a made-to-measure garment. */
export const MadeToMeasure = ({ isOwn }: { isOwn: boolean }) => <span>{describeMadeToMeasure(isOwn)}</span>;
