import type * as z from 'zod/mini';

/**
 * Who may make a call, before any question of league scope (contract, notation of the tables).
 * - public: no token
 * - any: any signed-in account that is not suspended
 * - learner: what leagues contain, other people's records and a learner's writes; needs an ACTIVE account with a verified
 *   address (docs/product.md 2)
 * - staff: PATHFINDER and above; chief: CHIEF_PATHFINDER and above; grand: GRAND_PATHFINDER
 */
export type AccessRule = 'public' | 'any' | 'learner' | 'staff' | 'chief' | 'grand';

/**
 * Marks a call that changes rights or cannot be undone: it asks for a proof of the last five minutes, by passkey where the
 * account has one (docs/decisions/0038). Signing in is a proof. An account without a passkey gives it
 * - always: to every call of our own
 * - agreed: on our screens alone; the API cannot ask, because another client has no way to answer
 * - password: in the call itself, which carries the password
 */
export type ProofRule = 'always' | 'agreed' | 'password';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The names of a path's parameters: 'id' | 'leagueId' of '/users/:id/leagues/:leagueId'. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The values of a path's parameters, so that a misspelt one does not compile; any name where the path is not known. */
export type ParamsOf<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParamName<Path>, string>;

/** One call of the wire contract; server, browser and tests read the same object. */
export interface Call<Body = unknown, Query = unknown, Data = unknown, Path extends string = string> {
  readonly name: string;
  readonly method: Method;
  /** Below /api; parameters as ':name'. */
  readonly path: Path;
  readonly access: AccessRule;
  /** Absent for a call that asks for no fresh proof: reads, exports, and what can be undone. */
  readonly proof?: ProofRule;
  readonly summary: string;
  readonly status: 200 | 201;
  readonly body?: z.ZodMiniType<Body>;
  readonly query?: z.ZodMiniType<Query>;
  readonly data?: z.ZodMiniType<Data>;
  /** The ids of the people a reply tells of, for the lists that may tell of more than a hundred. */
  people?(data: Data): readonly string[];
  /** Bytes; the general limit where absent. */
  readonly bodyLimit?: number;
  /** Milliseconds; the general deadline where absent. For staff writes that touch every learner of a league. */
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
  name: string;
  method: Method;
  path: P;
  access: AccessRule;
  proof?: ProofRule;
  summary: string;
  status?: 200 | 201;
  body?: B;
  query?: Q;
  data?: D;
  people?: (data: z.output<D>) => readonly string[];
  bodyLimit?: number;
  deadlineMs?: number;
  files?: readonly string[];
}

/** Declares a call; its name is the operation id of the OpenAPI document. Absent status means 200. */
export function defineCall<
  B extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Q extends z.ZodMiniType = z.ZodMiniType<undefined>,
  D extends z.ZodMiniType = z.ZodMiniType<unknown>,
  const P extends string = string,
>(input: CallInput<B, Q, D, P>): Call<z.output<B>, z.output<Q>, z.output<D>, P> {
  return { status: 200, ...input } as Call<z.output<B>, z.output<Q>, z.output<D>, P>;
}

/** What a call's handler gets as body. */
export type BodyOf<C> = C extends Call<infer B, unknown, unknown> ? B : never;
/** What a call answers under `data`. */
export type DataOf<C> = C extends Call<infer _B, infer _Q, infer D> ? D : never;

/** The path with its parameters filled in, encoded. Throws on a missing parameter. */
export function pathOf(call: Pick<Call, 'path'>, params: Record<string, string> = {}): string {
  return call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** The agreed envelope of every reply (docs/api.md 0, ENT-57). */
export type Envelope<Data> =
  | ({ success: true; data: Data; message?: string } & Record<string, unknown>)
  | ({ success: false; error: string; code?: string } & Record<string, unknown>);
