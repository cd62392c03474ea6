import { Link, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';

/** The link from the requests for more to those for more time, and back. */
export function RequestKinds() {
  const isAboutTime = useLocation().pathname === paths.timeRequests();
  return isAboutTime ? (
    <Link to={paths.requests()}>Requests for more</Link>
  ) : (
    <Link to={paths.timeRequests()}>Requests for more time</Link>
  );
}
