import type * as z from 'zod/mini';

/**
 * Minimum caller of a call; league scope is checked separately. `any` is a signed-in account that is not suspended,
 * `learner` also needs status ACTIVE and a verified address (docs/product.md 2).
 */
export type AccessRule = 'public' | 'any' | 'learner' | 'staff' | 'chief' | 'grand';

/**
 * Calls that change rights or cannot be undone need a proof of identity from the last five minutes
 * (docs/decisions/0038). Without a passkey `always` asks on every call, `agreed` only on our screens (other clients
 * cannot answer), `password` takes it from the body.
 */
export type ProofRule = 'always' | 'agreed' | 'password';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

// 'id' | 'leagueId' for '/users/:id/leagues/:leagueId'.
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Makes a misspelt parameter a type error; any name is accepted when the path is not a literal. */
export type ParamsOf<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParamName<Path>, string>;

export interface Call<Body = unknown, Query = unknown, Data = unknown, Path extends string = string> {
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  readonly access: AccessRule;
  /** Absent for reads, exports and changes that can be undone. */
  readonly proof?: ProofRule;
  readonly summary: string;
  /** Sent beside the data of a success. */
  readonly message?: string;
  readonly status: 200 | 201;
  readonly body?: z.ZodMiniType<Body>;
  readonly query?: z.ZodMiniType<Query>;
  readonly data?: z.ZodMiniType<Data>;
  /** Ids of the people in a reply; set on lists that can name more than a hundred. */
  personIdsIn?(data: Data): readonly string[];
  /** Bytes; defaults to the general limit. */
  readonly bodyLimit?: number;
  /** Milliseconds; defaults to the general deadline. */
  readonly deadlineMs?: number;
  /** Content types of a reply that is a file instead of the envelope. */
  readonly files?: readonly string[];
}

interface CallInput<
  B extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  D extends z.ZodMiniType,
  P extends string,
> {
  /** Method and path relative to /api, with parameters as ':name'. */
  route: `${Method} ${P}`;
  access: AccessRule;
  proof?: ProofRule;
  summary: string;
  message?: string;
  status?: 200 | 201;
  body?: B;
  query?: Q;
  data?: D;
  personIdsIn?: (data: z.output<D>) => readonly string[];
  bodyLimit?: number;
  deadlineMs?: number;
  files?: readonly string[];
}

/** Declares a call; `name` becomes its OpenAPI operation id. */
export function defineCall<
  B extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Q extends z.ZodMiniType = z.ZodMiniType<undefined>,
  D extends z.ZodMiniType = z.ZodMiniType<unknown>,
  const P extends string = string,
>(
  name: string,
  { route, ...details }: CallInput<B, Q, D, P>,
): Call<z.output<B>, z.output<Q>, z.output<D>, P> {
  const [method, path] = route.split(' ');
  return { name, method, path, status: 200, ...details } as Call<z.output<B>, z.output<Q>, z.output<D>, P>;
}

export type BodyOf<C> = C extends Call<infer B, unknown, unknown> ? B : never;
export type DataOf<C> = C extends Call<infer _B, infer _Q, infer D> ? D : never;

/** Fills in and encodes the path parameters. Throws when one is missing. */
export function pathOf(call: Pick<Call, 'path'>, params: Record<string, string> = {}): string {
  return call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Shape of every JSON reply (docs/api.md 0). */
export type Envelope<Data> =
  | ({ success: true; data: Data; message?: string } & Record<string, unknown>)
  | ({ success: false; error: string; code?: string } & Record<string, unknown>);
