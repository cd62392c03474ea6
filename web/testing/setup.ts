/** What runs in each file of tests of pages: each test leaves document, data, session and storage as it found them. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { endSession } from '#web/app/session/session.ts';
import { closeAlert } from '#web/ui/feedback/alerts.ts';

// A wait ends as soon as what it waits for is there; a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });

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
