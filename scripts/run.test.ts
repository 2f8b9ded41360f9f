import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEMO_PASSWORD } from '#api/accounts/auth/published-passwords.ts';
import { DEMO_ACCOUNTS } from '#api/demo/accounts.ts';
import { runCommand } from '#api/test/operator-command.ts';
import { makeServerFolder } from '#api/test/server-process.ts';
import { COMMANDS, OPS, PROOF } from './run/commands.mjs';
import { readDevAddress } from './run/dev.mjs';
import { heapEnvironment } from './run/heap.mjs';
import { listFailures } from './run/unit-tests.mjs';

/** What a file needs before its first line runs, itself included: its imports, and theirs. */
async function listNeeded(file: string, found = new Map<string, string[]>()): Promise<Map<string, string[]>> {
  if (found.has(file)) return found;
  const text = await Bun.file(file).text();
  const named = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)';|^import '([^']+)';/gm)].map(
    ([, from, alone]) => from ?? alone ?? '',
  );
  found.set(file, named);
  for (const path of named) if (path.startsWith('.')) await listNeeded(join(dirname(file), path), found);
  return found;
}

test('every command starts in a bare clone: nothing but Node is needed before packages are installed', async () => {
  const needed = await listNeeded(join(import.meta.dir, 'run.mjs'));
  expect(needed.size).toBeGreaterThan(10);
  for (const [file, named] of needed) {
    const packages = named.filter((path) => !path.startsWith('node:') && !path.startsWith('.'));
    expect([file, packages]).toEqual([file, []]);
  }
});

test('P46 npm run dev listens where .env says, and its API knows of that', () => {
  const lines = ['HOST=0.0.0.0', 'export PORT="4000" # the site', '# PORT=5000', 'PORTS=1'];
  expect(readDevAddress({}, lines)).toEqual({ host: '0.0.0.0', port: '4000' });
  expect(readDevAddress({ HOST: '127.0.0.1', PORT: '4001' }, lines)).toEqual({
    host: '127.0.0.1',
    port: '4001',
  });
  expect(readDevAddress({}, [])).toEqual({ host: '127.0.0.1', port: '3000' });
});

test('nothing is built or checked of a content folder that is not there, a file or empty: one line says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  const [file, empty] = [join(folder, 'file'), join(folder, 'empty')];
  await Bun.write(file, '');
  await mkdir(empty);
  for (const [place, problem] of [
    ['/nowhere/content', 'There is no content folder /nowhere/content.'],
    [file, `The content folder ${file} is a file.`],
    [empty, `The content folder ${empty} is empty.`],
  ] as const) {
    for (const command of place === file ? ['build', 'dev', 'content:check'] : ['build']) {
      const { exitCode, stdout, stderr } = Bun.spawnSync(['node', 'scripts/run.mjs', command], {
        cwd: join(import.meta.dir, '..'),
        env: { PATH: process.env.PATH ?? '', CONTENT_DIR: place },
      });
      expect({ command, exitCode, said: `${stdout}${stderr}` }).toEqual({
        command,
        exitCode: 1,
        said: `✖ ${problem} Set CONTENT_DIR, or leave it out.\n`,
      });
    }
  }
  await rm(folder, { recursive: true, force: true });
}, 300_000);

test.each(['start', 'build'])(
  'a wrong setting stops %s before anything is built, with its cure',
  (command) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['node', 'scripts/run.mjs', command], {
      cwd: join(import.meta.dir, '..'),
      env: { PATH: process.env.PATH ?? '', PUBLIC_SITE_URL: 'openleague.example.org' },
    });
    expect([exitCode, `${stdout}${stderr}`]).toEqual([
      1,
      '✖ Wrong setting. PUBLIC_SITE_URL: expected an http or https address: write https://openleague.example.org\n',
    ]);
  },
);

test('an option that npm took for itself, because no -- stood before it, stops the command', async () => {
  const run = (name: string, args: string[], env: Record<string, string>) =>
    Bun.spawnSync(['node', 'scripts/run.mjs', ...name.split(' '), ...args], {
      cwd: join(import.meta.dir, '..'),
      // Nothing is there to be removed, should it be let through.
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: 'none', ...env },
    });
  const refused = run('ops demo-remove', [], { npm_config_dry_run: 'true' });
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr.toString()).toBe(
    '✖ npm took --dry-run for itself; nothing was done. Write -- before it: npm run ops -- demo-remove --dry-run\n',
  );
  const build = run('build', [], { npm_config_force: 'true' });
  expect(build.stderr.toString()).toContain('Write -- before it: npm run build -- --force');
  const own = run('ops demo-remove', ['--dry-run'], { npm_config_dry_run: 'true' });
  expect(own.stderr.toString()).toContain('DATABASE_URL: expected');
});

