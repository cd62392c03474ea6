import { replacesTexts } from './nodes-of-react.ts';

/** Loads what keeps texts current in a page that the browser translates (`translated-texts.ts`) when it begins to. Called once, on start. */
export function watchTranslator(): void {
  /** What has changed since then, in the order in which it was heard of. */
  const changes: MutationRecord[][] = [];
  const observer = new MutationObserver((records) => {
    if (changes.length === 0 && !replacesTexts(records)) return;
    changes.push(records);
    if (changes.length > 1) return;
    void import('./translated-texts.ts').then(({ keepTranslatedTextsCurrent }) => {
      changes.push(observer.takeRecords());
      observer.disconnect();
      keepTranslatedTextsCurrent(changes);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
