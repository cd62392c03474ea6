import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** A network between a program and its database, which can fail as networks do. */
export interface Network {
  /** The address of the database by way of this network. */
  url: string;
  /** How many connections have been made so far. */
  readonly connections: number;
  /** From now on drops what the database sends on the connections that are open; neither side learns of it. */
  swallowResponses(): void;
  /** Leads new connections to the database at `url`, and cuts those that are open. */
  lead(url: string): void;
  close(): Promise<void>;
}

interface Link {
  near: Socket;
  far: Socket;
  /** Whether nothing that the database sends arrives any more, not even that it has closed the connection. */
  isSilent: boolean;
}

/** Starts a network that leads to the database at `url`, and delivers everything `delayMs` later than it was sent. */
export async function startNetwork(url: string, { delayMs = 0, port = 0 } = {}): Promise<Network> {
  let target = addressOf(url);
  let connections = 0;
  const open = new Set<Link>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...target, allowHalfOpen: true });
    const link: Link = { near, far, isSilent: false };
    connections += 1;
    open.add(link);
    deliver(near, far, delayMs);
    deliver(far, near, delayMs);
    near.on('end', () => far.end());
    far.on('end', () => {
      if (!link.isSilent) near.end();
    });
    for (const end of [near, far]) {
      end.setNoDelay(true);
      end.on('error', () => {});
    }
    near.on('close', () => {
      open.delete(link);
      far.destroy();
    });
    far.on('close', () => {
      if (!link.isSilent) near.destroy();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const { near, far } of open) {
      near.destroy();
      far.destroy();
    }
  };
  const near = new URL(url);
  near.searchParams.delete('host');
  near.hostname = '127.0.0.1';
  near.port = String((server.address() as AddressInfo).port);
  return {
    url: near.href,
    get connections() {
      return connections;
    },
    swallowResponses: () => {
      for (const link of open) {
        link.isSilent = true;
        link.far.removeAllListeners('data').resume();
      }
    },
    lead: (next) => {
      target = addressOf(next);
      cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf(url: string) {
  const { host, port } = new Client({ connectionString: url });
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function deliver(from: Socket, to: Socket, delayMs: number): void {
  const send = (chunk: Buffer) => {
    if (to.writable) to.write(chunk);
  };
  from.on('data', (chunk: Buffer) => {
    if (delayMs === 0) send(chunk);
    else setTimeout(send, delayMs, chunk); // waits because the network that it stands for is that slow
  });
}

/** A port on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
