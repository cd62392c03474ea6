import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { MAX_PICTURE_BYTES, MAX_PICTURES_AT_ONCE } from '#contract/catalogue/products/picture-sizes.ts';
import { BACKUP_EXIT_CODES } from '../backup/run-interruptibly.ts';
import { listProductionCommands } from '../production-files.ts';
import { backUpTo, project, readProjectFile, unknownVariables, versions } from './files-fixture.ts';
import { findManifestProblems } from './manifests.ts';

interface Spec {
  jobTemplate?: { spec: Spec };
  template?: { spec: Spec };
  containers?: ReturnType<typeof JSON.parse>[];
}
interface Manifest {
  kind: string;
  spec?: Spec;
}

describe('the manifests for Kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const manifests = readdirSync(join(project, folder)).flatMap((file) =>
    parseAllDocuments(readProjectFile(join(folder, file))).map((document) => ({ file, manifest: document.toJS() })),
  );
  const podOf = ({ spec, kind }: Manifest) => (kind === 'Pod' ? spec : (spec?.jobTemplate?.spec ?? spec)?.template?.spec);
  const containers = manifests.flatMap(({ manifest }) => podOf(manifest)?.containers ?? []);
  const findKind = (kind: string) => manifests.find(({ manifest }) => manifest.kind === kind)?.manifest;

  it('follow the schemas of its API', () => {
    expect(manifests.map(({ manifest }) => manifest.kind).sort()).toEqual(
      [
        'ConfigMap',
        'CronJob',
        'Deployment',
        'Ingress',
        'Job',
        'PersistentVolumeClaim',
        'Pod',
        'PodDisruptionBudget',
        'Secret',
        'Secret',
        'Service',
      ].sort(),
    );
    const problems = manifests.flatMap(({ file, manifest }) => findManifestProblems(manifest).map((text) => `${file} ${text}`));
    expect(problems).toEqual([]);
  });

  it('would be refused with a field that has a wrong name, or a value of a wrong kind', () => {
    const service = manifests.find(({ manifest }) => manifest.kind === 'Service')?.manifest;
    const wrong = { ...service, spec: { ...service.spec, selectors: {}, ports: [{ port: '80' }] } };
    expect(findManifestProblems(wrong)).toEqual(['/spec/selectors: unknown field', '/spec/ports/0/port: must be integer']);
  });

  it('name variables of the portal, and contain no secrets', () => {
    const values = manifests.filter(({ manifest }) => ['ConfigMap', 'Secret'].includes(manifest.kind));
    const names = values.flatMap(({ manifest }) => Object.keys(manifest.data ?? manifest.stringData));
    expect(unknownVariables(names)).toEqual([]);
    const secrets = values.flatMap(({ manifest }) => Object.values(manifest.stringData ?? {}));
    expect(secrets.filter((value) => value !== '')).toEqual([]);
  });

  it('run this version, read-only and without rights', () => {
    expect(containers).toHaveLength(4);
    for (const { image, args = [], securityContext } of containers) {
      expect(image).toMatch(new RegExp(`/livery(-backup)?:${versions.portal.replaceAll('.', '\\.')}$`));
      expect(args.filter((word: string) => word.startsWith('tools/') && !listProductionCommands().includes(word))).toEqual([]);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('back up every night as the image does by itself, into a volume of their own, with the rights of the owner', () => {
    const [{ image, args, envFrom, volumeMounts }] = findKind('CronJob').spec.jobTemplate.spec.template.spec.containers;
    expect([image.split(':')[0], args]).toEqual(['registry.example/livery-backup', backUpTo('/backups')]);
    expect(envFrom).toContainEqual({ secretRef: { name: 'livery-migrate' } });
    expect(volumeMounts).toContainEqual({ name: 'backups', mountPath: args[1] });
    const { volumes } = findKind('CronJob').spec.jobTemplate.spec.template.spec;
    const claimName = findKind('PersistentVolumeClaim').metadata.name;
    for (const each of [volumes, findKind('Pod').spec.volumes])
      expect(each).toContainEqual({ name: 'backups', persistentVolumeClaim: { claimName } });
    // That is what the code says when contents of files are missing; another attempt would find the same.
    const { values } = findKind('CronJob').spec.jobTemplate.spec.podFailurePolicy.rules[0].onExitCodes;
    expect(values).toEqual([BACKUP_EXIT_CODES.filesMissing]);
  });

  it('serve metrics on the port that the annotations name, and not through the Service', () => {
    const { METRICS_PORT } = findKind('ConfigMap').data;
    const { annotations } = findKind('Deployment').spec.template.metadata;
    expect(annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': METRICS_PORT,
      'prometheus.io/path': '/metrics',
    });
    const [{ ports }] = findKind('Deployment').spec.template.spec.containers;
    expect(ports).toContainEqual({ name: 'metrics', containerPort: Number(METRICS_PORT) });
    expect(findKind('Service').spec.ports.map(({ name }: { name: string }) => name)).toEqual(['http']);
    expect(findKind('ConfigMap').data).not.toHaveProperty('METRICS_HOST');
  });

  it('let the largest upload pass', () => {
    const size = findKind('Ingress').metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'];
    // Each file of a request has a head of its own.
    expect(Number.parseInt(size, 10) * 1024 * 1024).toBeGreaterThan(MAX_PICTURES_AT_ONCE * MAX_PICTURE_BYTES + 1e6);
    expect(readProjectFile('docs/operations/deployment.md')).toContain(`client_max_body_size ${size}`);
  });

  it('ask the paths that the server answers', () => {
    const health = readProjectFile('api/platform/http/health.ts');
    const paths = containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe].filter(Boolean).map(({ httpGet }) => httpGet.path),
    );
    expect(paths).toEqual(['/livez', '/livez', '/readyz']);
    for (const path of paths) expect(health).toContain(`'${path}'`);
  });

  it('select the pods of the Deployment', () => {
    const labelsOf = (kind: string) => findKind(kind).spec;
    const { labels } = labelsOf('Deployment').template.metadata;
    expect(labelsOf('Deployment').selector.matchLabels).toEqual(labels);
    expect(labelsOf('PodDisruptionBudget').selector.matchLabels).toEqual(labels);
    expect(labelsOf('Service').selector).toEqual(labels);
    for (const others of [labelsOf('Job').template, labelsOf('CronJob').jobTemplate.spec.template, findKind('Pod')])
      expect(others.metadata.labels).not.toEqual(labels);
  });
});
