import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';

interface Props {
  /** Whether the person who reads it is the one whom no size fits. */
  isOwn: boolean;
  /** The garment; left out where several are meant. */
  garmentId?: number | undefined;
}

/** What someone can do whom no size fits: the way to a made-to-measure garment. Only the wearer gives measurements. */
export const MadeToMeasure = ({ isOwn, garmentId }: Props) =>
  isOwn ? (
    <Link to={garmentId === undefined ? paths.madeToMeasure() : paths.madeToMeasureGarment(garmentId)}>
      {garmentId === undefined ? 'Garments made to measure' : 'Ask for it made to measure'}
    </Link>
  ) : (
    <span>The wearer can ask for it made to measure.</span>
  );
