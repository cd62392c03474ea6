import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const START_MS = 30_000;

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/**
 * Starts a driver of WebDriver and the browser in it; a driver has one session. Returns a function that sends commands of the session (method, path, body)
 * and has `close()`.
 */
export async function openWebDriver(program, binary, environment) {
  const port = await findFreePort();
  const driver = spawn(program, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...environment } });
  const stop = () => driver.kill();
  process.on('exit', stop);
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const end = Date.now() + START_MS;
  while (!(await send('GET', '/status').catch(() => undefined))) {
    if (Date.now() > end || driver.exitCode !== null) throw new Error(`${program} does not start.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const options = { binary, args: ['--automation'] };
  const alwaysMatch = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options };
  const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch } });
  return Object.assign((method, path, body) => send(method, `/session/${sessionId}${path}`, body), {
    close: async () => {
      await send('DELETE', `/session/${sessionId}`).catch(() => {});
      process.off('exit', stop);
      stop();
    },
  });
}
