import { findBun } from './bun.mjs';
import { freePort } from './postgres.mjs';
import { startProcess, stopping } from './processes.mjs';

/** Runs the API and the site with hot reload on one address until it is interrupted. */
export async function startDevelopment() {
  const apiPort = await freePort();
  const port = process.env.PORT || '3000';
  const options = { supervised: true, stdio: ['pipe', 'inherit', 'inherit'] };
  const env = { ...process.env, STOP_WITH_STDIN: '1' };
  const api = startProcess(findBun(), ['--watch', '--no-clear-screen', 'api/server.ts'], {
    ...options,
    env: {
      ...env,
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      VISITOR_ORIGIN: `http://${process.env.HOST || '127.0.0.1'}:${port}`,
    },
  });
  const site = startProcess(findBun(), ['--bun', 'scripts/dev-site.ts'], {
    ...options,
    env: { ...env, PORT: port, API_PORT: String(apiPort), ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const first = await Promise.race([api.ended, site.ended]);
  for (const child of [api, site]) child.kill('SIGTERM');
  await Promise.all([api.ended, site.ended]);
  process.exit(stopping.signal ? 0 : (first.code ?? 1));
}
