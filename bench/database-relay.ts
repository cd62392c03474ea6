import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A port in front of the embedded PostgreSQL, whose connections can be lost. */
export interface DatabaseRelay {
  /** The address of a database by way of the relay. */
  addressOf(url: string): string;
  /** Passes nothing on any more, and says nothing: as a network does that drops packets. */
  silence(): void;
  /** Closes all connections, and accepts none. */
  refuse(): void;
  close(): void;
}

/** Opens a relay to the server that an address names by the folder of its socket. */
export async function createDatabaseRelay(address: string): Promise<DatabaseRelay> {
  const path = join(new URL(address).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((incoming) => {
    const socket = connect(path);
    const end = () => {
      incoming.destroy();
      socket.destroy();
      sockets.delete(incoming);
      sockets.delete(socket);
    };
    for (const side of [incoming, socket]) sockets.add(side.once('error', end).once('close', end));
    if (!isSilent) incoming.pipe(socket).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refuse = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    addressOf: (url) => {
      const { username, password, pathname } = new URL(url);
      return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
    },
    silence: () => {
      isSilent = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    refuse,
    close: refuse,
  };
}