test('the options that npm must not take are those of the commands', async () => {
  for (const [name, { script, options = [] }] of Object.entries({ ...COMMANDS, ...OPS, ...PROOF })) {
    if (!script || (!script.startsWith('scripts/ops/') && name !== 'demo')) continue;
    const text = await Bun.file(join(import.meta.dir, '..', script)).text();
    const parsed = [...text.matchAll(/'?([a-z-]+)'?: \{ type: '(?:string|boolean)'/g)].map(
      ([, option]) => option,
    );
    expect([name, parsed.toSorted()]).toEqual([name, options.toSorted()]);
  }
});

test('help answers at once, in a bare clone, for all commands, a group and one of them', () => {
  const help = (...words: string[]) => {
    const { exitCode, stdout } = Bun.spawnSync(['node', 'scripts/run.mjs', ...words], {
      cwd: join(import.meta.dir, '..'),
      env: { PATH: process.env.PATH ?? '' },
    });
    return [exitCode, stdout.toString()] as const;
  };
  const [code, all] = help('help');
  expect(code).toBe(0);
  for (const [name, { does }] of Object.entries(COMMANDS))
    expect(all).toMatch(new RegExp(`${name} +${does}`));
  const [, ops] = help('ops', '--help');
  for (const [name, { does }] of Object.entries(OPS))
    expect(ops).toMatch(new RegExp(`ops -- ${name} +${does}`));
  expect(help('ops', 'verify', '--help')[1]).toBe(
    'npm run ops -- verify: Counts every stored number again from the events.\nOptions: --repair\n',
  );
  expect(help('proof', 'nothing')).toEqual([2, expect.stringContaining("Unknown command 'proof nothing'")]);
});

const home = mkdtempSync(join(tmpdir(), 'start-'));
const DATA_DIR = join(home, 'data');
afterAll(() => rm(home, { recursive: true, force: true }));

test('npm start serves the product with its demo, from a process that collects its heap as on a small machine', async () => {
  const child = Bun.spawn(['node', 'scripts/run.mjs', 'start'], {
    cwd: join(import.meta.dir, '..'),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      DATA_DIR,
      PORT: '0',
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  try {
    const { origin, text } = await readOrigin(child.stdout);
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
    // The server says so when it has to load the demo itself.
    expect(text).not.toContain('Loaded the demo data');
    const signIn = { email: DEMO_ACCOUNTS[0]?.email, password: DEMO_PASSWORD };
    const reply = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signIn),
    });
    expect(reply.status).toBe(200);
    expect((await fetch(`${origin}/about`)).headers.get('content-type')).toContain('text/html');
    if (process.platform === 'linux') {
      const [server] = (await Bun.file(`/proc/${child.pid}/task/${child.pid}/children`).text())
        .trim()
        .split(' ');
      const environment = (await Bun.file(`/proc/${server}/environ`).text()).split('\0');
      for (const [name, value] of Object.entries(heapEnvironment(undefined)))
        expect(environment).toContain(`${name}=${value}`);
    }
  } finally {
    child.kill('SIGTERM');
    await child.exited;
  }
}, 300_000);

test('P48 what was started once with the demo does not start in production until the demo is gone', async () => {
  const servers = await makeServerFolder();
  const production = { DATA_DIR, DEMO_DATA: '', NODE_ENV: 'production' };
  const { code, said } = await servers.refuse(production);
  expect(code).toBe(1);
  expect(said).toMatch(
    /^✖ 78 accounts are of the demo or have its published password: .*grand@.*npm run ops -- demo-remove/,
  );
  expect(said.split('\n')).toHaveLength(1);
  expect(await runCommand('ops/demo-remove.ts', [], production)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Removed:\n {2}accounts \(78\): /),
  });
  const last = await servers.start(production);
  last.signal('SIGTERM');
  expect(await last.exited).toBe(0);
  await servers.remove();
}, 300_000);

/** The address that the start prints, and all it printed until then. */
async function readOrigin(output: ReadableStream<Uint8Array>): Promise<{ origin: string; text: string }> {
  let text = '';
  for await (const part of output) {
    text += new TextDecoder().decode(part);
    const origin = /is ready: (http:\S+)/.exec(text)?.[1];
    if (origin) return { origin, text };
  }
  throw new Error(`It did not start:\n${text}`);
}

test('the end of a test run repeats each failed test with its error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'failing-'));
  const sound = Array.from({ length: 25 }, (_, n) => `test('sound ${n}', () => {});`);
  const lines = [...sound, "test('broken', () => { throw new Error('boom'); });"];
  await Bun.write(join(folder, 'a.test.ts'), ["import { test } from 'bun:test';", ...lines].join('\n'));
  const { stderr } = Bun.spawnSync([process.execPath, 'test'], { cwd: folder });
  await rm(folder, { recursive: true });
  const failures = listFailures(stderr.toString());
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/error: boom\n[\s\S]*\(fail\) broken/);
  expect(failures[0]).not.toContain('(pass)');
});
