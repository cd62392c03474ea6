/** Loaded before a server in a process of its own that is to meet a fault in its code: puts it into its file when that is loaded. */
import { registerHooks } from 'node:module';
import { findChosenFault } from '#api/testing/source-faults/source-faults.ts';
import { replaceOnce } from '#api/testing/sql-faults/replace-once.ts';

const fault = findChosenFault();
if (fault)
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      return url.endsWith(`/${fault.file}`) ? { ...loaded, source: replaceOnce(String(loaded.source), fault) } : loaded;
    },
  });
