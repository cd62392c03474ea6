import { DiagLogLevel, diag } from '@opentelemetry/api';
import { detectResources, envDetector, hostDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../../config.ts';

interface Log {
  warn(details: object, message: string): void;
}

const COMPLAIN_EVERY_MS = 60_000;

/** The exporter for a protocol. It reads address, headers, compression and time limit from the standard variables. */
async function createExporter(protocol: TracingConfig['protocol']): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const samplers = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const [own = 'always_on', isParentBased] = sampler.startsWith('parentbased_')
    ? [sampler.slice('parentbased_'.length), true]
    : [sampler, false];
  const root = samplers[own as keyof typeof samplers]();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** What describes this process in traces: OTEL_RESOURCE_ATTRIBUTES overrides the rest. */
function describeProcess({ serviceName }: TracingConfig, version: string): Resource {
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version });
  return own.merge(detectResources({ detectors: [hostDetector, envDetector] }));
}

/** Logs failures to send traces, one line a minute. The exporter reports them to the logger of OpenTelemetry. */
function createFailureLog(log: Log): (reason: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const complain = (reason: string) => {
    if (performance.now() - loggedAt < COMPLAIN_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ reason: reason.slice(0, 300) }, 'traces cannot be sent');
  };
  const ignore = () => {};
  diag.setLogger(
    { error: complain, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  return complain;
}

/** Records spans and sends them in the background. */
export interface SpanRecorder {
  provider: TracerProvider;
  /** Sends what has not been sent yet. Never rejects. */
  close(): Promise<void>;
}

/** Creates the recorder that samples spans and sends them in batches to the configured collector. Failures are logged and drop spans. */
export async function createSpanRecorder(config: TracingConfig, version: string, log: Log): Promise<SpanRecorder> {
  const complain = createFailureLog(log);
  const provider = new TracerProvider({
    resource: describeProcess(config, version),
    sampler: createSampler(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: await createExporter(config.protocol) })],
  });
  return { provider, close: () => provider.shutdown().catch((error: Error) => complain(error.message)) };
}
