import { expect, test } from 'bun:test';
import { countLogged, judge } from './soak-verdict.ts';

/** Six samples a minute of a process whose memory is as given. */
const run = (minutes: number, memoryAt: (minute: number) => number) =>
  Array.from({ length: minutes * 6 }, (_, index) => {
    const minute = (index + 1) / 6;
    return {
      minute,
      memory: memoryAt(minute),
      connections: 10,
      files: 40,
      rows: { sessions: 5 },
      times: new Map([['GET /auth/profile', [5, 6]]]),
      bareTimes: [1, 1],
    };
  });
const memoryVerdict = (minutes: number, memoryAt: (minute: number) => number) =>
  judge(run(minutes, memoryAt), minutes, new Map()).find(({ what }) => what === 'memory');
/** 160 MB to 200 MB in ten minutes, and flat from then on. */
const warming = (minute: number) => 160 + 4 * Math.min(minute, 10);

test('F18 memory that settles in ten minutes is no growth, and what goes on after them is', () => {
  expect(memoryVerdict(30, warming)?.isKept).toBe(true);
  expect(memoryVerdict(30, (minute) => warming(minute) + 1.5 * minute)?.isKept).toBe(false);
  expect(memoryVerdict(120, (minute) => warming(minute) + 1.5 * minute)?.isKept).toBe(false);
});

test('F18 a run too short to tell says so, and is judged by everything else', () => {
  expect(memoryVerdict(1, warming)).toEqual({
    what: 'memory',
    measured: 'no verdict in less than 30 minutes, 10 of which warm up',
    isKept: null,
  });
  const checks = judge(run(1, warming), 1, new Map([['GET /api 500', 1]]));
  expect(checks.filter(({ isKept }) => isKept === false).map(({ what }) => what)).toEqual([
    'calls without success',
  ]);
});

test('F18 calls that became slower fail the run, and are named first', () => {
  const samples = run(60, warming).map((sample) => ({
    ...sample,
    times: new Map([
      ['GET /auth/profile', [5, 6]],
      ['GET /progress/dashboard', [10 + sample.minute]],
    ]),
  }));
  const checks = judge(samples, 60, new Map());
  const at = checks.findIndex(({ what }) => what === 'the slowest of a hundred calls');
  expect(checks[at]).toMatchObject({
    measured: '24.8 ms at first, 69.8 ms at last; of the bare server 1.0 and 1.0',
    isKept: false,
  });
  expect(checks.slice(at + 1, at + 3)).toEqual([
    { what: '  GET /progress/dashboard', measured: '25 ms at first, 70 ms at last', isKept: null },
    { what: '  GET /auth/profile', measured: '6 ms at first, 6 ms at last', isKept: null },
  ]);
});

test('F18 calls that became slower with the machine do not, and no more than with it', () => {
  const slowAtLast = (ours: number, bare: number) => {
    const samples = run(60, warming).map((sample) => {
      const by = (factor: number) => (sample.minute > 40 ? factor : 1);
      return { ...sample, times: new Map([['GET /auth/profile', [10 * by(ours)]]]), bareTimes: [by(bare)] };
    });
    return judge(samples, 60, new Map()).find(({ what }) => what === 'the slowest of a hundred calls')
      ?.isKept;
  };
  expect([slowAtLast(1.7, 1.5), slowAtLast(1.9, 1.5), slowAtLast(1.1, 0.5), slowAtLast(1.3, 0.5)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('F18 rows stay as many as they were, but for those that learners leave once', () => {
  const growing = run(60, warming).map((sample) => ({
    ...sample,
    rows: { sessions: 1000 + 10 * sample.minute, resource_progress: 1000 + 10 * sample.minute },
  }));
  const verdicts = (most: number) =>
    judge(growing, 60, new Map(), { resource_progress: most })
      .filter(({ what }) => what.startsWith('rows of '))
      .map(({ isKept }) => isKept);
  expect([verdicts(1600), verdicts(1500)]).toEqual([
    [false, true],
    [false, false],
  ]);
});

test('F18 what the server logged says why calls failed', () => {
  const late =
    '{"level":"error","event":"request_failed","call":"login","message":"busy","because":"deadline"}';
  const failed = '{"level":"warn","event":"figures_failed","message":"database error 57014","stack":"at x"}';
  const log = ['OpenLeague is ready', late, failed, late, ''].join('\n');
  expect([...countLogged(log)]).toEqual([
    ['request_failed, login, deadline', 2],
    ['figures_failed, database error 57014', 1],
  ]);
});
