import { findBun } from './bun.mjs';
import { envLines, findSetting, requireContentFolder } from './env-files.mjs';
import { freePort } from './postgres.mjs';
import { startProcess, stopping } from './processes.mjs';

/**
 * Resolved once for both processes: Bun would read HOST and PORT from .env files in each, and the API must know the
 * site's address.
 */
export function readDevAddress(env, lines) {
  const read = (name, otherwise) => env[name] || findSetting(name, lines) || otherwise;
  return { host: read('HOST', '127.0.0.1'), port: read('PORT', '3000') };
}

export async function startDevelopment() {
  const mode = process.env.NODE_ENV || 'development';
  requireContentFolder(mode);
  const apiPort = await freePort();
  const { host, port } = readDevAddress(process.env, envLines(mode));
  const options = { supervised: true, stdio: ['pipe', 'inherit', 'inherit'] };
  const env = { ...process.env, STOP_WITH_STDIN: '1' };
  const api = startProcess(findBun(), ['--watch', '--no-clear-screen', 'api/server.ts'], {
    ...options,
    env: {
      ...env,
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      VISITOR_ORIGIN: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    },
  });
  const site = startProcess(findBun(), ['--bun', 'scripts/dev-site.ts'], {
    ...options,
    env: { ...env, HOST: host, PORT: port, API_PORT: String(apiPort), ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const first = await Promise.race([api.ended, site.ended]);
  for (const child of [api, site]) child.kill('SIGTERM');
  await Promise.all([api.ended, site.ended]);
  process.exit(stopping.signal ? 0 : (first.code ?? 1));
}
