import { type SerializerCompiler, SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Serializer = ReturnType<SerializerCompiler>;

interface Reply {
  schema: object;
  method: string;
  url: string;
  httpStatus?: string;
}

const compile = SerializerSelector()();
const serializers = new WeakMap<object, Serializer>();

/**
 * Fastify's compiler of serializers, except that a schema is compiled when the first reply is written, and once for all routes and servers of the
 * process: compiling all schemas of the contract takes a third of a second at every start.
 */
export function compileSerializer({ schema, httpStatus = '', ...route }: Reply): Serializer {
  return (value) => {
    let serialize = serializers.get(schema);
    if (!serialize) {
      serialize = compile({ ...route, schema, httpStatus });
      serializers.set(schema, serialize);
    }
    return serialize(value);
  };
}
