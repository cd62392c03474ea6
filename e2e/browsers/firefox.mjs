#!/usr/bin/env node
/**
 * Starts Firefox for Playwright, and answers what Firefox ESR does not know yet: Playwright sends `emulation.setMediaFeaturesOverride` for every page and
 * gives up when it is refused. Everything else passes unchanged. Takes Firefox's own arguments; `FIREFOX_PATH` names the program.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const UNKNOWN = new Set(['emulation.setMediaFeaturesOverride']);

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1];
  if (address) serve(address);
  else console.error(line);
});

function serve(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(address + url);
    const waiting = [];
    browser.on('open', () => {
      for (const text of waiting.splice(0)) browser.send(text);
    });
    browser.on('message', (data) => client.send(data.toString()));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
    client.on('message', (data) => {
      const text = data.toString();
      const { id, method } = JSON.parse(text);
      if (UNKNOWN.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else waiting.push(text);
    });
  });
}
