import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';

interface Props {
  /** The garment; left out where several are meant. */
  garmentId?: number | undefined;
}

/** What can be done for someone whom no size fits: the way to a made-to-measure garment. Whoever acts for the wearer asks them for measurements there. */
export const MadeToMeasure = ({ garmentId }: Props) => (
  <Link to={garmentId === undefined ? paths.madeToMeasureNew() : paths.madeToMeasureGarment(garmentId)}>
    {garmentId === undefined ? 'Garments made to measure' : 'Ask for it made to measure'}
  </Link>
);
