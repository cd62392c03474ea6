import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { InfoIcon } from '#web/ui/content/icons.tsx';
import { paths } from '../paths.ts';
import { informationQuery } from './topics.ts';

interface Props {
  className: string | undefined;
  onOpen: () => void;
}

/** The information menu: links to the supplier's pages of information; nothing where there are none. */
export function InformationLinks({ className, onOpen }: Props) {
  const { data } = useQuery(informationQuery);
  return data?.topics.map(({ id, title, systemName }) => (
    <Link key={id} to={paths.information(id)} className={className} onClick={onOpen}>
      <InfoIcon size={18} />
      {title ?? systemName}
    </Link>
  ));
}
