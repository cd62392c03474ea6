import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { MailIcon } from '#web/ui/content/icons.tsx';
import { PhoneIcon } from '#web/ui/content/menu-icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { profileQuery, settingsQuery, themeQuery } from '../../session/profile.ts';
import { isLoggedIn } from '../../session/session.ts';
import { PortalTopics } from '../../topics/portal-topics.tsx';
import { listAnswers } from './answers.ts';
import { createMailLink, createPhoneLink, createReference } from './contact.ts';
import css from './help-dialog.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Where people get help, and answers to what is asked most often. Without a session, the help is that of the brand. */
export function HelpDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Help" closeLabel="Close help" width={560}>
      <HelpContent onClose={onClose} />
    </Dialog>
  );
}

function HelpContent({ onClose }: Pick<Props, 'onClose'>) {
  const { pathname } = useLocation();
  const loggedIn = isLoggedIn();
  const { data: theme } = useQuery(themeQuery);
  const { data: organisation } = useQuery({ ...settingsQuery, enabled: loggedIn });
  const { data: caller } = useQuery({ ...profileQuery, enabled: loggedIn });
  const { helpEmail, helpPhone, helpText } = organisation ?? theme ?? { helpEmail: null, helpPhone: null, helpText: null };
  const reference = createReference(organisation?.name ?? theme?.companyName ?? '', pathname);
  const hasContact = helpEmail !== null || helpPhone !== null;
  return (
    <div className={css.help}>
      <section className={css.contact} aria-label="Contact">
        {helpText && <p className={css.text}>{helpText}</p>}
        {helpEmail && (
          <a className={css.way} href={createMailLink(helpEmail, { title: document.title, reference })}>
            <MailIcon />
            <span>{helpEmail}</span>
          </a>
        )}
        {helpPhone && (
          <a className={css.way} href={createPhoneLink(helpPhone)}>
            <PhoneIcon />
            <span className="figures">{helpPhone}</span>
          </a>
        )}
        {hasContact ? (
          <p className={css.reference}>
            Please quote this page: <span>{reference}</span>
          </p>
        ) : (
          <p>Please ask the person who manages uniforms in your organisation.</p>
        )}
      </section>
      {loggedIn && <PortalTopics location="help" plain />}
      <section aria-labelledby="help-questions">
        <h3 id="help-questions" className={css.title}>
          Common questions
        </h3>
        {listAnswers(caller).map(({ question, answer, links }) => (
          <details key={question} className={css.question} name="help-question">
            <summary>{question}</summary>
            <p>{answer}</p>
            <p className={css.links}>
              {links.map(({ to, label }) => (
                <Link key={to} to={to} onClick={onClose}>
                  {label}
                </Link>
              ))}
            </p>
          </details>
        ))}
      </section>
    </div>
  );
}
