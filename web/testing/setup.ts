/** What runs in each file of tests of pages: each test leaves document, data, session and storage as it found them. */
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { endSession } from '#web/app/session/session.ts';
import { closeAlert } from '#web/ui/feedback/alerts.ts';

// Text areas that grow wait for fonts.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(() => {
  cleanup();
  closeAlert();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
});
