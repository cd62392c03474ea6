import type { FastifyInstance } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { conflict, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { drawDocument } from '../../documents/draw-document.ts';
import { listOperatorOrders, type OperatorOrder } from '../operator-orders.queries.ts';
import { toDeliveryNotes, toPackingSlips, toPickList } from './papers.mapper.ts';
import { findSender, listPaperShipments, listWaitingPapers } from './papers.queries.ts';

const PDF = 'application/pdf';
/** Ids in the name of a file; more of them are summed up. */
const MAX_NAMED = 5;

const nameFile = (what: string, ids: readonly number[]) =>
  `${what} ${ids.slice(0, MAX_NAMED).join(' ')}${ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : ''}.pdf`;

const haveOneDestination = (rows: readonly { destination: string }[]) =>
  new Set(rows.map(({ destination }) => destination)).size === 1;

/** Registers the calls for the papers of the warehouse. */
export function routes(
  app: FastifyInstance,
  { authenticator, clock, db }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  async function getShipments(operator: OperatorScope, shipmentIds: readonly number[]) {
    const shipments = await listPaperShipments(db, operator, shipmentIds);
    const found = new Set(shipments.map(({ shipmentId }) => shipmentId));
    if (!shipmentIds.every((id) => found.has(id))) throw notFound('shipment');
    if (!haveOneDestination(shipments))
      throw new HttpError(422, { shipmentIds: ['These parcels go to different destinations. Please print them separately.'] });
    return shipments;
  }

  async function getWaiting(operator: OperatorScope, orderIds: readonly number[]) {
    const waiting = await listWaitingPapers(db, operator, orderIds);
    if (waiting.length < new Set(orderIds).size) throw notFound('order');
    if (!haveOneDestination(waiting))
      throw invalid('orderIds', 'These orders are collected at different places. Please print them separately.');
    return waiting;
  }

  registerEndpoint(app, authenticator, 'GET /api/operator/picklist', async ({ operator, query: { orderIds }, reply }) => {
    const orders = await listOperatorOrders(db, operator, orderIds);
    const [first] = orders as [OperatorOrder];
    if (orders.length < new Set(orderIds).size) throw notFound('order');
    if (!haveOneDestination(orders))
      throw new HttpError(422, {
        orderIds: ['These orders go to different destinations. Please print a pick list for each destination.'],
      });
    if (!orders.some(({ lines }) => lines.some(({ readyQuantity }) => readyQuantity > 0)))
      throw conflict('stock', 'Nothing of these orders can be picked now.');
    const sender = await findSender(db, operator, first.organisationId);
    const content = await drawDocument({ operatorId: operator.id }, toPickList(orders, sender, clock.now()));
    setFileHeaders(
      reply,
      nameFile(
        'Pick list',
        orders.map(({ id }) => id),
      ),
    );
    return new FileStream(content, PDF);
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/packingslips',
    async ({ operator, query: { shipmentIds, orderIds }, reply }) => {
      if ((shipmentIds === undefined) === (orderIds === undefined))
        throw invalid('shipmentIds', 'Please choose shipments, or orders that are ready to collect.');
      const shipments = shipmentIds ? await getShipments(operator, shipmentIds) : await getWaiting(operator, orderIds ?? []);
      const content = await drawDocument({ operatorId: operator.id }, toPackingSlips(shipments, clock.now()));
      setFileHeaders(reply, nameFile('Packing slip', [...new Set(shipments.map(({ orderId }) => orderId))]));
      return new FileStream(content, PDF);
    },
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/deliverynotes', async ({ operator, query: { shipmentIds }, reply }) => {
    const shipments = await getShipments(operator, shipmentIds);
    const content = await drawDocument({ operatorId: operator.id }, toDeliveryNotes(shipments, clock.now()));
    setFileHeaders(reply, nameFile('Delivery note D', [...new Set(shipments.map(({ parcelId }) => parcelId))]));
    return new FileStream(content, PDF);
  });
}
