import * as z from 'zod';
import type * as mini from 'zod/mini';
import { rolesFor } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import { product } from '../../platform/process/product.ts';

type Json = Record<string, unknown>;

const ENVELOPE_FAILURE = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
  },
};

const WHO: Record<Call['access'], string> = {
  public: 'No token.',
  any: 'Any signed-in account that is not suspended.',
  learner: 'An active account with a verified e-mail address.',
  staff: 'Staff.',
  chief: 'Chief and Grand Pathfinders.',
  grand: 'Grand Pathfinders.',
};

export function toOpenApi(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = `/api${call.path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: '1.0.0',
      description: 'Every reply is JSON in the envelope {success, data, message} or {success, error}.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: ENVELOPE_FAILURE },
    },
  };
}

function toOperation(call: Call): Json {
  const pathNames = [...call.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
  const parameters: Json[] = pathNames.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = call.query ? toSchema(call.query, 'input') : undefined;
  const required = new Set((query?.required as string[] | undefined) ?? []);
  for (const [name, schema] of Object.entries((query?.properties as Json | undefined) ?? {})) {
    parameters.push({ name, in: 'query', required: required.has(name), schema });
  }
  const roles = rolesFor(call.access).join(', ');
  return {
    operationId: call.name,
    tags: [call.path.split('/')[1]],
    summary: call.summary,
    description: roles === '' ? WHO[call.access] : `${WHO[call.access]} (${roles})`,
    ...(call.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? { requestBody: { content: { 'application/json': { schema: toSchema(call.body, 'input') } } } }
      : {}),
    responses: {
      [call.status]: {
        description: 'Success',
        content: call.files ? toFiles(call.files) : toEnvelope(call),
      },
      default: {
        description: 'Refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function toEnvelope(call: Call): Json {
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success'],
        properties: {
          success: { const: true },
          data: call.data ? toSchema(call.data, 'output') : {},
          message: { type: 'string' },
        },
      },
    },
  };
}

function toFiles(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function toSchema(schema: mini.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}
