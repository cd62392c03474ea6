/** Evaluates a regular expression in a worker, so that a slow one cannot block the page: the page terminates the worker after a timeout. */
addEventListener('message', ({ data }: MessageEvent<{ expression: string; text: string }>) => {
  try {
    postMessage(new RegExp(data.expression).test(data.text));
  } catch {
    postMessage(undefined);
  }
});
postMessage('ready');
