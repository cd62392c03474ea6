import { Link } from 'react-router';
import { operatorPaths } from '../../operator-paths.ts';

/** The link above the title of pages that are reached from the board. */
export const BackToBoard = () => <Link to={operatorPaths.board}>Board</Link>;
