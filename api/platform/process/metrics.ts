import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Labels come from fixed sets: never a person, an address or an id (docs/operations.md). */
export const registry = new Registry();
const registers = [registry];

// Bun has one heap without spaces and reports no collections.
const NOT_OF_THIS_RUNTIME = [
  'nodejs_gc_duration_seconds',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'process_heap_bytes',
];

export function countProcess(): void {
  collectDefaultMetrics({ register: registry });
  for (const name of NOT_OF_THIS_RUNTIME) registry.removeSingleMetric(name);
}

const requests = new Counter({
  name: 'openleague_requests_total',
  help: 'Answered requests by call and class of status; "none" is a path that no call has. Pages of the site are not counted.',
  labelNames: ['call', 'status'] as const,
  registers,
});
const duration = new Histogram({
  name: 'openleague_request_duration_seconds',
  help: 'From the first look at a request until its answer is made.',
  labelNames: ['call'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30],
  registers,
});
const limited = new Counter({
  name: 'openleague_requests_limited_total',
  help: 'Requests that were refused because a limit was used up.',
  labelNames: ['call'] as const,
  registers,
});

export const requestsInFlight = new Gauge({
  name: 'openleague_requests_in_flight',
  help: 'Requests that are being answered.',
  registers,
});

export function countRequest(call: string, status: number, milliseconds: number): void {
  requests.inc({ call, status: `${Math.floor(status / 100)}xx` });
  duration.observe({ call }, milliseconds / 1000);
  if (status === 429) limited.inc({ call });
}

export function countUnknownRequest(status: number): void {
  requests.inc({ call: 'none', status: `${Math.floor(status / 100)}xx` });
}

export const databaseBusy = new Gauge({
  name: 'openleague_database_busy',
  help: 'Transactions and single statements under way on PostgreSQL, those that wait for a connection included.',
  registers,
});

export const databasePoolSize = new Gauge({
  name: 'openleague_database_pool_size',
  help: 'Connections to PostgreSQL that this process holds at most; 0 on the embedded database.',
  registers,
});

export const statementDuration = new Histogram({
  name: 'openleague_database_statement_seconds',
  help: 'From a statement until its answer, the wait for a connection included; of PostgreSQL alone.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 2.5],
  registers,
});

export const eventStreams = new Gauge({
  name: 'openleague_event_streams',
  help: 'Leaderboards that are open and told of changes.',
  registers,
});

export type Job =
  | 'mail'
  | 'awards'
  | 'figures'
  | 'seals'
  | 'restore-list'
  | 'announcements'
  | 'events'
  | 'sessions'
  | 'digests'
  | 'sweep';

const jobSuccess = new Gauge({
  name: 'openleague_job_last_success_timestamp_seconds',
  help: 'When a job beside the requests last ended well: mail every second, figures, events, sessions, seals and the restore list every minute, sweep every ten, awards every day.',
  labelNames: ['task'] as const,
  registers,
});

export function countJob(job: Job): void {
  jobSuccess.set({ task: job }, Date.now() / 1000);
}
