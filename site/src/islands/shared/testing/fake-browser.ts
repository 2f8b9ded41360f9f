import { afterEach, beforeEach } from 'bun:test';

/** A made-up browser for tests of stores: storage, events and a fetch that answers from a table. */
export interface FakeBrowser {
  /** Every request made, in order. */
  requests: FakeRequest[];
  /** Answers 'METHOD /path' (below /api); a function sees the request. A later answer replaces an earlier one. */
  answer(route: string, reply: FakeReply | ((request: FakeRequest) => FakeReply | Promise<FakeReply>)): void;
  /** The requests made to a route. */
  sent(route: string): FakeRequest[];
  /** Acts as another tab that changed local storage. */
  changeElsewhere(key: string | null, value: string | null): void;
  close(): void;
}

interface FakeRequest {
  route: string;
  url: string;
  headers: Headers;
  body: unknown;
}

export type FakeReply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status: number; text: string }
  | 'network';

/** An envelope of success. */
export function ok(data: unknown = null, extras: Record<string, unknown> = {}): FakeReply {
  return { json: { success: true, data, ...extras } };
}

/** An envelope of failure. */
export function refusal(status: number, error?: string, extras: Record<string, unknown> = {}): FakeReply {
  return { status, json: { success: false, ...(error === undefined ? {} : { error }), ...extras } };
}

class FakeStorage {
  #values = new Map<string, string>();
  getItem = (key: string) => this.#values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#values.set(key, value);
  removeItem = (key: string) => void this.#values.delete(key);
  clear = () => this.#values.clear();
  key = (index: number) => [...this.#values.keys()][index] ?? null;
  get length() {
    return this.#values.size;
  }
}

const REPLACED = [
  'localStorage',
  'sessionStorage',
  'fetch',
  'addEventListener',
  'removeEventListener',
] as const;

/** Puts the made-up browser in place; `close` puts everything back. Unanswered routes fail like an unplugged network. */
export function openFakeBrowser(): FakeBrowser {
  const before = new Map(REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  const events = new EventTarget();
  const answers = new Map<string, Parameters<FakeBrowser['answer']>[1]>();
  const requests: FakeRequest[] = [];
  const localStorage = new FakeStorage();

  const fakeFetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(url, 'http://site.invalid').pathname.replace(/^\/api/, '');
    const request: FakeRequest = {
      route: `${init.method ?? 'GET'} ${path}`,
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(request);
    const answer = answers.get(request.route) ?? 'network';
    const reply = await (typeof answer === 'function' ? answer(request) : answer);
    if (init.signal?.aborted || reply === 'network') throw new TypeError('Failed to fetch');
    const headers = 'headers' in reply ? reply.headers : undefined;
    return new Response('text' in reply ? reply.text : JSON.stringify(reply.json), {
      status: reply.status ?? 200,
      ...(headers ? { headers } : {}),
    });
  };
  const replacements: Record<(typeof REPLACED)[number], unknown> = {
    localStorage,
    sessionStorage: new FakeStorage(),
    fetch: fakeFetch,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  for (const name of REPLACED) {
    Object.defineProperty(globalThis, name, {
      value: replacements[name],
      configurable: true,
      writable: true,
    });
  }

  return {
    requests,
    answer: (route, reply) => void answers.set(route, reply),
    sent: (route) => requests.filter((request) => request.route === route),
    changeElsewhere: (key, value) => {
      if (key === null) localStorage.clear();
      else if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
    },
    close: () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}

/** A made-up browser for each test of a file. It closes before hooks that are added later. */
export function setUpFakeBrowser(): FakeBrowser {
  let open: FakeBrowser;
  beforeEach(() => {
    open = openFakeBrowser();
  });
  afterEach(() => open.close());
  return {
    get requests() {
      return open.requests;
    },
    answer: (route, reply) => open.answer(route, reply),
    sent: (route) => open.sent(route),
    changeElsewhere: (key, value) => open.changeElsewhere(key, value),
    close: () => open.close(),
  };
}
