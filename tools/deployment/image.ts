/** Carries out the Dockerfile, instruction by instruction, with folders in place of layers. */
import { cp, readFile, stat } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import dockerignoreModule from '@balena/dockerignore';
import { DockerfileParser, type JSONArgument, type JSONInstruction } from 'dockerfile-ast';
import { findBaseImage, readInstalledPackages } from './base-image.ts';
import { createRoot, pathInRoot, runInSandbox, type Sandbox } from './sandbox.ts';

/** What a container of the image starts with. */
export interface Image {
  root: string;
  programs?: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  entrypoint: string[];
  command: string[];
  healthCheck: string[];
  stopSignal: string;
  volumes: string[];
  ports: string[];
}

/** An instruction of the Dockerfile. */
export interface Step {
  keyword: string;
  /** Its arguments without flags; those of the JSON form are unquoted. */
  words: string[];
  flags: Record<string, string>;
  /** Everything after the keyword, with continued lines joined. */
  text: string;
  isJson: boolean;
  line: number;
}

/** Reads the instructions of a Dockerfile. */
export function readDockerfile(text: string): Step[] {
  return DockerfileParser.parse(text)
    .getInstructions()
    .map((instruction) => {
      const json = (instruction as Partial<JSONInstruction>).getJSONStrings?.() ?? [];
      const flags = (instruction as Partial<JSONInstruction>).getFlags?.() ?? [];
      const words =
        json.length > 0
          ? json.map((argument) => (argument as JSONArgument).getJSONValue())
          : instruction.getArguments().map((argument) => argument.getValue());
      return {
        keyword: instruction.getKeyword(),
        words: words.filter((word) => json.length > 0 || !word.startsWith('--')),
        flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
        text: instruction.getArgumentsContent() ?? '',
        isJson: json.length > 0,
        line: instruction.getRange().start.line + 1,
      };
    });
}

const { default: dockerignore } = dockerignoreModule;

/** Where images of Node have it. Every root has the pinned one in another folder, since this one is not its own. */
const OWN_NODE = '/usr/local/bin/node';

interface BuildOptions {
  /** The folder that is sent to the builder. */
  context: string;
  /** Where the folders of the stages are created. */
  target: string;
  /** Folders and variables for RUN alone, such as a cache of packages. */
  build: Pick<Sandbox, 'env' | 'folders'>;
  log: (line: string) => void;
}

/** The images of a Dockerfile: that of each stage by its name, and the one that is built unless a stage is named. */
interface BuiltImages {
  stages: ReadonlyMap<string, Image>;
  image: Image;
}

/** Builds the images of the Dockerfile in the context. Throws if an instruction fails or is not known here. */
export async function buildImages({ context, target, build, log }: BuildOptions): Promise<BuiltImages> {
  const steps = readDockerfile(await readFile(join(context, 'Dockerfile'), 'utf8'));
  const isSent = dockerignore()
    .add(await readFile(join(context, '.dockerignore'), 'utf8'))
    .createFilter();
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const [index, step] of steps.entries()) {
    log(`${step.keyword} ${step.text}`);
    if (step.keyword === 'FROM') {
      const name = step.words[2] ?? String(stages.size);
      const earlier = stages.get(step.words[0] ?? '');
      image = earlier ?? (await startStage(step.words[0] ?? '', steps.slice(index + 1), join(target, name)));
      stages.set(name, image);
    } else if (image === undefined) throw new Error(`Line ${step.line}: ${step.keyword} before FROM.`);
    else if (step.keyword === 'RUN') await run(image, step, build);
    else if (step.keyword === 'COPY') await copy(image, step, stages, (path) => isSent(relative(context, path)), context);
    else configure(image, step);
  }
  if (image === undefined) throw new Error('The Dockerfile has no FROM.');
  return { stages, image };
}

async function startStage(name: string, later: readonly Step[], root: string): Promise<Image> {
  const end = later.findIndex(({ keyword }) => keyword === 'FROM');
  const own = end < 0 ? later : later.slice(0, end);
  const installed = own.flatMap(({ keyword, text }) => (keyword === 'RUN' ? (readInstalledPackages(text) ?? []) : []));
  const { account, programs, env } = await findBaseImage(name, installed);
  createRoot(root, account);
  const nothing = { entrypoint: [], command: [], healthCheck: [], stopSignal: 'SIGTERM', volumes: [], ports: [] };
  return { root, ...(programs === undefined ? {} : { programs }), workdir: '/', env, user: '0:0', ...nothing };
}

async function run(image: Image, { text }: Step, build: BuildOptions['build']): Promise<void> {
  // The base image has them already.
  if (readInstalledPackages(text)) return;
  await runInSandbox({ ...image, ...build, env: { ...image.env, ...build.env }, isReadOnly: false }, ['sh', '-c', text]);
}

async function copy(
  image: Image,
  { words, flags, line }: Step,
  stages: ReadonlyMap<string, Image>,
  isSent: (path: string) => boolean,
  context: string,
): Promise<void> {
  const { from } = flags;
  const origin = from === undefined ? context : stages.get(from)?.root;
  if (origin === undefined) throw new Error(`Line ${line}: there is no stage ${from}.`);
  const sources = words.slice(0, -1).filter((source) => source !== OWN_NODE);
  const destination = posix.resolve(image.workdir, words.at(-1) ?? '');
  for (const source of sources) {
    const path = join(origin, source);
    const isFolder = (await stat(path)).isDirectory();
    const isInto = !isFolder && (words.at(-1)?.endsWith('/') || sources.length > 1);
    const to = pathInRoot(image.root, isInto ? posix.join(destination, posix.basename(source)) : destination);
    await cp(path, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => from !== undefined || each === context || isSent(each),
    });
  }
}

function configure(image: Image, { keyword, words, isJson, text, line }: Step): void {
  if (keyword === 'WORKDIR') {
    image.workdir = posix.resolve(image.workdir, words[0] ?? '');
    pathInRoot(image.root, posix.join(image.workdir, 'x'));
  } else if (keyword === 'ENV')
    for (const word of words) image.env[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
  else if (keyword === 'USER') image.user = words[0] ?? '';
  else if (keyword === 'VOLUME') image.volumes = words;
  else if (keyword === 'EXPOSE') image.ports = words;
  else if (keyword === 'STOPSIGNAL') image.stopSignal = words[0] ?? '';
  else if (keyword === 'HEALTHCHECK') image.healthCheck = JSON.parse(text.slice(text.indexOf('['))) as string[];
  else if (keyword === 'ENTRYPOINT' && isJson) image.entrypoint = words;
  else if (keyword === 'CMD' && isJson) image.command = words;
  else throw new Error(`Line ${line}: ${keyword} ${text} is not known here.`);
}
