import { Stack } from '@mantine/core';
import { useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatDate, formatNumber } from '#web/ui/format/format.ts';
import css from './terms.module.css';
import { nameVersion, type TermsVersion } from './terms-labels.ts';

/** All versions of a brand, the current one first, with how many have agreed to each. */
export function TermsVersions({ versions }: { versions: readonly TermsVersion[] }) {
  const [opened, setOpened] = useState<TermsVersion>();
  return (
    <>
      <ul className={css.versions}>
        {versions.map((each) => (
          <li key={each.version}>
            <strong>Version {each.version}</strong>
            <span className={css.note}>
              {each.publishedOnUtc ? formatDate(each.publishedOnUtc) : 'Date unknown'}
              {each.publishedBy && `, ${each.publishedBy}`}
            </span>
            <span className={css.note}>{formatNumber(each.agreed)} agreed</span>
            <RowButton aria-label={`Read version ${each.version}`} aria-haspopup="dialog" onClick={() => setOpened(each)}>
              Read
            </RowButton>
          </li>
        ))}
      </ul>
      <Dialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened ? nameVersion(opened) : ''}
        closeLabel="Close the version"
        width={680}
      >
        {opened && (
          <Stack>
            <VersionText title="Terms & Conditions" {...opened.terms} />
            <VersionText title="Privacy Policy" {...opened.privacy} />
          </Stack>
        )}
      </Dialog>
    </>
  );
}

function VersionText({ title, kind, text, url }: TermsVersion['terms'] & { title: string }) {
  return (
    <section>
      <h3>{title}</h3>
      {kind === 'text' && text !== null ? (
        <RichText html={text} />
      ) : kind === 'address' && url !== null ? (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
      ) : (
        <p>The standard text of the portal.</p>
      )}
    </section>
  );
}
