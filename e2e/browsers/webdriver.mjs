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

/** Starts a screen that no one sees. Alone on it, a window is always the active one: in another, WebKit does not match `:focus`. */
async function openScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(screen.stdio[3], 'data'),
    once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb does not start.'))),
  ]);
  return { display: `:${String(number).trim()}`, close: () => screen.kill() };
}

/**
 * Starts a driver of WebDriver and the browser in it, on a screen of its own; a driver has one session. Returns a function that sends commands of the session (method, path, body)
 * and has `close()`.
 */
export async function openWebDriver(program, binary, environment) {
  const [port, screen] = await Promise.all([findFreePort(), openScreen()]);
  const env = { ...process.env, ...environment, DISPLAY: screen.display, WAYLAND_DISPLAY: undefined };
  const driver = spawn(program, [`--port=${port}`], { stdio: 'ignore', env });
  const stop = () => {
    driver.kill();
    screen.close();
  };
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
    await new Promise((resolve) => setTimeout(resolve, 50)); // waits because the driver does not say when it listens
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
