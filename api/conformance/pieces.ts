import { expect } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

/** Pieces of the source that are alike, what stands in their place, and the tests that have to miss each. */
export interface Pieces {
  glob: string;
  from: RegExp | string;
  to: string;
  tests: readonly string[];
  /** Which of their tests, by title. */
  only?: string;
  /** Why a piece may be missed by none. */
  excuse?: string;
}

/** A piece of a line. */
interface Piece {
  file: string;
  line: number;
  at: number;
  from: string;
  to: string;
}

/** Takes a mutant down, with the test that it turned red. */
export type Note = (mutant: string, red: string | null, excuse?: string) => void;

/** Notes that are counted, and the mutants that no test missed. */
export function startNotes(): { note: Note; end(): string[] } {
  let mutants = 0;
  const survivors: string[] = [];
  return {
    note: (mutant, red, excuse) => {
      mutants += 1;
      console.log(`${red ? 'red ' : excuse ? 'held' : 'ALIVE'}  ${mutant.padEnd(70)} ${red ?? excuse ?? ''}`);
      if (!red && !excuse) survivors.push(mutant);
    },
    end: () => {
      console.log(`\n${mutants} mutants, ${survivors.length} alive`);
      return survivors;
    },
  };
}

const OF_TESTS = /\.test\.tsx?$|\/(?:test|testing|e2e|faults|conformance)\//;

/** Where the pieces stand, in the order of the files. Throws where there is none any more. */
export async function findPieces({ glob, from, to }: Pieces): Promise<(Piece & { text: string })[]> {
  const found: (Piece & { text: string })[] = [];
  const files = [...new Bun.Glob(glob).scanSync(root)].filter((file) => !OF_TESTS.test(file)).sort();
  const pattern = typeof from === 'string' ? RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g') : from;
  for (const file of files) {
    const lines = (await Bun.file(join(root, file)).text()).split('\n');
    for (const [index, text] of lines.entries()) {
      if (/^import /.test(text)) continue;
      for (const match of text.matchAll(pattern)) {
        found.push({ file, line: index + 1, at: match.index, from: match[0], to, text: text.trim() });
      }
    }
  }
  if (found.length === 0) throw new Error(`${glob} has no ${from} any more`);
  return found;
}

/** Runs tests with a piece taken away; the first that failed, null when all passed. */
async function run({ tests, only = '' }: Pieces, piece: Piece | null): Promise<string | null> {
  const preload = piece ? ['--preload', './api/conformance/take-away.ts'] : [];
  const flags = ['--no-env-file', 'test', '--bail=1', '--timeout', '60000', '-t', only];
  const child = Bun.spawn([process.execPath, ...flags, ...preload, ...tests.map((file) => `./${file}`)], {
    cwd: root,
    env: { ...process.env, TAKE_AWAY: JSON.stringify(piece) },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const output = await new Response(child.stderr).text();
  if ((await child.exited) === 0) return null;
  return /^\(fail\) (.*)$/m.exec(output)?.[1] ?? 'did not run';
}

/** Takes each piece away in turn. The tests have to pass while none is. */
export async function takeAway(all: readonly Pieces[], note: Note): Promise<void> {
  const passed = new Set<string>();
  for (const pieces of all) {
    const found = await findPieces(pieces);
    const key = JSON.stringify([pieces.tests, pieces.only]);
    if (!passed.has(key) && !pieces.excuse) expect([key, await run(pieces, null)]).toEqual([key, null]);
    passed.add(key);
    for (const { text, ...piece } of found) {
      const red = pieces.excuse ? null : await run(pieces, piece);
      const which = text.split(piece.from).length > 2 ? ` (sign ${piece.at + 1})` : '';
      note(
        `${piece.file}:${piece.line} '${piece.from}' as '${piece.to}'${which} in '${text}'`,
        red === 'did not run' ? null : red,
        pieces.excuse,
      );
    }
  }
}
