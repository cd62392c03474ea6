import { useSearchParams } from 'react-router';
import css from './organisation-button.module.css';
import { organisationFilter } from './organisation-filter.tsx';

/** An organisation in a row of a list. It filters the list by it. */
export function OrganisationButton({ id, name }: { id: number; name: string }) {
  const [params, setParams] = useSearchParams();
  const show = () => {
    const filtered = new URLSearchParams(params);
    filtered.set(organisationFilter.url, organisationFilter.write(id));
    filtered.delete('page');
    setParams(filtered, { preventScrollReset: true });
  };
  return (
    <button type="button" className={css.button} aria-label={`Only ${name}`} title={`Show only ${name}`} onClick={show}>
      {name}
    </button>
  );
}
