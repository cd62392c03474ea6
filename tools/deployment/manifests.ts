/** Checks manifests with the schemas of the API of Kubernetes. */
import { validate as validateDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as validateJob } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job';
import { validate as validateConfigMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as validateSecret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as validateService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as validateIngress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as validateBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';

type Validate = ((data: unknown) => boolean) & { errors?: { instancePath: string; message?: string; keyword: string }[] | null };

const SCHEMAS: Record<string, Validate> = {
  'apps/v1 Deployment': validateDeployment,
  'batch/v1 Job': validateJob,
  'v1 ConfigMap': validateConfigMap,
  'v1 Secret': validateSecret,
  'v1 Service': validateService,
  'networking.k8s.io/v1 Ingress': validateIngress,
  'policy/v1 PodDisruptionBudget': validateBudget,
};

/** What is wrong with a manifest, one line each: what its schema refuses, and fields that the schema does not know. */
export function findManifestProblems(manifest: { apiVersion: string; kind: string }): string[] {
  const validate = SCHEMAS[`${manifest.apiVersion} ${manifest.kind}`];
  if (validate === undefined) return [`There is no schema for ${manifest.apiVersion} ${manifest.kind}.`];
  const { watched, listUnread } = watchReads(manifest);
  validate(watched);
  const refused = (validate.errors ?? []).map(({ instancePath, keyword, message = keyword }) => `${instancePath}: ${message}`);
  return [...refused, ...listUnread().map((path) => `${path}: unknown field`)];
}

/**
 * Wraps an object so that it knows which of its fields are read. The schemas permit unknown fields, which the API refuses, but look at none: a field
 * that no schema reads has a wrong name or is in a wrong place.
 */
function watchReads(object: object): { watched: object; listUnread(): string[] } {
  const unread = new Set<string>();
  const watch = (value: object, path: string): object => {
    for (const name of Array.isArray(value) ? [] : Object.keys(value)) unread.add(`${path}/${name}`);
    const inner = new Map<string, object>();
    return new Proxy(value, {
      get: (target, name, receiver) => {
        const found: unknown = Reflect.get(target, name, receiver);
        if (typeof name !== 'string') return found;
        unread.delete(`${path}/${name}`);
        if (typeof found !== 'object' || found === null) return found;
        const known = inner.get(name) ?? watch(found, `${path}/${name}`);
        inner.set(name, known);
        return known;
      },
    });
  };
  const watched = watch(object, '');
  return { watched, listUnread: () => [...unread].filter((path) => !path.startsWith('/metadata/')) };
}
