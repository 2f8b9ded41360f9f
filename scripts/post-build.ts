// Finishes dist/ after `astro build`: preloads, security policies, compressed copies, rules for static hosts.
import { parseArgs } from 'node:util';
import { parseEnv } from '#api/platform/process/env.ts';
import { runPostBuild } from '#api/serving/post-build.ts';
import { postWidget } from '#site/embed/post-widget.ts';
import { writeOfflineWorker } from './build/offline-worker.ts';
import { writeScriptPreloads } from './build/script-preloads.ts';

const { values } = parseArgs({
  options: { stamp: { type: 'string', default: '' }, dist: { type: 'string' } },
});
const startedAt = performance.now();
const { PUBLIC_API_URL, PUBLIC_COMMITS_API_URL, PUBLIC_OFFLINE_WORKER } = parseEnv({
  PUBLIC_API_URL: process.env.PUBLIC_API_URL,
  PUBLIC_COMMITS_API_URL: process.env.PUBLIC_COMMITS_API_URL,
  PUBLIC_OFFLINE_WORKER: process.env.PUBLIC_OFFLINE_WORKER,
});
const apiOrigin = PUBLIC_API_URL ? [new URL(PUBLIC_API_URL).origin] : [];

const dist = values.dist ?? 'dist';
await writeScriptPreloads(dist);
await writeOfflineWorker(dist, { isOff: PUBLIC_OFFLINE_WORKER === 'off' });
const { files, pages } = await runPostBuild(dist, {
  stamp: values.stamp,
  connect: apiOrigin,
  codeHost: [new URL(PUBLIC_COMMITS_API_URL).origin],
  images: apiOrigin,
  embeds: postWidget.origins,
});
console.log(`Finished ${files} files, ${pages} pages, in ${Math.round(performance.now() - startedAt)} ms`);
