import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPostBuild } from '../serving/post-build.ts';

export interface RunningServer {
  origin: string;
  pid: number;
  output(): string;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
  exited: Promise<number>;
  closeStdin(): void;
}

export interface ServerFolder {
  folder: string;
  /** Starts the server and waits until it says where it is; rejects with what it said when it ends instead. */
  start(settings?: Record<string, string>, args?: string[]): Promise<RunningServer>;
  /** Starts a server that is expected to refuse; returns its exit code and what it said. */
  refuse(settings: Record<string, string>, args?: string[]): Promise<{ code: number; said: string }>;
  remove(): Promise<void>;
}

/** A folder with a site of one page, to start the real process in. */
export async function makeServerFolder(): Promise<ServerFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'server-'));
  const dist = join(folder, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'index.html'), '<!doctype html><html lang="en"><title>Home</title></html>');
  await runPostBuild(dist, { stamp: '', connect: [], codeHost: [], images: [], embeds: [] });

  const spawn = (settings: Record<string, string>, args: string[]) =>
    Bun.spawn([process.execPath, '--no-env-file', join(import.meta.dir, '../server.ts'), ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        PORT: '0',
        DEMO_DATA: 'false',
        DIST_DIR: dist,
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
  return {
    folder,
    start: async (settings = {}, args = []) => {
      const child = spawn(settings, args);
      let output = '';
      const ready = Promise.withResolvers<string>();
      (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of child.stdout) {
          output += decoder.decode(chunk, { stream: true });
          const origin = /is ready: (http:\S+)/.exec(output)?.[1];
          if (origin) ready.resolve(origin);
        }
        ready.reject(new Error(`The server ended: ${output}${await new Response(child.stderr).text()}`));
      })();
      return {
        origin: await ready.promise,
        pid: child.pid,
        output: () => output,
        signal: (name) => child.kill(name),
        exited: child.exited,
        closeStdin: () => {
          child.stdin.end();
        },
      };
    },
    refuse: async (settings, args = []) => {
      const child = spawn(settings, args);
      const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
      return { code, said: said.trim() };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
