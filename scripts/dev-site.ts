// The site with hot reload for `npm run dev`: one address for the visitor, the API behind it.
import { dev } from 'astro';
import { stopOnSignals } from '#api/process/shutdown.ts';
import { CERTIFICATE_SHELL, isServicePath, LEAGUE_SHELL, resolveRoute } from '#api/serving/routes.ts';

const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';
const apiAddress = `http://127.0.0.1:${process.env.API_PORT}`;

const server = await dev({
  root: process.cwd(),
  server: { host, port },
  vite: {
    server: {
      strictPort: true,
      proxy: {
        '^/.*': { target: apiAddress, bypass: ({ url = '/' }) => (isService(url) ? undefined : url) },
      },
    },
    plugins: [
      {
        name: 'signed-in-shells',
        configureServer({ middlewares }) {
          middlewares.use((request, response, next) => {
            const path = (request.url ?? '/').split('?')[0] ?? '/';
            const answer = isService(path) ? null : resolveRoute(path);
            if (answer?.kind === 'page' && answer.status === 200) request.url = shellOf(path);
            if (answer?.kind === 'redirect' && answer.to !== '/') {
              response.writeHead(302, { Location: answer.to }).end();
              return;
            }
            next();
          });
        },
      },
    ],
  },
});
stopOnSignals(() => server.stop());

/** What the API answers; the contract's own files are modules of the site while it is being worked on. */
function isService(url: string): boolean {
  const path = url.split('?')[0] ?? '/';
  return isServicePath(path) && !/^\/api\/contract\/[\w-]+\.ts$/.test(path);
}

/** Astro prebuilds each fixed address; only those of one league or one certificate have to be pointed at their shell. */
function shellOf(path: string): string {
  if (path.startsWith('/certificates/')) return CERTIFICATE_SHELL;
  return path.startsWith(`${LEAGUE_SHELL}/`) ? LEAGUE_SHELL : path;
}
