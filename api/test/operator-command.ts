import { join } from 'node:path';

const scripts = join(import.meta.dir, '../../scripts');

/** Runs a script of scripts/ in a process of its own: its exit code, and standard output and errors, trimmed. */
export async function runCommand(
  script: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([process.execPath, '--no-env-file', join(scripts, script), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DEMO_DATA: 'false', ...settings },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, out, said] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, output: (out + said).trim() };
}
