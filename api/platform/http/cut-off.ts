import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CutOffReason, countRequestCutOff } from './failed-requests.ts';

/** Connections that the server closes itself, because their time is up; a server stands for all of its connections. */
const overdue = new WeakSet<Socket | Server>();

/** Sockets whose time limit is observed already: several requests come on one connection. */
const observed = new WeakSet<Socket>();

/** Says that the server closes this connection, or all of its connections, because their time is up. Called before they are closed. */
export const markOverdue = (connection: Socket | Server): void => void overdue.add(connection);

function observeTimeout(socket: Socket): void {
  if (observed.has(socket)) return;
  observed.add(socket);
  // Node destroys the connection in a listener of its own; its end is announced after both.
  socket.on('timeout', () => markOverdue(socket));
}

/** A request whose connection ended before its response. */
export interface CutOffRequest {
  reason: Exclude<CutOffReason, 'statement'>;
  /** For log and metrics, as no one received it: 499 if the client has gone (the convention of nginx), 408 if its request came too slowly, 504 otherwise. */
  status: 408 | 499 | 504;
}

/**
 * Calls `listener` for each request whose connection ends before its response has been handed over to the network. What its handler does goes on, and may be
 * committed. Such a request has no `onResponse`. Fastify's `onRequestAbort` is silent about requests whose body has been read: those that change something.
 */
export function onCutOff(app: FastifyInstance, listener: (request: FastifyRequest, cutOff: CutOffRequest) => void): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { raw } = request;
    const { socket } = raw;
    observeTimeout(socket);
    let isFinished = false;
    reply.raw.once('finish', () => {
      isFinished = true;
    });
    reply.raw.once('close', () => {
      if (isFinished) return;
      if (overdue.has(socket) || overdue.has(app.server))
        listener(request, { reason: 'deadline', status: raw.complete ? 504 : 408 });
      else listener(request, { reason: 'client', status: 499 });
    });
    done();
  });
}

/** Counts the requests that are cut off, by reason. */
export const countCutOffRequests = (app: FastifyInstance): void =>
  onCutOff(app, (_request, { reason }) => countRequestCutOff(reason));
