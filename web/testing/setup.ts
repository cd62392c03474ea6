/** What runs in each file of tests of pages: each test leaves document, data, session and storage as it found them. */
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { endSession } from '#web/app/session/session.ts';
import { closeAlert } from '#web/ui/feedback/alerts.ts';

configure({
  // A wait ends as soon as what it waits for is there; a busy machine takes its time.
  asyncUtilTimeout: 10_000,
  // While a wait tries again and again, no one reads what the document was each time; when it gives up, Testing Library asks for it once more.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isTrying } = getConfig() as { _disableExpensiveErrorDiagnostics?: boolean };
    const error = new Error(isTrying ? (message ?? '') : [message, prettyDOM(container)].join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

// Text areas that grow wait for fonts.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// happy-dom understands whole numbers only, and most widths are no whole number of em.
const matchPixels = window.matchMedia.bind(window);
window.matchMedia = (query) => matchPixels(query.replace(/([\d.]+)em/g, (_, em: string) => `${Number(em) * 16}px`));

function reset(): void {
  cleanup();
  closeAlert();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
}

// Also before: a hook that fails keeps those after it from running.
beforeEach(reset);
afterEach(reset);
