import { readFile, writeFile } from 'node:fs/promises';
import type { Goal } from './calls.ts';

/** Medians of the rounds of one call. Times in milliseconds; null where the platform does not tell. */
export interface Figure {
  name: string;
  /** Calls a second. */
  rate: number;
  p50: number;
  p99: number;
  /** Processor time of a call: of this server, and of PostgreSQL. */
  serverMs: number | null;
  databaseMs: number | null;
  /** Resident memory of the server after it, in bytes. */
  memory: number | null;
  /** Rates of the bare server, by driver; the driver in use first. */
  bare: Record<string, number>;
  /** Shares of those rates, turn by turn; the driver in use first. */
  ratios: number[];
  goal: Goal;
  limitedBy: string;
}

/** A promise that is not a rate under load: one value against one limit. */
export interface Check {
  what: string;
  measured: string;
  limit: string;
  isKept: boolean;
}

/** One run, as `--save` writes it and `--against` reads it. */
export interface Run {
  database: string;
  learners: number;
  rounds: number;
  seconds: number;
  connections: number;
  figures: Figure[];
  checks: Check[];
}

const MB = 1024 * 1024;
const rateText = (rate: number) => Math.round(rate).toLocaleString('en');
const micros = (ms: number | null) =>
  ms === null ? '–' : `${Math.round(ms * 1000).toLocaleString('en')} µs`;
const percent = (value: number) => `${Math.round(value * 100)} %`;

const toRatios = ({ ratios }: Figure) => ratios.map(percent).join(' / ');

function describeGoal(figure: Figure): string {
  const { goal } = figure;
  const isReached = 'rate' in goal ? figure.rate >= goal.rate : (figure.ratios[0] ?? 0) >= goal.share;
  return `${isReached ? '✓' : '✗'} ${'rate' in goal ? rateText(goal.rate) : percent(goal.share)}`;
}

function toRows(figures: readonly Figure[], earlier?: Run): string[][] {
  const head = [
    'Call',
    'a second',
    'p50',
    'p99',
    'server',
    'database',
    'memory',
    'bare, a second',
    'ratio',
    'goal',
  ];
  const rows = figures.map((figure) => [
    figure.name,
    rateText(figure.rate),
    `${figure.p50.toFixed(1)} ms`,
    `${figure.p99.toFixed(1)} ms`,
    micros(figure.serverMs),
    micros(figure.databaseMs),
    figure.memory === null ? '–' : `${Math.round(figure.memory / MB)} MB`,
    Object.values(figure.bare).map(rateText).join(' / '),
    toRatios(figure),
    describeGoal(figure),
  ]);
  if (!earlier)
    return [[...head, 'limited by'], ...rows.map((row, n) => [...row, figures[n]?.limitedBy ?? ''])];
  return [
    [...head, 'before', 'now : before', 'ratio before'],
    ...rows.map((row, n) => {
      const before = earlier.figures.find(({ name }) => name === figures[n]?.name);
      if (!before) return [...row, '–', '–', '–'];
      const now = figures[n]?.rate ?? Number.NaN;
      return [...row, rateText(before.rate), `${(now / before.rate).toFixed(2)} ×`, toRatios(before)];
    }),
  ];
}

export function printRun(run: Run, earlier?: Run): void {
  if (run.figures.length > 0) {
    console.log(`\n${describe(run)}\n`);
    printTable(toRows(run.figures, earlier));
  }
  if (run.checks.length === 0) return;
  console.log();
  printTable([
    ['what', 'measured', 'limit'],
    ...run.checks.map(({ what, measured, limit, isKept }) => [
      what,
      measured,
      `${isKept ? '✓' : '✗'} ${limit}`,
    ]),
  ]);
}

function describe({ database, learners, rounds, seconds, connections, figures }: Run): string {
  const drivers = Object.keys(figures.find(({ bare }) => Object.keys(bare).length > 1)?.bare ?? {});
  const by = drivers.length > 0 ? `; bare rows through ${drivers.join(' / ')}` : '';
  return `${database}, ${learners.toLocaleString('en')} learners, ${connections} connections, medians of ${rounds} rounds of ${seconds} s${by}`;
}

function printTable(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

/** Puts the table of a run in place of the one between the marks of a document. Throws where there are none. */
export async function writeIntoDocument(path: string, run: Run): Promise<void> {
  const text = await readFile(path, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the table`);
  const rows = toRows(run.figures);
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  lines.splice(1, 0, `|${rows[0]?.map(() => '---').join('|')}|`);
  const table = `${BEGIN}\n${describe(run)}.\n\n${lines.join('\n')}\n`;
  await writeFile(path, text.slice(0, begin) + table + text.slice(end));
}
