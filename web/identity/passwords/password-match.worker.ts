/** Tries an expression where a page cannot hang with it: whoever started this ends it when it takes too long. */
addEventListener('message', ({ data }: MessageEvent<{ expression: string; text: string }>) => {
  try {
    postMessage(new RegExp(data.expression).test(data.text));
  } catch {
    postMessage(undefined);
  }
});
postMessage('ready');
