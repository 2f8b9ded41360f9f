import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideDatabaseEncryption } from '#api/platform/process/encryption.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { HEAP_ENVIRONMENT } from './run/heap.mjs';

// Reads the files in deploy/ without a container engine.

const root = join(import.meta.dir, '..');
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
/** Every setting that the documentation of settings names. */
const SETTINGS = new Set(
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(
    ([, name]) => name,
  ),
);

const lines = read('Containerfile')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean);

test('the image is built in stages, runs as an ordinary user, and holds no secret', () => {
  const stages = lines.filter((line) => line.startsWith('FROM '));
  expect(stages).toHaveLength(2);
  for (const stage of stages) expect(stage).toMatch(/^FROM docker\.io\/[\w./-]+:[\w.-]*\d+[\w.-]*|bookworm/);
  expect(stages.join()).not.toMatch(/:latest|FROM [^:]+$/);
  expect(lines.filter((line) => /^ADD /.test(line))).toEqual([]);
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 10001:10001');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(last.filter((line) => /npm|node_modules\/\.bin|--chown/.test(line))).toEqual([]);
  const named = lines.filter((line) => /^(ARG|ENV) /.test(line)).join(' ');
  expect(named).not.toMatch(/SECRET|PASSWORD|TOKEN|DATABASE|SMTP/);
  for (const file of ['.env', '.data', '.git', 'node_modules']) {
    expect(readFileSync(join(root, '.containerignore'), 'utf8').split('\n')).toContain(file);
  }
});

test('the content folder that the compose file names is built, held by the image and read by the server', () => {
  const { services } = Bun.YAML.parse(read('compose.yaml')) as { services: Record<string, Service> };
  for (const { build } of [services.app, services.migrate] as Service[])
    expect(build?.args.CONTENT_DIR).toBe(`\${CONTENT_DIR:-content}`);
  const [building = [], last = []] = stagesOf(lines);
  for (const stage of [building, last]) expect(stage).toContain('ARG CONTENT_DIR=content');
  expect(building.indexOf('ARG CONTENT_DIR=content')).toBeLessThan(building.indexOf('RUN npm run build'));
  const end = last.slice(last.indexOf('ARG CONTENT_DIR=content'));
  expect(end).toContain(`COPY --from=build /app/\${CONTENT_DIR} ./\${CONTENT_DIR}`);
  expect(end).toContain(`ENV CONTENT_DIR=\${CONTENT_DIR}`);
});

/** The instructions of each stage. */
const stagesOf = (all: readonly string[]) =>
  all.reduce<string[][]>((stages, line) => {
    if (line.startsWith('FROM ')) stages.push([]);
    stages.at(-1)?.push(line);
    return stages;
  }, []);

interface Service {
  image: string;
  build?: { args: Record<string, string> };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  networks?: string[];
}

test('P46 P50 the compose file starts with its settings, and only Caddy can be reached', () => {
  const text = read('compose.yaml');
  const { services, networks } = Bun.YAML.parse(text) as {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean } | null>;
  };
  expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['caddy']);
  expect(services.db?.networks).toEqual(['inside']);
  expect(networks.inside?.internal).toBe(true);
  for (const service of [services.app, services.migrate]) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
  expect(JSON.stringify(services.app)).not.toContain('MIGRATING_PASSWORD');
  const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  const example = read('compose.env.example');
  for (const name of asked) expect([name, example.includes(`${name}=`)]).toEqual([name, true]);
  const filled = (environment: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        String(value)
          .replace(/\$\{SMTP_URL[^}]*\}/, 'smtp://u:p@mail.example.org:587')
          .replace(/\$\{SITE_HOST[^}]*\}/, 'league.example.org')
          .replace(/\$\{TIME_ZONE:-([^}]*)\}/, '$1')
          .replace(/\$\{METRICS_PORT[^}]*\}/, '9464')
          .replace(/\$\{\w+[^}]*\}/, 'x'.repeat(40)),
      ]),
    );
  for (const { environment } of [services.app, services.migrate] as Service[]) {
    for (const name of Object.keys(environment ?? {})) {
      // Read by npm run ops -- roles alone.
      if (name !== 'DATABASE_ADMIN_URL') expect(SETTINGS).toContain(name);
    }
    const settings = { NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data', ...filled(environment) };
    expect(() => parseEnv(settings)).not.toThrow();
    const { DATABASE_URL = '', UNENCRYPTED_HOSTS } = parseEnv(settings);
    // Its PostgreSQL has no TLS: without the name of the host nothing would be said to it.
    expect(decideDatabaseEncryption(DATABASE_URL, UNENCRYPTED_HOSTS).protection).toBe('allowed');
  }
});

test('the files in deploy/ start the server with the heap of npm start', () => {
  for (const [name, value] of Object.entries(HEAP_ENVIRONMENT)) {
    expect(read('openleague@.service')).toContain(`\nEnvironment=${name}=${value}\n`);
    expect(lines).toContain(`ENV ${name}=${value}`);
  }
});

test('P49 no command of deploy/ or of the operations page has a password or an address with one in its arguments', () => {
  const SECRET = /PASSWORD|SECRET|_URL|:\/\/[^/\s]*@/;
  const { services } = Bun.YAML.parse(read('compose.yaml')) as {
    services: Record<string, { command?: unknown }>;
  };
  const commands = [
    ...Object.values(services).map(({ command }) => JSON.stringify(command ?? '')),
    ...['openleague@.service', 'openleague-backup.service'].flatMap((unit) =>
      read(unit)
        .split('\n')
        .filter((line) => line.startsWith('Exec')),
    ),
  ];
  expect(commands.filter((command) => SECRET.test(command))).toEqual([]);
  expect(commands.length).toBeGreaterThan(3);
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8').split('\n');
  // A command built into the shell, such as echo, is no process.
  expect(
    page.filter((line) =>
      /^(sudo|env|pg_|psql|npm).*(PASSWORD=|SECRET_KEY=|(DATABASE|SMTP)\w*_URL=|:\/\/[^/\s]*@)/.test(line),
    ),
  ).toEqual([]);
});

test('systemd accepts the units, and the server may do little', async () => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'units-'));
  const units = ['openleague@.service', 'openleague-backup.service', 'openleague-backup.timer'];
  // The program is not installed where this is checked.
  for (const unit of units) {
    await writeFile(join(folder, unit), read(unit).replace(/\/opt\/openleague\/current\/\S+bun/, '/bin/sh'));
  }
  const verify = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))], {
    encoding: 'utf8',
  });
  expect([
    verify.status,
    verify.stderr.split('\n').filter((line) => line.includes(folder) || /^openleague/.test(line)),
  ]).toEqual([0, []]);
  const security = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', join(folder, 'openleague@.service')],
    { encoding: 'utf8' },
  );
  expect([security.status, security.stdout.split('\n').at(-2)]).toEqual([0, expect.stringContaining('OK')]);
  await rm(folder, { recursive: true });
});

test('Caddy passes streams on at once', () => {
  expect(read('Caddyfile')).toContain('flush_interval -1');
});

test('the wrapper for operators is a shell script that runs a command of scripts/ops/', async () => {
  const file = join(root, 'deploy/league');
  expect(Bun.spawnSync(['sh', '-n', file]).exitCode).toBe(0);
  expect(await Bun.file(file).text()).toContain('"scripts/ops/$command.ts" "$@"');
});
